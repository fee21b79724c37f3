# SPDX-License-Identifier: MIT
"""
Treinta y cuarenta in the core: whole shoes and fresh coups, counted at once.

    tally = ThirtyRules(points, red, below_red=5).shoes(key, first=0, shoes=10_000)
    tally.cells[0, 0, 0]        # 31 and 31 behind a black first card
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cext._core import ffi, lib
from cext.errors import CoreError, check, need_bytes, need_range
from cext.rng import KEY_SIZE, MACHINE_MAX
from cext.table_units import SHOE_CARDS, UNITS_MAX

ZEROS = int(lib.CORE_THIRTY_ZEROS)
UNIT = int(lib.CORE_THIRTY_UNIT)
BETS = ("rojo", "negro", "color", "inverso")
FRESH_MAX = 1 << 46


class ThirtyTally(NamedTuple):
    """
    What some shoes came to.

    Attributes:
        shoes, coups, dealt: how many, and how many cards of coups that were not void.
        cells: coups by the first card's colour (black, red) and the points of both rows above the least,
            shape (2, 10, 10).
        moments: sums over shoes of the products of coups of two kinds, each with itself and those behind it:
            negro color, negro inverso, rojo color, rojo inverso, equal points, 31 and 31.
        ends: what befell a stake that is followed to its end, by bet, how often it had seen 31 and 31, and
            won, lost, equal points, 31 and 31, shape (4, 16, 4).
        jail: for each bet sums over shoes for the stakes settled in one, n, and their gain, g, in units:
            n n, n g, g g.
    """

    shoes: int
    coups: int
    dealt: int
    cells: NDArray[np.uint64]
    moments: tuple[int, ...]
    ends: NDArray[np.uint64]
    jail: tuple[tuple[int, int, int], ...]

    def __add__(self, other: object) -> ThirtyTally:
        if not isinstance(other, ThirtyTally):
            return NotImplemented
        moments = tuple(one + more for one, more in zip(self.moments, other.moments, strict=True))
        jail = tuple(
            (a + d, b + e, c + f) for (a, b, c), (d, e, f) in zip(self.jail, other.jail, strict=True)
        )
        return ThirtyTally(
            self.shoes + other.shoes, self.coups + other.coups, self.dealt + other.dealt,
            self.cells + other.cells, moments, self.ends + other.ends, jail,
        )  # fmt: skip


class ThirtyRules:
    """
    How a shoe is dealt, and what becomes of prisoners.

    Args:
        points: 1 to 10 of every card of a new shoe, 104 to 512 of them.
        red: whether each is a heart or a diamond.
        below_red: cards behind the red one.
        ends_at: a row ends with so many points.
        half_jailed: half of a stake is imprisoned, half lost at once.
        null_frees: equal points but 31 free a prisoner.

    Raises:
        CoreError: an argument is out of range.
    """

    def __init__(
        self, points: Sequence[int], red: Sequence[bool], *, below_red: int, ends_at: int = 31,
        half_jailed: bool = False, null_frees: bool = False,
    ) -> None:  # fmt: skip
        made = self._rules = ffi.new("core_thirty_rules *")
        made.cards = need_range("len(points)", len(points), 104, SHOE_CARDS, "points")
        made.below_red = need_range("below_red", below_red, 2, len(points) // 2 - 1)
        made.ends_at = need_range("ends_at", ends_at, 11, 31)
        made.jailed = UNIT // 2 if half_jailed else UNIT
        made.null_frees = bool(null_frees)
        if len(red) != len(points):
            raise CoreError(f"red must be of all {len(points)} cards (got {len(red)})")
        for place, value in enumerate(points):
            made.points[place] = need_range("points", value, 1, 10)
            made.red[place] = bool(red[place])

    def shoes(self, key: bytes, *, first: int, shoes: int, machine: int = 0) -> ThirtyTally:
        """Play whole shoes to the red card. Lets other threads run."""
        return self._play(lib.core_table_thirty, key, machine, first, shoes)

    def fresh(self, key: bytes, *, first: int, coups: int, machine: int = 0) -> ThirtyTally:
        """Play coups, each of a shoe of its own. Lets other threads run."""
        return self._play(lib.core_table_thirty_fresh, key, machine, first, coups)

    def _play(self, played: ffi.CData, key: bytes, machine: int, first: int, many: int) -> ThirtyTally:
        need_bytes("key", key, KEY_SIZE)
        need_range("machine", machine, 0, MACHINE_MAX)
        need_range("first", first, 0, UNITS_MAX)
        need_range("units", many, 0, FRESH_MAX, "units")
        tally = ffi.new("core_thirty_tally *")
        check(played(self._rules, key, machine, first, many, tally))
        cells = np.array([[list(row) for row in half] for half in tally.cells], dtype=np.uint64)
        ends = np.array([[list(row) for row in bet] for bet in tally.ends], dtype=np.uint64)
        jail = tuple((int(one[0]), int(one[1]), int(one[2])) for one in tally.jail)
        moments = tuple(int(one) for one in tally.moments)
        return ThirtyTally(int(tally.shoes), int(tally.coups), int(tally.dealt), cells, moments, ends, jail)
