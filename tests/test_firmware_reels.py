# SPDX-License-Identifier: MIT
"""The firmware and its reels: every pass of the optic is asked for, and nothing else is a fault (K-17)."""

from __future__ import annotations

import pytest
from firmware_rig import heard, machine, record, run_until

from emulator import Cabinet

STOPS = 24
STEPS_A_STOP = 4
# A turn at the slowest speed, 240 steps/s, and the half of the brakes' 120 ms that it takes longer.
TURN_MS = 460


def standing(stop: int, coming: int = 0) -> Cabinet:
    """A machine whose reels all stand at one stop, with a play to come."""
    return machine(
        credits_cents=400, coming=[coming], change=lambda values: values.update(stops=[stop] * 3 + [0] * 3)
    )


def rest_ms(stop: int, reel: int) -> int:
    """How long after the press a reel of that machine comes to rest."""
    cab = standing(stop)
    rests = heard(cab, "reel_stop")
    cab.press("start")
    pressed_ms = cab.now_ms
    run_until(cab, lambda: record(cab)["phase"] == 0 and len(rests) == 3)
    return next(ms - pressed_ms for ms, _, fields in rests if fields["reel"] == reel)


@pytest.mark.parametrize(("stop", "reel"), [(0, 1), (1, 3), (12, 2), (23, 1)])
def test_a_reel_that_misses_one_pass_of_its_optic_is_found_before_the_award(stop: int, reel: int) -> None:
    """K-17: only a reel that had no pass left to miss comes through, and its stop was still ahead of it."""
    whole_ms = rest_ms(stop, reel)
    caught = 0
    for when_ms in range(27, whole_ms, 47):
        cab = standing(stop)
        cab.press("start")
        cab.run(ms=when_ms)
        cab.jam_reel(reel)
        at = cab._parts.reels[reel - 1].step(cab.now_us)
        run_until(cab, lambda cab=cab: cab.tilt != "" or record(cab)["phase"] != 1, 8_000, 10)
        if cab.tilt:
            assert (cab.tilt, record(cab)["phase"]) == (f"reel_{reel}", 1)
            caught += 1
        else:
            assert at <= record(cab)["stops"][reel - 1] * STEPS_A_STOP, f"caught {when_ms} ms into the play"
            assert whole_ms - when_ms <= TURN_MS
    assert caught >= 20


@pytest.mark.parametrize("coming", [0, 20])
def test_reels_go_from_every_stop_to_every_other_without_a_fault(coming: int) -> None:
    """Some targets lie as far away as the brakes need to the step: the path must be known all the same."""
    for stop in range(STOPS):
        cab = standing(stop, coming)
        cab.press("start")
        cab.run(ms=5_000)
        assert (cab.tilt, record(cab)["phase"]) == ("", 0), f"from stop {stop}"
        assert tuple(reel.stop for reel in cab.reels) == record(cab)["stops"][:3]


@pytest.mark.parametrize("steps", [-2, 2])
@pytest.mark.parametrize("when_ms", [0, 350, 777])
def test_a_reel_that_slips_within_its_tolerance_is_no_fault(when_ms: int, steps: int) -> None:
    """
    GLI-11: up to half a stop, wherever it stood and even while the edge passes.

    One that slips back in front of its optic shows an edge where none is; that one may be called a fault.
    """
    for stop in range(0, STOPS, 1 if when_ms == 350 else 4):
        cab = standing(stop)
        cab.press("start")
        cab.run(ms=when_ms)
        reel = cab._parts.reels[0]
        if STEPS_A_STOP <= reel.step(cab.now_us) < STEPS_A_STOP - steps:
            continue
        reel.slip(steps)
        cab.run(ms=5_000)
        assert cab.tilt == "", f"from stop {stop}"
