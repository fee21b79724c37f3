# SPDX-License-Identifier: MIT
"""The firmware and faults: doors, hoppers, reels, meters, memory. What stops, what shows, what goes on."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from firmware_rig import (
    HOPPERS,
    PURSE,
    SEED,
    SERIAL,
    attend,
    embezzled,
    heard,
    image,
    machine,
    model,
    record,
    restart,
    run_until,
)

from emulator import Cabinet
from machines.firmware import nvram


def test_an_open_door_stops_play_returns_coins_and_lights_the_tower() -> None:
    """GLI-11: door open stops play, disables coins, alarms for at least 1.5 s; closed, all is as before."""
    cab = machine(credits_cents=100, prize_meter_cents=200)
    before = cab.display
    cab.open_door()
    opened_ms = cab.now_ms
    cab.run(ms=20)
    assert cab.tilt == "door"
    assert "PUERTA" in cab.display.message
    cab.insert(10)
    cab.press("start")
    cab.press("collect")
    cab.run(ms=1_000)
    assert cab.tray == {10: 1}
    cab.close_door()
    cab.run(ms=60)
    assert cab.tilt == ""
    assert cab.lamps["tower"]
    run_until(cab, lambda: not cab.lamps["tower"])
    assert cab.now_ms - opened_ms >= 1_500
    assert cab.display == replace(before, message="TEST LA PUERTA ESTUVO ABIERTA")
    books = record(cab)
    assert (books["plays"], books["door_opens"], books["credits_cents"]) == (0, 1, 100)
    cab.press("start")
    cab.run(ms=200)
    assert record(cab)["plays"] == 1


def test_a_door_that_stays_open_keeps_machine_dead_and_lit() -> None:
    cab = machine(credits_cents=400)
    cab.open_door()
    cab.run(ms=30_000)
    assert cab.lamps["tower"]
    assert record(cab)["plays"] == 0


def test_a_door_opened_while_the_reels_roll_stops_them_and_the_play_is_shown_again() -> None:
    cab = machine(credits_cents=20, coming=[200])
    cab.press("start")
    cab.run(ms=800)
    cab.open_door()
    cab.run(ms=50)
    assert not any(reel.moving for reel in cab.reels)
    cab.run(ms=3_000)
    assert record(cab)["pending_cents"] == 200
    cab.close_door()
    run_until(cab, lambda: cab.display.prizes == "2.00")
    assert tuple(reel.stop for reel in cab.reels) == record(cab)["stops"][:3]
    assert record(cab)["plays"] == 1


def test_a_door_opened_while_paying_pauses_the_payment() -> None:
    cab = machine(prize_meter_cents=900)
    cab.press("collect")
    run_until(cab, lambda: cab.tray_cents >= 300)
    cab.open_door()
    cab.run(ms=1_000)
    paused = cab.tray_cents
    cab.run(ms=5_000)
    assert cab.tray_cents == paused < 900
    assert not cab.board.line("hopper_100_motor").asserted
    cab.close_door()
    run_until(cab, lambda: cab.tray_cents == 900)
    assert record(cab)["queue"] == []


def test_an_empty_hopper_lets_the_other_one_pay_if_it_can() -> None:
    cab = machine(prize_meter_cents=500, hoppers={10: 300, 100: 200}, physical_hoppers={10: 300, 100: 20})
    cab.machine.hoppers[100].jam(True)
    cab.press("collect")
    run_until(cab, lambda: cab.tray_cents == 500, 60_000, 20)
    assert cab.tilt == ""
    assert cab.tray == {10: 50}
    assert record(cab)["hopper_failed"] == (0, 1)


def test_a_jammed_hopper_tilts_and_the_payment_goes_on_after_the_door() -> None:
    """RD 2110/1998 art. 56: the difference is owed and no play is possible until it is repaired."""
    cab = machine(prize_meter_cents=530, credits_cents=100)
    cab.machine.hoppers[10].jam(True)
    cab.press("collect")
    run_until(cab, lambda: cab.tilt == "hopper_10", 10_000)
    assert "PAGADOR 10" in cab.display.message
    assert cab.lamps["tower"]
    assert record(cab)["queue"] == [("meter", 30)]
    cab.press("start")
    cab.insert(10)
    cab.run(ms=10_000)
    assert (cab.tray_cents, record(cab)["plays"]) == (510, 0)
    cab.machine.hoppers[10].jam(False)
    attend(cab)
    run_until(cab, lambda: cab.tray_cents == 540)
    assert cab.tilt == ""
    assert record(cab)["queue"] == []


def test_a_short_hopper_is_refilled_and_pays_the_rest() -> None:
    """The books believed in more coins than there were; the sensor and the attendant put it right."""
    cab = machine(prize_meter_cents=90, hoppers={10: 60, 100: 100}, physical_hoppers={10: 3, 100: 100})
    assert record(cab)["hopper_counts"] == (19, 100)
    cab.press("collect")
    run_until(cab, lambda: cab.tilt == "hopper_10", 10_000)
    assert cab.tray_cents == 30
    cab.open_door()
    cab.refill(10, 50)
    cab.run(ms=500)
    cab.close_door()
    run_until(cab, lambda: cab.tray_cents == 90)
    assert record(cab)["hopper_counts"][0] in (19, 20, 44)


def test_a_coin_that_nobody_asked_for_is_a_runaway() -> None:
    cab = machine(credits_cents=100)
    sense = cab.board.line("hopper_100_sense")
    sense.drive(True)
    cab.run(ms=30)
    sense.drive(False)
    cab.run(ms=10)
    assert cab.tilt == "runaway"
    books = record(cab)
    assert (books["stray_coins"], books["coin_out_cents"], books["credits_cents"]) == (1, 0, 100)
    assert books["hopper_counts"] == (300, 199)
    attend(cab)
    assert cab.tilt == ""


def test_a_coin_stuck_in_the_acceptor_tilts() -> None:
    cab = machine()
    line = cab.board.line("coin_50")
    cab.insert(50)
    run_until(cab, lambda: record(cab)["coin_in_cents"] == 50)
    run_until(cab, lambda: not line.asserted)
    line.drive(True)
    cab.run(ms=600)
    assert cab.tilt == "coin"
    assert record(cab)["coins_in"][2] == 1
    attend(cab)
    assert cab.tilt == "coin"
    line.drive(False)
    cab.run(ms=600)
    attend(cab)
    assert cab.tilt == ""


@pytest.mark.parametrize("reel", [1, 2, 3])
def test_a_blocked_reel_is_named_and_let_go(reel: int) -> None:
    """RD 2110/1998 art. 14.2.b: reels that do not turn freely disconnect by themselves."""
    cab = machine(credits_cents=20, coming=[100])
    cab.press("start")
    cab.run(ms=300)
    cab.jam_reel(reel)
    run_until(cab, lambda: cab.tilt != "", 6_000)
    assert cab.tilt == f"reel_{reel}"
    assert f"RODILLO {reel}" in cab.display.message
    cab.run(ms=50)
    assert not any(view.moving for view in cab.reels)
    assert record(cab)["pending_cents"] == 100
    cab.jam_reel(reel, jammed=False)
    attend(cab)
    run_until(cab, lambda: cab.display.prizes == "1.00")
    assert tuple(view.stop for view in cab.reels) == record(cab)["stops"][:3]


@pytest.mark.parametrize(("steps", "tilt"), [(2, ""), (3, "reel_2"), (-3, "reel_2")])
def test_a_reel_that_lost_more_than_half_a_stop_tilts(steps: int, tilt: str) -> None:
    """GLI-11: half the smallest symbol; four steps are a stop here."""
    cab = machine(credits_cents=40, coming=[0])
    cab.machine.reels[1].slip(steps)
    cab.press("start")
    cab.run(ms=5_000)
    assert cab.tilt == tilt
    if not tilt:
        assert tuple(view.stop for view in cab.reels) == record(cab)["stops"][:3]


def test_a_reel_controller_that_does_not_answer_tilts() -> None:
    for when_ms in (0, 1_000):
        cab = machine(credits_cents=20)
        if when_ms:
            cab.press("start")
            cab.run(ms=when_ms)
        cab.board.i2c.unplugged.add(0x30)
        cab.press("start")
        cab.run(ms=300)
        assert cab.tilt == "reel_1"
        # Who has not staked yet does not.
        assert record(cab)["starts"] == (1 if when_ms else 0)
        cab.board.i2c.unplugged.clear()
        attend(cab)
        run_until(cab, lambda cab=cab: record(cab)["phase"] == 0 and cab.tilt == "")


@pytest.mark.parametrize("what", ["plays", "prizes", "in", "out"])
def test_a_meter_that_is_unplugged_stops_the_machine(what: str) -> None:
    """RD 2110/1998 art. 13.1.d and 14.1.a: no play without its meters."""
    cab = machine(credits_cents=100)
    cab.unplug(what)
    cab.run(ms=50)
    assert cab.tilt == "meter"
    cab.press("start")
    cab.run(ms=8_000)
    assert record(cab)["plays"] == 0
    attend(cab)
    assert cab.tilt == "meter"
    assert not any(row["text"].startswith("tilt_over") for row in cab.log), "nor over for a moment"
    cab.plug(what)
    attend(cab)
    assert cab.tilt == ""
    assert cab.log[-1]["text"] == "tilt_over meter"


def test_pulses_owed_wait_until_the_meter_is_back() -> None:
    cab = machine()
    cab.insert(200)
    cab.run(ms=900)
    cab.unplug("in")
    cab.run(ms=5_000)
    assert cab.meters["in"] < 20
    cab.plug("in")
    attend(cab)
    cab.run(ms=3_000)
    assert 19 <= cab.meters["in"] <= 20


def test_the_first_fault_stays_shown_after_a_power_cut() -> None:
    """GLI-11: powered down in error, the same error shows on power-up."""
    cab = machine(prize_meter_cents=530)
    cab.machine.hoppers[10].jam(True)
    cab.press("collect")
    run_until(cab, lambda: cab.tilt == "hopper_10", 10_000)
    restart(cab, 1_000, 6_000)
    assert cab.tilt == "hopper_10"
    assert "PAGADOR 10" in cab.display.message


def test_a_runaway_stays_until_an_attendant_came() -> None:
    cab = machine()
    sense = cab.board.line("hopper_10_sense")
    sense.drive(True)
    cab.run(ms=30)
    sense.drive(False)
    cab.power_off()
    cab.power_on()
    cab.run(ms=6_000)
    assert cab.tilt == "runaway"
    attend(cab)
    assert cab.tilt == ""


def test_a_meter_plugged_in_again_is_proved_by_the_next_start() -> None:
    cab = machine()
    cab.unplug("out")
    cab.run(ms=50)
    cab.power_off()
    cab.plug("out")
    cab.power_on()
    cab.run(ms=50)
    assert cab.tilt == ""


def broken_image(slots: tuple[int, ...]) -> bytes:
    made = bytearray(image(credits_cents=140))
    for at in slots:
        made[at + 40] ^= 1
    return bytes(made)


def boot(raw: bytes) -> Cabinet:
    cab = Cabinet(model(), seed=SEED, serial=SERIAL, nvram=raw, hoppers=HOPPERS, purse=PURSE)
    cab.run(ms=5_100)
    return cab


@pytest.mark.parametrize("slot", nvram.SLOTS)
def test_one_broken_copy_is_no_loss(slot: int) -> None:
    assert boot(broken_image((slot,))).display.credits == "1.40"


@pytest.mark.parametrize("slots", [nvram.SLOTS, nvram.MARKS_SLOTS])
def test_broken_memory_locks_the_machine_and_is_never_zeroed(slots: tuple[int, int]) -> None:
    """DESIGN section 5: no whole record means locked with its error, not a fresh start."""
    raw = broken_image(slots)
    cab = boot(raw)
    assert "MEMORIA" in cab.display.message
    assert cab.lamps["tower"]
    cab.insert(50)
    cab.press("start")
    cab.press("collect")
    attend(cab)
    cab.run(ms=8_000)
    assert cab.nvram == raw
    assert cab.tray == {50: 1}


def test_books_that_do_not_add_up_stop_the_machine_for_good() -> None:
    """GLI-11 self-audit."""
    rig = embezzled()
    assert record(rig)["tilt"] == "audit"
    assert record(rig)["credits_cents"] == 60
    assert "CUENTAS" in rig.display.message


def test_a_state_that_the_play_program_refuses_stops_the_machine() -> None:
    def forge(values: dict[str, Any]) -> None:
        values["state"] = bytes(256)

    cab = machine(change=forge, credits_cents=100)
    assert cab.tilt == "program"
    assert "PROGRAMA" in cab.display.message


def test_mains_that_flicker_lose_nothing() -> None:
    """GLI-11: supply dips cause no data loss; the early warning stops motors before the board goes."""
    cab = machine(prize_meter_cents=700)
    cab.press("collect")
    run_until(cab, lambda: cab.tray_cents >= 200)
    cab.machine.supply.fail()
    cab.run(ms=10)
    assert not cab.board.line("hopper_100_motor").asserted
    cab.machine.supply.restore()
    run_until(cab, lambda: cab.tray_cents == 700)
    assert record(cab)["power_ups"] == 1


def test_a_memory_chip_that_takes_no_record_stops_the_machine_before_anything_moves() -> None:
    cab = machine(credits_cents=100)
    moved = heard(cab, "reel_start")
    cab.board.i2c.unplugged.add(0x50)
    cab.press("start")
    cab.run(ms=3_000)
    assert moved == []
    assert "MEMORIA" in cab.display.message
    assert set(cab.display.credits.strip()) == {"-"}
    assert record(cab)["credits_cents"] == 100
