# SPDX-License-Identifier: MIT
"""The message line: it invites only what is taken, and says why a press does nothing and what is paid."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from firmware_rig import (
    HOPPERS,
    PURSE,
    SERIAL,
    attend,
    heard,
    image,
    machine,
    model,
    record,
    restart,
    run_until,
    said,
)

from emulator import Cabinet
from machines.firmware import nvram

COINS = (10, 20, 50, 100, 200)


def pressed(cab: Cabinet, name: str) -> str:
    """What the line says once a button was pressed."""
    cab.press(name, 50)
    cab.run(ms=80)
    return said(cab)


def closed(cab: Cabinet) -> set[int]:
    return {cents for cents in COINS if cab.board.line(f"inhibit_{cents}").asserted}


# -- coins ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", ["00", "01", "5a", "c3"])
def test_a_coin_is_invited_in_the_very_millisecond_from_which_it_is_taken(seed: str) -> None:
    cab = Cabinet(model(), seed=seed, serial=SERIAL, hoppers=HOPPERS, purse=PURSE)
    run_until(cab, lambda: said(cab) not in ("", "UN MOMENTO"), 5_000)
    assert (said(cab), closed(cab)) == ("INSERTE MONEDA", set())
    cab.insert(50)
    cab.run(ms=1_000)
    assert cab.display.credits == "0.50"


def test_no_message_ever_invites_a_coin_that_is_inhibited() -> None:
    """A visit with everything in it: whenever the line asks for coins, all inhibits are open."""
    cab = Cabinet(model(), seed="07", serial=SERIAL, hoppers=HOPPERS, purse=PURSE)
    invited = []

    def live(ms: int) -> None:
        for _ in range(0, ms, 10):
            cab.run(ms=10)
            if said(cab) == "INSERTE MONEDA":
                invited.append(closed(cab))

    def listen(kind: str, _t_us: int, _fields: object) -> None:
        if kind == "message" and said(cab) == "INSERTE MONEDA":
            invited.append(closed(cab))

    cab.listen(listen)
    for turn in range(25):
        cab.insert(20 if turn % 3 else 50)
        live(900)
        cab.press("start" if turn % 4 else "collect")
        live(3_000 + 137 * turn)
        if turn % 5 == 0:
            cab.open_door()
            live(300)
            cab.close_door()
        if turn % 7 == 0:
            cab.power_off()
            cab.power_on()
    assert len(invited) > 10
    assert set().union(*invited) == set()


def test_only_the_coins_that_can_be_paid_back_are_invited() -> None:
    """B-20: thirteen coins of 10 pay a prize of 0.60 and 0.50, but not what a play leaves of 1.00 or 2.00."""
    cab = machine(hoppers={10: 13, 100: 84})
    run_until(cab, lambda: said(cab).startswith("INSERTE 0,10"))
    assert (said(cab), closed(cab)) == ("INSERTE 0,10 0,20 0,50", {100, 200})


def test_mains_that_fail_invite_nothing() -> None:
    cab = machine()
    cab.machine.supply.fail()
    cab.run(ms=5)
    assert (said(cab), closed(cab)) == ("UN MOMENTO", set(COINS))


# -- presses that are refused ----------------------------------------------------------------------------


def test_a_start_without_its_price_names_the_price() -> None:
    cab = machine(credits_cents=10)
    assert pressed(cab, "start") == "LA JUGADA CUESTA 0,20"
    cab.run(ms=2_600)
    assert said(cab) == "INSERTE MONEDA"
    assert pressed(machine(credits_cents=30), "double") == "JUGADA DOBLE: CUESTA 0,40"


def test_a_start_with_money_in_reserve_only_points_there() -> None:
    cab = machine(reserve_cents=100)
    assert pressed(cab, "start") == "PASE LA RESERVA A CRÉDITOS"


def test_a_start_that_the_hoppers_forbid_says_so() -> None:
    """B-20."""
    assert pressed(machine(credits_cents=100, hoppers={10: 90, 100: 40}), "start").startswith("SIN CAMBIO: ")
    cab = machine(credits_cents=100, hoppers={10: 90, 100: 90})
    assert cab.lamps["start"]
    assert pressed(cab, "double") == "SIN CAMBIO PARA LA DOBLE"


def test_the_reserve_button_says_why_it_does_nothing() -> None:
    """B-13: only to an empty credit counter."""
    cab = machine(credits_cents=20, reserve_cents=100)
    assert not cab.lamps["reserve"]
    assert pressed(cab, "reserve") == "RESERVA: SOLO SIN CRÉDITOS"
    assert (cab.display.credits, cab.display.reserve) == ("0.20", "1.00")
    assert pressed(machine(credits_cents=20), "reserve") == "RESERVA VACÍA"
    cab = machine(reserve_cents=100)
    assert cab.lamps["reserve"]
    assert pressed(cab, "reserve") == "PULSE JUGAR"
    assert (cab.display.credits, cab.display.reserve) == ("1.00", "0.00")


def test_collect_without_money_says_so() -> None:
    assert pressed(machine(), "collect") == "NADA QUE COBRAR"


def test_a_hold_that_is_not_possible_says_so() -> None:
    cab = machine(credits_cents=100)
    assert pressed(cab, "hold_2") == "NO SE PUEDE RETENER"
    # An offer of reels 1 and 2 together, as no core of ours makes.
    offer = struct.pack("<BBHI40x", 1, 3, 0, 1 << 0b011)
    cab = machine(credits_cents=100, change=lambda values: values.update(outcome=offer))
    assert pressed(cab, "hold_3") == "ESA RETENCIÓN NO VALE"
    assert pressed(cab, "hold_1") == "RETENGA OTRO RODILLO"
    assert pressed(cab, "start") == "ESA RETENCIÓN NO VALE"
    assert record(cab)["starts"] == 0


def test_a_press_that_comes_too_early_is_answered_until_its_time_has_come() -> None:
    """B-10."""
    cab = machine(credits_cents=400)
    cab.press("start", 50)
    cab.run(ms=500)
    assert pressed(cab, "collect") == "UN MOMENTO"
    run_until(cab, lambda: record(cab)["phase"] == 0)
    assert said(cab) != "UN MOMENTO" or not cab.lamps["start"]
    assert pressed(cab, "start") == "UN MOMENTO"
    run_until(cab, lambda: cab.lamps["start"])
    assert said(cab) != "UN MOMENTO"


def test_refusals_are_said_in_english_too() -> None:
    cab = Cabinet(
        model(), seed="00", serial=SERIAL, nvram=image(credits_cents=10, reserve_cents=100),
        hoppers=HOPPERS, purse=PURSE, language="en",
    )  # fmt: skip
    cab.run(ms=5_100)
    assert [pressed(cab, name) for name in ("start", "double", "reserve", "hold_1")] == [
        "A PLAY COSTS 0.20",
        "A DOUBLE PLAY COSTS 0.40",
        "RESERVE: ONLY AT 0 CREDITS",
        "NO HOLD NOW",
    ]


# -- payments --------------------------------------------------------------------------------------------


def left_while_paying(cab: Cabinet, start: str) -> list[tuple[str, str]]:
    """What the line says from the first coin to the last but one, and what the books still owe then."""
    seen = []
    coins = heard(cab, "hopper_coin")
    run_until(cab, lambda: record(cab)["queue"] != [])
    count = 0
    for _ in range(60_000):
        cab.run(ms=1)
        if len(coins) > count and record(cab)["queue"] and said(cab).startswith(start):
            count = len(coins)
            owed = record(cab)["queue"][0][1]
            seen.append((said(cab), f"{owed // 100},{owed % 100:02d}"))
        if not record(cab)["queue"]:
            return seen
    raise AssertionError("the payment must end")


@pytest.mark.parametrize(
    ("fields", "start"),
    [
        ({"prize_meter_cents": 430}, "PAGO PREMIOS: QUEDAN "),
        ({"credits_cents": 330, "reserve_cents": 0}, "DEVOLUCIÓN: QUEDAN "),
    ],
)
def test_a_payment_says_what_it_is_and_counts_down(fields: dict[str, Any], start: str) -> None:
    cab = machine(**fields)
    cab.press("collect")
    seen = left_while_paying(cab, start)
    assert len(seen) >= 5
    assert [shown for shown, _ in seen] == [start + owed for _, owed in seen]


def test_a_prize_paid_at_once_shows_its_amount_and_what_is_left() -> None:
    """B-16: the prize meter first, then the prize."""
    cab = machine(credits_cents=20, prize_meter_cents=7_800, coming=[600])
    cab.press("start")
    run_until(cab, lambda: said(cab).startswith("PAGO PREMIOS"), 10_000)
    assert said(cab) == "PAGO PREMIOS: QUEDAN 78,00"
    run_until(cab, lambda: said(cab) == "PREMIO 6,00 QUEDAN 4,00", 60_000, 5)
    assert record(cab)["queue"] == [("prize", 400)]


def test_a_hopper_that_breaks_off_a_payment_says_what_is_owed() -> None:
    cab = machine(prize_meter_cents=530)
    cab.machine.hoppers[10].jam(True)
    cab.press("collect")
    run_until(cab, lambda: cab.tilt == "hopper_10", 10_000)
    cab.run(ms=20)
    assert said(cab) == "AVERÍA: PAGADOR 10: 0,30"


# -- the door --------------------------------------------------------------------------------------------


def test_that_the_door_was_open_is_said_until_the_next_play_has_ended() -> None:
    """GLI-11: back to what it was, with a message until a game has been played."""
    cab = machine(credits_cents=40, coming=[20])
    attend(cab)
    assert (said(cab), cab.lamps["start"]) == ("LA PUERTA ESTUVO ABIERTA", True)
    cab.run(ms=1_000)
    restart(cab, 1_000, 5_100)
    assert said(cab) == "LA PUERTA ESTUVO ABIERTA"
    cab.press("start")
    while record(cab)["phase"] != 0 or not record(cab)["starts"]:
        assert said(cab) == "LA PUERTA ESTUVO ABIERTA"
        cab.run(ms=1)
    assert said(cab) == "PREMIO 0,20"
    assert record(cab)["door_open"] == 0


def test_a_door_that_was_open_is_no_tilt() -> None:
    cab = machine(credits_cents=40)
    attend(cab)
    assert record(cab)["door_open"] == nvram.DOOR_WAS_OPEN
    assert cab.tilt == ""


# -- reading the counters --------------------------------------------------------------------------------


def pages(cab: Cabinet) -> list[str]:
    """Open the door and read the line until it begins anew."""
    cab.open_door()
    cab.run(ms=1_000)
    read = []
    while not read or said(cab) != read[0]:
        read.append(said(cab))
        cab.run(ms=2_000)
        assert len(read) < 20
    return read


def test_the_counters_are_read_with_the_door_open() -> None:
    """K-01, K-02: which machine, and what it counted since it was made."""
    cab = machine(plays=12_345, prizes=678, won_cents=45_600)
    assert pages(cab) == [
        "PUERTA ABIERTA",
        "MÁQUINA 0000001",
        "JUGADAS 0012345",
        "PREMIOS 0000678",
        "GANADO 0004560 X 0,10",
        "ENTRADA 0024690 X 0,10",
        "SALIDA 0004560 X 0,10",
    ]


def test_the_counters_are_those_of_the_meters() -> None:
    cab = machine(credits_cents=400)
    for _ in range(4):
        cab.press("start")
        cab.run(ms=6_000)
    cab.insert(200)
    cab.run(ms=5_000)
    meters = cab.meters
    read = pages(cab)
    assert read[2].endswith(f" {meters['plays']:07d}")
    assert [line.split()[1] for line in read[4:]] == [
        f"{record(cab)[name] // 10:07d}" for name in ("won_cents", "coin_in_cents", "coin_out_cents")
    ]


def test_a_counter_rolls_over_after_its_last_digit() -> None:
    """K-03: seven digits, 9,999,999 and then zeros."""
    assert "JUGADAS 9999999" in pages(machine(plays=9_999_999))
    assert "JUGADAS 0000000" in pages(machine(plays=10_000_000))


def test_an_open_door_betrays_no_prize_that_the_reels_have_not_shown() -> None:
    cab = machine(credits_cents=20, coming=[300])
    before = pages(cab)
    cab.close_door()
    cab.run(ms=5_100)
    cab.press("start")
    cab.run(ms=700)
    assert record(cab)["pending_cents"] == 300
    during = pages(cab)
    assert [line for line in during if line not in before] == ["JUGADAS 0000001"]


def test_a_fault_stays_the_first_page() -> None:
    cab = machine()
    cab.unplug("plays")
    cab.run(ms=50)
    read = pages(cab)
    assert read[0] == "AVERÍA: CONTADORES"
    assert len(read) == 7


def test_a_machine_without_a_record_shows_no_counters() -> None:
    raw = bytearray(image())
    for at in nvram.SLOTS:
        raw[at + 40] ^= 1
    cab = Cabinet(model(), seed="00", serial=SERIAL, nvram=bytes(raw), hoppers=HOPPERS, purse=PURSE)
    cab.run(ms=5_100)
    cab.open_door()
    for _ in range(8):
        cab.run(ms=1_000)
        assert said(cab) == "AVERÍA: MEMORIA"
