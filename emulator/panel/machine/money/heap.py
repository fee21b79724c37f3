# SPDX-License-Identifier: MIT
"""Where coins come to rest: a heap that grows under a chute, and how a coin falls and rolls on it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

_COLUMNS = 26
_DEPTHS = 4
FALL_MS = 330
BOUNCE_MS = 190
# It rings down on its edge before it lies.
RING_MS = 260
_BOUNCE_SHARE = 0.14  # of the fall's height
_SPREAD = 0.075  # round the chute, of the tray's width
# A heap is no steeper than so many coins from one column to the next: what falls on its top rolls down.
REPOSE = 0.9
_ROLLS_MAX = 14


@dataclass(frozen=True)
class Rest:
    """Where one coin lies: shares of the tray's width and depth, its height in coins, its turn."""

    cents: int
    across: float
    depth: float
    level: float
    turn_deg: int
    hit: tuple[float, float] = (0.5, 0.0)
    """Where it hit the heap before it rolled here: share of the width, height in coins."""


class Heap:
    """The coins that lie in a tray, in the order in which they came."""

    def __init__(self) -> None:
        self.coins: list[Rest] = []
        self._levels = np.zeros((_COLUMNS, _DEPTHS))

    def drop(self, cents: int, chute: float = 0.5) -> Rest:
        """Let one coin find its place near ``chute``; the same coins always make the same heap."""
        draw = np.random.default_rng(1_000 + len(self.coins))
        across = float(np.clip(chute + draw.normal() * _SPREAD, 0.05, 0.95))
        depth = float(draw.random())
        hit = (across, self._level(across, depth))
        across, depth = self._rolled(across, depth, float(draw.random()))
        turn_deg = int(draw.integers(0, 24)) * 15
        rest = Rest(cents, across, depth, self._level(across, depth), turn_deg, hit)
        self._pile(across, depth, 1)
        self.coins.append(rest)
        return rest

    def _rolled(self, across: float, depth: float, within: float) -> tuple[float, float]:
        """Where a coin comes to rest that hits the heap here: down its flank while that is steep."""
        column, row = self._cell(across, depth)
        start = column, row
        for _ in range(_ROLLS_MAX):
            here = self._levels[column, row]
            beside = [(c, row) for c in (column - 1, column + 1) if 1 <= c < _COLUMNS - 1]
            beside += [(column, r) for r in (row - 1, row + 1) if 0 <= r < _DEPTHS]
            lower = min(beside, key=lambda cell: (self._levels[cell], abs(cell[0] - start[0]), cell))
            if here - self._levels[lower] <= REPOSE:
                break
            column, row = lower
        if (column, row) == start:
            return across, depth
        return (column + within) / _COLUMNS, (row + 0.5 + (within - 0.5) * 0.8) / _DEPTHS

    def _pile(self, across: float, depth: float, coins: int) -> None:
        column, row = self._cell(across, depth)
        low, high = max(0, column - 1), min(_COLUMNS, column + 2)
        self._levels[low:high, row] += 0.55 * coins
        self._levels[column, row] += 0.45 * coins

    def lift(self, cents: int) -> Rest | None:
        """Take away the coin of this value that fell last, or tell that there is none."""
        rest = next((rest for rest in reversed(self.coins) if rest.cents == cents), None)
        if rest is not None:
            self.coins.remove(rest)
            self._pile(rest.across, rest.depth, -1)
        return rest

    def clear(self) -> None:
        """Take every coin away."""
        self.coins.clear()
        self._levels[...] = 0

    def counts(self) -> dict[int, int]:
        """How many coins of each value lie here."""
        found: dict[int, int] = {}
        for rest in self.coins:
            found[rest.cents] = found.get(rest.cents, 0) + 1
        return found

    def _cell(self, across: float, depth: float) -> tuple[int, int]:
        return min(_COLUMNS - 1, int(across * _COLUMNS)), min(_DEPTHS - 1, int(depth * _DEPTHS))

    def _level(self, across: float, depth: float) -> float:
        column, row = self._cell(across, depth)
        return float(self._levels[column, row])


def fall(since_ms: float) -> tuple[float, bool]:
    """
    Height of a falling coin over what it hits, 1 at the chute, and whether it has come to rest.

    It falls with gravity, bounces once, rings down on its edge and lies.
    """
    if since_ms < FALL_MS:
        share = max(0.0, since_ms) / FALL_MS
        return 1 - share * share, False
    along = (since_ms - FALL_MS) / BOUNCE_MS
    if along < 1:
        return _BOUNCE_SHARE * math.sin(math.pi * along), False
    return 0.0, since_ms >= FALL_MS + BOUNCE_MS + RING_MS


def rolled(since_ms: float) -> float:
    """How much of its way from where it hit to where it lies a coin has made, 0 to 1: during its bounce."""
    share = min(1.0, max(0.0, (since_ms - FALL_MS) / BOUNCE_MS))
    return share * (2 - share)


def ring(since_ms: float) -> float:
    """How far a coin stands up on its edge while it rings down, 1 to 0, faster and faster."""
    left = 1 - (since_ms - FALL_MS - BOUNCE_MS) / RING_MS
    if not 0 < left <= 1:
        return 0.0
    return left * abs(math.cos(math.pi * 2.2 / (0.35 + left)))
