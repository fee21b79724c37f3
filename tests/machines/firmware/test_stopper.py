# SPDX-License-Identifier: MIT
"""The light stopper by its numbers: where the light stands, and what a press is worth."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from machines.firmware.skill import stopper
from machines.firmware.skill.awards import award

ZONES = ((4, 100), (12, 60), (30, 30), (70, 10))
AWARDS = ((120, "tickets", 2), (200, "play", 1), (300, "refund", 1))
LAPS = st.integers(284, 4_000)
TIMES = st.integers(0, 60_000)


@pytest.mark.parametrize(("at_ms", "off", "worth"), [
    (800, 0, 100), (804, 4, 100), (796, -4, 100), (805, 5, 60), (795, -5, 60), (830, 30, 30), (870, 70, 10),
    (871, 71, 0), (0, -800, 0), (1_599, 799, 0), (2_400, 0, 100),
])  # fmt: skip
def test_a_press_is_judged_to_the_millisecond(at_ms: int, off: int, worth: int) -> None:
    assert stopper.off_ms(at_ms, 1_600) == off
    assert stopper.points(off, ZONES) == worth


@examples(max_examples=200, deadline=None, derandomize=True)
@given(TIMES, LAPS)
def test_every_lap_is_like_the_first(at_ms: int, lap_ms: int) -> None:
    assert stopper.off_ms(at_ms, lap_ms) == stopper.off_ms(at_ms + lap_ms, lap_ms)
    assert stopper.light(at_ms, lap_ms, 32) == stopper.light(at_ms + lap_ms, lap_ms, 32)


@examples(max_examples=200, deadline=None, derandomize=True)
@given(TIMES, LAPS)
def test_what_is_seen_is_what_counts(at_ms: int, lap_ms: int) -> None:
    """The light is on the mark whenever a press is in the nearest zone, and no press elsewhere is."""
    off = stopper.off_ms(at_ms, lap_ms)
    lit = stopper.light(at_ms, lap_ms, 32)
    if abs(off) <= 4:
        assert lit == 0
    if lit == 0:
        assert abs(off) <= lap_ms // 64 + 1


def test_the_light_passes_every_place_in_turn() -> None:
    seen = [stopper.light(at_ms, 1_600, 32) for at_ms in range(1_600)]
    assert seen[0] == 16
    assert set(seen) == set(range(32))
    assert all((after - before) % 32 <= 1 for before, after in pairwise(seen))


def test_the_highest_award_that_is_reached_counts_alone() -> None:
    found = [award(total, AWARDS) for total in (0, 119, 120, 199, 200, 299, 300, 9_999)]
    assert found == [0, 0, 1, 1, 2, 2, 3, 3]
    assert award(500, ()) == 0
