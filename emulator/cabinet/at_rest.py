# SPDX-License-Identifier: MIT
"""
What a power cut at this instant would leave of a cabinet: where its coins come to rest, and what else lasts.

    kept = at_rest(machine, balances)  # {"purse": {...}, "hoppers": {...}, "reels": [...], ...}
    Cabinet(model, nvram=cabinet.nvram, physical=kept)

Saved together with the NVRAM it leaves the machine of a killed process as a power cut would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from emulator.cabinet.balances import Balances
from emulator.cabinet.commission import coins_by_text
from emulator.cabinet.machine import Machine
from machines.support.plain import Json

# Where coins and notes rest, apart from hoppers.
PLACES = ("purse", "cash_box", "tray", "wallet", "note_box")


def at_rest(machine: Machine, balances: Balances) -> Json:
    """
    Coins, reel angles, meters and whatever else lasts without current, as plain JSON values.

    All of ``Cabinet.physical()`` but ``device_key`` and ``draws``. Faults are not kept: a coin that one of
    them holds in the acceptor falls on. Books without a right seal are none, as for the machine.
    """
    ledger, now_us = balances.ledger, machine.board.now_us
    places = {place: ledger.count(place) for place in PLACES}
    hoppers = {hopper.cents: hopper.level() for hopper in machine.hoppers.values()}
    for coin_id, place in _landings(machine):
        cents = ledger.cents(coin_id)
        was = ledger.place(coin_id)
        if was in places:
            places[was][cents] -= 1
        if place in places:
            places[place][cents] = places[place].get(cents, 0) + 1
        else:
            hoppers[cents] += 1
    lodged = {hopper.cents: hopper.lodged for hopper in machine.hoppers.values() if hopper.lodged}
    return {
        **{place: _coins(counts) for place, counts in places.items()},
        "hoppers": coins_by_text(hoppers),
        **({"lodged": coins_by_text(lodged)} if lodged else {}),
        "reels": [reel.rest_u16(now_us) for reel in machine.reels],
        "meters": {name: meter.rest_count(now_us) for name, meter in machine.meters.items()},
        **({"counter": machine.counter.memory.hex()} if machine.counter else {}),
        **({"card": machine.card.kept()} if machine.card else {}),
        **({"tickets": machine.tickets.kept()} if machine.tickets else {}),
        **({"electronics": kept} if (kept := machine.mechanisms.kept()) else {}),
        **({"halls": {hall: dict(book) for hall, book in ledger.halls.items()}} if ledger.halls else {}),
        **_differences(machine, balances),
    }


def _landings(machine: Machine) -> Iterator[tuple[int, str]]:
    """Coins and notes that come to rest somewhere else than they are, and where."""
    yield from machine.acceptor.landings()
    for hopper in machine.hoppers.values():
        yield from hopper.landings()
    if machine.notes is not None:
        yield from machine.notes.landings()


def _differences(machine: Machine, balances: Balances) -> Json:
    """Named differences of coins and of tickets as the cut would leave them; none: nothing."""
    record = machine.record()
    notes_cents = 0 if machine.notes is None else machine.notes.pulled_cents()
    pulled = {"in": machine.acceptor.pulled_cents(), "note": notes_cents}
    coins = balances.books.at_cut(record, pulled)
    tickets: Mapping[str, int] = {}
    if balances.tickets is not None and record is not None:
        tickets = balances.tickets.at_cut(record)
    return {
        **({"books": coins} if coins else {}),
        **({"ticket_books": dict(tickets)} if tickets else {}),
    }


def _coins(counts: Mapping[int, int]) -> dict[str, int]:
    return coins_by_text({cents: count for cents, count in counts.items() if count})
