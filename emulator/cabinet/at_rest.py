# SPDX-License-Identifier: MIT
"""
What a power cut at this instant would leave of a cabinet: where its coins come to rest, and what else lasts.

    kept = at_rest(cabinet)            # {"purse": {...}, "hoppers": {...}, "reels": [...], ...}
    Cabinet(model, nvram=cabinet.nvram, physical=kept)

Whoever keeps it together with the NVRAM keeps a machine that a killed process leaves as a cut leaves it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from emulator.cabinet.books import Books
from emulator.cabinet.commission import coins_by_text
from emulator.cabinet.ledger import Ledger
from emulator.cabinet.machine import Parts
from machines.chip import Seals
from machines.record import decode

# Where coins and notes rest, apart from hoppers.
PLACES = ("purse", "cash_box", "tray", "wallet", "note_box")


def at_rest(parts: Parts, ledger: Ledger, books: Books, seals: Seals, now_us: int) -> dict[str, Any]:
    """
    Coins, reel angles, meters and whatever else lasts without current, as plain JSON values.

    All of ``Cabinet.physical()`` but ``device_key`` and ``draws``. Faults are not kept: a coin that one of
    them holds in the acceptor falls on. Books without a right seal are none, as for the machine.
    """
    places = {place: ledger.count(place) for place in PLACES}
    hoppers = {hopper.cents: hopper.level() for hopper in parts.hoppers.values()}
    for coin_id, place in _landings(parts):
        cents = ledger.cents(coin_id)
        was = ledger.place(coin_id)
        if was in places:
            places[was][cents] -= 1
        if place in places:
            places[place][cents] = places[place].get(cents, 0) + 1
        else:
            hoppers[cents] += 1
    lodged = {hopper.cents: hopper.lodged for hopper in parts.hoppers.values() if hopper.lodged}
    return {
        **{place: _coins(counts) for place, counts in places.items()},
        "hoppers": coins_by_text(hoppers),
        **({"lodged": coins_by_text(lodged)} if lodged else {}),
        "reels": [reel.rest_u16(now_us) for reel in parts.reels],
        "meters": {name: meter.rest_count(now_us) for name, meter in parts.meters.items()},
        **({"counter": parts.counter.memory.hex()} if parts.counter else {}),
        **({"card": parts.card.kept()} if parts.card else {}),
        **({"tickets": parts.tickets.kept()} if parts.tickets else {}),
        **({"electronics": kept} if (kept := parts.mechanisms.kept()) else {}),
        **_differences(parts, books, seals),
    }


def _landings(parts: Parts) -> Iterator[tuple[int, str]]:
    """Coins and notes that come to rest somewhere else than they are, and where."""
    yield from parts.acceptor.landings()
    for hopper in parts.hoppers.values():
        yield from hopper.landings()
    if parts.notes is not None:
        yield from parts.notes.landings()


def _differences(parts: Parts, books: Books, seals: Seals) -> dict[str, Any]:
    """Named differences of coins and of tickets as the cut would leave them; none: nothing."""
    record = decode(parts.board.fram.data, seals)
    pulled = {"in": parts.acceptor.pulled_cents(), "note": parts.notes.pulled_cents() if parts.notes else 0}
    coins = books.at_cut(record, pulled)
    tickets: Mapping[str, int] = {}
    if parts.ticket_books is not None and record is not None:
        tickets = parts.ticket_books.at_cut(record)
    return {
        **({"books": coins} if coins else {}),
        **({"ticket_books": dict(tickets)} if tickets else {}),
    }


def _coins(counts: Mapping[int, int]) -> dict[str, int]:
    return coins_by_text({cents: count for cents, count in counts.items() if count})
