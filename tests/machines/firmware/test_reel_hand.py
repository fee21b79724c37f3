# SPDX-License-Identifier: MIT
"""Drums that a hand moves: the machine looks at them before a stake, an award, and at rest (GLI-11)."""

from __future__ import annotations

import pytest
from firmware_rig import heard, machine, record, run_until
from reel_rig import REELS, SEEN_MS, Play, attend, made, ready, shows

from emulator import Cabinet
from machines.model import model_text, parse_model

# -- a hand at rest -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["cierzo", "moncayo"])
def test_a_reel_moved_by_hand_between_plays_stops_the_machine_within_a_second(name: str) -> None:
    cab = made(name)
    cab.run(ms=5_200)
    for reel in REELS:
        drum = cab.machine.drums[reel - 1]
        half = drum.motor_steps // drum.stops // 2
        for steps in (half + 1, -half - 1, 4 * half + 1, drum.motor_steps, -drum.motor_steps):
            drum.slip(steps)
            run_until(cab, lambda reel=reel: cab.tilt == f"reel_{reel}", SEEN_MS, 10)
            assert not cab.lamps["start"]
            attend(cab, 600)
            cab.run(ms=5_000)
            assert cab.tilt == "" and shows(cab)
        for steps in (half, -2 * half, half):
            drum.slip(steps)
            cab.run(ms=SEEN_MS)
            assert cab.tilt == ""
        # What a hand turns adds up.
        drum.slip(half)
        cab.run(ms=SEEN_MS)
        drum.slip(1)
        run_until(cab, lambda reel=reel: cab.tilt == f"reel_{reel}", SEEN_MS, 10)
        attend(cab, 600)
        cab.run(ms=5_000)
    assert shows(cab)


@pytest.mark.parametrize("name", ["cierzo", "moncayo"])
def test_nobody_stakes_on_a_reel_that_was_moved_just_now(name: str) -> None:
    cab = ready(made(name))
    state, credits_cents = cab.state(), record(cab)["credits_cents"]
    for wait_ms in range(0, 1_000, 40):
        cab.load_state(state)
        cab.run(ms=wait_ms)
        cab.damage("reel_slip", number=2, steps=20)
        cab.press("start")
        cab.run(ms=1_000)
        assert (cab.tilt, record(cab)["plays"]) == ("reel_2", 0)
        assert record(cab)["credits_cents"] == credits_cents
        attend(cab, 600)
        run_until(cab, lambda cab=cab: cab.lamps["start"], 8_000, 20)
        assert shows(cab)
        cab.press("start")
        cab.run(ms=6_000)
        assert (cab.tilt, record(cab)["plays"]) == ("", 1)


def test_a_reel_moved_between_the_rolls_of_a_double_play_is_found() -> None:
    cab = machine(credits_cents=40, coming=[100, 0])
    rests = 0
    cab.press("double")
    run_until(cab, lambda: record(cab)["phase"] == 1)
    run_until(cab, lambda: not any(reel.moving for reel in cab.reels) and cab.display.message != "", 8_000)
    while rests < 500:
        cab.run(ms=1)
        rests = 0 if any(reel.moving for reel in cab.reels) else rests + 1
    cab.damage("reel_slip", number=3, steps=3)
    run_until(cab, lambda: cab.tilt == "reel_3", SEEN_MS, 1)
    assert (record(cab)["phase"], record(cab)["pending_cents"]) == (1, 100)
    attend(cab, 600)
    run_until(cab, lambda: cab.display.prizes == "1.00", 12_000, 10)
    assert shows(cab)


def test_a_reel_that_the_player_holds_is_watched_while_the_others_turn() -> None:
    cab = machine(credits_cents=100, coming=[0], hold=True)
    cab.press("start")
    run_until(cab, lambda: record(cab)["phase"] == 0 and record(cab)["plays"] == 1, 8_000, 10)
    run_until(cab, lambda: cab.lamps["start"], 8_000, 10)
    held = next(number for number in REELS if hold(cab, number))
    cab.press("start")
    cab.run(ms=900)
    assert not cab.reels[held - 1].moving and any(reel.moving for reel in cab.reels)
    cab.damage("reel_slip", number=held, steps=4)
    run_until(cab, lambda: cab.tilt != "", 8_000, 10)
    assert (cab.tilt, record(cab)["phase"], record(cab)["plays"]) == (f"reel_{held}", 1, 2)
    attend(cab, 600)
    run_until(cab, lambda: record(cab)["phase"] == 0, 8_000, 10)
    assert shows(cab) and record(cab)["held"] == 1 << held - 1


def hold(cab: Cabinet, number: int) -> bool:
    """Hold one reel alone; whether that is on offer."""
    cab.press(f"hold_{number}")
    cab.run(ms=150)
    return "NO VALE" not in cab.display.message


# -- a hand at a machine that is stopped, and one without power -------------------------------------------


def test_a_reel_moved_while_the_machine_is_stopped_shows_its_stop_again_afterwards() -> None:
    """Stopped for another reason, and with the door open, before and in the play."""
    for phase in ("idle", "rolling"):
        for stopped_by in ("meter", "door"):
            cab = machine(credits_cents=20, coming=[100])
            if phase == "rolling":
                cab.press("start")
                cab.run(ms=1_900)
            stop(cab, stopped_by)
            cab.damage("reel_slip", number=1, steps=30)
            cab.run(ms=2_000)
            if stopped_by == "meter":
                assert cab.tilt == "meter"
                cab.plug("plays")
                attend(cab, 600)
            else:
                assert record(cab)["tilt"] == ("reel_1" if phase == "idle" else "door")
                cab.close_door()
                cab.run(ms=100)
            assert cab.tilt == ""
            cab.run(ms=5_000)
            assert shows(cab)
            assert record(cab)["prize_meter_cents"] == (100 if phase == "rolling" else 0)


def stop(cab: Cabinet, why: str) -> None:
    if why == "meter":
        cab.unplug("plays")
    else:
        cab.open_door()
    cab.run(ms=300)


def test_a_reel_moved_without_power_finds_home_and_is_no_fault() -> None:
    play = Play(ready(made("moncayo", "06")))
    for when_ms in (40, 900, play.over_ms - 40):
        play.begin()
        play.cab.run(ms=when_ms)
        play.cab.power_off()
        for number in REELS:
            play.cab.damage("reel_slip", number=number, steps=17 * number)
        play.cab.power_on()
        play._finish()
        play.cab.run(ms=5_000)
        play.hold_to_it()


def test_a_reels_tilt_survives_a_power_cut_and_the_prize_is_given_once() -> None:
    play = Play(ready(made("moncayo", "06")))
    for reel in REELS:
        play.begin()
        play.cab.run(ms=play.rests_ms[reel - 1] - 150)
        play.cab.jam_reel(reel)
        assert play.stopped(reel)
        play.cab.power_off()
        play.cab.run(ms=500)
        play.cab.power_on()
        play.cab.run(ms=6_000)
        assert (play.cab.tilt, record(play.cab)["phase"]) == (f"reel_{reel}", 1)
        assert not any(view.moving for view in play.cab.reels)
        play.cab.jam_reel(reel, False)
        play.clear()


@pytest.mark.parametrize("name", ["cierzo", "moncayo"])
def test_a_power_cut_anywhere_in_the_tick_of_the_tilt_changes_nothing(name: str) -> None:
    """Committed or not: the drum is still held when the reels look for home, and the prize is given once."""
    play = Play(ready(made(name)))
    cab = play.cab
    play.begin()
    cab.run(ms=play.rests_ms[0] - 80)
    cab.jam_reel(1)
    before = cab.state()
    while not cab.tilt:
        before = cab.state()
        cab.run(ms=1)
    cuts = 0
    for ops in range(0, 2_000, 41):
        play.back_to(before)
        cab.cut_power(ops)
        cab.run(ms=100)
        if cab.powered:
            break
        cuts += 1
        cab.power_on()
        cab.run(ms=6_000)
        assert (cab.tilt, record(cab)["phase"]) == ("reel_1", 1), ops
        cab.jam_reel(1, False)
        play.clear()
    assert 10 < cuts < 48


# -- a play of several steps ------------------------------------------------------------------------------


FEATURES = """
[[scatters]]
symbol = "uva"
free_plays = { 2 = 2 }

[free_plays]
multiplier = 1
max = 8

[gamble]
odds = "1/2"
rounds = 2
max_cents = 100000
"""


def stepping() -> Cabinet:
    """A machine of chance with drums, free plays and a gamble; none ships. Its next play has both."""
    text = model_text("moncayo")[1].decode()
    for old, new in (
        ("[symbols.uva]\n", "[symbols.uva]\nscatter = true\n"),
        ('[[paytable]]\nsymbols = ["uva", "uva", "uva"]\ncents = 4200\n', ""),
        ("[money]\n", f"{FEATURES}\n[money]\n"),
    ):
        assert text.count(old) == 1
        text = text.replace(old, new)
    # Free plays pay as well, and no machine may pay more than its stakes.
    for cents, lowered in (
        (1_200_000, 30_000),
        (120_000, 6_000),
        (30_000, 3_000),
        (6_000, 1_800),
        (3_000, 2_400),
    ):
        text = text.replace(f"cents = {cents}\n", f"cents = {lowered}\n")
    return ready(made(parse_model(text.encode()), "2e"))


def asked(cab: Cabinet) -> bool:
    """Whether the last turn has shown what there is to gamble."""
    moving = any(reel.moving for reel in cab.reels)
    return not moving and cab.display.prizes == "12.00" and cab.lamps["collect"]


def look(cab: Cabinet) -> None:
    """The machine has just looked at its drums: a button that means nothing now made it run."""
    cab.press("double", ms=20)
    cab.run(ms=60)


def test_a_free_play_begins_only_on_drums_that_stand() -> None:
    """Up to the last moment of the pause after the turn before."""
    cab = stepping()
    state, steps, rests = cab.state(), heard(cab, "step"), heard(cab, "reel_stop")
    for wait_ms in range(100, 840, 60):
        cab.load_state(state)
        steps.clear()
        rests.clear()
        cab.press("start")
        run_until(cab, lambda: len(rests) == 3, 8_000)
        cab.run(ms=wait_ms - 60)
        look(cab)
        cab.damage("reel_slip", number=2, steps=6)
        run_until(cab, lambda: cab.tilt == "reel_2", SEEN_MS)
        assert len(steps) == 1, wait_ms
    attend(cab, 600)
    run_until(cab, lambda: asked(cab), 20_000, 20)
    assert (len(steps), record(cab)["credits_cents"], cab.tilt) == (3, 0, "")
    assert shows(cab)


def test_a_gambled_prize_is_given_only_on_drums_that_stand() -> None:
    """They have shown what was won long before it is given."""
    cab = stepping()
    cab.press("start")
    run_until(cab, lambda: asked(cab), 20_000, 20)
    steps = heard(cab, "step")
    cab.press("collect", ms=20)
    run_until(cab, lambda: len(steps) == 1, 500)
    cab.run(ms=1_250)
    look(cab)
    cab.damage("reel_slip", number=3, steps=6)
    run_until(cab, lambda: cab.tilt == "reel_3", SEEN_MS)
    assert (record(cab)["phase"], record(cab)["pending_cents"], record(cab)["credits_cents"]) == (1, 1_200, 0)
    attend(cab, 600)
    run_until(cab, lambda: record(cab)["phase"] == 0, 20_000, 20)
    assert (record(cab)["credits_cents"], cab.tilt) == (1_200, "") and shows(cab)


def test_reels_of_free_plays_are_watched_like_those_of_the_paid_turn() -> None:
    """Each of three turns, each reel caught short of its stop, or gone past it once it stood."""
    cab = stepping()
    state = cab.state()
    cab.press("start")
    rests = heard(cab, "reel_stop")
    begun_ms = cab.now_ms
    run_until(cab, lambda: asked(cab), 20_000, 20)
    times = [(ms - begun_ms, fields["reel"]) for ms, _, fields in rests]
    assert len(times) == 9
    for when_ms, reel in times:
        for jam in (True, False):
            cab.load_state(state)
            cab.press("start")
            cab.run(ms=when_ms + (-120 if jam else 20))
            if jam:
                cab.jam_reel(reel)
            else:
                cab.damage("reel_slip", number=reel, steps=6)
            run_until(cab, lambda reel=reel: cab.tilt == f"reel_{reel}", 3_000, 10)
            assert record(cab)["credits_cents"] == 0
            cab.jam_reel(reel, False)
            attend(cab, 600)
            run_until(cab, lambda: asked(cab), 20_000, 20)
            assert shows(cab)
