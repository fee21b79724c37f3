# SPDX-License-Identifier: MIT
"""The panel of a linked machine: the shared pot on its crown, and on its glass that it belongs to a link."""

from __future__ import annotations

from functools import lru_cache

import pytest
from panel_fake import FakeCabinet
from panel_fit import cut_or_overlapping
from pygame import Rect

from emulator.cabinet.front import LinkView
from emulator.panel.art import paint
from emulator.panel.art.fitting import READABLE_PX
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.pot_windows import legible_px
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from machines.model import load_model

VIEWS = (((1280, 800), "es"), ((1024, 600), "en"), pytest.param((1080, 1920), "es", marks=pytest.mark.long))
UP = LinkView("up", "", (123_45,))


@lru_cache(maxsize=6)
def stage(size: tuple[int, int], language: str) -> Stage:
    return Stage(read_front(load_model("bochorno"), 1, False), size, language)


def crown(link: LinkView | None, **more: object) -> bytes:
    """The crown of a machine whose link is seen so."""
    built = stage((1280, 800), "es")
    screen = paint.plain(built.layout.size)
    cabinet = FakeCabinet(model=load_model("bochorno"), link=link, **more)  # type: ignore[arg-type]
    built.draw(screen, look(cabinet), 0, Hand(), animate=False)
    return screen.subsurface(built.crown.glass).copy().get_buffer().raw


@pytest.mark.parametrize(("size", "language"), VIEWS)
def test_the_glass_says_that_the_machine_belongs_to_the_link(size: tuple[int, int], language: str) -> None:
    """B-26: in full, large enough to be read, nothing else cut or covered by it."""
    built = stage(size, language)
    assert not cut_or_overlapping(built.kit.text.placed, Rect(0, 0, *size))
    printed = " ".join(placed.text for placed in built.kit.text.placed)
    assert "forma parte de un carrusel" in printed
    assert any(placed.text == "CARRUSEL" for placed in built.kit.text.placed)
    assert min(placed.size_px for placed in built.kit.text.placed) >= READABLE_PX


def test_the_crown_shows_what_the_pot_stands_at() -> None:
    assert crown(UP) != crown(LinkView("up", "", (123_46,)))
    assert crown(UP) == crown(UP)


@pytest.mark.parametrize(
    "link", [None, LinkView("down", "", (123_45,)), LinkView("refused", "model", ()), LinkView("up", "", ())]
)
def test_a_pot_that_nobody_tells_of_shows_dashes_and_no_amount(link: LinkView | None) -> None:
    """An amount from before the line broke would be a promise that nobody keeps."""
    assert crown(link) == crown(None) != crown(UP)


def test_without_current_the_window_is_dark() -> None:
    assert crown(UP, powered=False) == crown(None, powered=False) != crown(None)


def test_a_machine_that_stands_alone_has_no_pot_on_its_crown() -> None:
    front = read_front(load_model("cierzo"), 1, False)
    assert (front.pots, front.linked) == ((), False)
    (pot,) = read_front(load_model("bochorno"), 1, False).pots
    assert pot.words == {"es": "CARRUSEL", "en": "CARRUSEL"}


# --- several pots -----------------------------------------------------------------------------------

SEVERAL = (512_345, 10_345, 60_000, 123_456, 777_777)


@lru_cache(maxsize=2)
def veruela(size: tuple[int, int] = (1024, 600)) -> Stage:
    return Stage(read_front(load_model("veruela"), 1, False), size, "es")


def windows(pots: tuple[int, ...], clock_ms: int = 0, size: tuple[int, int] = (1024, 600)) -> bytes:
    """The windows of a machine whose link has these pots."""
    built = veruela(size)
    screen = paint.plain(built.layout.size)
    cabinet = FakeCabinet(model=load_model("veruela"), link=LinkView("up", "", pots))
    built.crown.draw_pots(screen, look(cabinet), clock_ms)
    pot_windows = built.crown._pots
    assert pot_windows is not None
    return screen.subsurface(pot_windows.rect).copy().get_buffer().raw


@pytest.mark.parametrize("size", [(1024, 600), pytest.param((1080, 1920), marks=pytest.mark.long)])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_every_pot_of_the_link_is_shown(size: tuple[int, int], count: int) -> None:
    """GLI checklist 61: each of them stands there at some time of a round, and its cents are seen to move."""
    times_ms = range(0, 4_000 * count, 4_000)
    shown = [windows(SEVERAL[:count], t, size) for t in times_ms]
    for number in range(count):
        moved = tuple(cents + (place == number) for place, cents in enumerate(SEVERAL[:count]))
        assert [windows(moved, t, size) for t in times_ms] != shown, number


@pytest.mark.parametrize("size", [(1024, 600), pytest.param((1080, 1920), marks=pytest.mark.long)])
def test_windows_of_several_pots_hold_their_names_and_never_overlap(size: tuple[int, int]) -> None:
    built = veruela(size)
    pots = built.crown._pots
    assert pots is not None
    for count in range(1, 9):
        windows(SEVERAL[:1] * count, size=size)
        shown = pots.shown(count, 0)
        found = pots._of(len(shown))
        assert shown[0] == 0 and len(set(shown)) == len(shown)
        assert len(shown) == 1 or found.digits_px >= legible_px(built.kit)
        assert all(pots.rect.contains(box) for box in found.boxes)
        assert not any(box.collidelistall(found.boxes[n + 1 :]) for n, box in enumerate(found.boxes))
        assert all(box.contains(ink) for box, ink in zip(found.boxes, found.inks, strict=True))


def test_a_link_that_breaks_leaves_one_window_of_dashes() -> None:
    assert windows(()) != windows(SEVERAL[:1])
    assert windows(SEVERAL[:3], 4_000) != windows(SEVERAL[:2], 4_000)


def test_shared_pots_take_turns_where_not_all_of_them_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """All where their digits are just legible; else the last window changes, and one is always shown."""
    pots = stage((1080, 1920), "es").crown._pots
    assert pots is not None
    two, three = (pots._of(count).digits_px for count in (2, 3))
    assert two > three
    for least_px, shown in (
        (three, [[0, 1, 2]] * 4),
        (two, [[0, 1], [0, 2], [0, 1], [0, 2]]),
        (10_000, [[0], [1], [2], [0]]),
    ):
        monkeypatch.setattr("emulator.panel.machine.parts.pots.legible_px", lambda kit, px=least_px: px)
        assert [pots.shown(3, 4_000 * turn) for turn in range(4)] == shown
