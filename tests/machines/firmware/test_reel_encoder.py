# SPDX-License-Identifier: MIT
"""
Drums that do not do what their motors were told: no prize is ever shown that is not paid (K-17, GLI-11).

GLI-11 calls a reel wrong on an index fault, a jam, manipulation, or a final position off by more than half
the smallest symbol.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from firmware_rig import attend, machine, record, run_until
from linked_rig import Moment, generous, joined, mysterious
from reel_rig import PURSE, REELS, SEEN_MS, Play, made, ready, shows
from soon import soon

from machines.model import load_model, model_names

MOMENTS = 45


# -- a jam at any moment --------------------------------------------------------------------------------


def sweep(play: Play, moments: int = MOMENTS) -> int:
    """Each reel is caught at so many moments of the play, and as it rests; how many stopped the machine."""
    found = 0
    for reel in REELS:
        even = [play.over_ms * moment // moments for moment in range(moments)]
        resting = [play.rests_ms[reel - 1] - before_ms for before_ms in range(0, 80, 4)]
        for when_ms in even + resting:
            play.begin()
            play.cab.run(ms=when_ms)
            play.cab.jam_reel(reel)
            if play.stopped(reel):
                found += 1
                play.cab.jam_reel(reel, False)
                play.clear()
            else:
                play.hold_to_it()
                assert tuple(view.stop for view in play.cab.reels) == play.stops
    return found


@pytest.mark.parametrize(
    ("name", "seed"),
    soon([("cierzo", "00"), ("moncayo", "c0"), ("moncayo", "06")], ("cierzo", "00")),
)
def test_a_reel_caught_at_any_moment_shows_its_window_or_stops_the_machine(name: str, seed: str) -> None:
    """Until its last half symbol; what was decided, a prize or none, is shown and given afterwards."""
    play = Play(ready(made(name, seed)))
    assert sweep(play) > 2 * MOMENTS


def unlinked() -> list[str]:
    """Models with drums that play alone."""
    return [name for name in model_names() if (model := load_model(name)).motor_steps and not model.link]


@pytest.mark.long
@pytest.mark.parametrize("name", unlinked())
def test_every_machine_with_drums_finds_a_reel_caught_at_any_moment(name: str) -> None:
    for seed in ("00", "0e", "5a"):
        assert sweep(Play(ready(made(name, seed))), 4 * MOMENTS) > 2 * MOMENTS


@pytest.mark.long
@pytest.mark.parametrize(("name", "room"), [("bochorno", generous), ("veruela", mysterious)])
def test_every_linked_machine_finds_a_reel_caught_at_any_moment(name: str, room: Callable[[], Any]) -> None:
    link = room()
    cab = ready(joined(link, model=name, purse=PURSE))
    assert sweep(Play(cab, Moment(cab, link).again)) > 2 * MOMENTS


def test_three_bells_that_nobody_won_stop_the_machine() -> None:
    """The play of the audit: reel 1 caught after its last pass of the optic, 60 EUR on the payline."""
    cab = made("moncayo", "c0")
    cab.run(ms=5_000)
    for _ in range(3):
        cab.insert(200)
        cab.run(ms=420)
    cab.run(ms=900)
    cab.press("start")
    cab.run(ms=1_220)
    cab.jam_reel(1)
    cab.run(ms=7_000)
    books = record(cab)
    assert (cab.tilt, books["phase"], books["won_cents"]) == ("reel_1", 1, 0)
    cab.jam_reel(1, False)
    attend(cab, 600)
    cab.run(ms=7_000)
    books = record(cab)
    assert (cab.tilt, books["phase"], books["won_cents"], books["prizes"]) == ("", 0, 0, 0)
    assert tuple(reel.stop for reel in cab.reels) == books["stops"][:3] == (7, 7, 17)


def test_both_runtimes_find_it_alike() -> None:
    images = []
    for runtime in ("cpython", "micropython"):
        play = Play(ready(made("moncayo", "06", runtime=runtime)))
        play.begin()
        play.cab.run(ms=play.rests_ms[1] - 150)
        play.cab.jam_reel(2)
        assert play.stopped(2)
        play.cab.jam_reel(2, False)
        play.clear()
        play.cab.damage("reel_slip", number=3, steps=6)
        run_until(play.cab, lambda cab=play.cab: cab.tilt == "reel_3", SEEN_MS, 10)
        images.append((play.cab.now_us, play.cab.nvram))
    assert images[0] == images[1]


def test_a_reel_held_fast_while_it_looks_for_home_stops_the_machine() -> None:
    for reel in REELS:
        for when_ms in range(0, 2_400, 240):
            cab = made("cierzo")
            cab.run(ms=when_ms)
            cab.jam_reel(reel)
            run_until(cab, lambda cab=cab: cab.tilt != "" or cab.now_ms > 6_000, 6_100, 20)
            if not cab.tilt:
                assert shows(cab), f"reel {reel} caught after {when_ms} ms"
                continue
            assert cab.tilt == f"reel_{reel}"
            cab.jam_reel(reel, False)
            attend(cab, 600)
            cab.run(ms=5_000)
            assert cab.tilt == "" and shows(cab)


# -- a slip in the play ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cierzo", "moncayo"])
def test_half_a_stop_is_no_fault_and_a_step_more_is(name: str) -> None:
    """Wherever it happens: turning, braking, and at rest while the other reels still turn."""
    play = Play(ready(made(name)))
    for reel in REELS:
        half = play.width(reel) // 2
        rest_ms = play.rests_ms[reel - 1]
        for when_ms in (500, rest_ms - 300, rest_ms - 100, rest_ms - 5, rest_ms + 1):
            for steps in (half, -half, half + 1, -half - 1):
                play.begin()
                play.cab.run(ms=when_ms)
                play.cab.machine.drums[reel - 1].slip(steps)
                stopped = play.stopped(reel)
                assert stopped == (abs(steps) > half), (reel, when_ms, steps)
                if stopped:
                    play.clear()
                else:
                    play.hold_to_it()


@pytest.mark.parametrize("name", ["cierzo", "moncayo"])
def test_a_reel_turned_at_rest_while_others_turn_is_found_before_the_award(name: str) -> None:
    """Up to the last millisecond."""
    play = Play(ready(made(name)))
    for when_ms in (play.rests_ms[0] + 5, play.rests_ms[1] + 5, play.rests_ms[2] - 1):
        play.begin()
        play.cab.run(ms=when_ms)
        play.cab.damage("reel_slip", number=1, steps=play.width(1))
        assert play.stopped(1), when_ms
        play.clear()


def test_two_slips_that_almost_make_up_for_each_other_are_found() -> None:
    """The sum is within half a stop, the drum is not where the optic's last edge says that it should be."""
    play = Play(ready(made("cierzo")))
    found = 0
    for reel in REELS:
        for when_ms in range(300, play.rests_ms[reel - 1], 40):
            play.begin()
            play.cab.run(ms=when_ms)
            play.cab.machine.drums[reel - 1].slip(-2)
            play.cab.run(ms=max(play.rests_ms[reel - 1] - 60 - when_ms, 1))
            play.cab.machine.drums[reel - 1].slip(4)
            if play.stopped(reel):
                found += 1
                play.clear()
            else:
                play.hold_to_it()
    assert found


def test_an_edge_that_comes_elsewhere_than_before_is_a_fault() -> None:
    """The flag of the optic was bent by a stop: the motor turns its drum as told, to the wrong symbol."""
    for off in (2, 3):
        play = Play(ready(made("cierzo")))
        play.begin()
        drum = play.cab.machine.drums[1]
        honest = drum._edge

        def bent(edges: int, past: int, drum: Any = drum, honest: Any = honest, off: int = off) -> None:
            honest(edges, past)
            drum.index = (drum.index + off) % drum.motor_steps
            drum.encoder.edge = (drum.encoder.edge + 4 * off) & 0xFFFF

        drum._edge = bent
        play._finish()
        assert play.cab.tilt == ("reel_2" if off > 2 else "")


@pytest.mark.parametrize("stop", [0, 9])
def test_an_encoder_that_counts_nothing_stops_the_machine_before_the_award(stop: int) -> None:
    """Where it happens to say 0 and the drum belongs on stop 0, too."""
    for reel in REELS:
        cab = machine(
            credits_cents=20, coming=[100], change=lambda values: values.update(stops=[stop] * 3 + [0] * 3)
        )
        cab.damage("reel_encoder_dead", number=reel)
        cab.press("start")
        run_until(cab, lambda cab=cab: cab.tilt != "", 6_000, 10)
        assert cab.tilt == f"reel_{reel}"
        assert (record(cab)["phase"], record(cab)["pending_cents"]) == (1, 100)
        cab.mend("reel_encoder_dead")
        attend(cab, 600)
        run_until(cab, lambda cab=cab: cab.display.prizes == "1.00", 8_000, 10)
        assert shows(cab)


def test_an_encoder_that_dies_on_the_way_to_stop_0_is_found() -> None:
    """Its count stands at that of the last edge: only the path tells."""
    play = None
    for seed in range(16):
        play = Play(ready(made("moncayo", f"{seed:02x}")))
        if 0 in play.stops:
            break
    assert play is not None and 0 in play.stops
    reel = play.stops.index(0) + 1
    found = 0
    for when_ms in range(0, play.rests_ms[reel - 1] - 250, 50):
        play.begin()
        play.cab.run(ms=when_ms)
        play.cab.damage("reel_encoder_dead", number=reel)
        assert play.stopped(reel)
        play.cab.mend("reel_encoder_dead")
        play.clear()
        found += 1
    assert found > 10
