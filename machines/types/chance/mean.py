# SPDX-License-Identifier: MIT
"""
What a type C model pays on average, exactly and in milliseconds: no combination is listed.

Lines: what one line pays follows from how often each reel shows each symbol on that line's row; lines add
up, so their means do. Ways: reels are independent, so a product of cells has the product of their means.
Scatters: the count in the window is the sum of independent counts, one a reel. Free plays: each is worth the
same on average whatever came before, and how many are made stops without looking ahead, so their worth is
their mean number times the mean of one (Wald's identity). Only the cap of a play (C-04) is left out: with it
a play pays no more than this, and the same where no play can reach it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from math import prod
from typing import NamedTuple

from machines.types.chance.layout import ChanceLayout, ComboRow, Reels, ScatterRow


class ScatterTurn(NamedTuple):
    """What the scatters of one turn give together."""

    prize_cents: int
    free_plays: int
    picks: int


def mean_cents(layout: ChanceLayout) -> Fraction:
    """Mean of what one paid play wins in all, features included; pots, gamble and cap apart."""
    paid = turn_mean_cents(layout, free=False)
    plays = mean_free_plays(layout)
    return paid + plays * turn_mean_cents(layout, free=True) if plays else paid


def mean_payout(layout: ChanceLayout) -> Fraction:
    """``mean_cents`` as a share of the price."""
    return mean_cents(layout) / layout.price_cents


def turn_mean_cents(layout: ChanceLayout, *, free: bool) -> Fraction:
    """Mean of what one turn of the reels wins, its picks included; a free one with its multiplier."""
    reels = layout.free if free else layout.paid
    shown = ways_mean(layout, reels) if layout.paylines is None else lines_mean(layout, reels)
    scattered = Fraction(0)
    for turn, chance in scatter_turns(layout, free=free).items():
        scattered += chance * (turn.prize_cents + picks_mean_cents(layout, turn.picks))
    return (layout.free_multiplier if free else 1) * shown + scattered


def lines_mean(layout: ChanceLayout, reels: Reels) -> Fraction:
    """Mean of what all lines pay together in one turn, before the multiplier of free plays."""

    @cache
    def shown(reel: int, row: int) -> Mapping[int, int]:
        return symbol_weights(reels, layout.rows, reel, row)

    @cache
    def line_mean(columns: tuple[tuple[tuple[int, int], ...], ...]) -> Fraction:
        return _line_mean(layout, [dict(column) for column in columns]) / prod(reels.sums)

    total = Fraction(0)
    for line in layout.paylines or ():
        total += line_mean(tuple(tuple(sorted(shown(r, row).items())) for r, row in enumerate(line)))
    return total


def symbol_weights(reels: Reels, rows: int, reel: int, row: int) -> dict[int, int]:
    """How many tickets of a reel show each symbol on a row (0 the uppermost)."""
    strip, weights = reels.strips[reel], reels.weights[reel]
    found: dict[int, int] = defaultdict(int)
    for stop, weight in enumerate(weights):
        found[strip[(stop + rows // 2 - row) % len(strip)]] += weight
    return dict(found)


def _line_mean(layout: ChanceLayout, columns: list[dict[int, int]]) -> Fraction:
    """
    What one line pays, summed over all tickets.

    Goes reel by reel and keeps, for all beginnings that the rest cannot tell apart, one sum of tickets: which
    combinations still match, what the multipliers so far make, and the best that is won already.
    """
    combos = layout.combos
    states: dict[tuple[int, int, int], int] = {(0, 1, (1 << len(combos)) - 1): 1}
    for reel, column in enumerate(columns):
        fits = {
            symbol: sum(1 << n for n, combo in enumerate(combos) if combo.masks[reel] >> symbol & 1)
            for symbol in column
        }
        ends = [(1 << n, combo) for n, combo in enumerate(combos) if combo.span == reel + 1]
        later = sum(1 << n for n, combo in enumerate(combos) if combo.span > reel + 1)
        needs_times = sum(1 << n for n, combo in enumerate(combos) if combo.multiplies) & later
        following: dict[tuple[int, int, int], int] = defaultdict(int)
        for (best, times, alive), tickets in states.items():
            for symbol, weight in column.items():
                matching = alive & fits[symbol]
                made = times * layout.multipliers[symbol]
                won = max((_worth(combo, made) for bit, combo in ends if matching & bit), default=0)
                kept = made if matching & needs_times else 1
                following[max(best, won), kept, matching & later] += tickets * weight
        states = following
    return Fraction(sum(best * tickets for (best, _, _), tickets in states.items()))


def _worth(combo: ComboRow, times: int) -> int:
    return combo.prize_cents * (times if combo.multiplies else 1)


def ways_mean(layout: ChanceLayout, reels: Reels) -> Fraction:
    """
    Mean of what all ways pay together in one turn, before the multiplier of free plays.

    The combinations of a group begin alike, so one counts where each reel of its span has a cell of it and
    not every reel up to the next longer one.
    """
    total = Fraction(0)
    for group in sorted({combo.group for combo in layout.combos}):
        combos = sorted((c for c in layout.combos if c.group == group), key=lambda c: c.span)
        for combo, longer in zip(combos, [*combos[1:], None], strict=True):
            cells = [_cells(layout, reels, reel, combo) for reel in range(combo.span)]
            ways = prod((mean for mean, _ in cells), start=Fraction(1))
            further = range(combo.span, longer.span) if longer else range(0)
            reached = (
                [_cells(layout, reels, reel, longer)[1] for reel in further] if longer else [Fraction(0)]
            )
            total += combo.prize_cents * ways * (1 - prod(reached, start=Fraction(1)))
    return total


def _cells(layout: ChanceLayout, reels: Reels, reel: int, combo: ComboRow) -> tuple[Fraction, Fraction]:
    """Mean number of the cells of a reel that fit, each as often as it multiplies; chance of one or more."""
    cells = present = 0
    for seen, weight in windows(reels, layout.rows, reel):
        fit = [symbol for symbol in seen if combo.masks[reel] >> symbol & 1]
        cells += weight * sum(layout.multipliers[symbol] if combo.multiplies else 1 for symbol in fit)
        present += weight * bool(fit)
    tickets = reels.sums[reel]
    return Fraction(cells, tickets), Fraction(present, tickets)


def windows(reels: Reels, rows: int, reel: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """What each stop of a reel shows, from the top, and its weight."""
    strip, stops = reels.strips[reel], len(reels.strips[reel])
    for stop, weight in enumerate(reels.weights[reel]):
        yield tuple(strip[(stop + rows // 2 - row) % stops] for row in range(rows)), weight


def scatter_turns(layout: ChanceLayout, *, free: bool) -> dict[ScatterTurn, Fraction]:
    """What the scatters of one turn give together, with the chance of each."""
    reels = layout.free if free else layout.paid
    groups = sorted({row.group for row in layout.scatters})
    rows_of = [[row for row in layout.scatters if row.group == group] for group in groups]
    tickets: dict[tuple[int, ...], int] = {(0,) * len(groups): 1}
    for reel in range(len(reels.strips)):
        seen: dict[tuple[int, ...], int] = defaultdict(int)
        for cells, weight in windows(reels, layout.rows, reel):
            seen[tuple(sum(rows[0].mask >> symbol & 1 for symbol in cells) for rows in rows_of)] += weight
        following: dict[tuple[int, ...], int] = defaultdict(int)
        for counts, one in tickets.items():
            for more, two in seen.items():
                following[tuple(a + b for a, b in zip(counts, more, strict=True))] += one * two
        tickets = following
    total = prod(reels.sums)
    found: dict[ScatterTurn, Fraction] = defaultdict(Fraction)
    for counts, count in tickets.items():
        rows = [_applying(rows, n) for rows, n in zip(rows_of, counts, strict=True)]
        found[_turn(layout, [row for row in rows if row], free=free)] += Fraction(count, total)
    return dict(found)


def _applying(rows: list[ScatterRow], count: int) -> ScatterRow | None:
    return max((row for row in rows if row.count <= count), key=lambda row: row.count, default=None)


def _turn(layout: ChanceLayout, rows: list[ScatterRow], *, free: bool) -> ScatterTurn:
    times = layout.free_multiplier if free else 1
    return ScatterTurn(
        prize_cents=times * sum(row.prize_cents for row in rows),
        free_plays=sum(row.retrigger if free else row.free_plays for row in rows),
        picks=sum(row.picks for row in rows),
    )


def picks_mean_cents(layout: ChanceLayout, picks: int) -> Fraction:
    """Mean of what so many picks given at once win; one that ends the bonus is the last."""
    weight = sum(row[1] for row in layout.picks)
    if not weight or not picks:
        return Fraction(0)
    mean = Fraction(sum(cents * times for cents, times, _ in layout.picks), weight)
    goes_on = Fraction(sum(times for _, times, ends in layout.picks if not ends), weight)
    return mean * sum((goes_on**made for made in range(picks)), Fraction(0))


def mean_free_plays(layout: ChanceLayout) -> Fraction:
    """Mean number of free plays after one paid play, retriggers included, up to their most."""
    from machines.types.chance import free as chance_free  # loads flint

    turns = prod(layout.free.sums)
    again: dict[int, int] = defaultdict(int)
    for turn, chance in scatter_turns(layout, free=True).items():
        again[turn.free_plays] += int(chance * turns)
    mean = Fraction(0)
    for turn, chance in scatter_turns(layout, free=False).items():
        if turn.free_plays:
            mean += chance * chance_free.mean_free_plays(again, turns, layout.max_free_plays, turn.free_plays)
    return mean
