# SPDX-License-Identifier: MIT
"""
Campaigns of a table game: what units of play come to, each bet beside its exact figure.

    counter = open_counter("craps")
    counts = counter.count(key, first=0, units=1_000_000)      # parts add up, whoever counted them
    for row in counter.results(counts):
        row.figure.spot, row.settled, row.mean, row.distance   # the last in sigma

One unit stake lies on every bet, is settled as the text has it, and then laid again; so the stakes of a bet
are independent of each other, but for whole shoes.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from importlib import import_module
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from cext.table_units import walk
from machines.tables.figure import ZERO, Figure
from machines.tables.registry import GAMES, open_game

Gains = Mapping[Fraction, int]
"""How many stakes gained what, in units of the stake."""
Counts = Any
"""What a counter counts: an array, or a tally of shoes; parts are added with ``+``."""
LOOK_BACK = 1 << 12


class Result(NamedTuple):
    """
    One bet of a campaign.

    Attributes:
        figure: its exact figure.
        gains: stakes that are settled, by what each gained.
        sigma: of the mean, where stakes hang together; 0: they do not.
        bound: what the figure's mean leaves out at most.
    """

    figure: Figure
    gains: Gains
    sigma: float = 0.0
    bound: float = 0.0

    @property
    def settled(self) -> int:
        """So many stakes."""
        return sum(self.gains.values())

    @property
    def mean(self) -> Fraction:
        """Gain of a stake on average; 0 where none is settled."""
        total = sum((gain * many for gain, many in self.gains.items()), ZERO)
        return total / self.settled if self.settled else ZERO

    @property
    def error(self) -> float:
        """The standard deviation of the mean; 0 where none is settled."""
        return self.sigma or (self.figure.deviation / math.sqrt(self.settled) if self.settled else 0.0)

    @property
    def distance(self) -> float:
        """How far the mean lies from the exact one, beyond what that leaves out, in standard deviations."""
        apart = float(self.mean - self.figure.mean)
        beyond = max(0.0, abs(apart) - self.bound)
        return math.copysign(beyond / self.error, apart) if beyond and self.error else 0.0


class Counter(Protocol):
    """Plays units of one game in the core and tells what its bets came to."""

    unit: str
    """What is counted: spins, throws, shoes, coups."""
    piece: int
    """So many units are a tenth of a second's work, more or less."""

    def count(self, key: bytes, *, first: int, units: int, machine: int = 0) -> Counts:
        """Units first to first + units - 1."""

    def results(self, counts: Counts) -> list[Result]:
        """Every bet, in the order of its text."""

    def facts(self, counts: Counts) -> dict[str, float]:
        """What else was counted, by name."""


class Walk:
    """
    Units drawn below a bound, and an automaton that remembers what the next unit has to know.

    Args:
        purpose: of the draws.
        following: the state after each value, shape (states, bound).
    """

    def __init__(self, purpose: int, following: NDArray[np.uint16]) -> None:
        self.purpose, self.following = purpose, following
        self.bound = following.shape[1]

    def count(self, key: bytes, *, first: int, units: int, machine: int = 0) -> NDArray[np.uint64]:
        """How often each value fell in each state, shape (states, bound), whatever was counted before."""
        state = self.state_at(key, first, machine)
        counts, _ = walk(
            key, self.purpose, self.bound, first=first, units=units, machine=machine,
            following=self.following, state=state,
        )  # fmt: skip
        return counts

    def state_at(self, key: bytes, unit: int, machine: int = 0) -> int:
        """The state before a unit: all states look back until they agree, or to unit 0, which is in 0."""
        states = range(len(self.following))
        back = LOOK_BACK
        while back < unit:
            ends = {self._walked(key, unit - back, back, machine, state) for state in states}
            if len(ends) == 1:
                return ends.pop()
            back *= 4
        return self._walked(key, 0, unit, machine, 0)

    def _walked(self, key: bytes, first: int, units: int, machine: int, state: int) -> int:
        return walk(
            key, self.purpose, self.bound, first=first, units=units, machine=machine,
            following=self.following, state=state,
        )[1]  # fmt: skip


def tally(gains: Iterable[tuple[Fraction, int]]) -> dict[Fraction, int]:
    """Gains with how many each, added up."""
    found: dict[Fraction, int] = {}
    for gain, many in gains:
        if many:
            found[gain] = found.get(gain, 0) + int(many)
    return found


def open_counter(
    name: str, rules: Mapping[str, int | str] | None = None, readings: Mapping[str, str] | None = None,
    *, fresh: bool = False,
) -> Counter:  # fmt: skip
    """
    What counts the units of a game.

    Args:
        fresh: coups of fresh shoes instead of whole ones, of a game that has a shoe.

    Raises:
        TableError: there is no such game, rule or reading, or nothing fresh about it.
    """
    held = open_game(name, rules or {}, readings or {}).rules
    module = import_module(f"machines.tables.games.{GAMES[name]}.campaign")
    made: Counter = module.open_counter(held, fresh=fresh)
    return made
