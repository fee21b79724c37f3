# SPDX-License-Identifier: MIT
"""
What a tuning is asked for, and what it answers: other strips, weights, pays or strata of a model.

A type of machine that can be tuned has a function ``Tune`` in its ``MachineType``. It changes parts of the
model file and nothing else; whether a proposal is lawful is asked of the very checks of ``azar check``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from machines import MachinesError
from machines.check.problems import Problem
from machines.support.plain import Json, JsonView
from machines.types.common.own import Own
from machines.types.common.par_terms import VOLATILITY_Z

FIGURES = ("rtp", "hit", "variance")
"""What may be asked for: share of the stakes, share of the plays, squared stakes."""


class Range(NamedTuple):
    """The values of a figure that will do, both ends included."""

    low: Fraction
    high: Fraction

    @property
    def middle(self) -> Fraction:
        """What is best."""
        return (self.low + self.high) / 2

    def misses(self, value: Fraction) -> Fraction:
        """How far a value lies outside; 0 if it does not."""
        return max(self.low - value, value - self.high, Fraction(0))


def around(value: Fraction, within: Fraction) -> Range:
    """A value give or take."""
    return Range(value - within, value + within)


def volatility_range(index: Fraction, within: Fraction) -> Range:
    """The variances whose volatility index is a number of stakes, give or take."""
    z = Fraction(str(VOLATILITY_Z))
    low, high = max(Fraction(0), index - within) / z, (index + within) / z
    return Range(low * low, high * high)


@dataclass(frozen=True)
class Targets:
    """What is asked for; a figure that is not named may change, but the payout, which then stays."""

    rtp: Range | None = None
    hit: Range | None = None
    variance: Range | None = None
    keep: frozenset[str] = frozenset()
    """Symbols of which nothing is changed."""
    only: str | None = None
    """The one part that may change; None lets the type choose."""
    seed: int = 0
    """Which of several changes that are as good is tried first."""


class Figures(NamedTuple):
    """Exact figures of a model, pots and gamble apart."""

    rtp: Fraction
    hit: Fraction
    variance: Fraction
    """Of one play, in squared stakes."""

    def reach(self, targets: Targets) -> bool:
        """Whether each figure that is asked for is met."""
        wanted = ((targets.rtp, self.rtp), (targets.hit, self.hit), (targets.variance, self.variance))
        return not any(range_ and range_.misses(value) for range_, value in wanted)


class Change(NamedTuple):
    """One thing that a proposal changes."""

    what: str
    before: str
    after: str


@dataclass(frozen=True)
class Proposal:
    """Parts of a model file that take the place of its own."""

    parts: Json
    """By their keys at the top of the file; empty if nothing needs to change."""
    changes: tuple[Change, ...]
    figures: Figures
    stopped: Problem | None = None
    """Why it is only the nearest: the rule or bound that keeps the targets out of reach."""


class TuneError(MachinesError):
    """A tuning that makes no sense for a model; ``hint`` is a next step."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


Lawful = Callable[[JsonView], Sequence[Problem]]
"""The mistakes of the model with other parts in place of its own."""
Tell = Callable[[int, int, str], None]
"""Told how far a search is: done, total, note."""
Tune = Callable[[Own, Targets, Lawful, Tell], Proposal]
"""Proposes changes of a model of its own. TuneError: the model has nothing of the kind to change."""
