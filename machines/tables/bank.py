# SPDX-License-Identifier: MIT
"""
The only thing that moves money at a table: it carries transfers over and proves that no cent is lost.

Accounts by name: ``seat 3`` chips in hand, ``on 3 rojo`` what lies on a spot, ``house``, ``commission``,
``bank`` of a player, ``garage``, ``pot 1``, ``link``, a table's part in the pot of several, and ``cage``, the
world outside. Cage, house and link may owe: the house until its float is filled, the link what other tables
have put in; nobody else can pay what they have not got.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from machines.tables.game import Transfer
from machines.tables.refusal import TableError

OWING = ("house", "cage", "link")


class Cover(NamedTuple):
    """How a limited bank covers bets: what each can win, and what goes back because the bank ends."""

    covered: tuple[int, ...]
    returned: tuple[int, ...]


def carry(money: Mapping[str, int], transfers: Iterable[Transfer]) -> dict[str, int]:
    """
    Return the accounts after all transfers, in their order.

    Raises:
        TableError: an amount is no whole number above zero, or an account cannot pay it.
    """
    after = dict(money)
    for one in transfers:
        if type(one.cents) is not int or one.cents < 1:
            raise TableError(f"a transfer must be 1 cent or more, and whole (got {one.cents!r})", one.rule)
        left = after.get(one.payer, 0) - one.cents
        if left < 0 and one.payer not in OWING:
            raise TableError(
                f"{one.payer} must have {one.cents} cents to pay them (got {left + one.cents})", one.rule
            )
        after[one.payer] = left
        after[one.payee] = after.get(one.payee, 0) + one.cents
    if sum(after.values()) != sum(money.values()):
        raise TableError(f"all money must add up to {sum(money.values())} cents (got {sum(after.values())})")
    return {name: cents for name, cents in after.items() if cents or not name.startswith(("on ", "pot "))}


def cover(bank_cents: int, stakes: Sequence[int]) -> Cover:
    """What of stakes, in their order of priority, a limited bank covers; the rest goes back."""
    covered = []
    for stake in stakes:
        covered.append(min(stake, bank_cents))
        bank_cents -= covered[-1]
    return Cover(tuple(covered), tuple(stake - part for stake, part in zip(stakes, covered, strict=True)))


def half_kept(stake_cents: int) -> int:
    """What the player keeps of a stake of which half is lost; an odd cent is the house's."""
    return stake_cents // 2


def commission(won_cents: int, hundredths: int) -> int:
    """A commission in hundredths of a per cent, a part of a cent rounded up: in the house's favour."""
    return -(-won_cents * hundredths // 10_000)


def rake(pot_cents: int, hundredths: int, most_cents: int) -> int:
    """What the house takes of a pot, a part of a cent left in it, at most its cap."""
    return min(pot_cents * hundredths // 10_000, most_cents)


def side_pots(paid: Mapping[int, int], folded: Iterable[int] = ()) -> list[tuple[int, tuple[int, ...]]]:
    """
    Pots of a hand by what each seat has paid in: cents, and the seats that can win them.

    The odd part of a seat that folded stays in the pots that it reached.
    """
    out, pots, below = set(folded), [], 0
    for level in sorted({cents for seat, cents in paid.items() if seat not in out and cents}):
        cents = sum(min(amount, level) - min(amount, below) for amount in paid.values())
        pots.append((cents, tuple(s for s in sorted(paid) if s not in out and paid[s] >= level)))
        below = level
    over = sum(max(0, cents - below) for cents in paid.values())
    if over and pots:
        pots[-1] = (pots[-1][0] + over, pots[-1][1])
    return pots


def shares(cents: int, winners: Sequence[int]) -> dict[int, int]:
    """A pot in equal shares; odd cents go to the first winners in their order, one each."""
    each, odd = divmod(cents, len(winners))
    return {seat: each + (i < odd) for i, seat in enumerate(winners)}
