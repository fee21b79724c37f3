# SPDX-License-Identifier: MIT
"""The tests of the service menu: what each does and finds, and that no accounting meter knows of them."""

from __future__ import annotations

from typing import Any

import pytest
import test_cctalk_machine as cctalk
import test_firmware_power as power
from firmware_rig import READY_MS, heard, machine, record, restart, run_until, said
from menu_rig import menu, page, push, shut, tried

from emulator import Cabinet

# All that an accounting meter, a balance or the next play could be told by.
ACCOUNTS = (
    "credits_cents", "reserve_cents", "prize_meter_cents", "pending_cents", "queue",
    "coin_in_cents", "coin_out_cents", "staked_cents", "won_cents", "meter_paid_cents", "prize_paid_cents",
    "refunded_cents", "hand_paid_cents", "drop_cents", "plays", "prizes", "starts", "coins_in", "coins_out",
    "stray_coins", "simultaneous", "held", "stops", "outcome", "state", "phase",
)  # fmt: skip
PURSE = {10: 20, 20: 5, 50: 5, 100: 5, 200: 5}
MECHANISMS = pytest.mark.parametrize("mechanisms", ["parallel", "cctalk"])


def accounts(cab: Cabinet) -> dict[str, Any]:
    """What no test may change, and the mechanical meters."""
    books = record(cab)
    meters = {name: cab.meters[name] for name in ("plays", "prizes", "in", "out")}
    return {name: books[name] for name in ACCOUNTS} | meters


def booked(cab: Cabinet) -> tuple[int, int, int, int]:
    """Cents of tests: in, out, to the cash box, dumped."""
    books = record(cab)
    return (books["test_in_cents"], books["test_out_cents"], books["test_drop_cents"], books["dumped_cents"])


def made(mechanisms: str = "parallel", **fields: Any) -> Cabinet:
    """A machine that is ready, with parallel lines or on a ccTalk bus."""
    if mechanisms == "cctalk":
        return cctalk.cabinet(purse=PURSE, **fields)
    return machine(**fields)


def drop(cab: Cabinet, *cents: int) -> str:
    """Insert coins one after the other; return what the line says then."""
    for value in cents:
        cab.insert(value)
        cab.run(ms=1_000)
    return said(cab)


# -- coins ---------------------------------------------------------------------------------------------


@MECHANISMS
def test_the_coin_test_counts_every_coin_and_no_accounting_meter_does(mechanisms: str) -> None:
    """GLI-11 checklist 29, 60: the test mode moves no meters; the coins lie in rows of their own."""
    cab = made(mechanisms)
    before = accounts(cab)
    page(menu(cab), "PROBAR MONEDAS")
    assert said(cab) == "INSERTE MONEDAS"
    assert drop(cab, 100, 200, 100) == "MONEDA 1,00: 2 DE 3"
    drop(cab, 10, 20, 50)
    seen = [push(cab, "hold_2") for _ in range(5)]
    assert seen == [f"MONEDA {text} DE 6" for text in ("0,10: 1", "0,20: 1", "0,50: 1", "1,00: 2", "2,00: 1")]
    push(cab, "collect")
    cash_box = 200 + 50 + 20
    assert booked(cab) == (480, 0, cash_box, 0)
    assert cab.cash_box_cents == cash_box
    shut(cab)
    assert accounts(cab) == before
    assert (cab.tilt, cab.flags, cab.books.differences) == ("", [], {})
    assert "coin_test 480" in [row["text"] for row in cab.log]


@MECHANISMS
def test_once_the_coin_test_is_left_the_slot_is_shut(mechanisms: str) -> None:
    cab = made(mechanisms)
    page(menu(cab), "PROBAR MONEDAS")
    push(cab, "collect")
    cab.run(ms=1_000)
    drop(cab, 100)
    cab.run(ms=1_000)
    assert (cab.tray_cents, booked(cab)) == (100, (0, 0, 0, 0))


def test_a_coin_inside_when_the_test_ends_is_still_the_tests() -> None:
    cab = made()
    before = accounts(cab)
    page(menu(cab), "PROBAR MONEDAS")
    events = heard(cab, "coin_accepted")
    cab.insert(200)
    run_until(cab, lambda: events != [])
    cab.turn_key("service", False)
    cab.run(ms=1_000)
    assert booked(cab) == (200, 0, 200, 0)
    assert accounts(shut(cab)) == before


def test_a_players_coin_after_the_door_was_closed_is_credit() -> None:
    cab = made()
    page(menu(cab), "PROBAR MONEDAS")
    drop(cab, 50)
    shut(cab, 1_500)
    drop(cab, 100)
    assert record(cab)["credits_cents"] == 100
    assert booked(cab)[0] == 50


def test_the_coin_test_tells_what_was_returned_and_what_went_backwards() -> None:
    """NZ 2003, 3.11.8: the coin test counts direction pulses; only a ccTalk acceptor tells of them."""
    cab = menu(made("cctalk"))
    page(cab, "PROBAR MONEDAS")
    cab.damage("slug")
    cab.run(ms=1_000)
    push(cab, "hold_1")
    assert said(cab) == "RECHAZOS 1 HACIA ATRÁS 0"
    cab.damage("coin_string")
    drop(cab, 100)
    assert said(cab) == "RECHAZOS 1 HACIA ATRÁS 1"
    shut(cab)
    assert cab.tilt == ""


def test_a_cut_anywhere_in_a_coin_test_makes_no_credit_of_a_coin() -> None:
    cab = made()
    before_money = accounts(cab)
    page(menu(cab), "PROBAR MONEDAS")
    before = cab.state()
    ticks = power.busiest_tick(lambda: cab, lambda cab: cab.insert(100), 900)
    seen = set()
    for tick, at in power.cuts(ticks, 8):
        cab.load_state(before)
        cab.insert(100)
        cab.board.cut_at_op(at, tick)
        cab.run(ms=900)
        assert not cab.powered
        shut(cab, 500)
        cab.power_on()
        cab.run(ms=5_000)
        unbooked = cab.books.differences.get("in_unbooked", 0)
        accepted = cab.ledger.total("hopper_100") + cab.cash_box_cents - 200 * 100
        assert record(cab)["test_in_cents"] + unbooked == accepted
        assert (accounts(cab), cab.tilt) == (before_money, "")
        seen.add((accepted, unbooked))
    assert {(100, 0), (100, 100)} & seen


# -- hoppers -------------------------------------------------------------------------------------------


@MECHANISMS
def test_a_hopper_test_pays_five_coins_and_nobody_plays_until_they_are_back(mechanisms: str) -> None:
    """GLI-11 checklist 60: a fixed number of coins, no play until they return, no meters touched."""
    cab = made(mechanisms)
    before = accounts(cab)
    page(menu(cab), "PAGADORES")
    assert said(cab) == "PAGADOR 0,10: PROBAR"
    push(cab, "start")
    cab.run(ms=5_000)
    assert said(cab) == "PAGADOR 0,10: 5 BIEN"
    assert cab.tray == {10: 5}
    assert booked(cab) == (0, 50, 0, 0)
    assert push(cab, "start") == "DEVUELVA 5 DE 0,10"
    cab.take_tray()
    assert drop(cab, 10, 10) == "DEVUELVA 3 DE 0,10"
    shut(cab)
    assert cab.tilt == "test_coins"
    assert said(cab) == "AVERÍA: FALTAN MONEDAS"
    cab.press("start")
    drop(cab, 100)
    cab.run(ms=1_000)
    assert cab.tray == {100: 1}, "with the machine stopped no coin comes in"
    assert record(cab)["plays"] == 0
    page(menu(cab), "PAGADORES")
    cab.take_tray()
    assert drop(cab, 100) == "DEVUELVA 3 DE 0,10"
    assert cab.tray == {100: 1}, "only what is missing comes in"
    assert drop(cab, 10, 10, 10) == "PAGADOR 0,10: PROBAR"
    shut(cab)
    assert (cab.tilt, booked(cab)) == ("", (50, 50, 0, 0))
    assert accounts(cab) == before
    assert cab.books.differences == {}
    drop(cab, 100)
    assert record(cab)["credits_cents"] == 100


def test_coins_of_a_hopper_test_stay_missing_over_a_power_cut() -> None:
    cab = made()
    page(menu(cab), "PAGADORES")
    push(cab, "start")
    cab.run(ms=5_000)
    cab.power_off()
    shut(cab, 100)
    cab.power_on()
    cab.run(ms=6_000)
    assert (cab.tilt, record(cab)["test_coins"]) == ("test_coins", (5, 0))


@MECHANISMS
def test_a_dump_pays_all_and_the_books_count_on_nothing_that_is_left(mechanisms: str) -> None:
    cab = made(mechanisms, hoppers={10: 40, 100: 200})
    before = accounts(cab)
    page(menu(cab), "PAGADORES")
    assert push(cab, "hold_2") == "PAGADOR 0,10: VACIAR"
    push(cab, "start")
    cab.run(ms=30_000)
    assert said(cab) == "PAGADOR 0,10: 40 BIEN"
    assert (cab.tray, cab.hopper_levels[10]) == ({10: 40}, 0)
    assert booked(cab) == (0, 0, 0, 400)
    assert record(cab)["hopper_counts"][0] == 0
    assert record(cab)["test_coins"] == (0, 0)
    shut(cab)
    assert accounts(cab) == before
    assert cab.tilt == ""
    assert "hopper_dump 400" in [row["text"] for row in cab.log]


@MECHANISMS
@pytest.mark.parametrize("row", [0, 1])
def test_a_hopper_that_gives_nothing_is_found_bad_and_stops_no_machine(mechanisms: str, row: int) -> None:
    cab = made(mechanisms)
    cab.damage("hopper_jam", cents=100)
    page(menu(cab), "PAGADORES")
    for _ in range(2 + row):
        push(cab, "hold_2")
    push(cab, "start")
    cab.run(ms=10_000)
    assert said(cab) == "PAGADOR 1,00: 0 MAL"
    cab.mend("hopper_jam")
    shut(cab)
    assert (cab.tilt, booked(cab), cab.tray_cents) == ("", (0, 0, 0, 0), 0)


@MECHANISMS
@pytest.mark.parametrize("end", ["press", "key", "door"])
def test_whatever_ends_a_dump_stops_the_motor_and_every_coin_is_booked(mechanisms: str, end: str) -> None:
    cab = made(mechanisms)
    page(menu(cab), "PAGADORES")
    push(cab, "hold_2", "start")
    run_until(cab, lambda: cab.tray_cents >= 40, 10_000, 10)
    if end == "press":
        push(cab, "start")
    elif end == "key":
        cab.turn_key("service", False)
    else:
        cab.close_door()
    cab.run(ms=3_000)
    paid = cab.tray_cents
    cab.run(ms=5_000)
    assert cab.tray_cents == paid
    assert booked(cab)[3] == paid
    assert (record(cab)["test_pay"], cab.books.differences) == (0, {})


def test_a_coin_of_the_other_hopper_is_no_coin_of_the_test() -> None:
    cab = made()
    page(menu(cab), "PAGADORES")
    push(cab, "start")
    cab.damage("hopper_runaway", cents=100)
    cab.run(ms=2_000)
    cab.mend("hopper_runaway")
    cab.run(ms=3_000)
    assert (record(cab)["test_out_cents"], record(cab)["test_coins"]) == (50, (5, 0))
    assert record(cab)["stray_coins"] > 0
    assert record(cab)["tilt"] == "runaway"


def test_a_cut_anywhere_in_a_hopper_test_leaves_every_coin_named() -> None:
    cab = made()
    page(menu(cab), "PAGADORES")
    before = cab.state()
    ticks = power.busiest_tick(lambda: cab, lambda cab: cab.press("start", 50), 1_500)
    for tick, at in power.cuts(ticks, 6):
        cab.load_state(before)
        cab.press("start", 50)
        cab.board.cut_at_op(at, tick)
        cab.run(ms=1_500)
        assert not cab.powered
        shut(cab, 500)
        cab.power_on()
        cab.run(ms=5_000)
        books = record(cab)
        unbooked = cab.books.differences.get("out_unbooked", 0)
        assert books["test_out_cents"] + unbooked == cab.tray_cents
        assert unbooked in (0, 10)
        assert (books["test_pay"], books["stray_coins"], books["coin_out_cents"]) == (0, 0, 0)
        assert cab.tilt == ("test_coins" if books["test_out_cents"] else "")


@pytest.mark.parametrize("ms", [400, 700, 1_000, 1_300])
def test_what_a_cctalk_hopper_tells_after_a_cut_is_still_the_tests(ms: int) -> None:
    """Its own counter knows: nothing is left open, and nothing is taken for a runaway."""
    cab = made("cctalk")
    page(menu(cab), "PAGADORES")
    push(cab, "start")
    cab.run(ms=ms)
    restart(cab, 1_000, 6_000)
    books = record(cab)
    assert books["test_out_cents"] == cab.tray_cents > 0
    assert (books["stray_coins"], books["test_pay"], cab.books.differences) == (0, 0, {})
    shut(cab)
    assert cab.tilt == "test_coins"


# -- lamps, buttons, reels -----------------------------------------------------------------------------


def test_the_lamp_test_lights_everything_and_then_one_lamp_after_the_other() -> None:
    cab = page(menu(made()), "PROBAR LUCES")
    assert all(cab.lamps.values())
    assert (cab.display.credits, cab.display.prizes) == ("8.8.8.8.", "8.8.8.8.8.")
    assert cab.glass == frozenset(range(64))
    lit = []
    for _ in cab.lamps:
        push(cab, "hold_2")
        lit.append([name for name, on in cab.lamps.items() if on])
    assert sorted(name for names in lit for name in names) == sorted(cab.lamps)
    assert all(len(names) == 1 for names in lit)
    assert cab.display.credits == "0.00"
    assert push(cab, "hold_2") == "TODAS LAS LUCES"
    push(cab, "collect")
    assert cab.display.credits == "0.00"


def test_the_button_test_names_and_counts_every_button() -> None:
    cab = page(menu(made()), "PROBAR BOTONES")
    assert not any(cab.lamps.values()), "a lamp says that its button was pressed"
    names = {"start": "JUGAR", "double": "DOBLE", "reserve": "RESERVA", "collect": "COBRAR"}
    names |= {f"hold_{reel}": f"RETENER {reel}" for reel in (1, 2, 3)}
    for button, name in names.items():
        assert push(cab, button) == f"BOTÓN {name}: 1"
        assert cab.lamps[button]
    assert push(cab, "start", "start") == "BOTÓN JUGAR: 2"
    assert not cab.lamps["tower"]
    push(cab, "collect", "collect")
    assert said(cab).startswith("MENÚ")


def stops(cab: Cabinet) -> list[int]:
    """The stop on the payline of each reel; a stop is centred on it."""
    return [(reel.position_u16 * reel.stops + 32_768) // 65_536 % reel.stops for reel in cab.reels]


def test_the_reel_test_brings_all_reels_to_a_stop_and_the_last_play_is_shown_again() -> None:
    cab = made(credits_cents=100)
    cab.press("start")
    cab.run(ms=6_000)
    before, shown = accounts(cab), stops(cab)
    page(menu(cab), "PROBAR RODILLOS")
    for stop in (1, 2):
        push(cab, "hold_2", "start")
        cab.run(ms=5_000)
        assert said(cab) == f"RODILLOS EN {stop}: BIEN"
        assert stops(cab) == [stop] * 3
    shut(cab, 4_500)
    assert (stops(cab), accounts(cab), cab.tilt) == (shown, before, "")


@pytest.mark.parametrize("fault", ["reel_jam", "reel_optic_dirty", "reel_encoder_dead"])
def test_the_reel_test_names_a_reel_that_is_at_fault_and_stops_no_machine(fault: str) -> None:
    cab = page(menu(made()), "PROBAR RODILLOS")
    cab.damage(fault, number=2)
    push(cab, "start")
    cab.run(ms=6_000)
    # What its encoder counted, of what the motor was told.
    assert said(cab).startswith("RODILLO 2: MAL ")
    seen, told = [int(text) for text in said(cab).removeprefix("RODILLO 2: MAL ").split("/")]
    # In motion the controller tells whole steps only: the encoder, four counts a step, may be one ahead.
    assert told > 1_000 and 0 <= seen - (told if fault == "reel_optic_dirty" else 0) <= 4
    assert not any(reel.moving for reel in cab.reels)
    cab.mend(fault)
    push(cab, "start")
    cab.run(ms=6_000)
    assert said(cab) == "RODILLOS EN 0: BIEN"
    shut(cab, 100)
    assert cab.tilt == ""
    assert not any(row["text"].startswith("tilt") for row in cab.log)


def test_reels_do_not_turn_on_once_the_key_is_turned_back() -> None:
    cab = page(menu(made()), "PROBAR RODILLOS")
    push(cab, "start")
    cab.run(ms=500)
    assert all(reel.moving for reel in cab.reels)
    cab.turn_key("service", False)
    cab.run(ms=100)
    assert not any(reel.moving for reel in cab.reels)


# -- test plays ----------------------------------------------------------------------------------------


def test_test_plays_move_nothing_and_their_credits_are_gone() -> None:
    """GLI-11 checklist 29: no accounting meter, test credits cleared on exit, the state before restored."""
    cab = made(credits_cents=100, prize_meter_cents=60)
    before, commits = accounts(cab), record(cab)["sequence"]
    steps = heard(cab, "step", "trial_step", "step_not_committed")
    page(menu(cab), "JUGADA DE PRUEBA")
    assert (cab.display.credits, cab.display.prizes) == ("4.00", "0.00")
    found = tried(cab, 4)
    assert cab.display.credits == "2.80"
    assert all("PRUEBA: " in text for text in found)
    assert (accounts(cab), record(cab)["sequence"]) == (before, record(cab)["sequence"])
    push(cab, "collect")
    assert (cab.display.credits, cab.display.prizes) == ("1.00", "0.60")
    shut(cab, 5_000)
    assert accounts(cab) == before
    assert cab.tray_cents == 0
    assert [kind for _, kind, _ in steps] == ["trial_step"] * 4
    assert cab.flags == []
    assert "test_plays 4" in [row["text"] for row in cab.log]
    assert record(cab)["sequence"] > commits


@pytest.mark.parametrize("model", ["moncayo", "aneto"])
def test_test_plays_of_a_machine_of_chance_move_nothing_either(model: str) -> None:
    cab = Cabinet(model, seed="00")
    cab.run(ms=READY_MS)
    before = accounts(cab)
    steps = heard(cab, "step", "trial_step")
    page(menu(cab), "JUGADA DE PRUEBA")
    assert cab.display.credits == "60.00"
    for _ in range(3):
        push(cab, "start")
        run_until(cab, lambda: cab.lamps["start"], 120_000, 50)
        assert "PRUEBA: " in said(cab)
    assert cab.display.credits == "42.00"
    push(cab, "collect")
    shut(cab)
    assert accounts(cab) == before
    assert {kind for _, kind, _ in steps} == {"trial_step"}
    assert (cab.display.credits, cab.tray_cents, cab.tilt, cab.flags) == ("0.00", 0, "", [])


def test_what_test_plays_win_is_shown_and_paid_to_nobody() -> None:
    cab = made()
    page(menu(cab), "JUGADA DE PRUEBA")
    won = 0
    for _ in range(8):
        word = tried(cab, 1)[0].rpartition(" ")[2]
        won += int(word.replace(",", "")) if "," in word else 0
        assert cab.display.prizes == f"{won // 100}.{won % 100:02d}"
    assert won > 0
    push(cab, "collect")
    shut(cab)
    assert (cab.tray_cents, cab.display.prizes) == (0, "0.00")


def test_a_test_play_does_not_foretell_the_next_play() -> None:
    """Machines whose next plays differ make the same test plays; that next play does not change."""
    seen = []
    for prize in (0, 100):
        cab = made(coming=[prize], credits_cents=100)
        page(menu(cab), "JUGADA DE PRUEBA")
        trials = heard(cab, "trial_step")
        tried(cab, 3)
        push(cab, "collect")
        shut(cab, 5_000)
        steps = heard(cab, "step")
        cab.press("start")
        cab.run(ms=6_000)
        assert record(cab)["won_cents"] == prize
        seen.append([fields["outcome"] for _, _, fields in trials])
        assert len(trials) == 3
        assert steps[0][2]["outcome"] not in seen[-1]
    assert seen[0] == seen[1]


def test_test_plays_offer_a_hold_as_plays_do() -> None:
    cab = page(menu(made()), "JUGADA DE PRUEBA")
    trials = heard(cab, "trial_step")
    for _ in range(10):
        push(cab, "start")
        cab.run(ms=5_000)
        holds = [name for name in ("hold_1", "hold_2", "hold_3") if cab.lamps[name]]
        if holds:
            break
    kept = stops(cab)
    for name in holds:
        push(cab, name)
    push(cab, "start")
    cab.run(ms=6_000)
    held = trials[-1][2]["held"]
    assert held
    for reel in range(3):
        if held >> reel & 1:
            assert stops(cab)[reel] == kept[reel]


def test_test_credits_do_not_last_for_ever() -> None:
    cab = page(menu(made()), "JUGADA DE PRUEBA")
    trials = heard(cab, "trial_step")
    for _ in range(11):
        push(cab, "double")
        cab.run(ms=9_000)
    assert len(trials) == 10
    assert cab.display.credits == "0.00"


@pytest.mark.parametrize("ms", [0, 700, 2_500, 6_000])
def test_a_power_cut_in_a_test_play_leaves_the_machine_as_it_was(ms: int) -> None:
    cab = made(credits_cents=100)
    before = accounts(cab)
    page(menu(cab), "JUGADA DE PRUEBA")
    push(cab, "start")
    cab.run(ms=ms)
    cab.power_off()
    shut(cab, 500)
    cab.power_on()
    cab.run(ms=6_000)
    assert accounts(cab) == before
    assert (cab.tilt, cab.display.credits, cab.display.prizes) == ("", "1.00", "0.00")


def test_a_hold_that_was_chosen_before_is_there_again() -> None:
    cab = made(coming=[0], hold=True, credits_cents=100)
    cab.press("start")
    cab.run(ms=3_500)
    holds = ("hold_1", "hold_2", "hold_3")
    chosen = next(name for name in holds if (push(cab, name), cab.run(ms=1_000)) and cab.lamps[name])
    page(menu(cab), "JUGADA DE PRUEBA")
    push(cab, "collect")
    shut(cab, 100)
    lit = [cab.lamps[chosen] for _ in range(12) if not cab.run(ms=100)]
    assert all(lit), "it does not blink: it is held"


@pytest.mark.parametrize("name", ["PROBAR MONEDAS", "PAGADORES", "JUGADA DE PRUEBA", "PROBAR RODILLOS"])
def test_no_test_begins_without_door_and_key(name: str) -> None:
    cab = made()
    cab.open_door()
    cab.run(ms=200)
    for button in ("hold_2", "hold_3", "start", "double"):
        push(cab, button)
    drop(cab, 100)
    cab.run(ms=2_000)
    assert cab.tray_cents == 100
    assert not any(reel.moving for reel in cab.reels)
    assert booked(cab) == (0, 0, 0, 0)
