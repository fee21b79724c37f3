# SPDX-License-Identifier: MIT
"""
Searches whole numbers that bring exact figures into ranges, by as small changes as it finds.

A ``Space`` says what may change: a state, the single moves from it, and what a state pays exactly. The search
goes in rounds. Each asks what every move alone does, exactly, and supposes that moves add up, which is almost
true of small ones. Of the sets of moves that would bring all figures into their ranges it looks for one that
changes little (``_bundles``), and asks what the cheapest ones really do. The best state found so is where the
next round begins. It ends where all figures are within their ranges, or where a round brings nothing nearer.

The cost of a change is that of statistics, (n - n0)^2 / n0 for a number n that was n0: of ten cherries one
more or less is a small change, of one seven a large one.

Figures and costs are fractions or floats that only add and multiply, nothing is timed, and of equals the
order of the moves decides, which the seed shuffles: the same search finds the same on every computer.
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Generic, NamedTuple, Protocol, TypeVar

from machines.types.common.tuning import Range, Tell

FIRST, WIDTH, DEPTHS = 300, 60, (8, 3, 1)
"""
Single moves that are kept, so that two that undo each other's harm are found; sets of each larger size; and
the largest size, a smaller one where moves do not add up.
"""
PRICES = (1.5, 6.0, 50.0)
"""What a unit of distance costs, in the least that a single move asks for it; more makes straighter ways."""
ENOUGH = 20
"""Sets of one size within the ranges, with which no larger ones are looked for."""
ASKED, ASKED_FAR = 120, 20
"""Sets of a round that are looked at; fewer where none should be within the ranges."""
NEARER, FAST = 1.0, 0.02
"""A round must bring the distance down by this much, or by this part of it."""
TINY_RANGE, TINY_COST = 1e-9, 1e-9
"""Half the width of a range that is a single value; what a unit of distance costs at least."""

State = TypeVar("State", bound=Hashable)
Move = tuple[Hashable, ...]


class Space(Protocol[State]):
    """What may change, and what comes of it."""

    def moves(self, state: State) -> Sequence[Move]:
        """The single moves from a state."""

    def amounts(self, move: Move) -> Mapping[Hashable, int]:
        """The numbers that a move changes, each with how much."""

    def own(self, what: Hashable) -> int:
        """A number before anything was changed."""

    def scale(self, what: Hashable) -> int:
        """What the square of its change is divided by: its own number of a count, that squared of a prize."""

    def now(self, state: State, what: Hashable) -> int:
        """A number in a state."""

    def effects(self, state: State, moves: Sequence[Move]) -> Sequence[tuple[float, ...] | None]:
        """What each move alone adds to the figures; None where it cannot be made."""

    def moved(self, state: State, moves: Sequence[Move]) -> State | None:
        """The state after moves; None where they cannot all be made."""

    def quick(self, state: State) -> tuple[Fraction, ...] | None:
        """The same but for what all states near it have nearly alike, and quicker."""

    def figures(self, state: State) -> tuple[Fraction, ...] | None:
        """What a state pays, exactly; None where it cannot be counted."""


@dataclass(frozen=True)
class Found(Generic[State]):
    """The end of a search."""

    state: State
    figures: tuple[Fraction, ...]
    misses: float
    """0 if every figure is in its range."""


class _Bundle(NamedTuple):
    """Moves to be made together, by their places in the list of all."""

    moves: tuple[int, ...]
    figures: tuple[float, ...]
    """What they should bring."""
    cost: float
    misses: float
    rank: float


def search(
    space: Space[State], start: State, ranges: Sequence[Range], *, seed: int, rounds: int, tell: Tell
) -> Found[State]:
    """
    Change a state until its figures are in their ranges, or no nearer.

    Args:
        ranges: of each figure, in the order of ``Space.figures``.
        rounds: most rounds.

    Raises:
        ValueError: the start cannot be counted.
    """
    figures = space.figures(start)
    if figures is None:
        raise ValueError("the start of a search must be a state that can be counted")
    found = Found(start, figures, distance(figures, ranges))
    shuffled = Random(seed)
    for number in range(rounds):
        if not found.misses:
            break
        tell(number, rounds, f"{float(found.figures[0] * 100):.3f} %")
        moves = list(space.moves(found.state))
        if seed:
            shuffled.shuffle(moves)
        effects = space.effects(found.state, moves)
        able = [(move, effect) for move, effect in zip(moves, effects, strict=True) if effect is not None]
        before = found
        for depth in DEPTHS:
            nearer = _nearest(space, before, able, ranges, depth)
            if nearer is not None and nearer.misses < found.misses:
                found = nearer
            if found.misses <= before.misses - min(NEARER, FAST * before.misses):
                break
        else:
            break
    return found


def effect_of(space: Space[State], state: State, moves: Sequence[Move]) -> tuple[float, ...] | None:
    """What moves add to the figures, but for the cap of a play; None where they cannot be made."""
    here, moved = space.quick(state), space.moved(state, moves)
    there = None if moved is None else space.quick(moved)
    if here is None or there is None:
        return None
    return tuple(float(after - before) for after, before in zip(there, here, strict=True))


def distance(figures: Sequence[Fraction | float], ranges: Sequence[Range]) -> float:
    """How far figures lie outside their ranges, in halves of their widths, added up."""
    total = 0.0
    for value, (low, high) in zip(figures, ranges, strict=True):
        half = float(high - low) / 2 or TINY_RANGE
        total += max(0.0, float(low) - float(value), float(value) - float(high)) / half
    return total


def _nearest(
    space: Space[State],
    found: Found[State],
    able: Sequence[tuple[Move, tuple[float, ...]]],
    ranges: Sequence[Range],
    depth: int,
) -> Found[State] | None:
    """The nearest state that one set of moves leads to; of those within the ranges the cheapest set's."""
    here = space.quick(found.state)
    assert here is not None
    offsets = [exact - quick for exact, quick in zip(found.figures, here, strict=True)]
    nearest: tuple[float, State] | None = None
    asked: set[State] = set()
    bundles = _Bundles(space, found, able, ranges).best(depth)
    most = ASKED if not bundles or not bundles[0].misses else ASKED_FAR
    for bundle in bundles:
        state = space.moved(found.state, [able[place][0] for place in bundle.moves])
        if state is None or state in asked:
            continue
        asked.add(state)
        quick = space.quick(state)
        if quick is not None:
            misses = distance([value + more for value, more in zip(quick, offsets, strict=True)], ranges)
            if not misses and (made := _found(space, state, ranges)) and not made.misses:
                return made
            if nearest is None or misses < nearest[0]:
                nearest = misses, state
        if len(asked) >= most:
            break
    return None if nearest is None else _found(space, nearest[1], ranges)


def _found(space: Space[State], state: State, ranges: Sequence[Range]) -> Found[State] | None:
    figures = space.figures(state)
    return None if figures is None else Found(state, figures, distance(figures, ranges))


class _Bundles(Generic[State]):
    """Sets of moves that should bring the figures of a state into their ranges."""

    def __init__(
        self,
        space: Space[State],
        found: Found[State],
        able: Sequence[tuple[Move, tuple[float, ...]]],
        ranges: Sequence[Range],
    ) -> None:
        self._effects = [effect for _, effect in able]
        self._numbers = [
            [
                (what, by, space.now(found.state, what) - space.own(what), space.scale(what))
                for what, by in space.amounts(move).items()
            ]
            for move, _ in able
        ]
        self._amounts = [dict(space.amounts(move)) for move, _ in able]
        # Of each figure the middle of its range and half of its width.
        self._ranges = [(float(low + high) / 2, float(high - low) / 2 or TINY_RANGE) for low, high in ranges]
        self._start = tuple(map(float, found.figures))

    def best(self, depth: int) -> list[_Bundle]:
        """
        The sets in the order in which they promise most: within the ranges first, by their cost.

        The sets grow move by move. Kept are those of the least cost so far plus what the way that is left
        would cost at a price for each unit of it: at first little more than the best single move's, so that
        many small changes come before a large one, then more, until some set is within the ranges.
        """
        least, every = self._least_cost(), dict[tuple[int, ...], _Bundle]()
        for price in PRICES:
            layer = [_Bundle((), self._start, 0.0, self._misses(self._start), 0.0)]
            for made in range(depth):
                grown: dict[tuple[int, ...], _Bundle] = {}
                for bundle in layer:
                    self._grow(bundle, price * least, grown)
                width = WIDTH if made else FIRST
                layer = heapq.nsmallest(width, grown.values(), key=lambda bundle: (bundle.rank, bundle.moves))
                every.update((bundle.moves, bundle) for bundle in layer)
                if sum(not bundle.misses for bundle in layer) >= ENOUGH:
                    break
            if any(not bundle.misses for bundle in every.values()):
                break
        return sorted(every.values(), key=lambda bundle: (bundle.misses, bundle.cost, bundle.moves))

    def _grow(self, bundle: _Bundle, per_unit: float, grown: dict[tuple[int, ...], _Bundle]) -> None:
        """Enter the set with each one move more."""
        before: dict[Hashable, int] = {}
        for place in bundle.moves:
            for what, by in self._amounts[place].items():
                before[what] = before.get(what, 0) + by
        for place, effect in enumerate(self._effects):
            key = tuple(sorted((*bundle.moves, place)))
            if key in grown:
                continue
            figures = tuple([value + more for value, more in zip(bundle.figures, effect, strict=True)])
            cost = bundle.cost + self._cost(place, before)
            misses = self._misses(figures)
            grown[key] = _Bundle(key, figures, cost, misses, cost + per_unit * misses)

    def _misses(self, figures: Sequence[float]) -> float:
        """As ``distance``."""
        total = 0.0
        for value, (middle, half) in zip(figures, self._ranges, strict=True):
            off = abs(value - middle) - half
            if off > 0:
                total += off / half
        return total

    def _cost(self, place: int, before: Mapping[Hashable, int]) -> float:
        """What a move costs after others, of which ``before`` says what they change."""
        total = 0.0
        for what, by, off, scale in self._numbers[place]:
            far = off + before.get(what, 0)
            total += (2 * far + by) * by / scale
        return total

    def _least_cost(self) -> float:
        """The least cost of one unit of distance that a single move saves."""
        here, rates = self._misses(self._start), []
        for place, effect in enumerate(self._effects):
            saved = here - self._misses(
                [value + more for value, more in zip(self._start, effect, strict=True)]
            )
            if saved > 0:
                rates.append(max(0.0, self._cost(place, {})) / saved)
        return min(rates, default=0.0) + TINY_COST
