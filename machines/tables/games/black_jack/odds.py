# SPDX-License-Identifier: MIT
"""
Figures of black jack: a stake by best play that separates no pair, end by end, and an insurance.

Chances of the stake are doubles with the bound of their error, ``bound``; an insurance's is exact. Play that
separates pairs has a mean alone (``plan.worth``), whose ends are not counted.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from machines.tables.figure import ONE, Figure, Price
from machines.tables.games.black_jack.analysis import (
    DOUBLE,
    HIT,
    MOST,
    SEVEN,
    Plan,
    Setting,
    Shoe,
    deals,
    fresh,
    mean_error,
)
from machines.tables.games.black_jack.croupier import BUST, NATURAL, SEVENS, VALUES, Floats
from machines.tables.games.black_jack.pairs import FURTHER
from machines.tables.games.black_jack.plan import ALONE, BEST, DECLARED, shoe, worth
from machines.tables.rules import Rules

GAINS = (-2, -1, 0, 1, 1.5, 2)
"""What a stake may gain that is not separated."""
COUNTED = {
    BEST: "by composition, all hands of a pair by one plan",
    DECLARED: "by total (strategy.toml)",
}
_LOST2, _LOST, _NULL, _WON, _NATURAL, _WON2 = range(len(GAINS))


def setting_of(rules: Rules) -> Setting:
    """What of rules and readings changes a figure."""
    read = rules.readings
    return Setting(
        int(rules.data["decks"]), read["three_sevens"] == "any_21",
        read["bank_black_jack"] == "original_only", read["soft_double"] == "either",
        read["resplit_aces"] == "allowed", read["pairs"] == "by_name", read["sevens_after_pair"] == "counted",
    )  # fmt: skip


def figures(rules: Rules) -> list[Figure]:
    """A stake on each box, and each insurance."""
    setting = setting_of(rules)
    known = shoe(setting)
    ends = ends_of(known, known.best()[0])
    total = [0.0] * len(GAINS)
    for counts, up, chance in deals(setting.decks):
        total = [
            have + chance * float(more) for have, more in zip(total, ends[known.row(counts), up], strict=True)
        ]
    shares = [Fraction(one) for one in total]
    shares[_LOST] += ONE - sum(shares)
    rows = [(Fraction(gain), share) for gain, share in zip(GAINS, shares, strict=True)]
    note = "by composition; pairs add to it"
    tens, cards = int(fresh(setting.decks)[-1]), int(fresh(setting.decks).sum()) - 1
    insured = [(Fraction(2), Fraction(tens, cards)), (-ONE, Fraction(cards - tens, cards))]
    return [
        Figure.of(spot, rows, choice=ALONE, note=note)._replace(bound=bound())
        if spot.kind == "mano"
        else Figure.of(spot, insured, note="own cards unseen")
        for spot in rules.spots.values()
    ]


def bound() -> Fraction:
    """
    By how much a chance or the mean of a figure may be off.

    A chance is the mean of what gains 1 at one end, and within half of ``mean_error``, which is for gains of
    2; that of a lost stake takes what all of them lack to 1, half as much again. So the mean of all ends,
    whose gains are 2 at most, is within one and a half of ``mean_error``.
    """
    return Fraction(1.5 * mean_error())


def prices(rules: Rules) -> list[Price]:
    """A stake on each box with its pairs, played best and as declared."""
    setting = setting_of(rules)
    found = []
    for spot in rules.spots.values():
        for by in (BEST, DECLARED) if spot.kind == "mano" else ():
            here = worth(setting, by)
            pays = f"{spot.pays[0]} to {spot.pays[1]}"
            found.append(
                Price(
                    spot.name, spot.kind, spot.article, pays, by, Fraction(here.mean),
                    Fraction(here.bound), f"{COUNTED[by]}; pairs counted to {FURTHER + 2} hands",
                )
            )  # fmt: skip
    return found


def ends_of(known: Shoe, plan: Plan) -> Floats:
    """The chance of each of GAINS of every hand against every card, shape (hands, 10, 6)."""
    hands, ends = known.hands, known.ends
    stand = np.zeros((*known.stand.shape, len(GAINS)))
    stand[:, :, _WON] = ends[:, :, BUST]
    stand[:, :, _LOST] = ends[:, :, NATURAL]
    for at, points in enumerate(range(17, MOST + 1)):
        for where, how in (
            (_WON, hands.points > points),
            (_NULL, hands.points == points),
            (_LOST, hands.points < points),
        ):
            stand[how, :, where] += ends[how, :, at]
    twice = np.zeros_like(stand)
    twice[:, :, _LOST2], twice[:, :, _NULL], twice[:, :, _WON2] = (
        stand[:, :, at] for at in (_LOST, _NULL, _WON)
    )
    if known.setting.original_only:
        twice[:, :, _LOST2] -= ends[:, :, NATURAL]
        twice[:, :, _LOST] += ends[:, :, NATURAL]
    sevens = known.row(tuple(3 * (v == SEVEN) for v in range(VALUES)))
    null = ends[sevens, :, 4] if known.setting.sevens_any else ends[sevens, :, SEVENS]
    stand[sevens] = 0
    stand[sevens, :, _NULL], stand[sevens, :, _LOST] = null, ends[sevens, :, NATURAL]
    stand[sevens, :, _WON2] = 1 - null - ends[sevens, :, NATURAL]
    natural = known.row((1, *[0] * (VALUES - 2), 1))
    stand[natural] = 0
    stand[natural, :, _NULL] = ends[natural, :, NATURAL]
    stand[natural, :, _NATURAL] = 1 - ends[natural, :, NATURAL]
    found = stand.copy()
    bust, bust2 = np.eye(len(GAINS))[_LOST], np.eye(len(GAINS))[_LOST2]
    for low in range(MOST, 0, -1):
        for row in np.flatnonzero((hands.low == low) & (hands.points < MOST)):
            for act, source, passed in ((HIT, found, bust), (DOUBLE, twice, bust2)):
                at = plan[row] == act
                if at.any():
                    found[row, at] = sum(
                        known.next[row, at, v][:, None]
                        * (source[more, at] if (more := hands.more[row, v]) >= 0 else passed)
                        for v in range(VALUES)
                    )
    return found
