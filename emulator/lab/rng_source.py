# SPDX-License-Identifier: MIT
"""What the battery tests: a stream of bytes and scaled draws, the core's own or a broken one's in tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

import cext
from emulator.lab.rng_stats import Array

WORD_VALUES = 1 << 32


class Source(Protocol):
    """A generator as the battery sees it."""

    def stream(self, size: int) -> bytes:
        """Return the first ``size`` bytes of stream 0."""

    def words(self, machine: int, purpose: int, count: int) -> Array:
        """Return the first ``count`` words of a purpose of a machine, unscaled, 32 bits each."""

    def draws(self, machine: int, purpose: int, first: int, plays: int, bounds: Sequence[int]) -> Array:
        """Return the draws below ``bounds`` of ``plays`` plays from ``first`` on, shape (plays, bounds)."""

    def throws(self, machine: int, throws: int, dice: int) -> Array:
        """Return the first throws of dice of a machine, faces 1 to 6, shape (throws, dice)."""

    def deals(self, machine: int, deals: int, cards: int, count: int) -> Array:
        """Return the first deals of ``count`` of the cards of a machine, from 0, shape (deals, count)."""


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

    def throws(self, machine: int, throws: int, dice: int) -> Array:
        return cext.throws(self.key, 0, throws, dice, machine=machine)

    def deals(self, machine: int, deals: int, cards: int, count: int) -> Array:
        return cext.deals(self.key, 0, deals, cards, count, machine=machine)
