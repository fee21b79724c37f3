# SPDX-License-Identifier: MIT
"""A prize is shown in stages and by its size, and keeps nobody from the next play."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import pygame
import pytest
from panel_fake import FakeCabinet, reel, state
from pygame import Rect

from emulator.cabinet.front import Display, ReelView
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.back import Back
from emulator.panel.machine.parts.seen import PAYLINE_LEFT, PAYLINE_RIGHT
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from emulator.panel.machine.wins import loops
from emulator.panel.machine.wins.stages import LENGTH_MS, SYMBOLS_MS, Watch, Won, size_of
from machines.model import load_model

SIZE = (640, 420)
TOP, SMALL = state("top"), state("small")
LINE = frozenset((PAYLINE_LEFT, PAYLINE_RIGHT))
# One line of a screen stands out for 900 ms from here on.
BEGAN_MS = 5_400

Pixels = np.ndarray[Any, np.dtype[np.int16]]


def stage(name: str = "cierzo") -> Stage:
    return built(name)


@lru_cache(maxsize=2)
def built(name: str) -> Stage:
    return Stage(read_front(load_model(name), 1, False), SIZE, "es")


def frame(cabinet: FakeCabinet, at_ms: int, hand: Hand | None = None, name: str = "cierzo") -> Pixels:
    screen = pygame.Surface(SIZE)
    stage(name).draw(screen, look(cabinet), BEGAN_MS + at_ms, hand or Hand())
    return pygame.surfarray.array3d(screen).astype(np.int16)


def rolled(cabinet: FakeCabinet, name: str = "cierzo") -> None:
    """Reels turn, come to rest, and what the cabinet shows is won at BEGAN_MS."""
    moving = [replace(one, moving=True) for one in cabinet.reels]
    frame(replace(cabinet, reels=moving, glass=frozenset(), lit=frozenset()), -50, name=name)
    frame(cabinet, 0, name=name)


def plain(cabinet: FakeCabinet, at_ms: int, hand: Hand | None = None) -> Pixels:
    """The same moment without a celebration: no reel has turned before."""
    frame(FakeCabinet(), 0, Hand(held={"start"}))
    frame(replace(cabinet, glass=frozenset()), 0)
    assert stage().celebration.won is None
    return frame(cabinet, at_ms, hand)


def cut(picture: Pixels, rect: Rect) -> Pixels:
    return picture[rect.x : rect.right, rect.y : rect.bottom]


def row_cell(lamp: int) -> Rect:
    return next(cell for row, cell in stage().glass.cells if row.lamp == lamp)


def test_a_silence_comes_before_the_line_and_the_line_before_the_row() -> None:
    rolled(SMALL)
    window = stage().layout.window
    ends = Rect(window.x - 30, window.centery - 10, 20, 20)
    dark = frame(replace(SMALL, glass=SMALL.glass - LINE - {3}), 100)
    rolled(SMALL)
    row = row_cell(3)
    told = {}
    for ms in (100, 140, 240, 300):
        picture = frame(SMALL, ms)
        told[ms] = [bool((cut(picture, part) - cut(dark, part)).max() > 60) for part in (ends, row)]
    assert told == {100: [False, False], 140: [True, False], 240: [True, False], 300: [True, True]}


def test_the_rest_steps_back_and_the_buttons_do_not() -> None:
    rolled(SMALL)
    before = frame(SMALL, 60)
    shown = frame(SMALL, 800)
    crown, deck = stage().layout.inner("crown"), stage().layout.zones["deck"]
    assert cut(shown, crown).mean() < 0.65 * cut(before, crown).mean()
    assert np.array_equal(cut(shown, deck), cut(before, deck))
    display = stage().layout.inner("display")
    assert np.array_equal(cut(shown, display), cut(plain(SMALL, 800), display))


def test_a_press_ends_it_with_the_same_frame() -> None:
    """START down, START up: every picture is as it would be without a celebration."""
    hand = Hand(held={"start"})
    without = [plain(TOP, 1_500, hand), plain(TOP, 1_516), plain(TOP, 3_000)]
    rolled(TOP)
    frame(TOP, 1_484)
    assert stage().celebration.won is not None
    assert not np.array_equal(frame(TOP, 1_490), without[1])
    now = [frame(TOP, 1_500, hand), frame(TOP, 1_516), frame(TOP, 3_000)]
    for one, other in zip(now, without, strict=True):
        assert np.array_equal(one, other)


@pytest.mark.parametrize("how", ["reels", "lamps", "power", "alarm", "back", "board"])
def test_it_ends_when_the_machine_or_the_visitor_goes_on(how: str) -> None:
    rolled(TOP)
    frame(TOP, 1_000)
    assert stage().celebration.won is not None
    changed, hand = TOP, Hand()
    if how == "reels":
        changed = replace(TOP, reels=[replace(one, moving=True) for one in TOP.reels])
    elif how == "lamps":
        changed = replace(TOP, glass=TOP.glass - LINE)
    elif how == "power":
        changed = replace(TOP, powered=False)
    elif how == "alarm":
        changed = replace(TOP, lit=TOP.lit | {"tower"})
    elif how == "back":
        hand = Hand(back=Back(100_000, 1_000_000))
    else:
        hand = Hand(prizes=0)
    frame(changed, 1_016, hand)
    assert stage().celebration.won is None
    frame(TOP, 1_032)
    assert stage().celebration.won is None or how == "reels"


def test_a_still_picture_shows_all_that_is_lit() -> None:
    screen = pygame.Surface(SIZE)
    fresh = Stage(read_front(load_model("cierzo"), 1, False), SIZE, "es")
    moving = [replace(one, moving=True) for one in TOP.reels]
    fresh.draw(screen, look(replace(TOP, reels=moving)), 0, Hand(), animate=False)
    fresh.draw(screen, look(TOP), 16, Hand(), animate=False)
    assert fresh.celebration.won is None


def test_the_size_of_a_prize_is_that_of_its_stake() -> None:
    assert [size_of(cents, 20) for cents in (20, 99, 100, 499, 500, 8_000)] == [
        "small", "small", "middle", "middle", "large", "large",
    ]  # fmt: skip
    assert [size_of(cents, 600) for cents in (2_900, 3_000, 15_000)] == ["small", "middle", "large"]
    assert LENGTH_MS["small"] < LENGTH_MS["middle"] < LENGTH_MS["large"]


def test_a_small_prize_throws_nothing_and_a_large_one_spills_over_the_deck() -> None:
    """The spill lies on top of everything, is gone in the end, and adds no coin to the tray."""
    deck = stage().layout.zones["deck"]
    rolled(SMALL)
    assert np.array_equal(cut(frame(SMALL, 1_500), deck), cut(frame(SMALL, 400), deck))
    rolled(TOP)
    calm = cut(frame(TOP, 400), deck)
    poured = [
        float((np.abs(cut(frame(TOP, ms), deck) - calm).max(axis=2) > 20).mean()) for ms in (1_500, 2_500)
    ]
    assert min(poured) > 0.02
    assert stage().tray.heap_counts() == {}
    frame(TOP, LENGTH_MS["large"] + 20)
    assert stage().celebration.won is None
    assert np.array_equal(frame(TOP, 9_000), plain(TOP, 9_000))


def test_the_spill_of_a_large_prize_pours_out_under_the_display() -> None:
    """What was won stands there; the sparks of the symbols are light alone."""
    sparks, display = stage().celebration._sparks, stage().layout.zones["display"]
    for ms in range(0, LENGTH_MS["large"], 150):
        screen = pygame.Surface(SIZE)
        sparks.draw(screen, Won(8_000, "large", ms), [])
        assert not cut(pygame.surfarray.array3d(screen), display).any()


def test_one_prize_is_celebrated_once() -> None:
    watch = Watch(20)
    moving = look(replace(TOP, reels=[replace(one, moving=True) for one in TOP.reels]))
    still = look(TOP)
    assert watch.update(still, 8_000, 0, hands_off=True) is None  # nobody saw its reels turn
    assert watch.update(moving, 0, 10, hands_off=True) is None
    first = watch.update(still, 8_000, 20, hands_off=True)
    assert first is not None and first.since_ms == 0
    assert watch.update(still, 8_000, 20 + LENGTH_MS["large"], hands_off=True) is None
    assert watch.update(still, 8_000, 40 + LENGTH_MS["large"], hands_off=True) is None


def test_every_loop_begins_with_the_symbol_as_it_stands_and_moves() -> None:
    picture = pygame.Surface((60, 60), pygame.SRCALPHA)
    pygame.draw.circle(picture, (200, 40, 40), (30, 30), 28)
    for drawing, family in (("bell", "swing"), ("grapes", "bounce"), ("seven", "glow"), ("moon", "gleam")):
        assert loops.family_of(drawing) == family
        start, way = loops.moved(picture, loops.family_of(drawing), 0)
        assert way == (0, 0) and abs(start.get_width() - 60) <= 2
        shapes = {
            (*loops.moved(picture, loops.family_of(drawing), phase)[1],
             *loops.moved(picture, loops.family_of(drawing), phase)[0].get_size())
            for phase in range(loops.PHASES)
        }  # fmt: skip
        assert len(shapes) >= 4, family
        lights = [
            pygame.surfarray.array3d(loops.light(picture, loops.family_of(drawing), phase))
            for phase in (2, 5)
        ]
        assert np.abs(lights[0].astype(int) - lights[1]).max() > 30
        assert lights[0][0, 0].max() == 0  # nothing beside the symbol


def test_symbols_move_on_a_screen_and_only_light_up_on_drums() -> None:
    rolled(TOP)
    box = stage().celebration.on_payline(look(TOP))[1].rect
    lit = [cut(frame(TOP, SYMBOLS_MS + ms), box) for ms in range(0, loops.LOOP_MS, 240)]
    alone = cut(plain(TOP, SYMBOLS_MS), box)
    for picture in lit:
        assert (picture >= alone - 6).all()  # light is added, nothing moves away
    assert np.abs(lit[0] - lit[2]).max() > 30
    aneto = winning_screen()
    rolled(aneto, "aneto")
    lines = stage("aneto").lines
    assert lines is not None
    cells = lines.cells(look(aneto))
    assert cells
    before, moved = (frame(aneto, ms, name="aneto") for ms in (SYMBOLS_MS - 20, SYMBOLS_MS + 200))
    assert any((cut(moved, cell.rect) - cut(before, cell.rect)).min() < -40 for cell in cells)


def winning_screen() -> FakeCabinet:
    """A machine with a screen whose reels stand at the same stop, the first one at which they win."""
    cabinet = FakeCabinet(model=load_model("aneto"), glass=LINE, display=Display("6.00", "", "3.00", ""))
    lines, stops = stage("aneto").lines, [len(strip) for strip in stage("aneto").kit.front.strips]
    assert lines is not None
    for stop in range(min(stops)):
        cabinet.reels = [
            ReelView((stop * 65_536 + count // 2) // count, False, 1, count, 0) for count in stops
        ]
        if lines.cents(look(cabinet)):
            return cabinet
    raise AssertionError("no window of equal stops wins")


def test_the_fake_reels_stand_on_the_row_that_is_lit() -> None:
    assert reel(12) == TOP.reels[0]
    cells = stage().celebration.on_payline(look(TOP))
    assert len(cells) == 3
    assert {stage().kit.front.drawings[cell.drawing] for cell in cells} == {"wind"}
