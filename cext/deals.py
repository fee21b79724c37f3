# SPDX-License-Identifier: MIT
"""
Shuffles and deals: each found by its number, cards from 0.

    deal(key, 0, 52, 5)               # five of 52 cards, in the order dealt
    deals(key, 0, 1_000_000, 52, 7)   # a million deals at once, shape (1000000, 7)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cext._core import ffi, lib
from cext.errors import check, need_range
from cext.rng import PURPOSE_PLAY, U64_MAX, need_source

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CARDS_MAX = int(lib.CORE_CARDS_MAX)


def deal_pairs(cards: int, count: int | None = None) -> int:
    """Return how many pairs of words one deal of ``count`` of the cards owns (None: a shuffle), 1 to 64."""
    return int(lib.core_cards_pairs(*_checked(cards, count)))


def deal(
    key: bytes,
    number: int,
    cards: int,
    count: int | None = None,
    *,
    machine: int = 0,
    purpose: int = PURPOSE_PLAY,
) -> bytes:
    """
    Return the cards of one deal in the order dealt.

    Args:
        key: 32 bytes.
        number: which deal of this machine and purpose; its pairs, ``number * deal_pairs(cards, count)`` on,
            are numbered below 2^63.
        cards: 1 to 255 in the deck, numbered from 0.
        count: 1 to ``cards``; None deals all of them, which is a shuffle.
        machine: 0 to 2^40 - 1.
        purpose: 0 to 255.

    Raises:
        CoreError: an argument is out of range.

    Source: Durstenfeld (1964), Algorithm 235; Brackett-Rozinsky and Lemire (2024), Batched Ranged Random
        Integer Generation. ``cards.h`` says which word draws which card.
    """
    all_cards, many = _checked(cards, count)
    deck = ffi.new("uint8_t[]", all_cards)
    where = need_source(key, machine, purpose)
    check(lib.core_cards_deal(*where, need_range("number", number, 0, U64_MAX), all_cards, many, deck))
    return bytes(ffi.buffer(deck, many))


def deals(
    key: bytes,
    first: int,
    deals: int,
    cards: int,
    count: int | None = None,
    *,
    machine: int = 0,
    purpose: int = PURPOSE_PLAY,
) -> NDArray[np.uint8]:
    """
    Return deals ``first`` to ``first + deals - 1`` as ``deal`` makes them. Lets other threads run.

    Returns:
        Cards, shape (deals, count).

    Raises:
        CoreError: an argument is out of range.
    """
    import numpy as np  # nobody who deals by ones waits for it

    all_cards, many = _checked(cards, count)
    need_range("first", first, 0, U64_MAX)
    out = np.empty((need_range("deals", deals, 0, 1 << 40, "deals"), many), dtype=np.uint8)
    where = need_source(key, machine, purpose)
    if deals:
        buffer = ffi.from_buffer("uint8_t[]", out)
        check(lib.core_cards_deals(*where, first, deals, all_cards, many, buffer))
    return out


def _checked(cards: int, count: int | None) -> tuple[int, int]:
    need_range("cards", cards, 1, CARDS_MAX, "cards")
    return cards, need_range("count", cards if count is None else count, 1, cards, "cards")
