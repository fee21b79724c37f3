# SPDX-License-Identifier: MIT
"""
Between which payouts so many consecutive plays of a prize cycle stay, from its plan: single plays without
hold.

The order inside a stratum is then uniform, so some of its entries are a sample without replacement, and what
they pay is known for every number of them: with m of M winners among a of N entries by the hypergeometric
law, and their sum by the same law class by class. A stratum that lies whole in the window pays what it
holds. So a window is the end of one stratum, a sum that is sure, and the beginning of another one, drawn
apart (of the same stratum in a later cycle, too, for a cycle is shuffled anew); where both ends fall on a
join nothing is left to chance.

Everything is a sum of products of chances that are not negative, in double precision: each is right to
_ROUNDING, and transforms add as much of the largest.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise, repeat
from math import gcd, lgamma

import numpy as np
from numpy.typing import NDArray

from machines.support.plain import Json
from machines.types.cycle.plan import Plan

BAND_PLAYS = (10**3, 10**4, 10**5, 10**6, 10**7)
BAND_PERCENTS = (90, 95, 99)
PLACES = ("start", "random")
"""Where a window begins: with a cycle, or at a place drawn evenly."""
_ROUNDING = 1e-9
_LARGEST = 2 * 10**10
"""Numbers that all tables of a plan may have in turn; some seconds."""
_AT_ONCE = 256
_KEPT = 6 * 10**7
"""Numbers of all transforms that are kept: 480 MB, of one plan at a time."""

Law = NDArray[np.float64]
Counts = NDArray[np.int64]
Bands = list[tuple[int, int]]
"""Both ends for each of BAND_PERCENTS."""


def fits(plan: Plan) -> bool:
    """Whether the tables of a plan can be made in some seconds."""
    unit = gcd(*plan.prizes_cents)
    tables = (
        {(row, least[-1] // unit) for row, least in zip(plan.strata, plan.least, strict=True)}
        if unit
        else set()
    )
    return bool(unit) and sum(sum(row[1:]) ** 2 * sums for row, sums in tables) < _LARGEST


def return_bands(plan: Plan, of_plays: Sequence[int] = BAND_PLAYS) -> list[Json]:
    """
    Return the middle bands of the payout of so many consecutive plays, for each number, PLACES and
    BAND_PERCENTS.

    Each row has plays, place, confidence_percent, low_percent, high_percent (of the stakes), method
    ("hypergeometric", or "fixed" where nothing is left to chance) and error_percent: what rounding is
    taken to add to the stated probability of either end (_ROUNDING, set generously and not derived). What
    holds at every place and in every order is in ``windows`` of the sheet.
    """
    return [dict(row) for plays in of_plays for row in _rows(plan, plays)]


@lru_cache(maxsize=128)
def _rows(plan: Plan, plays: int) -> tuple[Json, ...]:
    """The rows of one number of plays: few numbers, that take long to find and are asked for again."""
    return tuple(_windows(plan).rows(plays))


@lru_cache(maxsize=1)
def _windows(plan: Plan) -> _Windows:
    return _Windows(plan)


class _Windows:
    """Windows of a plan; sums are in units of all prizes."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._unit = gcd(*plan.prizes_cents) or 1
        self._sums = [least[-1] // self._unit for least in plan.least]
        self._sizes = [len(least) - 1 for least in plan.least]
        self._starts = [0, *accumulate(self._sizes)]
        self._known: dict[int, Bands] = {}
        self._summed: dict[object, Law] = {}
        self._transforms: dict[tuple[int, ...], NDArray[np.complex128]] = {}
        self._points = _quick(2 * max(self._sums) + 1)

    def rows(self, plays: int) -> Iterator[Json]:
        """The rows of one number of plays."""
        sure, law = self._ends(0, plays)
        # Whole cycles pay what they pay: only the rest of the plays, and where they begin, decides.
        cycles, rest = divmod(plays, self._plan.plays)
        whole = max(0, cycles - 1) * sum(self._sums)
        random = self._anywhere(rest if not cycles else rest + self._plan.plays)
        found = {"start": _band(sure, law), "random": [(low + whole, high + whole) for low, high in random]}
        stakes = plays * self._plan.price_cents
        for place in PLACES:
            fixed = place == "start" and law is None
            for percent, (low, high) in zip(BAND_PERCENTS, found[place], strict=True):
                yield {
                    "plays": plays,
                    "place": place,
                    "confidence_percent": percent,
                    "low_percent": 100 * low * self._unit / stakes,
                    "high_percent": 100 * high * self._unit / stakes,
                    "method": "fixed" if fixed else "hypergeometric",
                    "error_percent": 0.0 if fixed else 100 * _ROUNDING,
                }

    def _ends(self, first: int, plays: int) -> tuple[int, Law | None]:
        """What a window surely pays, and the law of the rest; None if there is none."""
        sure, parts = self._parts(first, plays)
        if not parts:
            return sure, None
        law = np.ones(1)
        for stratum, entries in parts:
            law = np.convolve(law, self._table(stratum)[entries])
        return sure, law

    def _parts(self, first: int, plays: int) -> tuple[int, list[tuple[int, int]]]:
        """What a window surely pays, and (stratum, entries) of each that it has but a part of."""
        cycles, rest = divmod(plays, self._plan.plays)
        sure = cycles * sum(self._sums)
        stratum = bisect_right(self._starts, first) - 1
        skipped = first - self._starts[stratum]
        size = self._sizes[stratum]
        if skipped and cycles and skipped + rest < size:
            # What ends in the stratum that it began in, cycles later, has its end first and its beginning
            # last.
            return sure - self._sums[stratum], [(stratum, size - skipped), (stratum, skipped + rest)]
        parts: list[tuple[int, int]] = []
        while rest:
            entries = min(rest, self._sizes[stratum] - skipped)
            if entries == self._sizes[stratum]:
                sure += self._sums[stratum]
            else:
                parts.append((stratum, entries))
            rest, skipped = rest - entries, 0
            stratum = (stratum + 1) % len(self._sizes)
        return sure, parts

    def _anywhere(self, plays: int) -> Bands:
        """The band of a window that begins at a place drawn evenly: the mean of the laws of all places."""
        if plays not in self._known:
            groups: dict[tuple[int, tuple[int, ...]], list[tuple[int, ...]]] = {}
            for first, many in self._runs(plays):
                sure, parts = self._parts(first, plays)
                key = sure, tuple(stratum for stratum, _ in parts)
                # One place further on the beginning of a window has one entry fewer, its end one more.
                steps = (-1, 1) if len(parts) == 2 else (0,) * len(parts)
                ways = [
                    range(entries, entries + step * many, step) if step else repeat(entries, many)
                    for (_, entries), step in zip(parts, steps, strict=True)
                ]
                groups.setdefault(key, []).extend(zip(*ways, strict=True) if ways else repeat((), many))
            base = min(sure for sure, _ in groups)
            mixed = np.zeros(max(sure for sure, _ in groups) - base + self._points)
            for (sure, strata), rows in groups.items():
                mixed[sure - base : sure - base + self._points] += self._together(strata, rows)
            self._known[plays] = _band(base, mixed / self._plan.plays)
        return self._known[plays]

    def _runs(self, plays: int) -> Iterator[tuple[int, int]]:
        """Runs of places, (first, how many): within one no end of a window crosses a join of strata."""
        size = self._plan.plays
        joins = {start % size for start in self._starts}
        turns = sorted(joins | {(join - plays) % size for join in joins})
        for turn, following in pairwise([*turns, size]):
            yield turn, 1
            if following - turn > 1:
                yield turn + 1, following - turn - 1

    def _together(self, strata: tuple[int, ...], rows: list[tuple[int, ...]]) -> Law:
        """The sum of the laws of windows that have so many entries, a row each, of these strata."""
        key = tuple(self._plan.strata[stratum] for stratum in strata), tuple(rows)
        found = self._summed.get(key)
        if found is None:
            found = self._summed[key] = self._sum(strata, rows)
        return found

    def _sum(self, strata: tuple[int, ...], rows: list[tuple[int, ...]]) -> Law:
        found = np.zeros(self._points)
        if not strata:
            found[0] = len(rows)
            return found
        if len(strata) == 1:
            law = self._table(strata[0])[[entries for (entries,) in rows]].sum(0)
            found[: len(law)] = law
            return found
        first, second = strata
        for start in range(0, len(rows), _AT_ONCE):
            some = np.array(rows[start : start + _AT_ONCE], dtype=int)
            spectra = self._spectra(first)[_rows_of(some[:, 0])], self._spectra(second)[_rows_of(some[:, 1])]
            found += np.fft.irfft(np.einsum("ij,ij->j", *spectra), self._points)
        return np.maximum(0.0, found)

    def _spectra(self, stratum: int) -> NDArray[np.complex128]:
        """The transforms of each number of entries of a stratum, one a row; the last ones used are kept."""
        row, kept = self._plan.strata[stratum], self._transforms
        if row not in kept:
            while kept and self._points * (sum(map(sum, kept)) + sum(row)) > _KEPT:
                del kept[next(iter(kept))]
            kept[row] = self._transformed(self._table(stratum))
        found = kept[row] = kept.pop(row)
        return found

    def _transformed(self, table: Law) -> NDArray[np.complex128]:
        """Some rows at a time, so that no other array is as large as what is kept."""
        found = np.empty((len(table), self._points // 2 + 1), dtype=np.complex128)
        for start in range(0, len(table), _AT_ONCE):
            some = slice(start, start + _AT_ONCE)
            found[some] = np.fft.rfft(table[some], self._points, axis=1)
        return found

    def _table(self, stratum: int) -> NDArray[np.float64]:
        """The law of what so many entries of a stratum pay: a row for each number of them."""
        return self._tables[self._plan.strata[stratum]]

    @cached_property
    def _tables(self) -> dict[tuple[int, ...], NDArray[np.float64]]:
        units = [cents // self._unit for cents in self._plan.prizes_cents]
        return {row: sampled(row, units) for row in set(self._plan.strata)}


def _rows_of(entries: Counts) -> Counts | slice:
    """The same as a slice where one follows the other, up or down: rows are then looked at, not copied."""
    first, last = int(entries[0]), int(entries[-1])
    step = 1 if last >= first else -1
    if abs(last - first) != len(entries) - 1 or (np.diff(entries) != step).any():
        return entries
    stop = last + step
    return slice(first, stop if stop >= 0 else None, step)


def _quick(points: int) -> int:
    """The least number from ``points`` on whose transform is quick: of factors 2, 3 and 5 alone."""
    while True:
        rest = points
        for factor in (2, 3, 5):
            while rest % factor == 0:
                rest //= factor
        if rest == 1:
            return points
        points += 1


def sampled(counts: Sequence[int], units: Sequence[int]) -> NDArray[np.float64]:
    """
    What so many entries of a stratum pay, drawn without replacement.

    Args:
        counts: entries of each class, the first of which pays nothing.
        units: prize of each class.

    Returns:
        shape (entries + 1, units of all prizes + 1): the chance of each sum by the number of entries drawn.
    """
    size, length = sum(counts), 1
    winners = np.ones((1, 1))
    for count, unit in zip(counts[1:], units[1:], strict=True):
        held = len(winners) - 1
        wider = np.zeros((held + count + 1, length + count * unit))
        part = np.empty_like(winners)
        for of_class in range(count + 1):
            drawn = np.arange(of_class, of_class + held + 1)
            share = _hypergeometric(of_class, count, drawn, held + count)
            start = of_class * unit
            np.multiply(share[:, None], winners, out=part)
            wider[of_class : of_class + held + 1, start : start + length] += part
        winners, length = wider, wider.shape[1]
    held = len(winners) - 1
    entries, won = np.arange(size + 1)[:, None], np.arange(held + 1)[None, :]
    return np.asarray(_hypergeometric(won, held, entries, size) @ winners)


def _hypergeometric(found: Counts | int, of_class: int, drawn: Counts, size: int) -> Law:
    """How likely ``found`` of ``drawn`` things out of ``size`` are of a class that has ``of_class``."""
    logs = _log_factorials(size)

    def choose(of: int) -> Law:
        """The logarithm of each number of choices out of so many, then of none for what cannot be taken."""
        return np.concatenate((logs[of] - logs[: of + 1] - logs[of::-1], np.full(size + 1, -np.inf)))

    # A number below 0 counts from the end, which cannot be taken either.
    return np.asarray(
        np.exp(choose(of_class)[found] + choose(size - of_class)[drawn - found] - choose(size)[drawn])
    )


@lru_cache(maxsize=64)
def _log_factorials(most: int) -> Law:
    """The logarithm of each factorial from 0! on."""
    return np.array([lgamma(number + 1) for number in range(most + 1)])


def _band(sure: int, law: Law | None) -> Bands:
    """Both ends of each band of a sum that is sure and one that has this law."""
    if law is None:
        return [(sure, sure)] * len(BAND_PERCENTS)
    low, high = _quantiles(np.cumsum(law)[None, :])
    return [(sure + int(a), sure + int(b)) for a, b in zip(low[:, 0], high[:, 0], strict=True)]


def _quantiles(laws: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Both ends of each band of laws that are added up, one a row: shape (bands, laws) each."""
    tails = [(1 - percent / 100) / 2 for percent in BAND_PERCENTS]
    last = laws.shape[1] - 1
    low = np.array([(laws < tail).sum(1) for tail in tails])
    high = np.array([np.minimum(last, (laws < 1 - tail).sum(1)) for tail in tails])
    return low, high
