# SPDX-License-Identifier: MIT
"""
Dice: each throw one even draw, found by its number.

    throw(key, 0)                     # (4, 1, 6): three dice
    throws(key, 0, 1_000_000)         # as many at once, shape (1000000, 3)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cext._core import ffi, lib
from cext.errors import check, need_range
from cext.rng import U64_MAX, need_source

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PURPOSE_DICE = int(lib.CORE_PURPOSE_DICE)
DICE_MAX = int(lib.CORE_DICE_MAX)


def throw(
    key: bytes, number: int, dice: int = 3, *, machine: int = 0, purpose: int = PURPOSE_DICE
) -> tuple[int, ...]:
    """
    Return the faces of one throw, 1 to 6 each.

    Args:
        key: 32 bytes.
        number: which throw of this machine and purpose, 0 to 2^64 - 1.
        dice: 1 to 12.
        machine: 0 to 2^40 - 1.
        purpose: 0 to 255; that of dice, unless a machine that has nothing but dice plays with them.

    Raises:
        CoreError: an argument is out of range.

    Source: Lemire (2019), Fast Random Integer Generation in an Interval: one even draw below 6^dice, whose
        digits are the faces.
    """
    need_range("number", number, 0, U64_MAX)
    faces = ffi.new("uint8_t[]", need_range("dice", dice, 1, DICE_MAX, "dice"))
    check(lib.core_dice_throw(*need_source(key, machine, purpose), number, dice, faces))
    return tuple(faces)


def throws(
    key: bytes, first: int, throws: int, dice: int = 3, *, machine: int = 0, purpose: int = PURPOSE_DICE
) -> NDArray[np.uint8]:
    """
    Return throws ``first`` to ``first + throws - 1`` as ``throw`` makes them. Lets other threads run.

    Returns:
        Faces 1 to 6, shape (throws, dice).

    Raises:
        CoreError: an argument is out of range.
    """
    import numpy as np  # nobody who throws by ones waits for it

    need_range("first", first, 0, U64_MAX)
    need_range("throws", throws, 0, min(1 << 40, U64_MAX - first), "throws")
    need_range("dice", dice, 1, DICE_MAX, "dice")
    faces = np.empty((throws, dice), dtype=np.uint8)
    where = need_source(key, machine, purpose)
    if throws:
        check(lib.core_dice_throws(*where, first, throws, dice, ffi.from_buffer("uint8_t[]", faces)))
    return faces
