# SPDX-License-Identifier: MIT
"""Where coins come to rest: a heap that grows under a chute, and how a coin falls onto it."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

_COLUMNS = 26
_DEPTHS = 4
_TRIES = 3  # places a coin rolls to before it stays in the lowest
FALL_MS = 330
BOUNCE_MS = 190
_BOUNCE_SHARE = 0.14  # of the fall's height


@dataclass(frozen=True)
class Rest:
    """Where one coin lies: shares of the tray's width and depth, its height in coins, its turn."""

    cents: int
    across: float
    depth: float
    level: float
    turn_deg: int


class Heap:
    """The coins that lie in a tray, in the order in which they came."""

    def __init__(self) -> None:
        self.coins: list[Rest] = []
        self._levels = np.zeros((_COLUMNS, _DEPTHS))

    def drop(self, cents: int, chute: float = 0.5) -> Rest:
        """Let one coin find its place near ``chute``; the same coins always make the same heap."""
        draw = np.random.default_rng(1_000 + len(self.coins))
        best: tuple[float, float, float] | None = None
        for trial in range(_TRIES):
            spread = 0.09 + 0.04 * trial + min(0.13, len(self.coins) / 900)
            across = float(np.clip(chute + draw.normal() * spread, 0.05, 0.95))
            depth = float(draw.random())
            level = self._level(across, depth)
            if best is None or level + 0.25 * trial < best[0]:
                best = (level + 0.25 * trial, across, depth)
        assert best is not None
        _, across, depth = best
        rest = Rest(cents, across, depth, self._level(across, depth), int(draw.integers(0, 24)) * 15)
        self._pile(across, depth, 1)
        self.coins.append(rest)
        return rest

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
    Height of a falling coin over its resting place, 1 at the chute, and whether it has come to rest.

    It falls with gravity, bounces once and lies.
    """
    if since_ms < FALL_MS:
        share = max(0.0, since_ms) / FALL_MS
        return 1 - share * share, False
    along = (since_ms - FALL_MS) / BOUNCE_MS
    if along >= 1:
        return 0.0, True
    return _BOUNCE_SHARE * math.sin(math.pi * along), False
