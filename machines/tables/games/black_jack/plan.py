# SPDX-License-Identifier: MIT
"""The declared strategy as a plan, best play by composition and by total, and what each of them comes to."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from machines.support.figures import kept
from machines.tables.games.black_jack.analysis import (
    DOUBLE,
    HIT,
    MOST,
    SEVEN,
    SPLIT,
    STAND,
    Plan,
    Setting,
    Shoe,
    deals,
    fresh,
    mean_error,
)
from machines.tables.games.black_jack.croupier import VALUES, Counts, Floats
from machines.tables.games.black_jack.ends import GAINS, ends_of
from machines.tables.games.black_jack.pairs import Pairs, Parted, pair_of
from machines.tables.games.black_jack.squares import Square, square
from machines.tables.games.black_jack.strategy import letter

DECLARED, BEST, ALONE = "declared strategy", "best play", "without pairs"


class Worth(NamedTuple):
    """
    What a stake comes to.

    Attributes:
        mean: its gain, in stakes.
        bound: by how much the mean may be off: hands beyond those counted, and rounding.
        pairs: what separating them adds to the mean.
    """

    mean: float
    bound: float
    pairs: float


def shoe(setting: Setting) -> Shoe:
    """A fresh shoe."""
    return _shoe(_alone(setting))


@lru_cache(maxsize=4)
def _shoe(setting: Setting) -> Shoe:
    return Shoe(setting)


def _alone(setting: Setting) -> Setting:
    """The setting with what changes nothing for hands that are not separated as it is read by default."""
    taken = Setting()
    return setting._replace(
        by_name=taken.by_name, resplit_aces=taken.resplit_aces, sevens_split=taken.sevens_split
    )


def best(setting: Setting) -> tuple[Plan, Floats]:
    """What does best without pairs by composition, and what every hand comes to by it."""
    return _best(_alone(setting))


@lru_cache(maxsize=4)
def _best(setting: Setting) -> tuple[Plan, Floats]:
    return _shoe(setting).best()


@lru_cache(maxsize=8)
def declared(setting: Setting) -> Plan:
    """Of every hand what the declared strategy does, pairs apart."""
    known = shoe(setting)
    able = known.may_double()
    plan = np.zeros(known.stand.shape, dtype=np.int8)
    for row, (points, low) in enumerate(zip(known.hands.points, known.hands.low, strict=True)):
        if known.hands.size[row] < 2 or points >= MOST:
            continue
        for up in range(VALUES):
            said = letter("soft" if points > low else "hard", int(points), up + 1)
            plan[row, up] = STAND if said == "S" else DOUBLE if said == "D" and able[row] else HIT
    return plan


def parted(setting: Setting, by: str) -> dict[int, Parted]:
    """Gain and bound of each separated pair, its hands by the declared strategy or best play."""
    return {v: _parted(_of_value(setting, v), v, by) for v in range(VALUES)}


@lru_cache(maxsize=256)
def _parted(setting: Setting, v: int, by: str) -> Parted:
    return _pairs(setting, v, by).parted()


@lru_cache(maxsize=2 * VALUES)
def _pairs(setting: Setting, v: int, by: str) -> Pairs:
    return Pairs(setting, v, declared(setting) if by == DECLARED else best(setting)[0])


@lru_cache(maxsize=1024)
def _square(setting: Setting, v: int, by: str, up: int) -> Square:
    return square(_pairs(setting, v, by), up)


def _of_value(setting: Setting, v: int) -> Setting:
    """The setting with what changes nothing for separated hands of a value as it is read by default."""
    taken = Setting()
    return setting._replace(
        by_name=taken.by_name,
        resplit_aces=setting.resplit_aces if v == 0 else taken.resplit_aces,
        sevens_split=setting.sevens_split if v == SEVEN else taken.sevens_split,
    )


def splits(setting: Setting, counts: Counts, up: int, by: str) -> bool:
    """Whether a pair is separated."""
    v = pair_of(counts)
    if v < 0 or by == ALONE:
        return False
    if by == DECLARED:
        return letter("pair", v + 1, up + 1) == "P"
    known = shoe(setting)
    return bool(parted(setting, by)[v][0][up] > best(setting)[1][known.row(counts), up])


def worth(setting: Setting, by: str) -> Worth:
    """
    What a stake comes to.

    Args:
        setting: of the table.
        by: DECLARED, BEST, or ALONE: best play that never separates.
    """
    figures = kept("black jack", f"{by} {setting!r}", lambda: map(Fraction, _worth(setting, by)))
    return Worth(*map(float, figures))


def _worth(setting: Setting, by: str) -> Worth:
    known = shoe(setting)
    values = known.play(declared(setting)) if by == DECLARED else best(setting)[1]
    mean, bound, more = 0.0, mean_error(), 0.0
    for counts, up, chance in deals(setting.decks):
        alone = float(values[known.row(counts), up])
        mean += chance * alone
        if splits(setting, counts, up, by):
            part = chance * pairs_of_all(setting, counts)
            gain, unknown = parted(setting, by)[pair_of(counts)]
            mean += part * (float(gain[up]) - alone)
            more += part * (float(gain[up]) - alone)
            bound += part * float(unknown[up])
    return Worth(mean, bound, more)


@lru_cache(maxsize=32)
def mean_square(setting: Setting, by: str) -> Square:
    """The mean square of what a stake gains, all hands of a pair together; it takes longer than ``worth``."""
    figures = kept("black jack square", f"{by} {setting!r}", lambda: map(Fraction, _mean_square(setting, by)))
    return Square(*map(float, figures))


def _mean_square(setting: Setting, by: str) -> Square:
    known = shoe(setting)
    squares = ends_of(known, declared(setting) if by == DECLARED else best(setting)[0]) @ np.square(GAINS)
    found, bound = 0.0, 3 * mean_error()  # a square is twice a gain at most, of ends as odds.bound has them
    for counts, up, chance in deals(setting.decks):
        alone = float(squares[known.row(counts), up])
        found += chance * alone
        if splits(setting, counts, up, by):
            part, v = chance * pairs_of_all(setting, counts), pair_of(counts)
            both = _square(_of_value(setting, v), v, by, up)
            found += part * (both.square - alone)
            bound += part * both.bound
    return Square(found, bound)


def pairs_of_all(setting: Setting, counts: Counts) -> float:
    """The share of two cards of one value that may be separated: with by_name tens of one name alone."""
    if not setting.by_name or pair_of(counts) != VALUES - 1:
        return 1.0
    tens = int(fresh(setting.decks)[-1])
    return (tens // 4 - 1) / (tens - 1)


def table(setting: Setting, by: str = BEST) -> dict[tuple[str, int, int], str]:
    """
    Decisions by total: of all hands of two cards with a total, what does best on average.

    Returns:
        By ``hard``, ``soft`` or ``pair``, points or the pair's value, and the croupier's card: H, S, D or P.
    """
    known = shoe(setting)
    plan, value = best(setting)
    hit = known.play(_hit_once(known, plan))
    found: dict[tuple[str, int, int], str] = {}
    sums: dict[tuple[str, int, int], list[float]] = {}
    able = known.may_double()
    for counts, up, chance in deals(setting.decks):
        row = known.row(counts)
        points, low = int(known.hands.points[row]), int(known.hands.low[row])
        if points >= MOST:
            continue
        if (v := pair_of(counts)) >= 0:
            split = float(parted(setting, by)[v][0][up]) > float(value[row, up])
            found["pair", v + 1, up + 1] = "P" if split else "N"
        at = sums.setdefault(("soft" if points > low else "hard", points, up + 1), [0.0, 0.0, 0.0])
        at[0] += chance * float(known.stand[row, up])
        at[1] += chance * float(hit[row, up])
        at[2] += chance * float(known.double[row, up]) if able[row] else -2 * chance
    letters = "SHD"
    return found | {key: letters[int(np.argmax(some))] for key, some in sums.items()}


def _hit_once(known: Shoe, plan: Plan) -> Plan:
    """The plan of who draws at least one card to two, and goes on as the plan has it."""
    once = plan.copy()
    once[known.hands.size <= 2] = HIT
    once[known.hands.points >= MOST] = STAND
    return once


__all__ = [
    "ALONE",
    "BEST",
    "DECLARED",
    "SPLIT",
    "Worth",
    "declared",
    "mean_square",
    "parted",
    "shoe",
    "splits",
    "table",
    "worth",
]
