# SPDX-License-Identifier: MIT
"""Hand pay: the exact remainder, booked once, and nothing of it without an attendant (K-24)."""

from __future__ import annotations

import pytest
import test_firmware_power as power
from firmware_rig import HOME_MS, attend, machine, money, record, restart, run_until

from emulator import Cabinet


def short(**fields: int) -> Cabinet:
    """A machine whose 10-cent hopper is jammed, in the middle of paying its prize meter."""
    cab = machine(**({"prize_meter_cents": 530, "credits_cents": 100} | fields))
    cab.machine.hoppers[10].jam(True)
    cab.press("collect")
    run_until(cab, lambda: cab.tilt == "hopper_10", 10_000, 10)
    return cab


def twice_short(**fields: int) -> Cabinet:
    """It, attended to in vain."""
    cab = short(**fields)
    attend(cab)
    run_until(cab, lambda: cab.tilt == "hopper_10", 10_000, 10)
    return cab


def turn(cab: Cabinet, *, on: bool = True) -> None:
    cab.turn_key("operator", on)
    cab.run(ms=100)


def test_the_operator_key_pays_the_exact_remainder_by_hand_and_the_machine_goes_on() -> None:
    """RD 2110/1998 art. 56: the person in charge pays the difference; no play until it is repaired."""
    cab = twice_short()
    owned = money(cab)
    seen = set()
    for _ in range(50):
        cab.run(ms=100)
        seen.add(cab.display.message.strip())
    assert seen == {"TEST PAGO A MANO 0,30: LLAVE", "TEST AVERÍA: PAGADOR 10: 0,30"}
    tray_cents = cab.tray_cents
    turn(cab)
    assert cab.tilt == ""
    assert "PAGADO A MANO 0,30" in cab.display.message
    books = record(cab)
    assert (books["hand_paid_cents"], books["queue"], books["coin_out_cents"]) == (30, [], 500)
    assert books["meter_paid_cents"] == 530
    assert (cab.tray_cents, money(cab)) == (tray_cents, owned - 30)
    assert [row["text"] for row in cab.log][-3:] == ["key_operator_on", "hand_pay 30", "tilt_over hopper_10"]
    turn(cab, on=False)
    assert "PAGADO" not in cab.display.message
    cab.press("start")
    cab.run(ms=6_000)
    assert record(cab)["plays"] == 0, "the hopper is not repaired"
    cab.machine.hoppers[10].jam(False)
    attend(cab)
    cab.press("start")
    cab.run(ms=500)
    assert record(cab)["plays"] == 1
    assert record(cab)["hand_paid_cents"] == 30


def test_a_hand_pay_is_booked_once_however_often_the_key_is_turned() -> None:
    cab = twice_short()
    for _ in range(3):
        turn(cab)
        turn(cab, on=False)
    assert record(cab)["hand_paid_cents"] == 30


def test_nothing_is_paid_by_hand_before_the_attendant_has_tried() -> None:
    cab = short()
    assert "PAGO A MANO" not in cab.display.message
    turn(cab)
    turn(cab, on=False)
    assert (cab.tilt, record(cab)["hand_paid_cents"], record(cab)["queue"]) == (
        "hopper_10",
        0,
        [("meter", 30)],
    )


@pytest.mark.parametrize("opened", ["main", "logic"])
def test_nothing_is_paid_by_hand_with_a_door_open(opened: str) -> None:
    cab = twice_short()
    cab.open_door(opened)
    cab.run(ms=100)
    turn(cab)
    assert record(cab)["hand_paid_cents"] == 0


def test_a_key_that_was_left_turned_pays_nothing() -> None:
    cab = short()
    turn(cab)
    attend(cab)
    run_until(cab, lambda: cab.tilt == "hopper_10", 10_000, 10)
    restart(cab, 100, HOME_MS)
    assert record(cab)["hand_paid_cents"] == 0
    turn(cab, on=False)
    turn(cab)
    assert record(cab)["hand_paid_cents"] == 30


def test_no_other_tilt_is_cleared_by_the_operator_key() -> None:
    cab = machine(prize_meter_cents=530)
    attend(cab)
    cab.press("collect")
    run_until(cab, lambda: cab.tray_cents >= 100)
    cab.unplug("out")
    cab.run(ms=500)
    turn(cab)
    assert (cab.tilt, record(cab)["hand_paid_cents"]) == ("meter", 0)


def test_a_cut_anywhere_in_a_hand_pay_books_it_whole_or_leaves_it_owed() -> None:
    cab = twice_short()
    before = cab.state()
    ticks = power.busiest_tick(lambda: cab, lambda cab: cab.turn_key("operator"), 40)
    seen = set()
    for tick, at in power.cuts(ticks, 30):
        cab.load_state(before)
        cab.turn_key("operator")
        cab.board.cut_at_op(at, tick)
        cab.run(ms=40)
        assert not cab.powered
        cab.turn_key("operator", on=False)
        cab.run(ms=200)
        cab.power_on()
        cab.run(ms=HOME_MS + 1_000)
        books = record(cab)
        logged = [row["text"] for row in cab.log].count("hand_pay 30")
        seen.add((books["hand_paid_cents"], tuple(books["queue"]), cab.tilt, logged))
    assert seen == {(0, (("meter", 30),), "hopper_10", 0), (30, (), "", 1)}
