# SPDX-License-Identifier: MIT
"""
A record of a wheel, dice or shoes tested for bias, all tests together at one level of false alarms.

    found = audit(read_draws(Path("spins.csv")))
    found.odd, found.trials[0].biases
"""

from __future__ import annotations

from typing import NamedTuple

from machines.tables.inspection.chances import holm
from machines.tables.inspection.dice_trials import DiceDraws, dice_trials
from machines.tables.inspection.draws import Draws, DrawsRecord
from machines.tables.inspection.power import Bias
from machines.tables.inspection.shoe_trials import ShoeDraws, Wrong, shoe_trials, wrong_cards
from machines.tables.inspection.trial import Cell, Trial
from machines.tables.inspection.wheel_trials import wheel_trials

LEVEL = 0.01
"""Fair records of which one in so many raises an alarm."""


class Judged(NamedTuple):
    """
    A test with its verdict.

    Attributes:
        trial: what it counted.
        adjusted: its p-value for the number of all tests; None where there were too few data for it.
        odd: whether that is the level or less.
        named: cells that are odd by themselves at the level.
        alpha: the part of the level that is this test's own, whatever the others find.
    """

    trial: Trial
    adjusted: float | None
    odd: bool
    named: tuple[Cell, ...]
    alpha: float

    @property
    def biases(self) -> tuple[Bias, ...]:
        """What it would have found; nothing where there were too few data."""
        return self.trial.biases(self.alpha) if self.trial.cells else ()


class Audit(NamedTuple):
    """All tests of a record; ``wrong`` are cards that a shoe has for certain too often or too seldom."""

    record: DrawsRecord
    level: float
    trials: tuple[Judged, ...]
    wrong: tuple[Wrong, ...]

    @property
    def odd(self) -> bool:
        """Whether anything was found."""
        return bool(self.wrong) or any(one.odd for one in self.trials)


def audit(record: DrawsRecord, level: float = LEVEL) -> Audit:
    """
    Test a record.

    Args:
        record: what was drawn.
        level: the share of fair records that may raise an alarm, of all tests together.
    """
    wrong = tuple(wrong_cards(record.draws)) if isinstance(record.draws, ShoeDraws) else ()
    return Audit(record, level, tuple(judged(record.draws, level)), wrong)


def judged(draws: Draws, level: float = LEVEL) -> list[Judged]:
    """Every test with its verdict."""
    trials = _trials(draws)
    alpha = level / max(1, sum(1 for one in trials if one.cells))
    adjusted = iter(holm([one.p for one in trials if one.cells]))
    found = []
    for one in trials:
        p = next(adjusted) if one.cells else None
        own = alpha / max(1, len(one.cells))
        named = tuple(sorted((cell for cell in one.cells if cell.p <= own), key=lambda cell: cell.p))
        found.append(Judged(one, p, p is not None and p <= level, named, alpha))
    return found


def _trials(draws: Draws) -> list[Trial]:
    if isinstance(draws, DiceDraws):
        return dice_trials(draws)
    if isinstance(draws, ShoeDraws):
        return shoe_trials(draws)
    return wheel_trials(draws)
