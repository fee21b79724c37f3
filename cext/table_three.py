# SPDX-License-Identifier: MIT
"""
Three cards against the bank's three in the core: many deals, counted at once.

    rules = ThreeRules(hands, scores, kinds, goes, plays_at=250)
    rules.deals(key, first=0, deals=1_000_000)[0, FOLDS]     # hands of the lowest kind that retired
"""

from __future__ import annotations

from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from cext._core import ffi, lib
from cext.errors import CoreError, check, need_bytes, need_range
from cext.rng import KEY_SIZE, MACHINE_MAX, widest_tier

KINDS = int(lib.CORE_THREE_KINDS)
FOLDS, OUT, WORSE, EQUAL, BETTER = (
    int(lib.CORE_THREE_FOLDS), int(lib.CORE_THREE_OUT), int(lib.CORE_THREE_WORSE), int(lib.CORE_THREE_EQUAL),
    int(lib.CORE_THREE_BETTER),
)  # fmt: skip
"""What comes of a hand: it retires, the bank does not play, or plays and is below, like or above it."""
_FATES = int(lib.CORE_THREE_FATES)
_SCORE_MAX = int(lib.CORE_THREE_SCORES) - 1
_DEALS_MAX = 1 << 62
_NO_HAND = 0xFFFF


class ThreeRules:
    """
    What hands of three cards are worth.

    Args:
        hands: all that can be dealt, of 52 cards, each four times its rank plus its suit; shape (22100, 3).
        scores: of each hand, 0 to 4095; the higher one wins.
        kinds: of each hand, 0 to 6.
        goes: whether a player goes on with it.
        plays_at: the least score with which the bank plays.

    Raises:
        CoreError: an argument is out of range, or hands of the same ranks, both of one suit or neither,
            differ.
    """

    def __init__(
        self, hands: NDArray[np.int64], scores: NDArray[np.int64], kinds: NDArray[np.int64],
        goes: NDArray[np.bool_], *, plays_at: int,
    ) -> None:  # fmt: skip
        for name, values, most in (("scores", scores, _SCORE_MAX), ("kinds", kinds, KINDS - 1)):
            need_range(name, int(values.min()), 0, most)
            need_range(name, int(values.max()), 0, most)
        worth = (scores << 4 | kinds << 1 | goes).astype(np.uint16)
        table = np.full(int(lib.CORE_THREE_HANDS), _NO_HAND, dtype=np.uint16)
        suited = (hands % 4 == hands[:, :1] % 4).all(axis=1)
        for order in permutations(range(3)):
            first, second, third = (hands[:, place] // 4 for place in order)
            where = suited << 12 | first << 8 | second << 4 | third
            table[where] = worth
            if (table[where] != worth).any():
                raise CoreError(
                    "hands of the same ranks, suited alike, must have one score, kind and decision"
                )
        table[table == _NO_HAND] = 0
        made = self._rules = ffi.new("core_three_rules *")
        made.plays_at = need_range("plays_at", plays_at, 0, _SCORE_MAX)
        ffi.memmove(made.hand, table.tobytes(), table.nbytes)

    def deals(
        self, key: bytes, *, first: int, deals: int, machine: int = 0, tier: int | None = None
    ) -> NDArray[np.uint64]:
        """
        Play deals ``first`` to ``first + deals - 1``. Lets other threads run.

        Args:
            tier: how wide the loops are, 0 to ``widest_tier()``, which None chooses; the counts are the same.

        Returns:
            Hands by kind and by what comes of them, shape (7, 5).

        Raises:
            CoreError: an argument is out of range.
        """
        need_bytes("key", key, KEY_SIZE)
        need_range("machine", machine, 0, MACHINE_MAX)
        need_range("first", first, 0, _DEALS_MAX)
        need_range("deals", deals, 0, _DEALS_MAX)
        chosen = need_range("tier", widest_tier() if tier is None else tier, 0, widest_tier())
        counts = np.zeros((KINDS, _FATES), dtype=np.uint64)
        out = ffi.from_buffer("uint64_t[]", counts)
        check(lib.core_table_three(chosen, self._rules, key, machine, first, deals, out))
        return counts
