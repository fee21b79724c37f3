# SPDX-License-Identifier: MIT
"""Every label of the drawing is whole and every value has its row, on each screen, in each language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest
from box_walk import SCREENS
from inside_rig import KINDS, played
from pygame import Rect
from soon import soon

from emulator.cabinet import Cabinet
from emulator.panel.art.paint import plain
from emulator.panel.machine.inside import box as boxes
from emulator.panel.machine.inside import ink
from emulator.panel.machine.inside import view as view_module
from emulator.panel.machine.inside.desk import Desk
from emulator.panel.machine.inside.pane import BESIDE, WHOLE, Pane
from emulator.panel.machine.inside.tables import BUS, JOURNAL, MEMORY, OPERATIONS
from emulator.panel.machine.inside.view import InsideView
from machines.model import model_names
from machines.support.languages import DEFAULT_LANGUAGE, languages

# What passes by there is as long as it is, and ends in dots: packets, commits, operations, events.
STREAMS = {BUS, MEMORY, JOURNAL, OPERATIONS}
MACHINES = (*KINDS, *((name, "parallel") for name in model_names() if (name, "parallel") not in KINDS))
# Without reels, notes, tickets and cards.
BARE = ("cometa_nacional", "parallel")


@pytest.fixture(scope="module")
def cabinets() -> Callable[[str, str], Cabinet]:
    """Each played once."""
    return cache(played)


@pytest.fixture
def lost(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What ends in dots, is not drawn for want of room, stands outside its box or over something else."""
    found: list[str] = []
    shorten, full, text = ink.shortened, ink.Pen.full, ink.Pen.text
    inside: list[boxes.Box] = []
    written: list[Rect] = []

    def where() -> str:
        return f" in {inside[0].part}" if inside else ""

    def shortened(words: str, face: str, size_px: int, width: int) -> str:
        shown = shorten(words, face, size_px, width)
        if shown != words:
            found.append(f"cut{where()}: {words!r}")
        return shown

    def noted_full(pen: ink.Pen, y: int, box: Rect) -> bool:
        if full(pen, y, box):
            found.append(f"left out{where()}: at {y} of {box}")
            return True
        return False

    def noted_text(pen: ink.Pen, words: str, at: tuple[int, int], *rest: Any, **how: Any) -> int:
        width = text(pen, words, at, *rest, **how)
        left = at[0] - {"center": width // 2, "right": width}.get(how.get("align", "left"), 0)
        if inside and words and (left < inside[0].rect.x or left + width > inside[0].rect.right):
            found.append(f"outside{where()}: {words!r}")
        if words and width:
            size_px = how.get("size_px") or pen.size
            spot = Rect(left, at[1] + 2, width, round(size_px * 1.32) - 4)
            if (other := spot.collidelist(written)) >= 0:
                found.append(f"over each other{where()}: {words!r} at {spot}, {written[other]}")
            written.append(spot)
        return width

    def paint(of: boxes.Box, pen: ink.Pen, look: boxes.Look, *, pointed: bool) -> None:
        inside.append(of)
        painted(of, pen, look, pointed=pointed)
        inside.clear()

    def part(*rest: Any) -> None:
        written.clear()
        parted(*rest)

    def menu(*rest: Any) -> None:
        written.clear()
        drew(*rest)

    painted, parted, drew = boxes.Box.paint, InsideView._part, view_module.draw_menu
    monkeypatch.setattr(InsideView, "_part", part)
    monkeypatch.setattr(view_module, "draw_menu", menu)
    monkeypatch.setattr(ink, "shortened", shortened)
    monkeypatch.setattr(ink.Pen, "full", noted_full)
    monkeypatch.setattr(ink.Pen, "text", noted_text)
    monkeypatch.setattr(boxes.Box, "paint", paint)
    return found


def views(cabinet: Cabinet, size: tuple[int, int], language: str) -> Iterator[InsideView]:
    """As it stands beside the machine, or over it, and in the whole window."""
    pane = Pane.of(cabinet, language, public=False)
    for mode in (BESIDE, WHOLE):
        pane.mode = mode
        view = InsideView(Desk(cabinet, pane.rect(size).size, language))
        view.open()
        yield view
        view.close()


def drawn(view: InsideView) -> None:
    """Every table on every sheet, and every menu."""
    screen = plain(view.size)
    for name in [name for name in view.desk.tables if name not in STREAMS] if view.desk.shown else [""]:
        view.desk.shown = [name] * len(view.desk.shown)
        view.draw(screen)
    for box in view.desk.boxes:
        view.desk.menu = None
        view.hands.press(box.rect.center)
        view.draw(screen)
    view.desk.menu = None


@pytest.mark.parametrize("language", soon(languages(), DEFAULT_LANGUAGE, "eu"))
@pytest.mark.parametrize(("width", "height"), soon(SCREENS, (800, 480), (480, 800), (1024, 600), (1280, 800)))
@pytest.mark.parametrize(("kind",), soon([(kind,) for kind in MACHINES], (KINDS[0],), (BARE,)))
def test_nothing_is_cut_or_left_out(
    kind: tuple[str, str],
    width: int,
    height: int,
    language: str,
    cabinets: Callable[[str, str], Cabinet],
    lost: list[str],
) -> None:
    for view in views(cabinets(*kind), (width, height), language):
        drawn(view)
        assert [*dict.fromkeys(lost)] == [], view.size


@pytest.mark.parametrize("language", soon(languages(), "eu"))
@pytest.mark.parametrize(("width", "height"), soon(SCREENS, (480, 800), (800, 480)))
@pytest.mark.parametrize(("kind",), soon([(kind,) for kind in KINDS], (KINDS[0],)))
def test_nothing_is_cut_where_something_is_broken(
    kind: tuple[str, str], width: int, height: int, language: str, lost: list[str]
) -> None:
    """Each fault of the catalogue, one after the other."""
    cabinet = played(*kind)
    for view in views(cabinet, (width, height), language):
        controls, screen = view.desk.controls, plain(view.size)
        for control in [one for one in controls.all if one.fault is not None and one.end]:
            controls.use(control)
            view.draw(screen)
            assert [*dict.fromkeys(lost)] == [], (control.name, control.detail, view.size)
            controls.use(control)


@pytest.mark.parametrize("width", range(20, 200, 12))
def test_words_are_parted_where_they_may_be(width: int) -> None:
    words = "Txanpon-onartzailea eta billete-irakurgailua 0,10\u00a0€"
    lines = ink.wrapped(words, ink.TEXT, 11, width)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert not any("\u00a0" in line and "€" not in line for line in lines)
    for line, after in pairwise(lines):
        first = after.split(" ")[0].partition("-")
        joined = f"{line}{'' if line.endswith('-') else ' '}{first[0]}{first[1]}"
        assert ink.letters(joined, ink.TEXT, 11, ink.LINE).get_width() > width
