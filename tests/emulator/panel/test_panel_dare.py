# SPDX-License-Identifier: MIT
"""Double or nothing beside the reels: two pictures, of which a lamp lights the one that the machine says."""

from __future__ import annotations

from functools import lru_cache

import pytest
from gamble_rig import asked, machine, state_before
from panel_fake import FakeCabinet
from panel_fit import cut_or_overlapping
from pygame import Rect

from emulator import Cabinet
from emulator.panel.art import paint
from emulator.panel.machine.cycle.dare import DARE_LOST, DARE_WON
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.seen import DOUBLE_MARK
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from machines.model import load_model

VIEWS = (((1280, 800), "es"), ((1024, 600), "en"), pytest.param((1080, 1920), "es", marks=pytest.mark.long))
GALACHO = "galacho"


@lru_cache(maxsize=6)
def stage(size: tuple[int, int], language: str) -> Stage:
    return Stage(read_front(load_model(GALACHO), 1, False), size, language)


def sheets(*glass: int) -> dict[str, bytes]:
    """The parts of the glass beside the reels with these lamps on."""
    built = stage((1280, 800), "es")
    screen = paint.plain(built.layout.size)
    cabinet = FakeCabinet(model=load_model(GALACHO), glass=frozenset(glass))
    built.draw(screen, look(cabinet), 0, Hand(), animate=False)
    left, right = built.layout.flanks
    assert built.flanks._dare is not None
    parts = {"left": left, "double": built.flanks._dare.spots[0], "nothing": built.flanks._dare.spots[1]}
    assert right.contains(parts["double"]) and right.contains(parts["nothing"])
    inner = {name: rect.inflate(-rect.width // 3, -rect.height // 3) for name, rect in parts.items()}
    return {name: screen.subsurface(rect).copy().get_buffer().raw for name, rect in inner.items()}


@pytest.mark.parametrize(("size", "language"), VIEWS)
def test_both_pictures_and_both_prices_are_printed_and_nothing_is_cut(
    size: tuple[int, int], language: str
) -> None:
    words = {"es": {"DOBLE", "NADA"}, "en": {"DOUBLE", "NOTHING"}}[language]
    built = stage(size, language)
    assert not cut_or_overlapping(built.kit.text.placed, Rect(0, 0, *size))
    left, right = built.layout.flanks
    on = [(placed.text, placed.ink) for placed in built.kit.text.placed]
    assert {text for text, ink in on if right.contains(ink)} == words
    assert sum("€" in text for text, ink in on if left.contains(ink)) == 2


def test_a_lamp_lights_its_own_picture_alone() -> None:
    """What was drawn is what is lit: the one never looks like the other, and dark like neither."""
    dark, won, lost = sheets(), sheets(DARE_WON), sheets(DARE_LOST)
    assert won["double"] != dark["double"] and won["nothing"] == dark["nothing"]
    assert lost["nothing"] != dark["nothing"] and lost["double"] == dark["double"]
    assert won["left"] == lost["left"] == dark["left"]


def test_a_double_play_lights_its_price_on_the_left() -> None:
    dark, double = sheets(), sheets(DOUBLE_MARK)
    assert double["left"] != dark["left"]
    assert (double["double"], double["nothing"]) == (dark["double"], dark["nothing"])


def test_a_machine_without_a_gamble_has_no_such_pictures() -> None:
    built = Stage(read_front(load_model("cierzo"), 1, False), (1280, 800), "es")
    assert "NADA" not in {placed.text for placed in built.kit.text.placed}


# --- what the machine lights ----------------------------------------------------------------------


def dares(cab: Cabinet, ms: int, every_ms: int = 50) -> set[frozenset[int]]:
    """The sets of these two lamps that were lit within some time."""
    found = set()
    for _ in range(ms // every_ms):
        cab.run(ms=every_ms)
        found.add(cab.glass & {DARE_WON, DARE_LOST})
    return found


WON, LOST = frozenset({DARE_WON}), frozenset({DARE_LOST})


def drawn() -> dict[str, set[frozenset[int]]]:
    """What is lit before, while the player is asked, and after the draw of one gamble won and of one lost."""
    found: dict[str, set[frozenset[int]]] = {}
    for pattern in ("+", "-"):
        cab = machine(state_before((100,), pattern))
        found[f"before {pattern}"] = dares(cab, 500)
        cab.press("start")
        asked(cab)
        found[f"asked {pattern}"] = dares(cab, 2_000)
        cab.press("double")
        cab.run(ms=200)
        found[f"drawn {pattern}"] = dares(cab, 1_000)
    return found


def test_the_machine_lights_both_in_turn_and_then_what_was_drawn() -> None:
    found = drawn()
    assert found["before +"] == found["before -"] == {frozenset()}
    assert found["asked +"] == found["asked -"] == {WON, LOST}
    assert (found["drawn +"], found["drawn -"]) == ({WON}, {LOST})
