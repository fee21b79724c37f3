# SPDX-License-Identifier: MIT
"""
The change desk: gives a purse of toy money, changes it, sells tokens and cards and takes them back.

    money = changed(pocket, Kind.COINS, (20, 50, 100, 200))      # what the desk gives for all of the pocket
"""

from __future__ import annotations

from collections.abc import Iterable

from emulator.cabinet.commission import TOKENS_BOUGHT_CENTS
from emulator.cabinet.visitors import even
from emulator.hall.money import HallError, Money

# Enough for an evening at machines of 0.20 and of 6.00 EUR.
FIRST = Money(coins={10: 10, 20: 20, 50: 20, 100: 20, 200: 20}, notes={500: 4, 1000: 2, 2000: 1})
# What it puts on a house card.
CARD_CENTS = 6_000
COINS = (10, 20, 50, 100, 200)
NOTES = (500, 1000, 2000, 5000)


def in_coins(pocket: Money) -> Money:
    """All notes, tokens and cards as coins, as many of each value as it goes."""
    cents = pocket.cents - sum(value * count for value, count in pocket.coins.items())
    return Money(coins=pocket.coins) + Money(coins=_parts(cents, COINS))


def in_notes(pocket: Money) -> Money:
    """As much as it goes in notes, the largest first; the rest in coins."""
    return Money(coins=_largest(pocket.cents % NOTES[0]), notes=_notes(pocket.cents))


def with_tokens(pocket: Money, values: Iterable[int], cents: int = TOKENS_BOUGHT_CENTS) -> Money:
    """
    The pocket once so much of it has become tokens of these values.

    Raises:
        HallError: not even one token can be had for it.
    """
    values = sorted(values)
    euros = Money(coins=pocket.coins, notes=pocket.notes)
    wanted = min(cents, euros.cents) // values[0] * values[0]
    if wanted < values[0]:
        raise HallError(f"the pocket must hold {values[0]} cents for a token (got {euros.cents})")
    kept = Money(tokens=pocket.tokens, cards=pocket.cards)
    return paid(euros, wanted) + Money(tokens=_parts(wanted, values)) + kept


def with_card(pocket: Money, cents: int = CARD_CENTS) -> Money:
    """
    The pocket once so much of it, or what there is, was put on its house card, a new one where it has none.

    Raises:
        HallError: there is nothing that could be put on it.
    """
    euros = Money(coins=pocket.coins, notes=pocket.notes)
    wanted = min(cents, euros.cents)
    if not wanted:
        raise HallError("the pocket must hold coins or notes for a card (got none)")
    card = Money(cards={wanted + Money(cards=pocket.cards).cents: 1})
    return paid(euros, wanted) + Money(tokens=pocket.tokens) + card


def paid(euros: Money, cents: int) -> Money:
    """What is left of coins and notes once so much was paid: with notes first, and the change in coins."""
    left, due = euros, cents
    for kind in ("notes", "coins"):
        for value, count in sorted(getattr(euros, kind).items(), reverse=True):
            used = min(count, due // value)
            if used:
                left, due = left - Money(**{kind: {value: used}}), due - used * value
    if not due:
        return left
    kind, value = min(
        ((kind, value) for kind in ("coins", "notes") for value in getattr(left, kind) if value >= due),
        key=lambda one: one[1],
    )
    return left - Money(**{kind: {value: 1}}) + Money(coins=_largest(value - due))


def _parts(cents: int, values: Iterable[int]) -> dict[int, int]:
    return {value: count for value, count in even(cents, values).items() if count}


def _notes(cents: int) -> dict[int, int]:
    return _of(cents, NOTES)


def _largest(cents: int) -> dict[int, int]:
    return _of(cents, COINS)


def _of(cents: int, values: Iterable[int]) -> dict[int, int]:
    counts = {}
    for value in sorted(values, reverse=True):
        count, cents = divmod(cents, value)
        if count:
            counts[value] = count
    return dict(sorted(counts.items()))
