# SPDX-License-Identifier: MIT
"""Reels strike their tubes, overshoot by about a tenth of a symbol, and rest where the firmware ordered."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pygame
from panel_fake import FakeCabinet, fresh_stage, reel

from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.reels import OVERSHOOT, SETTLE_US, settle
from emulator.panel.machine.parts.seen import WINDOW_FIRST
from emulator.panel.machine.parts.tubes import APART_MS, STRIKE_MS, Backlights, struck
from emulator.panel.machine.registry import look


def test_a_reel_overshoots_by_a_tenth_of_a_symbol_and_settles_in_140_ms() -> None:
    assert SETTLE_US == 140_000
    swings = [max(settle(us, number) for us in range(0, SETTLE_US, 1_000)) for number in range(3)]
    assert all(0.75 * OVERSHOOT < swing < 1.25 * OVERSHOOT for swing in swings)
    assert len({round(swing, 3) for swing in swings}) == 3  # each has its own weight
    for number in range(5):
        assert settle(0, number) == settle(SETTLE_US, number) == settle(10 * SETTLE_US, number) == 0.0


def test_a_reel_that_has_settled_stands_on_the_step_that_the_firmware_ordered() -> None:
    """The picture long after the stop is that of a reel that never moved."""
    stage, screen = fresh_stage((640, 420)), pygame.Surface((640, 420))
    window = stage.layout.window

    def picture(stopped_at_us: int) -> np.ndarray:
        reels = [reel(stop, False, stopped_at_us) for stop in (4, 9, 17)]
        stage.draw(screen, look(FakeCabinet(reels=reels)), 0, Hand())
        return pygame.surfarray.array3d(screen.subsurface(window))

    rested = picture(0)
    assert np.array_equal(picture(10_000_000 - SETTLE_US), rested)
    assert not np.array_equal(picture(10_000_000 - SETTLE_US // 4), rested)


def test_a_tube_strikes_twice_in_vain_and_then_burns() -> None:
    levels = [struck(ms) for ms in range(0, STRIKE_MS + 50, 5)]
    falls = sum(after < before for before, after in itertools.pairwise(levels))
    assert falls == 2
    assert levels[-1] == struck(10 * STRIKE_MS) == 1.0
    assert 0.7 < min(levels) < 0.9


def test_only_a_tube_that_is_switched_on_strikes_and_none_with_another() -> None:
    tubes = Backlights(2)
    assert tubes.level(0, True, 5_000_000) == 1.0  # nobody saw it dark
    assert tubes.level(0, False, 5_100_000) == 1.0
    assert tubes.level(0, True, 5_200_000) < 0.9
    tubes.level(1, False, 5_100_000)
    tubes.level(1, True, 5_200_000)
    at_us = 5_200_000 + 50_000
    assert tubes.level(0, True, at_us) != tubes.level(1, True, at_us)
    late_us = 5_200_000 + (STRIKE_MS + APART_MS) * 1_000
    assert tubes.level(0, True, late_us) == tubes.level(1, True, late_us) == 1.0


def test_the_window_flickers_up_when_its_lamps_are_lit() -> None:
    stage, screen = fresh_stage((640, 420)), pygame.Surface((640, 420))
    lit = frozenset(range(WINDOW_FIRST, WINDOW_FIRST + 3))
    dark = FakeCabinet()
    levels = []
    for glass, us in ((frozenset(), 0), (lit, 20_000), (lit, 80_000), (lit, 400_000)):
        stage.draw(screen, look(replace(dark, glass=glass, now_us=dark.now_us + us)), 0, Hand())
        levels.append(float(pygame.surfarray.array3d(screen.subsurface(stage.layout.reels[0])).mean()))
    assert levels[1] < levels[0] < levels[3]
    assert levels[1] < levels[2] < levels[3]
