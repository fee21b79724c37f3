# SPDX-License-Identifier: MIT
"""What instruments on the bench read: counters, sums of coins, times between starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple


class Seen(NamedTuple):
    """One thing that an instrument sensed."""

    t_us: int
    kind: str
    fields: Mapping[str, Any]


class Start(NamedTuple):
    """Reels set off and the credit counter fell: a play was started."""

    t_us: int
    stake_cents: int


class Play(NamedTuple):
    """One play from its stake to its prize, as the visitor lived it."""

    start_us: int
    stake_cents: int
    prize_cents: int
    stops: tuple[int, ...]
    moved: frozenset[int]


def readable(shown: str) -> bool:
    """Whether a counter shows an amount; a dark one and the dashes of a locked machine show none."""
    return shown.strip().replace(".", "").isdigit()


def cents(shown: str) -> int:
    """The amount that a counter shows."""
    assert readable(shown), f"a counter must show an amount (shows {shown!r})"
    return int(shown.replace(".", ""))


def euros(amount_cents: int, point: str = ".") -> str:
    """An amount as a person writes it: 80.00 EUR, or 80,00 EUR."""
    return f"{amount_cents // 100}{point}{amount_cents % 100:02} EUR"


def total(coins: Mapping[int, int]) -> int:
    """Value of coins by count."""
    return sum(value * count for value, count in coins.items())


def payable(hoppers: Mapping[int, int], amounts: Iterable[int]) -> bool:
    """
    Whether these coins can pay these amounts exactly, one after the other, largest coin first.

    Right where each coin divides the next larger one, as those of a machine's hoppers do.
    """
    left = dict(hoppers)
    for amount in amounts:
        for coin in sorted(left, reverse=True):
            count = min(left[coin], amount // coin)
            left[coin] -= count
            amount -= count * coin
        if amount:
            return False
    return True


def gaps_ms(starts: Sequence[Start]) -> list[float]:
    """Time between each start and the next one, in ms."""
    return [(after.t_us - before.t_us) / 1000 for before, after in pairwise(starts)]


def busiest(times_us: Sequence[int], window_us: int) -> int:
    """Most events in any half-open window of that length."""
    most = begin = 0
    for end, t_us in enumerate(times_us):
        while t_us - times_us[begin] >= window_us:
            begin += 1
        most = max(most, end - begin + 1)
    return most
