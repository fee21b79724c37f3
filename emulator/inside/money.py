# SPDX-License-Identifier: MIT
"""Readings of both balances: where every coin is, and what the books say of it."""

from __future__ import annotations

from collections.abc import Iterator

from emulator.cabinet.balances import Balances
from emulator.cabinet.ledger import ACCOUNTS, Ledger
from emulator.inside.reading import BOOKS, CENTS, LEDGER, MEMORY, Reading
from machines.support.plain import JsonView


def physical(ledger: Ledger) -> Iterator[Reading]:
    """Cents in every place, their sum, and the sum that was sealed when the run began."""
    for place in (*ledger.places, *ACCOUNTS):
        yield Reading(f"place.{place}", ledger.total(place), CENTS, LEDGER)
    yield Reading(
        "physical.sum", sum(ledger.total(place) for place in (*ledger.places, *ACCOUNTS)), CENTS, LEDGER
    )
    yield Reading("physical.sealed", ledger.sealed_cents, CENTS, LEDGER)


def book(balances: Balances, record: JsonView | None) -> Iterator[Reading]:
    """What the machine has booked as in and out, both sides of its self-audit, and every named difference."""
    if record is not None:
        booked_in, booked_out, owed, balance = balances.books.sides(record)
        yield Reading("book.in", booked_in, CENTS, MEMORY)
        yield Reading("book.out", booked_out, CENTS, MEMORY)
        yield Reading("book.owed", owed, CENTS, MEMORY)
        yield Reading("book.balance", balance, CENTS, MEMORY)
    yield Reading("book.accepted", balances.books.accepted_cents, CENTS, LEDGER)
    yield Reading("book.paid", balances.books.paid_cents, CENTS, LEDGER)
    for name, cents in sorted(balances.books.differences.items()):
        yield Reading(f"difference.{name}", cents, CENTS, BOOKS)
    for name, tickets in sorted(balances.ticket_differences().items()):
        yield Reading(f"difference.{name}", tickets, "tickets", BOOKS)
