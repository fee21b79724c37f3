# SPDX-License-Identifier: MIT
"""The firmware and its reels: every pass of the optic is asked for, and nothing else is a fault (K-17)."""

from __future__ import annotations

import pytest
from firmware_rig import heard, machine, record, run_until
from soon import soon

from emulator import Cabinet

STOPS = 24
# Less than a turn, and what the last half stop of a braking reel takes at most.
BLIND_MS = 250
LAST_MS = 60


def standing(stop: int, coming: int = 0) -> Cabinet:
    """A machine whose reels all stand at one stop, with a play to come."""
    return machine(
        credits_cents=400, coming=[coming], change=lambda values: values.update(stops=[stop] * 3 + [0] * 3)
    )


def edges_ms(stop: int, reel: int) -> tuple[list[int], int]:
    """When the optic of a reel of that machine sees its edge in a play, and when the reel comes to rest."""
    cab = standing(stop)
    rests = heard(cab, "reel_stop")
    drum = cab.machine.drums[reel - 1]
    cab.press("start")
    pressed_ms, edges = cab.now_ms, []
    turns = drum.turns
    while not any(fields["reel"] == reel for _, _, fields in rests):
        cab.run(ms=1)
        if drum.turns != turns:
            turns = drum.turns
            edges.append(cab.now_ms - pressed_ms)
    return edges, cab.now_ms - pressed_ms


@pytest.mark.parametrize(("stop", "reel"), soon([(0, 1), (1, 3), (12, 2), (23, 1)], (0, 1), (12, 2)))
def test_an_optic_that_misses_one_pass_is_found_before_the_award(stop: int, reel: int) -> None:
    """K-17, GLI-11: an index fault, whatever the encoder says; the edge on which a reel ends is spared."""
    edges, rest_ms = edges_ms(stop, reel)
    caught = 0
    for when_ms in range(27, rest_ms, 47):
        cab = standing(stop)
        cab.press("start")
        cab.run(ms=when_ms)
        cab.damage("reel_optic_dirty", number=reel)
        cab.run(ms=BLIND_MS)
        cab.mend("reel_optic_dirty")
        run_until(cab, lambda cab=cab: cab.tilt != "" or record(cab)["phase"] != 1, 8_000, 10)
        missed = [ms for ms in edges if when_ms < ms <= when_ms + BLIND_MS]
        if cab.tilt:
            assert (cab.tilt, record(cab)["phase"]) == (f"reel_{reel}", 1)
            caught += 1
        assert bool(cab.tilt) == any(ms < rest_ms - LAST_MS for ms in missed), (
            f"blind {when_ms} ms after START"
        )
    assert caught >= 15


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
    """GLI-11: up to half a stop, wherever it stood and even while the edge passes."""
    for stop in range(0, STOPS, 1 if when_ms == 350 else 4):
        cab = standing(stop)
        cab.press("start")
        cab.run(ms=when_ms)
        cab.machine.reels[0].slip(steps)
        cab.run(ms=5_000)
        assert cab.tilt == "", f"from stop {stop}"
