# SPDX-License-Identifier: MIT
"""
Exact tests of a series of plays for memory: given how many of them won, every order is equally likely.

    p_values(wins, amounts)          # {"after_a_win": Fraction(412, 1000), ...}
    detectable(wins, 0.01)           # {"after_a_win": 22, ...}: percent points that would be found

All p-values are exact counts of orders (R. A. Fisher 1935; A. M. Mood 1940, The distribution theory of runs),
each of them two-sided.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, pairwise
from math import comb, sqrt
from statistics import NormalDist

STREAK = 5
LAGS = (2, 3, 4, 5, 6, 7, 8, 9, 10)


def p_values(wins: Sequence[bool], amounts: Sequence[int]) -> dict[str, Fraction]:
    """
    P-values of all tests.

    Args:
        wins: whether each play won, in the order in which they were made.
        amounts: what each won, in cents.
    """
    return {
        "after_a_win": of_table(*_after(wins, 1)),
        "after_losses": of_table(*_streaks(wins)),
        "longest_losses": of_longest(wins),
        "lags": min(Fraction(1), len(LAGS) * min(of_table(*_after(wins, lag)) for lag in LAGS)),
        "halves": of_table(*_halves(wins)),
        "amounts": of_amounts(wins, amounts),
    }


def of_table(first: int, first_of: int, second: int, second_of: int) -> Fraction:
    """
    Two shares are one: Fisher's exact test, the sum of all tables that are no likelier than this one.

    Args:
        first, first_of: wins among the plays of one kind.
        second, second_of: wins among all others.
    """
    wins, plays = first + second, first_of + second_of
    seen = comb(first_of, first) * comb(second_of, second)
    low, high = max(0, wins - second_of), min(first_of, wins)
    if low == high:
        return Fraction(1)
    total = 0
    weight = comb(first_of, low) * comb(second_of, wins - low)
    for count in range(low, high + 1):
        if weight <= seen:
            total += weight
        # The next table's weight from this one's: binomials of hundreds of digits are not made anew.
        weight = weight * (first_of - count) * (wins - count)
        weight //= (count + 1) * (second_of - wins + count + 1)
    return Fraction(total, comb(plays, wins))


def of_longest(wins: Sequence[bool]) -> Fraction:
    """The longest run of losses is neither too short nor too long for so many wins in any order."""
    count, plays = sum(wins), len(wins)
    longest = max(losing_runs(wins))
    shorter = _within(plays, count, longest)
    longer = 1 - _within(plays, count, longest - 1)
    return min(Fraction(1), 2 * min(shorter, longer))


def losing_runs(wins: Sequence[bool]) -> list[int]:
    """How many losses stand before, between and after the wins."""
    places = [-1, *(at for at, won in enumerate(wins) if won), len(wins)]
    return [after - before - 1 for before, after in pairwise(places)]


@cache
def _within(plays: int, wins: int, most: int) -> Fraction:
    """Share of the orders in which no run of losses is longer: inclusion and exclusion over the gaps."""
    if most < 0:
        return Fraction(0)
    total = 0
    for over in range(wins + 2):
        left = plays - over * (most + 1)
        if left < wins:
            break
        total += (-1) ** over * comb(wins + 1, over) * comb(left, wins)
    return Fraction(total, comb(plays, wins))


def of_amounts(wins: Sequence[bool], amounts: Sequence[int]) -> Fraction:
    """Among the plays that won, large prizes come as often after many losses in a row as after few."""
    won = sorted(amount for amount in amounts if amount)
    # The bound above which about half of the prizes lie.
    bounds = sorted(set(won))[1:] or won[:1] or [0]
    large = min(bounds, key=lambda bound: abs(2 * sum(amount >= bound for amount in won) - len(won)))
    rows = [
        (run >= STREAK, amount >= large) for run, amount in zip(_runs(wins), amounts, strict=False) if amount
    ]
    dry = [great for after, great in rows if after]
    rest = [great for after, great in rows if not after]
    return of_table(sum(dry), len(dry), sum(rest), len(rest))


def _runs(wins: Sequence[bool]) -> list[int]:
    """How many losses in a row stood before each play."""
    return list(accumulate(wins, lambda run, won: 0 if won else run + 1, initial=0))


def _after(wins: Sequence[bool], lag: int) -> tuple[int, int, int, int]:
    """Wins among the plays that come so many after a win, and among the rest."""
    pairs = list(zip(wins, wins[lag:], strict=False))
    won = [later for before, later in pairs if before]
    lost = [later for before, later in pairs if not before]
    return sum(won), len(won), sum(lost), len(lost)


def _streaks(wins: Sequence[bool]) -> tuple[int, int, int, int]:
    """Wins among the plays after so many losses in a row, and among the rest."""
    dry = [won for won, run in zip(wins, _runs(wins), strict=False) if run >= STREAK]
    return sum(dry), len(dry), sum(wins) - sum(dry), len(wins) - len(dry)


def _halves(wins: Sequence[bool]) -> tuple[int, int, int, int]:
    half = len(wins) // 2
    return sum(wins[:half]), half, sum(wins[half:]), len(wins) - half


def found_percent(first_of: int, second_of: int, wins: int, alpha: float) -> int:
    """
    By how many percent points two shares must differ to be told apart nine times of ten.

    The usual normal approximation, rounded up to a whole percent; 100 where nothing could be found.
    """
    plays = first_of + second_of
    if not first_of or not second_of:
        return 100
    share = wins / plays
    wide = NormalDist().inv_cdf(1 - alpha / 2) + NormalDist().inv_cdf(0.9)
    return min(100, int(100 * wide * sqrt(share * (1 - share) * (1 / first_of + 1 / second_of))) + 1)


def detectable(wins: Sequence[bool], alpha: float) -> dict[str, int]:
    """For the tests of two shares: the smallest difference, in percent points, that they find."""
    tables = {"after_a_win": _after(wins, 1), "after_losses": _streaks(wins), "halves": _halves(wins)}
    return {
        name: found_percent(first_of, second_of, first + second, alpha)
        for name, (first, first_of, second, second_of) in tables.items()
    }
