# SPDX-License-Identifier: MIT
"""The wins of a play that is gambled whenever offered: exactly, limits included."""

from __future__ import annotations

from cext import Gamble
from machines.types.chance.total import Spread


def gambled(total: Spread, gamble: Gamble, cap_cents: int, rounds: int | None = None) -> Spread:
    """
    What a play wins if the player gambles as often as he may.

    A gamble is offered while rounds are left, the win is above 0 and at most ``gamble.max_cents`` and
    its double at most the cap; it doubles the win or takes all of it.

    Args:
        total: what a play wins without gambling.
        cap_cents: most that a play may win.
        rounds: gambles after which the player stops; None: as many as the machine offers.
    """
    most = gamble.rounds if rounds is None else min(rounds, gamble.rounds)
    scale = gamble.of**most
    ways = [0] * len(total.ways)
    for cents, count in total.items():
        made = offered(cents, gamble, cap_cents, most)
        won = count * gamble.wins**made * gamble.of ** (most - made)
        ways[cents * 2**made // total.unit_cents] += won
        ways[0] += count * scale - won
    return Spread(tuple(ways), total.whole * scale, total.unit_cents)


def offered(cents: int, gamble: Gamble, cap_cents: int, rounds: int) -> int:
    """How many times in a row a win can be gambled if every gamble is won."""
    made = 0
    while made < rounds and 0 < cents <= gamble.max_cents and 2 * cents <= cap_cents:
        cents, made = 2 * cents, made + 1
    return made
