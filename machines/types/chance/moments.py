# SPDX-License-Identifier: MIT
"""
Mean, variance and hit frequency of a play of chance as exact fractions, its cap left out.

Free turns are alike and independent. A turn gives r more with probability p_r and wins w_r = E[w; r] where
it does; N turns are made, at most ``max``. By the cycle lemma (``free.py``) a feature that begins with g
ends after t turns with probability g / t [y^(t - g)] F(y)^t, F the sum of all p_r y^r; as turns of such a
sequence are alike, what they win together on average is g times the sum over r of w_r [y^(t - g - r)]
F(y)^(t - 1). From these follow E[N] and Q, the mean of all that is won before a turn, over all turns made.
Whether a turn is made says nothing of what it wins, so what the feature wins has the mean m E[N] (Wald) and
the mean square e E[N] + 2 m Q, with m and e those of one turn. That nothing is won, Z, is the same chain of
turns that win nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from flint import fmpz_poly

from cext import Pick, Turn
from machines.types.chance.total import Game


@dataclass(frozen=True)
class Moments:
    """What a play wins in all if no cap cuts it short, pots and gamble apart."""

    mean_cents: Fraction
    square_cents2: Fraction
    """Mean of the square."""
    hit_frequency: Fraction
    """How likely something is won; the cap changes nothing of it."""

    @property
    def variance_cents2(self) -> Fraction:
        """Variance of what is won."""
        return self.square_cents2 - self.mean_cents**2


class _Kind:
    """All turns that give so many free plays: their chance, and what they win."""

    def __init__(self) -> None:
        self.chance = self.mean = self.square = self.nothing = Fraction(0)

    def add(self, chance: Fraction, mean: Fraction, square: Fraction, nothing: Fraction) -> None:
        """Turns of this chance that win so much on average; all figures of them alone."""
        self.chance += chance
        self.mean += chance * mean
        self.square += chance * square
        self.nothing += chance * nothing


def moments(game: Game) -> Moments:
    """The moments of a play; as long as its free plays are many their fractions are long."""
    most = game.max_free_plays
    paid = _kinds(game.paid, game.picks, most)
    mean, square = (
        sum((getattr(kind, of) for kind in paid.values()), Fraction(0)) for of in ("mean", "square")
    )
    nothing = paid[0].nothing if 0 in paid else Fraction(0)
    free = _kinds(game.free, game.picks, most) if game.free else {}
    turn = sum((kind.mean for kind in free.values()), Fraction(0))
    turn_square = sum((kind.square for kind in free.values()), Fraction(0))
    starts = [given for given in paid if given] if free else []
    features = _features(free, most, starts) if starts else {}
    for given, kind in paid.items():
        if given in features:
            turns, before, all_nothing = features[given]
            mean += kind.chance * turn * turns
            square += 2 * kind.mean * turn * turns
            square += kind.chance * (turn_square * turns + 2 * turn * before)
            nothing += kind.nothing * all_nothing
        elif given:
            nothing += kind.nothing
    return Moments(mean, square, 1 - nothing)


def _kinds(turns: Mapping[Turn, int], picks: Sequence[Pick], most: int) -> dict[int, _Kind]:
    """The turns by how many free plays they give, picks included."""
    found: dict[int, _Kind] = {}
    whole = sum(turns.values())
    for turn, ways in turns.items():
        mean, square, nothing = picks_moments(picks, turn.picks)
        prize = turn.prize_cents
        kind = found.setdefault(min(turn.free_plays, most), _Kind())
        kind.add(
            Fraction(ways, whole),
            prize + mean,
            prize * prize + 2 * prize * mean + square,
            nothing if not prize else Fraction(0),
        )
    return found


def picks_moments(rows: Sequence[Pick], picks: int) -> tuple[Fraction, Fraction, Fraction]:
    """Mean, mean square and chance of nothing of what so many picks win, by first-step equations."""
    weight = sum(row.weight for row in rows) or 1
    prize = Fraction(sum(row.prize_cents * row.weight for row in rows), weight)
    goes_on = Fraction(sum(row.weight for row in rows if not row.ends), weight)
    on_prize = Fraction(sum(row.prize_cents * row.weight for row in rows if not row.ends), weight)
    squared = Fraction(sum(row.prize_cents**2 * row.weight for row in rows), weight)
    none_ends = Fraction(sum(row.weight for row in rows if row.ends and not row.prize_cents), weight)
    none_on = Fraction(sum(row.weight for row in rows if not row.ends and not row.prize_cents), weight)
    mean, square, nothing = Fraction(0), Fraction(0), Fraction(1)
    for _ in range(picks):
        square = squared + 2 * on_prize * mean + goes_on * square
        mean = prize + goes_on * mean
        nothing = none_ends + none_on * nothing
    return mean, square, nothing


def _features(
    free: Mapping[int, _Kind], most: int, starts: Iterable[int]
) -> dict[int, tuple[Fraction, Fraction, Fraction]]:
    """By the number that a feature begins with: E[N], Q and Z; see the head of this file."""
    kinds = {more: kind for more, kind in free.items() if more < most}
    mean = sum((kind.mean for kind in free.values()), Fraction(0))
    nothing = sum((kind.nothing for kind in free.values()), Fraction(0))
    scale = lcm(*(part.denominator for kind in kinds.values() for part in (kind.chance, kind.mean)))
    rows = {more: (int(kind.chance * scale), int(kind.mean * scale)) for more, kind in kinds.items()}
    none_scale = lcm(*(kind.nothing.denominator for kind in kinds.values()))
    none_rows = {more: (int(kind.nothing * none_scale), 0) for more, kind in kinds.items()}
    ended = {start: [(0, 0)] * most for start in starts}
    ended_none = {start: [(0, 0)] * most for start in starts}
    _count_ends(rows, ended)
    _count_ends(none_rows, ended_none)
    found = {}
    for start, ends in ended.items():
        cut = list(enumerate(ends))
        turns = most - _over([(most - turn) * ways for turn, (ways, _) in cut], scale)
        before = mean * (most * (most - 1) // 2)
        before -= _over([(most - turn) * won for turn, (_, won) in cut], scale)
        before -= mean * _over(
            [(most - turn) * (most - turn - 1) // 2 * ways for turn, (ways, _) in cut], scale
        )
        silent = [ways for ways, _ in ended_none[start]]
        on = nothing.denominator
        later = _over(
            [ways * on**turn * nothing.numerator ** (most - turn) for turn, ways in enumerate(silent)],
            none_scale,
        )
        found[start] = turns, before, nothing**most + _over(silent, none_scale) - later / on**most
    return found


def _count_ends(rows: Mapping[int, tuple[int, int]], ended: Mapping[int, list[tuple[int, int]]]) -> None:
    """
    How features end turn by turn: the ways, and what all turns of them win together.

    Args:
        rows: of a turn by what it gives the ways and what they win.
        ended: for each start a row a turn, from 0 on, that is filled in; in turn t over whole ** t.
    """
    step = gcd(*rows) or 1
    won = {more // step: cents for more, (_, cents) in rows.items() if cents}
    coefficients = [0] * (max(rows, default=0) // step + 1)
    for more, (ways, _) in rows.items():
        coefficients[more // step] = ways
    turn_ways = fmpz_poly(coefficients)
    power = fmpz_poly([1])
    most = max(map(len, ended.values()), default=0)
    for turn in range(1, most):
        before, power = power, power.mul_low(turn_ways, most // step + 1)
        for start, ends in ended.items():
            last, rest = divmod(turn - start, step)
            if last >= 0 and not rest:
                # The cycle lemma: of all sequences with that sum the share start / turn ends just there, and
                # in those each turn wins alike.
                ways = start * int(power[last]) // turn
                sums = sum(cents * int(before[last - up]) for up, cents in won.items() if up <= last)
                ends[turn] = ways, start * sums


def _over(terms: Sequence[int], whole: int) -> Fraction:
    """The sum of the terms, each over a power of ``whole`` that is its place."""
    total = 0
    for term in terms:
        total = total * whole + term
    return Fraction(total, whole ** (len(terms) - 1))
