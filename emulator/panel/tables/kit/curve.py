# SPDX-License-Identifier: MIT
"""A motion whose velocity goes straight from knot to knot: continuous, and its way is known exactly."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Sequence
from typing import NamedTuple


class Knot(NamedTuple):
    """At this second the velocity is this, in turns a second."""

    s: float
    velocity: float


class Curve:
    """
    A place over time, in turns.

    Args:
        start: where it is at the first knot.
        knots: in their order; before the first and after the last the velocity stays as there.
    """

    def __init__(self, start: float, knots: Sequence[Knot]) -> None:
        self._times = [knot.s for knot in knots]
        self.knots = list(knots)
        self._ways = [start]
        for one, two in itertools.pairwise(knots):
            self._ways.append(self._ways[-1] + (one.velocity + two.velocity) / 2 * (two.s - one.s))

    def velocity(self, s: float) -> float:
        """Turns a second at this second."""
        i = bisect_right(self._times, s) - 1
        if i < 0:
            return self.knots[0].velocity
        if i + 1 == len(self.knots):
            return self.knots[-1].velocity
        one, two = self.knots[i], self.knots[i + 1]
        return one.velocity + (two.velocity - one.velocity) * (s - one.s) / (two.s - one.s)

    def at(self, s: float) -> float:
        """Where it is at this second."""
        i = max(0, bisect_right(self._times, s) - 1)
        one = self.knots[i]
        return self._ways[i] + (one.velocity + self.velocity(s)) / 2 * (s - one.s)

    @property
    def begin_s(self) -> float:
        """When the first knot is."""
        return self._times[0]

    @property
    def end_s(self) -> float:
        """When the last knot is."""
        return self._times[-1]


def way(knots: Sequence[Knot]) -> float:
    """How far these knots go."""
    return sum((one.velocity + two.velocity) / 2 * (two.s - one.s) for one, two in itertools.pairwise(knots))
