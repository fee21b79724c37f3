# SPDX-License-Identifier: MIT
"""Shuffles and deals: each is the one that its number says, whole, fair, alone or among many."""

from __future__ import annotations

import itertools
from math import factorial

import cards_reference
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cext
from emulator.lab.rng_stats import chi_square

KEYS = st.binary(min_size=32, max_size=32)
MACHINES = st.integers(0, (1 << 40) - 1)


@st.composite
def decks(draw: st.DrawFn) -> tuple[int, int]:
    """Cards of a deck and how many are dealt; often those of real games."""
    cards = draw(st.one_of(st.sampled_from([28, 32, 36, 40, 48, 52, 53]), st.integers(1, 255)))
    return cards, draw(st.one_of(st.just(cards), st.integers(1, cards)))


@settings(max_examples=60, deadline=None)
@given(key=KEYS, machine=MACHINES, purpose=st.integers(0, 255), number=st.integers(0, 1 << 56), deck=decks())
def test_a_deal_is_the_reference(
    key: bytes, machine: int, purpose: int, number: int, deck: tuple[int, int]
) -> None:
    dealt = cext.deal(key, number, *deck, machine=machine, purpose=purpose)
    assert list(dealt) == cards_reference.deal(key, machine, purpose, number, *deck)
    assert cext.deal_pairs(*deck) == cards_reference.pairs_of(*deck)


@settings(max_examples=40, deadline=None)
@given(key=KEYS, machine=MACHINES, first=st.integers(0, 1 << 50), deals=st.integers(0, 150), deck=decks())
def test_many_deals_are_the_single_ones(
    key: bytes, machine: int, first: int, deals: int, deck: tuple[int, int]
) -> None:
    made = cext.deals(key, first, deals, *deck, machine=machine)
    assert made.shape == (deals, deck[1])
    assert [row.tobytes() for row in made] == [
        cext.deal(key, first + i, *deck, machine=machine) for i in range(deals)
    ]


@settings(max_examples=60, deadline=None)
@given(key=KEYS, deck=decks())
def test_no_card_is_dealt_twice(key: bytes, deck: tuple[int, int]) -> None:
    dealt = cext.deal(key, 0, *deck)
    assert len(set(dealt)) == len(dealt) == deck[1]
    assert max(dealt) < deck[0]


def test_a_rejected_pair_is_drawn_again_among_many() -> None:
    """A deal of 16 of 16 has the group with the largest product: one pair in millions is rejected."""
    cards = 16
    excess, first, found = (1 << 64) % factorial(cards), 0, None
    while found is None:
        pairs = np.frombuffer(cext.keystream(bytes(32), 0, first // 8, 1 << 25), dtype="<u8")
        odd = np.flatnonzero(pairs * np.uint64(factorial(cards)) < np.uint64(excess))
        found = first + int(odd[0]) if len(odd) else None
        first += 1 << 22
    around = cext.deals(bytes(32), found - 2, 5, cards)
    assert around.tolist() == [
        cards_reference.deal(bytes(32), 0, 0, found - 2 + i, cards, cards) for i in range(5)
    ]


def test_every_order_of_four_cards_is_equally_frequent() -> None:
    """Chi-square of 240,000 shuffles under a fixed key; false alarm: one in a thousand keys."""
    made = cext.deals(bytes(range(32)), 0, 240_000, 4).astype(int)
    orders = {order: n for n, order in enumerate(itertools.permutations(range(4)))}
    numbers, counts = np.unique(made @ np.array([64, 16, 4, 1]), return_counts=True)
    assert len(numbers) == len(orders)
    assert chi_square(counts, np.full(24, 10_000.0)) > 0.001


@pytest.mark.parametrize(("cards", "count"), [(52, 52), (53, 7), (32, 5)])
def test_every_card_lies_in_every_place_equally_often(cards: int, count: int) -> None:
    """Chi-square of each place by itself; false alarm: one in a thousand keys for all places together."""
    many = 40_000
    made = cext.deals(bytes(range(32)), 0, many, cards, count)
    for place in range(count):
        counts = np.bincount(made[:, place], minlength=cards)
        assert chi_square(counts, np.full(cards, many / cards)) > 0.001 / count


def test_pairs_of_the_usual_decks() -> None:
    assert cext.deal_pairs(52, 5) == cext.deal_pairs(53, 7) == 1
    assert cext.deal_pairs(52) == cext.deal_pairs(53) == cext.deal_pairs(53, 49) == 8
    assert cext.deal_pairs(255) == 64
    assert cext.deal_pairs(1) == 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: cext.deal(bytes(31), 0, 52), r"key must be 32 bytes \(got 31\)"),
        (lambda: cext.deal(bytes(32), -1, 52), "number must be 0 to"),
        (lambda: cext.deal(bytes(32), 0, 256), r"cards must be 1 to 255 cards \(got 256\)"),
        (lambda: cext.deal(bytes(32), 0, 0), "cards must be"),
        (lambda: cext.deal(bytes(32), 0, 52, 53), r"count must be 1 to 52 cards \(got 53\)"),
        (lambda: cext.deal(bytes(32), 0, 52, 0), "count must be"),
        (lambda: cext.deal(bytes(32), 0, 52, machine=1 << 40), "machine must be"),
        (lambda: cext.deals(bytes(32), 0, 1, 52, purpose=256), "purpose must be"),
        (lambda: cext.deals(bytes(32), 0, -1, 52), "deals must be"),
        (lambda: cext.deal(bytes(32), 1 << 60, 52), "run out"),
        (lambda: cext.deals(bytes(32), (1 << 60) - 1, 2, 52), "run out"),
        (lambda: cext.deals(bytes(32), (1 << 64) - 1, 1, 52, 5), "run out"),
        (lambda: cext.deal(bytes(32), 1 << 63, 52, 5), "run out"),
    ],
)
def test_a_wrong_argument_is_named(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(cext.CoreError, match=message):
        call()


def test_the_last_deals_can_be_made() -> None:
    assert len(cext.deal(bytes(32), (1 << 60) - 1, 52)) == 52
    assert cext.deals(bytes(32), (1 << 63) - 1, 1, 52, 5).tolist() == [
        list(cext.deal(bytes(32), (1 << 63) - 1, 52, 5))
    ]
