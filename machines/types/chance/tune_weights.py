# SPDX-License-Identifier: MIT
"""
The weights of virtual reels as something to tune: how many tickets each stop has.

A move gives a symbol of a reel some tickets more or takes them: to the stop of it that has fewest, or from
the one that has most. No stop comes down to none, so nothing that the reels can show becomes impossible.
Where tickets are too coarse, all are split in equal parts (``finer``), which changes no chance.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from math import prod

from machines.types.chance.checks import COMBINATIONS_MAX, WEIGHT_MAX
from machines.types.chance.layout import ChanceLayout, Reels
from machines.types.chance.tune_figures import Meter, with_reels
from machines.types.chance.tune_search import Move, effect_of

Weights = tuple[tuple[int, ...], ...]
PART = 4
"""A move gives or takes one ticket, or this part of what a symbol of a reel has."""


class WeightSpace:
    """
    The weights of the reels of paid plays.

    Args:
        layout: of the model.
        meter: measures layouts.
        kept: numbers of symbols whose tickets stay.
        scale: tickets that each ticket of the model is split into.
    """

    def __init__(self, layout: ChanceLayout, meter: Meter, kept: frozenset[int], scale: int = 1) -> None:
        self._layout, self._meter, self._kept, self._scale = layout, meter, kept, scale
        self._strips = layout.paid.strips
        self.start: Weights = tuple(
            tuple(scale * weight for weight in weights) for weights in layout.paid.weights
        )

    def finer(self, state: Weights) -> tuple[WeightSpace, Weights] | None:
        """Space and state with every ticket split in two; None where the core has no room for them."""
        split = tuple(tuple(2 * weight for weight in weights) for weights in state)
        sums = list(map(sum, split))
        if max(sums) > WEIGHT_MAX or prod(sums) > COMBINATIONS_MAX:
            return None
        return WeightSpace(self._layout, self._meter, self._kept, 2 * self._scale), split

    def layout(self, state: Weights) -> ChanceLayout:
        """The numbers of a model with these weights."""
        return with_reels(self._layout, Reels(self._strips, state))

    def moves(self, state: Weights) -> Sequence[Move]:
        """(reel, symbol, tickets more)."""
        return [
            (reel, symbol, sign * step)
            for reel, strip in enumerate(self._strips)
            for symbol in dict.fromkeys(strip)
            if symbol not in self._kept
            for step in dict.fromkeys((1, max(1, self.now(state, (reel, symbol)) // PART)))
            for sign in (1, -1)
        ]

    def amounts(self, move: Move) -> Mapping[Hashable, int]:
        """The tickets of one symbol on one reel."""
        reel, symbol, by = move
        assert isinstance(by, int)
        return {(reel, symbol): by}

    def own(self, what: Hashable) -> int:
        return self.now(self.start, what)

    def scale(self, what: Hashable) -> int:
        return self.own(what)

    def now(self, state: Weights, what: Hashable) -> int:
        assert isinstance(what, tuple)
        reel, symbol = what
        return sum(
            weight for weight, shown in zip(state[reel], self._strips[reel], strict=True) if shown == symbol
        )

    def effects(self, state: Weights, moves: Sequence[Move]) -> Sequence[tuple[float, ...] | None]:
        return [effect_of(self, state, [move]) for move in moves]

    def moved(self, state: Weights, moves: Sequence[Move]) -> Weights | None:
        made = [list(weights) for weights in state]
        for reel, symbol, by in moves:
            assert isinstance(reel, int)
            assert isinstance(by, int)
            weights = made[reel]
            stops = [stop for stop, shown in enumerate(self._strips[reel]) if shown == symbol]
            for _ in range(abs(by)):
                if by > 0:
                    weights[min(stops, key=lambda stop: weights[stop])] += 1
                    continue
                most = max(stops, key=lambda stop: weights[stop])
                if weights[most] == 1:
                    return None
                weights[most] -= 1
        sums = list(map(sum, made))
        if max(sums) > WEIGHT_MAX or prod(sums) > COMBINATIONS_MAX:
            return None
        return tuple(map(tuple, made))

    def quick(self, state: Weights) -> tuple[Fraction, ...] | None:
        return self._meter.quick(self.layout(state))

    def figures(self, state: Weights) -> tuple[Fraction, ...] | None:
        return self._meter.figures(self.layout(state))
