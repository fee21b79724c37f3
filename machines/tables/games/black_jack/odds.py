# SPDX-License-Identifier: MIT
"""
Figures of black jack: a stake by best play that separates no pair, end by end, and an insurance.

Chances of the stake are doubles with the bound of their error, ``bound``; an insurance's is exact. Play that
separates pairs has a mean and a variance (``plan.worth``), whose ends are not counted.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from machines.tables.figure import ONE, Figure, Price
from machines.tables.games.black_jack.analysis import Setting, deals, fresh, mean_error
from machines.tables.games.black_jack.ends import GAINS, LOST, ends_of
from machines.tables.games.black_jack.pairs import FURTHER
from machines.tables.games.black_jack.plan import ALONE, BEST, DECLARED, mean_square, shoe, worth
from machines.tables.rules import Rules

PLAYS = {
    BEST: "by composition, all hands of a pair by one plan",
    DECLARED: "by total (strategy.toml)",
}
"""How a stake with its pairs is played that has a price, and what that looks at."""


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
    shares[LOST] += ONE - sum(shares)
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


def _squared(setting: Setting, by: str) -> tuple[Fraction, Fraction]:
    here = mean_square(setting, by)
    return Fraction(here.square), Fraction(here.bound)


def prices(rules: Rules) -> list[Price]:
    """A stake on each box with its pairs, played best and as declared."""
    setting = setting_of(rules)
    played = [(by, worth(setting, by), partial(_squared, setting, by)) for by in PLAYS]
    return [
        Price(
            spot.name, spot.kind, spot.article, f"{spot.pays[0]} to {spot.pays[1]}", by, Fraction(here.mean),
            Fraction(here.bound), squared, f"{PLAYS[by]}; pairs counted to {FURTHER + 2} hands",
        )
        for spot in rules.spots.values()
        if spot.kind == "mano"
        for by, here, squared in played
    ]  # fmt: skip
