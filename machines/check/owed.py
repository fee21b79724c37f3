# SPDX-License-Identifier: MIT
"""
The amounts that a machine can come to owe, and those that its hoppers can pay.

Sets of amounts are whole numbers used as bit sets: bit n stands for n cents.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from machines.firmware import change


def payable(coins_cents: Iterable[int], last_cents: int) -> int:
    """Amounts from 0 to ``last_cents`` that some number of these coins makes."""
    whole = (1 << last_cents + 1) - 1
    found = 1
    for coin in coins_cents:
        step = coin
        while step <= last_cents:  # doubling steps: 1, 2, 4 ... coins reach every number of coins
            found |= found << step & whole
            step *= 2
    return found


def money_owed(
    coins_cents: Sequence[int], stakes_cents: Sequence[int], credits_max: int, reserve_max: int
) -> int:
    """
    Amounts of credits and reserve together that coins, plays and moves of the reserve can leave.

    A coin is taken whole: credits up to their maximum, the rest to the reserve, and only if all of
    it fits; the reserve moves to the credits only when these are 0 (B-12, B-13).
    """
    # For each amount of credits the reserves that go with it, as a bit set; those to look at once more.
    reserves = {0: 1}
    todo = [0]

    def reached(credit: int, found: int) -> None:
        known = reserves.get(credit, 0)
        if found & ~known:
            reserves[credit] = known | found
            todo.append(credit)

    while todo:
        credit = todo.pop()
        found = reserves[credit]
        for stake in stakes_cents:
            if stake <= credit:
                reached(credit - stake, found)
        if credit == 0:
            for reserve in amounts(found & (1 << credits_max) - 1):
                reached(reserve, 1)
            reached(credits_max, found >> credits_max)
        for coin in coins_cents:
            room = credits_max + reserve_max - coin - credit
            if room >= 0:
                kept = min(credit + coin, credits_max)
                reached(kept, (found & (1 << room + 1) - 1) << credit + coin - kept)
    owed = 0
    for credit, found in reserves.items():
        owed |= found << credit
    return owed


def amounts(bits: int) -> list[int]:
    """The amounts of a set, ascending."""
    return [cents for cents in range(bits.bit_length()) if bits >> cents & 1]


def pays_at_once(owed_cents: Sequence[int], stock: Sequence[tuple[int, int]]) -> bool:
    """
    Whether the stock of (coin, count) pays each amount, one after the other, by the firmware's change plan.

    The same rule that the firmware's interlock follows (B-20).
    """
    coins = tuple(coin for coin, _ in stock)
    left = [count for _, count in stock]
    for cents in owed_cents:
        used, rest = change.plan(coins, left, cents)
        left = [count - taken for count, taken in zip(left, used, strict=True)]
        if rest:
            return False
    return True
