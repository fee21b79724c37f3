# SPDX-License-Identifier: MIT
"""
Which amounts a machine can come to owe, and which its hoppers can pay.

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
    seen = {(0, 0)}
    todo = [(0, 0)]
    while todo:
        credit, reserve = todo.pop()
        following = [(credit - stake, reserve) for stake in stakes_cents if stake <= credit]
        if credit == 0:
            moved = min(reserve, credits_max)
            following.append((moved, reserve - moved))
        for coin in coins_cents:
            if credit + reserve + coin <= credits_max + reserve_max:
                kept = min(credit + coin, credits_max)
                following.append((kept, reserve + credit + coin - kept))
        new = [state for state in following if state not in seen]
        seen.update(new)
        todo.extend(new)
    owed = 0
    for credit, reserve in seen:
        owed |= 1 << credit + reserve
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
