# SPDX-License-Identifier: MIT
"""
Table games in the core: many spins, throws and coups counted at once.

    counts, state = walk(key, purpose, 37, first=0, units=1_000_000)
    tally = shoes(ShoeRules(points, 7, 5, bank_draws), key, first=0, shoes=10_000)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cext._core import ffi, lib
from cext.errors import CoreError, check, need_bytes, need_range
from cext.rng import KEY_SIZE, MACHINE_MAX, U64_MAX, need_source

WALK_BOUND = int(lib.CORE_WALK_BOUND)
WALK_CELLS = int(lib.CORE_WALK_CELLS)
SHOE_CARDS = int(lib.CORE_SHOE_CARDS)
UNITS_MAX = 1 << 48


def walk(
    key: bytes,
    purpose: int,
    bound: int,
    *,
    first: int,
    units: int,
    machine: int = 0,
    following: NDArray[np.uint16] | None = None,
    state: int = 0,
) -> tuple[NDArray[np.uint64], int]:
    """
    Walk an automaton over draws below a bound. Lets other threads run.

    Args:
        key: 32 bytes.
        purpose: 0 to 255; unit i is ``draw_below`` of word i of it.
        bound: 1 to 256.
        first: number of the first unit.
        units: how many.
        machine: 0 to 2^40 - 1.
        following: the state after each value, shape (states, bound), at most 65,536 entries; None: one state.
        state: before the first unit.

    Returns:
        How often each value fell in each state, shape (states, bound), and the state behind the last unit.

    Raises:
        CoreError: an argument is out of range.
    """
    where = need_source(key, machine, purpose)
    need_range("bound", bound, 1, WALK_BOUND)
    need_range("first", first, 0, U64_MAX)
    need_range("units", units, 0, min(UNITS_MAX, U64_MAX - first), "units")
    rows = np.zeros((1, bound), dtype=np.uint16) if following is None else following
    if rows.dtype != np.uint16 or rows.ndim != 2 or rows.shape[1] != bound or rows.size > WALK_CELLS:
        wanted = f"uint16 of shape (states, {bound}), at most {WALK_CELLS} entries"
        raise CoreError(f"following must be {wanted} (got {rows.dtype} {rows.shape})")
    rows = np.ascontiguousarray(rows)
    need_range("state", state, 0, len(rows) - 1)
    need_range("following", int(rows.max()), 0, len(rows) - 1)
    counts = np.zeros(rows.shape, dtype=np.uint64)
    at = ffi.new("uint32_t *", state)
    given, into = ffi.from_buffer("uint16_t[]", rows), ffi.from_buffer("uint64_t[]", counts)
    check(lib.core_table_walk(*where, bound, first, units, len(rows), given, at, into))
    return counts, int(at[0])


class ShoeTally(NamedTuple):
    """
    What some shoes came to.

    Attributes:
        shoes, coups: how many.
        cells: coups by cards used (4, 5, 6), points of punto and points of banca, shape (3, 10, 10).
        moments: sums over shoes of the products of coups that punto, banca and nobody won: pp, pb, pt, bb,
            bt, tt.
    """

    shoes: int
    coups: int
    cells: NDArray[np.uint64]
    moments: tuple[int, ...]

    def __add__(self, other: object) -> ShoeTally:
        if not isinstance(other, ShoeTally):
            return NotImplemented
        moments = tuple(one + more for one, more in zip(self.moments, other.moments, strict=True))
        return ShoeTally(
            self.shoes + other.shoes, self.coups + other.coups, self.cells + other.cells, moments
        )


class ShoeRules:
    """
    How a shoe is dealt.

    Args:
        points: 0 to 9 of every card of a new shoe, 52 to 512 of them.
        below_red: cards behind the red one.
        punto_draws_to: punto draws a third card with as many points or fewer.
        bank_draws: rows by the bank's points 0 to 7, columns by punto's third card 0 to 9 and none.

    Raises:
        CoreError: an argument is out of range.
    """

    def __init__(
        self, points: Sequence[int], below_red: int, punto_draws_to: int, bank_draws: Sequence[Sequence[bool]]
    ) -> None:
        made = self._rules = ffi.new("core_shoe_rules *")
        made.cards = need_range("len(points)", len(points), 52, SHOE_CARDS, "points")
        made.below_red = need_range("below_red", below_red, 6, len(points) - 18)
        made.punto_draws_to = need_range("punto_draws_to", punto_draws_to, 0, 7)
        for place, value in enumerate(points):
            made.points[place] = need_range("points", value, 0, 9)
        if len(bank_draws) != 8 or any(len(row) != 11 for row in bank_draws):
            raise CoreError(f"bank_draws must be of shape (8, 11) (got {len(bank_draws)} rows)")
        for at, row in enumerate(bank_draws):
            for third, draws in enumerate(row):
                made.bank_draws[at][third] = bool(draws)

    def shoes(self, key: bytes, *, first: int, shoes: int, machine: int = 0) -> ShoeTally:
        """Play whole shoes, from the burning to the red card. Lets other threads run."""
        return self._play(lib.core_table_shoes, key, machine, first, shoes)

    def fresh(self, key: bytes, *, first: int, coups: int, machine: int = 0) -> ShoeTally:
        """Play coups, each of a shoe of its own. Lets other threads run."""
        return self._play(lib.core_table_fresh, key, machine, first, coups)

    def _play(self, played: ffi.CData, key: bytes, machine: int, first: int, many: int) -> ShoeTally:
        need_bytes("key", key, KEY_SIZE)
        need_range("machine", machine, 0, MACHINE_MAX)
        need_range("first", first, 0, UNITS_MAX)
        need_range("units", many, 0, UNITS_MAX, "units")
        tally = ffi.new("core_shoe_tally *")
        check(played(self._rules, key, machine, first, many, tally))
        cells = np.array([[list(row) for row in used] for used in tally.cells], dtype=np.uint64)
        return ShoeTally(int(tally.shoes), int(tally.coups), cells, tuple(int(one) for one in tally.moments))
