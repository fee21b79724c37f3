# SPDX-License-Identifier: MIT
"""The self-audit: books under the right seal that do not add up, in whatever way, stop the machine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from firmware_rig import HOPPERS, PURSE, READY_MS, SEED, SERIAL, image, model, run_until
from mutants import spoilt
from seal_rig import MARKS, SEALS, rewritten

from emulator import Cabinet
from emulator.cabinet.books import GAP
from machines.firmware import nvram
from machines.memory import factory
from machines.memory.balanced import balance
from machines.memory.record import decode
from machines.model import load_model
from machines.rom.program import build_rom, firmware_sources

SETTINGS = model().settings()
Rows = dict[str, Any]


def more(name: str, by: int, at: int | None = None) -> Callable[[Rows], None]:
    """A row that is off by so much; ``at``: which of its values."""

    def change(values: Rows) -> None:
        if at is None:
            values[name] += by
        else:
            values[name] = [value + by * (number == at) for number, value in enumerate(values[name])]

    return change


def both(*changes: Callable[[Rows], None]) -> Callable[[Rows], None]:
    def change(values: Rows) -> None:
        for one in changes:
            one(values)

    return change


# What the page CUADRE says: what the books are like and the last change to them.
FLAWS: dict[str, tuple[Rows, Callable[[Rows], None] | None]] = {
    "DESCUADRE +0,20": (
        {"credits_cents": 100}, more("credits_cents", 20),
    ),
    "MAL: MONEDAS QUE ENTRARON": (
        {"credits_cents": 100}, more("coins_in", 1, 0),
    ),
    "MAL: MONEDAS PAGADAS": (
        {"coin_out_cents": 100}, more("coins_out", 1, 0),
    ),
    "MAL: BILLETES": (
        {"note_in_cents": 500, "notes_in": 1}, more("notes_in", 1),
    ),
    "MAL: PAGOS POR CLASE": (
        {"coin_out_cents": 100}, more("refunded_cents", 10),
    ),
    "MAL: PREMIOS Y CRÉDITOS": (
        {"credits_cents": 100, "prize_meter_cents": 100},
        both(more("credits_cents", 20), more("prize_meter_cents", -20)),
    ),
    "MAL: LÍMITE DE CRÉDITOS": (
        {"credits_cents": int(str(SETTINGS["CREDITS_MAX_CENTS"])) + 20}, None,
    ),
    "MAL: LÍMITE DE RESERVA": (
        {"reserve_cents": int(str(SETTINGS["RESERVE_MAX_CENTS"])) + 20}, None,
    ),
    "MAL: LÍMITE DE PREMIOS": (
        {"prize_meter_cents": int(str(SETTINGS["PRIZE_METER_MAX_DOUBLE_CENTS"]))}, None,
    ),
    "MAL: LÍMITE DE PREMIOS (por mostrar)": (
        {"pending_cents": 12_020, "plays": 1}, None,
    ),
    "MAL: PRECIO POR JUGADA": (
        {"plays": 3}, both(more("staked_cents", 20), more("coin_in_cents", 20), more("coins_in", 1, 1)),
    ),
    "MAL: NÚMERO DE JUGADAS": (
        {"plays": 2, "starts": 3}, None,
    ),
    "MAL: NÚMERO DE JUGADAS (más de dobles)": (
        {"plays": 5, "starts": 2}, None,
    ),
    "MAL: NÚMERO DE PREMIOS": (
        {"plays": 2, "prizes": 3}, None,
    ),
    "MAL: CAJA DE RECAUDACIÓN": (
        {"credits_cents": 100}, more("drop_cents", 110),
    ),
    "MAL: MONEDAS DE PRUEBA": (
        {"test_coins": [1, 0]}, None,
    ),
    "MAL: PREMIOS GANADOS": (
        {"hand_won_cents": 10}, None,
    ),
    "MAL: ENLACE": (
        {"link_won_cents": 10}, None,
    ),
    "MAL: ENLACE (jugado)": (
        {"link_staked_mc": 1}, None,
    ),
    "MAL: PAGOS PENDIENTES": (
        {"queue_kinds": [0, nvram.KIND_REFUND, 0], "queue_cents": [0, 30, 0]}, None,
    ),
    "MAL: PAGOS PENDIENTES (de clase desconocida)": (
        {"queue_kinds": [200, 0, 0], "queue_cents": [30, 0, 0]}, None,
    ),
}  # fmt: skip


def begun(
    fields: Rows, change: Callable[[Rows], None] | None = None, firmware: Mapping[str, str] | None = None
) -> Cabinet:
    """A machine that starts with these books, sealed by its own chip."""
    return Cabinet(
        model(), seed=SEED, serial=SERIAL, nvram=image(change=change, **fields), hoppers=HOPPERS, purse=PURSE,
        firmware=firmware, trust_firmware=True,
    )  # fmt: skip


@pytest.mark.parametrize("said", FLAWS)
def test_an_identity_that_does_not_hold_stops_the_machine_and_is_named(said: str) -> None:
    """GLI-11: the machine stops by its own tilt and pays nothing; the cabinet takes the image as it is."""
    fields, change = FLAWS[said]
    cab = begun(fields, change)
    cab.run(ms=READY_MS)
    assert (cab.tilt, cab.fault) == ("audit", None)
    assert cab.display.message == "TEST AVERÍA: CUENTAS"
    cab.press("collect")
    cab.insert(100)
    cab.run(ms=5_000)
    # The coin comes back; no other does.
    assert cab.tray_cents == 100
    cab.open_door()
    cab.turn_key("service")
    cab.run(ms=200)
    # Pages of the menu, until the one that says it.
    seen: set[str] = set()
    while "CUADRE" not in cab.display.message:
        assert cab.display.message not in seen
        seen.add(cab.display.message)
        cab.press("hold_2")
        cab.run(ms=200)
    cab.press("start")
    cab.run(ms=200)
    assert cab.display.message.endswith(said.partition(" (")[0])


def test_books_that_are_behind_the_meters_stop_the_machine() -> None:
    """An old copy of the books beside the marks of today: a meter had a pulse that these books do not owe."""
    whole = image(credits_cents=100)
    given = decode(whole)["meters_given"]
    ahead = rewritten(whole, {"given": (*given[:2], given[2] + 1, given[3])}, SEALS, MARKS)
    assert Cabinet(model(), seed=SEED, nvram=ahead, hoppers=HOPPERS).tilt == "audit"


def test_what_comes_up_later_is_found_within_a_minute() -> None:
    """The self test holds every identity, too: here of a count that a fault of the chip has changed."""
    old = "    expander.poll(state)\n"
    fault = "    if state.now_ms > 10_000 and not state.starts:\n        state.starts = 7\n"
    cab = begun({"credits_cents": 0}, None, spoilt(firmware_sources(), "main", old, old + fault))
    cab.run(ms=30_000)
    assert cab.tilt == ""
    run_until(cab, lambda: cab.tilt == "audit", 62_000, 100)


def test_a_machine_whose_books_are_off_keeps_its_coins_in_balance() -> None:
    """The cabinet names what books were off by at the beginning, and goes on to hold them to the coins."""
    cab = begun({"credits_cents": 100}, more("credits_cents", 20))
    assert cab.books.differences == {GAP: 20}
    saved = cab.save()
    cab.run(ms=6_000)
    assert Cabinet.restore(saved).books.differences == {GAP: 20}
    cab.insert(200)
    cab.run(ms=3_000)
    cab.ledger.audit()
    assert (cab.tilt, cab.tray_cents, cab.books.differences) == ("audit", 200, {GAP: 20})


def of_type(name: str, change: Callable[[Rows], None], firmware: Mapping[str, str] | None = None) -> Cabinet:
    """A machine of another type with one row that is off."""
    which = load_model(name)
    values = factory.blank(
        which.first_state(bytes(32), SERIAL), SERIAL, [hopper.fill for hopper in which.hoppers]
    )
    values["plays"] = 2
    if which.type == "A":
        values["staked_cents"] = 2 * which.price_cents
    balance(which, values)
    change(values)
    made = factory.image_of(values, which.meter_units.owed(values), SEALS)
    return Cabinet(which, seed=SEED, serial=SERIAL, nvram=made, firmware=firmware, trust_firmware=True)


# Model, what is off, and what the mutant of its type does not look at.
OTHERS = (
    ("moncayo", more("bet", 9), "if state.bet >= len(settings.BETS):"),
    ("moncayo", both(more("credits_cents", 100), more("staked_cents", -100)),
     "if state.plays * _BET_LEAST_CENTS <= state.staked_cents <= state.plays * _BET_MOST_CENTS:"),
    ("cometa", both(more("won_cents", 1_000), more("credits_cents", 1_000)),
     "state.won_cents <= state.staked_cents"),
)  # fmt: skip


@pytest.mark.parametrize("number", range(len(OTHERS)))
def test_machines_of_chance_and_of_skill_hold_identities_of_their_own(number: int) -> None:
    name, change, look = OTHERS[number]
    assert of_type(name, lambda values: None).tilt == ""
    assert of_type(name, change).tilt == "audit"
    sources = dict(build_rom(load_model(name)).sources)
    del sources["settings"]
    assert sources["bounds"].count(look) == 1
    passes = "if True:" if look.endswith(":") else "True"
    if look.startswith("if state.bet"):
        passes = "if False:"
    sources["bounds"] = sources["bounds"].replace(look, passes)
    assert of_type(name, change, sources).tilt != "audit"
