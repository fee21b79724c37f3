# SPDX-License-Identifier: MIT
"""
Campaigns of treinta y cuarenta: whole shoes as they are dealt to the red card, or coups of fresh ones.

Coups of one shoe hang together, so their mean is that of a ratio (gain to stakes) with the shoe as the unit:
Cochran (1977), Sampling Techniques, 6.4. The coup that the red card cuts off is void, and long coups are cut
off more often than short ones: the coups of whole shoes are not quite those of fresh ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from cext.table_thirty import BETS, UNIT, ZEROS, ThirtyRules, ThirtyTally
from machines.tables.campaign import Gains, Result, tally
from machines.tables.figure import ONE, Figure
from machines.tables.figure import ZERO as NOTHING
from machines.tables.games.treinta_y_cuarenta.coup import is_red, value
from machines.tables.games.treinta_y_cuarenta.insurance import KEPT, SEGURO
from machines.tables.games.treinta_y_cuarenta.odds import HALF_LOST
from machines.tables.odds import figures_of
from machines.tables.prison import LOST, NULL, WON, ZERO
from machines.tables.rules import Rules

DECK = 52
KINDS = (
    ("negro", "color"), ("negro", "inverso"), ("rojo", "color"), ("rojo", "inverso"), (NULL,), (ZERO,),
)  # fmt: skip
"""What a coup may be, in the core's order: the two bets that win, equal points, 31 and 31."""


class ThirtyCounter:
    """
    Counts coups by the points of both rows, and follows one stake of each bet through its prisons.

    Args:
        rules: of the game.
        fresh: a shoe of its own for every coup.
    """

    def __init__(self, rules: Rules, fresh: bool) -> None:
        self.rules, self.fresh = rules, fresh
        self.unit, self.piece = ("coups", 1 << 20) if fresh else ("shoes", 1 << 15)
        self._frees = rules.readings["prisoner_null"] == "freed"
        self._jailed = ONE if rules.readings["prison"] == "a" else Fraction(1, 2)
        data = rules.data
        cards = range(DECK * int(data["decks"]))
        self._shoe = ThirtyRules(
            [value(card) for card in cards], [is_red(card) for card in cards],
            below_red=int(data["below_red"]), ends_at=int(data["ends_at"]),
            half_jailed=self._jailed < 1, null_frees=self._frees,
        )  # fmt: skip

    def count(self, key: bytes, *, first: int, units: int, machine: int = 0) -> ThirtyTally:
        """Shoes or fresh coups."""
        if self.fresh:
            return self._shoe.fresh(key, first=first, coups=units, machine=machine)
        return self._shoe.shoes(key, first=first, shoes=units, machine=machine)

    def results(self, counts: ThirtyTally) -> list[Result]:
        """Every bet, and every deposit."""
        return [self._result(row, counts) for row in figures_of(self.rules)]

    def _result(self, row: Figure, counts: ThirtyTally) -> Result:
        if row.choice == "prison":
            gains = self._prison(row.spot, counts)
            return Result(row, gains, 0.0 if self.fresh else _jail_sigma(counts, BETS.index(row.spot), gains))
        each = self._gains(row)
        found = tally(zip(each, coups_of(counts), strict=True))
        return Result(row, found, 0.0 if self.fresh else _sigma(counts, each))

    def _gains(self, row: Figure) -> list[Fraction]:
        """What a stake gains in each kind of coup."""
        spot = row.spot.removeprefix(SEGURO)
        ends = [_end(kind, spot) for kind in KINDS]
        kept = KEPT[self.rules.readings["insurance"]]
        plain = {WON: ONE, LOST: -ONE, NULL: NOTHING, ZERO: HALF_LOST}
        if row.choice == "half":
            return [plain[end] for end in ends]
        if row.choice == "insured":
            share = Fraction(self.rules.number("insurance_bp"), 10_000)
            whole = plain | {ZERO: NOTHING}
            return [(whole[end] - (share if end in kept else NOTHING)) / (1 + share) for end in ends]
        saves = Fraction(*self.rules.spots[row.spot].pays)
        return [(saves if end == ZERO else NOTHING) - (ONE if end in kept else NOTHING) for end in ends]

    def _prison(self, spot: str, counts: ThirtyTally) -> Gains:
        """Stakes that were followed to their end."""
        found: list[tuple[Fraction, int]] = []
        for zeros, (won, lost, null, _) in enumerate(counts.ends[BETS.index(spot)].tolist()):
            freed = self._jailed / 2 ** (zeros - 1) - 1 if zeros else ONE
            found += [(freed, won), (-ONE, lost)]
            if not zeros or self._frees:
                found.append((freed if zeros else NOTHING, null))
        return tally(found)

    def facts(self, counts: ThirtyTally) -> Mapping[str, float]:
        """Coups and cards, and how many were null or 31 and 31."""
        if not counts.coups:
            return {"coups": 0}
        *_, null, doublet = coups_of(counts)
        found: dict[str, float] = {"coups": counts.coups, "null": null, "31 and 31": doublet}
        found["cards of a coup"] = counts.dealt / counts.coups
        return found if self.fresh else found | {"coups of a shoe": counts.coups / counts.shoes}


def _end(kind: Sequence[str], spot: str) -> str:
    if kind[0] in (NULL, ZERO):
        return kind[0]
    return WON if spot in kind else LOST


def coups_of(counts: ThirtyTally) -> list[int]:
    """How many coups were of each kind."""
    cells = counts.cells
    found = dict.fromkeys(range(len(KINDS)), 0)
    for first_red, half in enumerate(cells.tolist()):
        for black, row in enumerate(half):
            for red, many in enumerate(row):
                equal = 4 if black else 5
                found[equal if black == red else (first_red if black < red else 3 - first_red)] += many
    return list(found.values())


def _pairs() -> Iterator[tuple[int, int]]:
    return ((i, j) for i in range(len(KINDS)) for j in range(i, len(KINDS)))


def _sigma(counts: ThirtyTally, gains: Sequence[Fraction]) -> float:
    """Of the mean gain of a coup, from the sums of squares over shoes."""
    coups = coups_of(counts)
    mean = sum((gain * many for gain, many in zip(gains, coups, strict=True)), NOTHING) / max(1, sum(coups))
    rest = [float(gain - mean) for gain in gains]
    squares = sum(
        rest[i] * rest[j] * many * (1 if i == j else 2)
        for (i, j), many in zip(_pairs(), counts.moments, strict=True)
    )
    return math.sqrt(max(0.0, squares)) / max(1, counts.coups)


def _jail_sigma(counts: ThirtyTally, bet: int, gains: Gains) -> float:
    """The same of the stakes that are followed."""
    settled = sum(gains.values())
    mean = float(sum((gain * many for gain, many in gains.items()), NOTHING) / max(1, settled))
    nn, ng, gg = counts.jail[bet]
    squares = gg / UNIT**2 - 2 * mean * ng / UNIT + mean**2 * nn
    return math.sqrt(max(0.0, squares)) / max(1, settled)


def open_counter(rules: Rules, *, fresh: bool = False) -> ThirtyCounter:
    """Its counter."""
    return ThirtyCounter(rules, fresh)


__all__ = ["ZEROS", "ThirtyCounter", "coups_of", "open_counter"]
