# SPDX-License-Identifier: MIT
"""The service menu: who gets in, how the buttons lead through it, and what ends it."""

from __future__ import annotations

import pytest
from firmware_rig import machine, record, run_until, said
from menu_rig import opened, push


def test_door_and_key_together_open_the_menu_whichever_comes_first() -> None:
    opened()
    cab = machine()
    cab.turn_key("service")
    cab.run(ms=100)
    assert not said(cab).startswith("MENÚ")
    cab.open_door()
    cab.run(ms=100)
    assert said(cab).startswith("MENÚ 1/")


def test_door_and_operator_key_open_no_menu() -> None:
    cab = machine()
    cab.open_door()
    cab.turn_key("operator")
    cab.run(ms=200)
    assert said(cab) == "PUERTA ABIERTA"


def test_a_key_that_a_start_finds_turned_opens_no_menu_until_it_was_turned_back() -> None:
    cab = opened()
    cab.power_off()
    cab.power_on()
    cab.run(ms=500)
    assert not said(cab).startswith("MENÚ")
    cab.turn_key("service", on=False)
    cab.run(ms=100)
    cab.turn_key("service")
    cab.run(ms=100)
    assert said(cab).startswith("MENÚ")


def test_the_list_goes_round_and_keeps_its_place() -> None:
    cab = opened()
    count = int(said(cab).split()[1].split("/")[1])
    seen = [said(cab)] + [push(cab, "hold_2") for _ in range(count)]
    assert seen[0] == seen[-1]
    assert len(set(seen)) == count
    assert push(cab, "hold_1") == seen[-2]
    push(cab, "hold_3", "collect")
    assert said(cab) == seen[-2]


@pytest.mark.parametrize("end", ["door", "key", "collect"])
def test_door_key_or_collect_end_the_menu_and_nothing_was_played_or_paid(end: str) -> None:
    cab = opened(credits_cents=100, prize_meter_cents=100)
    before = record(cab)
    push(cab, "start", "hold_2", "double", "reserve")
    if end == "door":
        cab.close_door()
    elif end == "key":
        cab.turn_key("service", on=False)
    else:
        push(cab, "collect", "collect")
    cab.run(ms=200)
    assert said(cab).split()[0] not in ("MENÚ", "MÁQUINA")
    assert not cab.lamps["hold_2"]
    after = record(cab)
    for name in ("plays", "credits_cents", "prize_meter_cents", "coin_out_cents", "queue"):
        assert after[name] == before[name], name


def test_closed_again_the_machine_goes_on_and_pays() -> None:
    cab = opened(prize_meter_cents=100)
    push(cab, "hold_3")
    cab.turn_key("service", on=False)
    cab.close_door()
    cab.run(ms=200)
    cab.press("collect")
    run_until(cab, lambda: cab.tray_cents == 100)


def test_collect_leaves_the_menu_until_the_key_was_turned_back() -> None:
    cab = opened()
    assert push(cab, "collect") == "PUERTA ABIERTA"
    cab.turn_key("service", on=False)
    cab.run(ms=100)
    cab.turn_key("service")
    cab.run(ms=100)
    assert said(cab).startswith("MENÚ")


def test_the_lamps_show_the_buttons_that_do_something() -> None:
    cab = opened()
    assert {name for name, lit in cab.lamps.items() if lit} == {
        "start", "hold_1", "hold_2", "hold_3", "collect", "tower",
    }  # fmt: skip
    cab.turn_key("service", on=False)
    cab.run(ms=100)
    assert {name for name, lit in cab.lamps.items() if lit} == {"tower"}


def test_the_meters_page_shows_every_meter() -> None:
    cab = opened(coins_in=[1, 2, 3, 4, 5, 0, 0, 0], drop_cents=1234, power_ups=7)
    push(cab, "hold_3")
    first, seen = said(cab), [said(cab)]
    while push(cab, "hold_2") != first:
        seen.append(said(cab))
    assert "JUGADAS 0000000" in seen
    assert "A CAJA 12,34" in seen
    assert "ENCENDIDOS 8" in seen
    assert "ENTRAN DE 2,00: 5" in seen
    assert "PAGADOR 1,00: 16 HAY 200" in seen
