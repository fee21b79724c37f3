# SPDX-License-Identifier: MIT
"""Deals of three cards counted by the core: as plain Python deals them, one by one, by every tier."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest
import three_checks

import cext
from cext import CoreError, widest_tier
from cext.deals import deals
from cext.table_three import ThreeRules

KEY = three_checks.KEY
HANDS = np.array(list(combinations(range(52), 3)))
SCORES, KINDS, GOES = (np.array(one) for one in ([1] * len(HANDS), [2] * len(HANDS), [True] * len(HANDS)))


@pytest.mark.parametrize("check", [three_checks.check_deals, three_checks.check_parts])
def test_the_core_counts_what_plain_python_does(check: Callable[[object], None]) -> None:
    check(cext)


def test_the_deals_of_the_check_have_what_they_are_for() -> None:
    numbers = [n for first, many in three_checks.RANGES[:2] for n in range(first, first + many)]
    assert {fate for _, fate in map(three_checks.cell, numbers)} == set(range(5))
    assert {kind for kind, _ in map(three_checks.cell, numbers)} == set(range(7))
    low, high = (
        three_checks.cards_reference.word_at(KEY, 0, 0, 0, 2 * three_checks.REJECTED + i) for i in (0, 1)
    )
    every = 52 * 51 * 50 * 49 * 48 * 47
    assert (high << 32 | low) * every % (1 << 64) < (1 << 64) % every


def test_hands_find_their_worth_in_any_order_of_their_cards() -> None:
    """By the suits: cards of one suit are of kind 1, and score by their ranks."""
    suited = (HANDS[:, :1] % 4 == HANDS % 4).all(axis=1)
    totals = (HANDS // 4).sum(axis=1)
    rules = ThreeRules(HANDS, totals, suited.astype(np.int64), totals >= 12, plays_at=15)
    cards = deals(KEY, 1_000, 5_000, 52, 6).astype(int)
    wanted = np.zeros((7, 5), dtype=np.uint64)
    for own, bank in zip(cards[:, 0::2].tolist(), cards[:, 1::2].tolist(), strict=True):
        mine, theirs = (sum(card // 4 for card in hand) for hand in (own, bank))
        fate = 1 if theirs < 15 else 2 if mine > theirs else 3 if mine == theirs else 4
        wanted[int(len({card % 4 for card in own}) == 1), fate if mine >= 12 else 0] += 1
    for tier in range(widest_tier() + 1):
        assert (rules.deals(KEY, first=1_000, deals=5_000, tier=tier) == wanted).all()


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"scores": SCORES * 4096}, "scores must be 0 to 4095"),
        ({"kinds": KINDS * 4}, "kinds must be 0 to 6"),
        ({"plays_at": 4096}, "plays_at must be 0 to 4095"),
        ({"scores": HANDS[:, 0] % 4}, "suited alike"),
        ({"goes": HANDS[:, 2] % 4 > 0}, "suited alike"),
    ],
)
def test_what_is_no_hand_is_refused(wrong: dict[str, Any], says: str) -> None:
    right = {"scores": SCORES, "kinds": KINDS, "goes": GOES, "plays_at": 1}
    with pytest.raises(CoreError, match=says):
        ThreeRules(HANDS, **{**right, **wrong})


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"key": b""}, "key must be 32 bytes"),
        ({"first": -1}, "first must be 0 to"),
        ({"deals": 1 << 63}, "deals must be 0 to"),
        ({"tier": 9}, "tier must be 0 to"),
        ({"machine": 1 << 40}, "machine must be 0 to"),
    ],
)
def test_what_is_no_deal_is_refused(wrong: dict[str, Any], says: str) -> None:
    with pytest.raises(CoreError, match=says):
        ThreeRules(HANDS, SCORES, KINDS, GOES, plays_at=1).deals(
            **{"key": KEY, "first": 0, "deals": 1, **wrong}
        )


def test_the_core_itself_refuses_what_it_cannot_count() -> None:
    lib, ffi = cext._core.lib, cext._core.ffi
    counts = ffi.new("uint64_t[]", 35)
    rules = three_checks.rules_of(cext)
    for tier, machine, first, many in (
        (9, 0, 0, 1),
        (0, 1 << 40, 0, 1),
        (0, 0, 1 << 63, 1),
        (0, 0, 1, 1 << 63),
    ):
        assert lib.core_table_three(tier, rules, KEY, machine, first, many, counts) != 0
    rules.hand[8191] = 14
    assert lib.core_table_three(0, rules, KEY, 0, 0, 1, counts) != 0
    rules = three_checks.rules_of(cext)
    rules.plays_at = 4096
    assert lib.core_table_three(0, rules, KEY, 0, 0, 1, counts) != 0
    assert not any(counts)
