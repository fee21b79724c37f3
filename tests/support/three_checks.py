# SPDX-License-Identifier: MIT
"""Checks of a core's deals of three cards against plain Python, of the core or a mutant of it."""

from __future__ import annotations

from functools import cache
from typing import Any

import cards_reference

KEY = bytes(32)
KINDS, FATES, PLAYS_AT = 7, 5, 5
REJECTED = 1_001_553_037
"""The first deal of the zero key of which a pair of words is one too many."""
BLOCK = 512
"""Deals that the core makes at once."""
RANGES = ((0, 700), (BLOCK - 9, 18), (3 * BLOCK + 7, 1), (REJECTED - 2, 5))
"""First deal and how many: from the start, over the end of a block, one alone, about the rejected one."""


def where(ranks: list[int], suited: bool) -> int:
    """Where the core's table has a hand."""
    return ranks[0] * 256 + ranks[1] * 16 + ranks[2] + 4096 * suited


def worth(place: int) -> tuple[int, int, bool]:
    """Score, kind and whether it goes on, of no game: neighbours differ, scores are few."""
    mixed = place * 2_654_435_761 % (1 << 32) >> 8
    return mixed % 16, mixed // 16 % KINDS, mixed // 112 % 4 > 0


def worth_of(cards: list[int]) -> tuple[int, int, bool]:
    """The same of cards."""
    return worth(where([card // 4 for card in cards], len({card % 4 for card in cards}) == 1))


@cache
def cell(number: int, machine: int = 0) -> tuple[int, int]:
    """Kind of a deal's hand, and its fate: 0 retires, 1 bank out, 2 above it, 3 like it, 4 below it."""
    cards = cards_reference.deal(KEY, machine, 0, number, 52, 6)
    (own, kind, goes), (bank, _, _) = worth_of(cards[0::2]), worth_of(cards[1::2])
    if not goes:
        return kind, 0
    if bank < PLAYS_AT:
        return kind, 1
    return kind, 2 if own > bank else 3 if own == bank else 4


def rules_of(core: Any) -> Any:
    """The table above for a core."""
    made = core._core.ffi.new("core_three_rules *")
    made.plays_at = PLAYS_AT
    for place in range(8192):
        score, kind, goes = worth(place)
        made.hand[place] = score << 4 | kind << 1 | goes
    return made


def counted(core: Any, tier: int, first: int, many: int, counts: Any, machine: int = 0) -> None:
    """What the core adds to its counts."""
    done = core._core.lib.core_table_three(tier, rules_of(core), KEY, machine, first, many, counts)
    assert done == 0, (tier, first)


def tiers(core: Any) -> range:
    """Those that this processor has."""
    return range(core._core.lib.core_rng_tier() + 1)


def check_deals(core: Any) -> None:
    """Each tier, deal by deal, as plain Python has them; of another machine, too."""
    for machine, ranges in ((0, RANGES), (7, RANGES[1:2])):
        for first, many in ranges:
            wanted = [0] * (KINDS * FATES)
            for number in range(first, first + many):
                kind, fate = cell(number, machine)
                wanted[kind * FATES + fate] += 1
            for tier in tiers(core):
                counts = core._core.ffi.new("uint64_t[]", KINDS * FATES)
                counted(core, tier, first, many, counts, machine)
                assert list(counts) == wanted, (tier, first, machine)


def check_parts(core: Any) -> None:
    """Each tier counts the same, and parts add up to the whole wherever they are cut."""
    many = 3 * BLOCK + 11
    whole = core._core.ffi.new("uint64_t[]", KINDS * FATES)
    counted(core, 0, 5, many, whole)
    assert sum(whole) == many
    for tier in tiers(core):
        for step in (97, BLOCK, 2 * BLOCK + 1):
            counts = core._core.ffi.new("uint64_t[]", KINDS * FATES)
            for first in range(5, 5 + many, step):
                counted(core, tier, first, min(step, 5 + many - first), counts)
            assert list(counts) == list(whole), (tier, step)
