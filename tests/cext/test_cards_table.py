# SPDX-License-Identifier: MIT
"""Tables of hands: the same as hand by hand, and counts of whole decks as published and as enumerated."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from dataclasses import replace
from math import comb
from threading import Thread

import cards_reference
import numpy as np
import pytest
from places import ROOT

from cext import CoreError, deals, widest_tier
from cext.cards import (
    DRAW_52,
    OF_THREE,
    PAI_GOW,
    PAI_GOW_LOW,
    POKER_28,
    POKER_32,
    POKER_52,
    THREE_CARD,
    USUAL,
    HandOrder,
    Kind,
)
from cext.cards_table import HandTable, hand_table

DOCS = (ROOT / "docs" / "cards.md").read_text(encoding="utf-8")
ORDERS = {
    "52": POKER_52,
    "32": POKER_32,
    "28": POKER_28,
    "draw": DRAW_52,
    "Pai Gow": PAI_GOW,
    "Pai Gow, low hand": PAI_GOW_LOW,
    "Pai Gow, other readings": replace(PAI_GOW, low_second=False, joker_ace=True),
    "joker and 28": replace(POKER_28, joker=True),
    "three": THREE_CARD,
    "three with a joker": replace(THREE_CARD, joker=True),
}
TABLES = [
    (name, count) for name, order in ORDERS.items() for count in range(order.width, 8)
    if order.width != 3 or count <= (4 if order.joker else 5)
]  # fmt: skip

# Alspach (2000), 5-Card Poker Hands, and (2003), Pai Gow Poker Computations, table 1:
# people.math.sfu.ca/~alspach/comp38. Royal flushes, 4 and 4,324, are among straight flushes there.
FIVE_OF_52 = {
    Kind.HIGH: 1_302_540, Kind.PAIR: 1_098_240, Kind.TWO_PAIRS: 123_552, Kind.THREE: 54_912,
    Kind.STRAIGHT: 10_200, Kind.FLUSH: 5_108, Kind.FULL: 3_744, Kind.FOUR: 624, Kind.STRAIGHT_FLUSH: 36,
    Kind.ROYAL: 4,
}  # fmt: skip
SEVEN_OF_52 = {
    Kind.HIGH: 23_294_460, Kind.PAIR: 58_627_800, Kind.TWO_PAIRS: 31_433_400, Kind.THREE: 6_461_620,
    Kind.STRAIGHT: 6_180_020, Kind.FLUSH: 4_047_644, Kind.FULL: 3_473_184, Kind.FOUR: 224_848,
    Kind.STRAIGHT_FLUSH: 37_260, Kind.ROYAL: 4_324,
}  # fmt: skip
# No published table of all kinds was at hand; looking at every hand and counting sets of ranks both give:
SEVEN_OF_53 = {
    Kind.HIGH: 24_780_420, Kind.PAIR: 64_221_960, Kind.TWO_PAIRS: 35_553_816, Kind.THREE: 7_470_676,
    Kind.STRAIGHT: 11_236_028, Kind.FLUSH: 6_172_088, Kind.FULL: 4_188_528, Kind.FOUR: 307_472,
    Kind.STRAIGHT_FLUSH: 184_832, Kind.ROYAL: 26_132, Kind.FIVE: 1_128,
}  # fmt: skip
# Alspach (2000), 3-Card Poker Hands; the four royal flushes are among 48 straight flushes there.
THREE_OF_52 = {
    Kind.HIGH: 16_440, Kind.PAIR: 3_744, Kind.FLUSH: 1_096, Kind.STRAIGHT: 720, Kind.THREE: 52,
    Kind.STRAIGHT_FLUSH: 44, Kind.ROYAL: 4,
}  # fmt: skip


@pytest.mark.parametrize(("name", "count"), TABLES)
def test_classes_are_the_scores_hand_by_hand(name: str, count: int) -> None:
    order, table = ORDERS[name], hand_table(ORDERS[name], count)
    hands = deals(bytes(range(32)), 0, 3000, order.deck, count)
    classes = table.rank(hands)
    assert table.scores[classes].tolist() == [order.score(cards) for cards in hands.tolist()]
    assert classes.min() >= 1 and classes.max() <= table.classes


@pytest.mark.parametrize(("name", "count"), TABLES)
def test_hands_are_ranked_alike_few_or_many_at_a_time(name: str, count: int) -> None:
    """Sixteen at a time where the processor can, and one by one: flushes and jokers among them."""
    order, table = ORDERS[name], hand_table(ORDERS[name], count)
    hands = deals(bytes(32), 0, 6000, order.deck, count)
    few = [table.rank(hands[first : first + 15]) for first in range(0, 6000, 15)]
    for tier in range(widest_tier() + 1):
        assert np.concatenate(few).tolist() == table.rank(hands, tier=tier).tolist()


@pytest.mark.parametrize("name", ORDERS)
def test_classes_number_all_scores_without_gaps(name: str) -> None:
    order = ORDERS[name]
    table = hand_table(order, order.width)
    assert (np.diff(table.scores[1:].astype(np.int64)) > 0).all()
    assert (table.counts()[1:] > 0).all()
    for more in range(order.width + 1, 8 if order.width != 3 else 5):
        assert hand_table(order, more).scores.tolist() == table.scores.tolist()


def test_published_counts() -> None:
    assert hand_table(POKER_52, 5).kind_counts() == FIVE_OF_52
    assert hand_table(POKER_52, 7).kind_counts() == SEVEN_OF_52
    assert hand_table(PAI_GOW, 7).kind_counts() == SEVEN_OF_53
    assert hand_table(THREE_CARD, 3).kind_counts() == THREE_OF_52
    assert hand_table(POKER_52, 5).classes == 7462
    assert hand_table(PAI_GOW, 5).classes == 7463


@pytest.mark.parametrize(("name", "count"), [t for t in TABLES if comb(ORDERS[t[0]].deck, t[1]) < 4_000_000])
def test_counts_are_those_of_every_hand(name: str, count: int) -> None:
    table = hand_table(ORDERS[name], count)
    assert table.counts().tolist() == table.enumerate().tolist()
    assert int(table.counts().sum()) == comb(table.order.deck, count)


@pytest.mark.parametrize("order", [POKER_52, PAI_GOW], ids=["52", "53"])
def test_counts_are_those_of_every_seven_cards(order: HandOrder) -> None:
    """All C(52, 7) and C(53, 7) hands, one by one, in two threads."""
    table = HandTable(order, 7)
    parts: list[np.ndarray] = []
    threads = [
        Thread(target=lambda low, high: parts.append(table.enumerate(low, high)), args=part)
        for part in ((0, 5), (5, order.deck))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(parts[1:], parts[0]).tolist() == table.counts().tolist()


def test_five_of_53_cards_are_counted_by_the_reference_in_part() -> None:
    """Every hand of 20 cards of four ranks, of all suits, and the joker: by counting and by the reference."""
    order = HandOrder(ranks="TJQKA", joker=True, low_second=True, low_second_flush=True)
    names = Counter(
        cards_reference.best(order, cards)[1][0] for cards in itertools.combinations(range(21), 5)
    )
    assert {kind.name: many for kind, many in hand_table(order, 5).kind_counts().items()} == dict(names)


@pytest.mark.long
def test_every_five_of_53_cards_are_the_reference() -> None:
    """All C(53, 5) hands: scores stand to one another as the reference's values do."""
    order, table = PAI_GOW, hand_table(PAI_GOW, 5)
    value_of: dict[int, tuple[int, cards_reference.Value]] = {}
    rows = itertools.combinations(range(order.deck), 5)
    while chunk := list(itertools.islice(rows, 100_000)):
        for cards, number in zip(chunk, table.rank(np.array(chunk, dtype=np.uint8)).tolist(), strict=True):
            value = cards_reference.best(order, cards)
            assert value_of.setdefault(number, value) == value, order.text(cards)
    assert sorted(value_of) == list(range(1, table.classes + 1))
    values = [value_of[number] for number in sorted(value_of)]
    assert all(a < b for a, b in itertools.pairwise(values))


MUTANTS = {
    "ace to five missing": replace(POKER_52, ace_low=False),
    "three cards in the order of five": replace(THREE_CARD, kinds=USUAL),
    "five cards in the order of three": replace(POKER_52, kinds=OF_THREE),
    "flush above the full house": replace(POKER_52, kinds=POKER_32.kinds),
    "figures in open poker": DRAW_52,
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_wrong_order_does_not_count_as_published(mutant: str) -> None:
    """Kinds of 7 cards, and of 3; a swap of kinds that no hand has in common shows in the classes' order."""
    wrong = MUTANTS[mutant]
    right = THREE_CARD if wrong.width == 3 else POKER_52
    published = THREE_OF_52 if wrong.width == 3 else SEVEN_OF_52
    found = hand_table(wrong, 3 if wrong.width == 3 else 7)
    same_kinds = [Kind(kind) for kind in found.kinds] == [
        Kind(kind) for kind in hand_table(right, found.count).kinds
    ]
    assert found.kind_counts() != published or not same_kinds


def test_a_joker_that_is_any_card_would_not_count_as_published() -> None:
    """A fully wild joker makes 5 of a kind of every rank and no high card at all."""
    wild = sum(hand_table(PAI_GOW, 5).kind_counts()[kind] for kind in (Kind.HIGH, Kind.FIVE))
    assert wild == 1_418_964 + 1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: HandTable(POKER_52, 4), r"count must be 5 to 7 cards \(got 4\)"),
        (lambda: HandTable(POKER_52, 8), "count must be 5 to 7"),
        (lambda: HandTable(THREE_CARD, 6), "count must be 3 to 5"),
        (
            lambda: hand_table(POKER_52, 5).rank(np.zeros((3, 7), dtype=np.uint8)),
            r"shape \(hands, 5\) \(got uint8 and \(3, 7\)\)",
        ),
        (lambda: hand_table(POKER_52, 5).rank(np.zeros((3, 5), dtype=np.int64)), "type uint8"),
        (lambda: hand_table(POKER_52, 5).rank(np.zeros((3, 5), dtype=np.uint8), tier=3), "tier must be 0 to"),
        (
            lambda: hand_table(POKER_52, 5).rank(np.full((700, 5), 52, dtype=np.uint8)),
            r"card must be 0 to 51 \(got 52\)",
        ),
        (lambda: hand_table(POKER_52, 5).enumerate(0, 53), "high must be 0 to 52"),
    ],
)
def test_a_wrong_argument_is_named(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(CoreError, match=message):
        call()


def test_hands_that_lie_apart_in_memory_are_ranked_alike() -> None:
    hands = deals(bytes(32), 0, 1000, 52, 7)
    table = hand_table(POKER_52, 5)
    assert table.rank(hands[:, :5]).tolist() == table.rank(hands[:, :5].copy()).tolist()
    assert table.rank(np.empty((0, 5), dtype=np.uint8)).shape == (0,)


def test_the_example_of_the_docs_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", DOCS, re.DOTALL)
    exec(code, {})
    assert "7463 of 7463" in capsys.readouterr().out
