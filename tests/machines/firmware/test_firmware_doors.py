# SPDX-License-Identifier: MIT
"""Cash box and logic area: what stops, what is counted, and who lets the machine go on."""

from __future__ import annotations

import pytest
from firmware_rig import HOME_MS, attend, machine, record, restart, run_until

from emulator import Cabinet


def open_logic() -> Cabinet:
    """A machine with its logic area opened and closed again."""
    cab = machine(credits_cents=100, prize_meter_cents=100)
    attend(cab, 200, 200, "logic")
    return cab


def turn(cab: Cabinet, name: str = "service") -> None:
    cab.turn_key(name)
    cab.run(ms=100)
    cab.turn_key(name, on=False)
    cab.run(ms=100)


def dead(cab: Cabinet) -> bool:
    """Whether neither buttons nor coins do anything."""
    before = (record(cab)["plays"], record(cab)["coin_in_cents"], record(cab)["coin_out_cents"])
    cab.insert(10)
    cab.press("collect")
    cab.run(ms=1_500)
    cab.press("start")
    cab.run(ms=7_000)
    return before == (record(cab)["plays"], record(cab)["coin_in_cents"], record(cab)["coin_out_cents"])


def test_the_cash_box_does_not_stop_play_and_is_counted_and_logged() -> None:
    cab = machine(credits_cents=100)
    cab.open_door("box")
    cab.run(ms=2_500)
    assert cab.tilt == ""
    assert cab.lamps["tower"]
    assert "CAJA" in cab.display.message
    cab.press("start")
    cab.run(ms=100)
    assert record(cab)["plays"] == 1
    cab.close_door("box")
    run_until(cab, lambda: not cab.lamps["tower"])
    attend(cab, 100, 100, "box")
    assert record(cab)["box_opens"] == 2
    assert [row["text"] for row in cab.log][1:] == [
        "door_box_open 1",
        "door_box_closed",
        "door_box_open 2",
        "door_box_closed",
    ]
    cab.run(ms=8_000)
    assert "CAJA" not in cab.display.message


def test_the_logic_area_stops_the_machine_until_the_service_key_was_turned_and_returned() -> None:
    cab = machine(credits_cents=100, prize_meter_cents=100)
    cab.open_door("logic")
    cab.run(ms=50)
    assert cab.tilt == "logic"
    assert cab.lamps["tower"]
    assert "LÓGICA" in cab.display.message
    assert dead(cab)
    cab.close_door("logic")
    cab.run(ms=200)
    assert cab.tilt == "logic"
    assert "GIRE LA LLAVE" in cab.display.message
    assert dead(cab)
    cab.turn_key("service")
    cab.run(ms=100)
    assert "DEVUELVA" in cab.display.message
    assert cab.tilt == "logic"
    assert dead(cab)
    cab.turn_key("service", on=False)
    cab.run(ms=100)
    assert cab.tilt == ""
    assert not dead(cab)
    assert record(cab)["logic_opens"] == 1
    assert [row["text"] for row in cab.log][1:6] == [
        "door_logic_open 1",
        "door_logic_closed",
        "key_service_on",
        "key_service_off",
        "logic_released",
    ]


@pytest.mark.parametrize("name", ["main", "box"])
def test_another_door_does_not_let_it_go_on(name: str) -> None:
    cab = open_logic()
    cab.open_door(name)
    cab.run(ms=200)
    cab.close_door(name)
    cab.run(ms=200)
    assert cab.tilt == "logic"


def test_the_operator_key_does_not_let_it_go_on() -> None:
    cab = open_logic()
    turn(cab, "operator")
    assert cab.tilt == "logic"
    turn(cab)
    assert cab.tilt == ""


def test_a_key_that_was_turned_before_the_area_was_closed_must_be_turned_again() -> None:
    cab = machine()
    cab.turn_key("service")
    cab.run(ms=100)
    attend(cab, 100, 100, "logic")
    cab.turn_key("service", on=False)
    cab.run(ms=100)
    assert cab.tilt == "logic"
    turn(cab)
    assert cab.tilt == ""


def test_a_power_cut_releases_nothing() -> None:
    cab = open_logic()
    cab.turn_key("service")
    cab.run(ms=100)
    restart(cab, 100, HOME_MS)
    cab.turn_key("service", on=False)
    cab.run(ms=100)
    assert cab.tilt == "logic"
    turn(cab)
    assert cab.tilt == ""


def test_a_logic_area_opened_while_another_fault_stands_is_not_forgotten() -> None:
    cab = machine()
    cab.unplug("out")
    cab.run(ms=50)
    cab.open_door("logic")
    cab.run(ms=100)
    cab.close_door("logic")
    assert cab.tilt == "meter"
    cab.plug("out")
    attend(cab, 100, 100)
    assert cab.tilt == "logic"


def test_a_play_and_a_payment_go_on_once_the_logic_area_is_released() -> None:
    cab = machine(credits_cents=20, coming=[200])
    cab.press("start")
    cab.run(ms=400)
    cab.open_door("logic")
    cab.run(ms=1_000)
    assert not any(reel.moving for reel in cab.reels)
    assert record(cab)["pending_cents"] == 200
    cab.close_door("logic")
    cab.run(ms=100)
    turn(cab)
    run_until(cab, lambda: cab.display.prizes == "2.00")
    cab.press("collect")
    run_until(cab, lambda: cab.tray_cents == 100)
    cab.open_door("logic")
    cab.run(ms=1_500)
    assert cab.tray_cents <= 200
    cab.close_door("logic")
    cab.run(ms=100)
    turn(cab)
    run_until(cab, lambda: cab.tray_cents == 200)
    cab.run(ms=2_000)
    assert (cab.tray_cents, record(cab)["queue"]) == (200, [])
