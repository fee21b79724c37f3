# SPDX-License-Identifier: MIT
"""What the battery tests: a stream of bytes and scaled draws, the core's own or a broken one's in tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

import cext
from emulator.lab.rng_stats import Array, StatisticsError

WORD_VALUES = 1 << 32


class Source(Protocol):
    """A generator as the battery sees it."""

    def stream(self, size: int) -> bytes:
        """Return the first ``size`` bytes of stream 0."""

    def words(self, machine: int, purpose: int, count: int) -> Array:
        """Return the first ``count`` words of a purpose of a machine, unscaled, 32 bits each."""

    def draws(self, machine: int, purpose: int, first: int, plays: int, bounds: Sequence[int]) -> Array:
        """Return the draws below ``bounds`` of ``plays`` plays from ``first`` on, shape (plays, bounds)."""


class CoreSource:
    """The core under a key: what every machine of that key draws."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    def stream(self, size: int) -> bytes:
        return cext.keystream(self.key, 0, 0, size)

    def words(self, machine: int, purpose: int, count: int) -> Array:
        raw = cext.keystream(self.key, machine | purpose << 40, 0, 4 * count)
        return np.frombuffer(raw, dtype="<u4").astype(np.uint32)

    def draws(self, machine: int, purpose: int, first: int, plays: int, bounds: Sequence[int]) -> Array:
        raw = cext.draws(self.key, machine, purpose, first, plays, bounds)
        return np.frombuffer(raw, dtype=np.uint32).reshape(plays, len(bounds))


def shuffle_bounds(cards: int) -> tuple[int, ...]:
    """Return the bounds of the draws that one shuffle takes: the last card first."""
    if not 2 <= cards <= 256:
        raise StatisticsError(f"cards must be 2 to 256 (got {cards})")
    return tuple(range(cards, 1, -1))


def shuffled(draws: Array) -> Array:
    """
    Return the decks that draws below ``shuffle_bounds`` make, shape (shuffles, cards), cards from 0.

    Source: Durstenfeld (1964), Algorithm 235: Random permutation; Fisher and Yates (1938). The card that is
        drawn of those left changes places with the last of them.
    """
    many, cards = draws.shape[0], draws.shape[1] + 1
    decks = np.tile(np.arange(cards, dtype=np.uint32), (many, 1))
    every = np.arange(many)
    for step in range(cards - 1):
        last = cards - 1 - step
        drawn = draws[:, step]
        taken = decks[every, drawn]
        decks[every, drawn] = decks[:, last]
        decks[:, last] = taken
    return decks
