# SPDX-License-Identifier: MIT
"""Hands: every order of the law's games, hand by hand against the plain reference, and rule by rule."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import cards_reference
import pytest
from cext._core import ffi, lib
from hypothesis import given, settings
from hypothesis import strategies as st
from soon import soon

from cext import CoreError, deal
from cext.cards import (
    DRAW_32,
    DRAW_52,
    OF_THREE,
    PAI_GOW,
    PAI_GOW_LOW,
    POKER_28,
    POKER_32,
    POKER_52,
    STRIPPED,
    THREE_CARD,
    USUAL,
    HandOrder,
    Kind,
)

SPANISH_40 = HandOrder(ranks="234567SCRA", kinds=STRIPPED)
ORDERS = {
    "52": POKER_52,
    "32": POKER_32,
    "28": POKER_28,
    "36": HandOrder(ranks="6789TJQKA", kinds=STRIPPED),
    "40": SPANISH_40,
    "20": HandOrder(ranks="TJQKA", kinds=STRIPPED, joker=True),
    "draw of 52": DRAW_52,
    "draw of 32": DRAW_32,
    "Pai Gow": PAI_GOW,
    "Pai Gow, low hand": PAI_GOW_LOW,
    "Pai Gow, ace to five the lowest": replace(PAI_GOW, low_second=False, low_second_flush=False),
    "Pai Gow, joker an ace in flushes": replace(PAI_GOW, joker_ace=True),
    "Pai Gow, second among straight flushes only": replace(PAI_GOW, low_second=False),
    "joker and 32": replace(POKER_32, joker=True),
    "three": THREE_CARD,
    "three with a joker": replace(THREE_CARD, joker=True, low_second=True),
    "no low ace": replace(POKER_52, ace_low=False),
}


def hands_of(order: HandOrder, many: int, count: int, seed: int) -> list[list[int]]:
    """Random hands, half of them of few ranks or few suits, where the rare kinds are."""
    pick = random.Random(seed)
    deck = range(order.deck)
    found = []
    for n in range(many):
        chosen = pick.sample(deck, count)
        if n % 2:
            ranks = set(pick.sample(range(len(order.ranks)), min(len(order.ranks), pick.choice((3, 4, 6)))))
            suits = set(pick.sample(range(4), pick.choice((1, 2, 4))))
            few = [c for c in deck if c == 4 * len(order.ranks) or (c // 4 in ranks and c % 4 in suits)]
            chosen = pick.sample(few, count) if len(few) >= count else chosen
        found.append(chosen)
    return found


def same_order(order: HandOrder, hands: list[list[int]]) -> None:
    """Scores stand to one another as the reference's values do, and name the same kinds."""
    seen: dict[int, tuple[int, cards_reference.Value]] = {}
    for cards in hands:
        score, value = order.score(cards), cards_reference.best(order, cards)
        assert order.hand(score).kind.name == value[1][0], order.text(cards)
        assert seen.setdefault(score, value) == value, order.text(cards)
    values = [seen[score] for score in sorted(seen)]
    assert all(a < b for a, b in itertools.pairwise(values))


@pytest.mark.parametrize("name", ORDERS)
def test_hands_of_the_least_cards_are_the_reference(name: str) -> None:
    order = ORDERS[name]
    same_order(order, hands_of(order, 600, order.width, 1))


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("more", soon([1, 2], 1))
def test_the_best_of_more_cards_is_the_reference(name: str, more: int) -> None:
    order = ORDERS[name]
    same_order(order, hands_of(order, 120, order.width + more, 2))


def test_every_three_cards_are_the_reference() -> None:
    same_order(THREE_CARD, [list(cards) for cards in itertools.combinations(range(52), 3)])


def test_every_two_cards_are_the_reference() -> None:
    same_order(PAI_GOW_LOW, [list(cards) for cards in itertools.combinations(range(53), 2)])


def test_every_five_of_twenty_eight_cards_are_the_reference() -> None:
    """98,280 hands, a sample of one in nine of them here."""
    hands = [list(cards) for cards in itertools.combinations(range(28), 5)]
    same_order(POKER_28, hands[::9])


# --- rules one by one -----------------------------------------------------------------------------


def beats(order: HandOrder, better: str, worse: str) -> bool:
    return order.score(order.cards(better)) > order.score(order.cards(worse))


def ties(order: HandOrder, one: str, other: str) -> bool:
    return order.score(order.cards(one)) == order.score(order.cards(other))


def kind(order: HandOrder, text: str) -> Kind:
    return order.hand(order.score(order.cards(text))).kind


def test_a_flush_beats_a_full_house_where_the_deck_is_stripped() -> None:
    full, flush = "Ac Ad Ah Kc Kd", "7s 8s 9s Ts Qs"
    assert beats(POKER_52, full, flush)
    for order in (POKER_32, DRAW_32):
        assert beats(order, flush, full)
    assert beats(POKER_28, "8s 9s Ts Js Ks", full)


def test_the_ace_stands_below_the_lowest_card_of_the_deck() -> None:
    for order, low, next_up in (
        (POKER_52, "Ac 2d 3h 4s 5c", "2d 3h 4s 5c 6c"),
        (POKER_32, "Ac 7d 8h 9s Tc", "7d 8h 9s Tc Jc"),
        (POKER_28, "Ac 8d 9h Ts Jc", "8d 9h Ts Jc Qc"),
        (SPANISH_40, "Ac 2d 3h 4s 5c", "2d 3h 4s 5c 6c"),
    ):
        assert kind(order, low) == Kind.STRAIGHT
        assert beats(order, next_up, low)
    assert kind(POKER_32, "Ac 2d 3h 4s 5c".translate(str.maketrans("2345", "789J"))) == Kind.HIGH
    assert kind(THREE_CARD, "Ac 2d 3h") == Kind.STRAIGHT
    assert kind(POKER_52, "Kc Ad 2h 3s 4c") == Kind.HIGH


def test_ace_to_five_is_the_second_straight_of_pai_gow() -> None:
    for low, high, below in (
        ("Ac 2d 3h 4s 5c", "Ac Kd Qh Js Tc", "Kc Qd Jh Ts 9c"),
        ("Ac 2c 3c 4c 5c", "Ac Kc Qc Jc Tc", "Kc Qc Jc Tc 9c"),
    ):
        assert beats(PAI_GOW, low, below)
        assert beats(PAI_GOW, high, low)
        assert beats(POKER_52, below, low)
    assert PAI_GOW.hand(PAI_GOW.score(PAI_GOW.cards("Ac 2d 3h 4s 5c"))).ranks == ("5",)
    assert PAI_GOW.hand(PAI_GOW.score(PAI_GOW.cards("Ac Kd Qh Js Tc"))).ranks == ("A",)


def test_five_aces_are_the_highest_hand() -> None:
    assert kind(PAI_GOW, "Ac Ad Ah As Jk") == Kind.FIVE
    assert beats(PAI_GOW, "Ac Ad Ah As Jk", "Ac Kc Qc Jc Tc")
    assert beats(PAI_GOW_LOW, "Ac Jk", "Kc Kd")
    assert ties(PAI_GOW_LOW, "Ac Jk", "Ad Ah")


def test_the_joker_is_an_ace_or_completes_and_nothing_else() -> None:
    assert kind(PAI_GOW, "Kc Kd Kh 2s Jk") == Kind.THREE  # no fourth king
    assert kind(PAI_GOW, "Kc Kd 2h 2s Jk") == Kind.TWO_PAIRS  # no full house: a joker in it must be an ace
    assert kind(PAI_GOW, "Kc Kd Ah As Jk") == Kind.FULL
    assert kind(PAI_GOW, "Kc 9d 5h 2s Jk") == Kind.HIGH
    assert ties(PAI_GOW, "Kc 9d 5h 2s Jk", "Kc 9d 5h 2s Ac")
    assert kind(PAI_GOW, "9c 8d 7h 5s Jk") == Kind.STRAIGHT
    assert kind(PAI_GOW, "9c 8c 7c 2c Jk") == Kind.FLUSH
    assert kind(PAI_GOW, "9c 8c 7c 5c Jk") == Kind.STRAIGHT_FLUSH
    assert ties(PAI_GOW, "9c 8d 7h 6s Jk", "Tc 9d 8h 7s 6s")  # the higher end


def test_the_joker_of_a_flush_is_what_the_order_says() -> None:
    as_ace = ORDERS["Pai Gow, joker an ace in flushes"]
    assert ties(PAI_GOW, "Ac 9c 5c 2c Jk", "Ad Kd 9d 5d 2d")
    assert beats(as_ace, "Ac 9c 5c 2c Jk", "Ad Kd Qd Jd 9d")
    assert not beats(PAI_GOW, "Ac 9c 5c 2c Jk", "Ad Kd Qd Jd 9d")


def test_a_joker_flush_loses_to_four_aces_in_the_same_seven_cards() -> None:
    assert kind(PAI_GOW, "As Ks Qs 2s Ah Ad Jk") == Kind.FOUR


def test_of_three_cards_a_straight_beats_a_flush_and_three_alike_both() -> None:
    assert beats(THREE_CARD, "2c 3d 4h", "Ac Kc Jc")
    assert beats(THREE_CARD, "2c 2d 2h", "Ac Kd Qh")
    assert beats(THREE_CARD, "2c 3c 4c", "Ac Ad Ah")
    assert beats(THREE_CARD, "Ac Kc Qc", "Kd Qd Jd")
    assert kind(THREE_CARD, "Ac Kc Qc") == Kind.ROYAL


def test_figures_lie_between_three_alike_and_two_pairs() -> None:
    figures = "Ac Ad Kh Qs Jc"
    assert kind(DRAW_52, figures) == Kind.FIGURES
    assert kind(POKER_52, figures) == Kind.PAIR
    assert beats(DRAW_52, "2c 2d 2h 3s 5c", figures)
    assert beats(DRAW_52, figures, "Ac Ad Kh Ks Tc")
    assert beats(DRAW_52, "Ac Ad Kh Qs Jc", "Kc Kd Qh Qs Ac")  # the higher pair decides
    assert beats(DRAW_52, "Kc Kd Ah Qs Qc", "Ks Kh Ac Qd Jc")  # then the other cards


def test_suits_have_no_order_and_places_do_not_matter() -> None:
    assert ties(POKER_52, "2c 7d 9h Js Kc", "Ks Jh 9d 7c 2c")


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_a_hand_is_worth_the_same_in_any_order_and_any_suits(data: st.DataObject) -> None:
    order = ORDERS[data.draw(st.sampled_from(sorted(ORDERS)))]
    count = data.draw(st.integers(order.width, 7))
    cards = list(data.draw(st.permutations(range(order.deck))))[:count]
    moved = data.draw(st.permutations(cards))
    suits = data.draw(st.permutations(range(4)))
    turned = [card if card // 4 == len(order.ranks) else card // 4 * 4 + suits[card % 4] for card in moved]
    assert order.score(cards) == order.score(turned)


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_one_card_more_never_makes_a_hand_worse(data: st.DataObject) -> None:
    order = ORDERS[data.draw(st.sampled_from(sorted(ORDERS)))]
    cards = list(deal(data.draw(st.binary(min_size=32, max_size=32)), 0, order.deck, 7))
    scores = [order.score(cards[:count]) for count in range(order.width, 8)]
    assert scores == sorted(scores)
    assert scores[-1] == max(order.score(chosen) for chosen in itertools.combinations(cards, order.width))


@settings(max_examples=60, deadline=None)
@given(st.binary(min_size=32, max_size=32), st.integers(0, 4))
def test_a_better_kicker_never_lowers_a_hand_of_high_cards_or_pairs(key: bytes, place: int) -> None:
    cards = list(deal(key, 0, 52, 5))
    for higher in range(cards[place] + 4, 52, 4):
        if higher not in cards:
            raised = [*cards[:place], higher, *cards[place + 1 :]]
            was, now = POKER_52.hand(POKER_52.score(cards)), POKER_52.score(raised)
            if was.kind in (Kind.HIGH, Kind.PAIR) and len({c // 4 for c in raised}) == len(
                {c // 4 for c in cards}
            ):
                low_pair = was.kind == Kind.PAIR and cards[place] // 4 == POKER_52.ranks.index(was.ranks[0])
                assert low_pair or now > POKER_52.score(cards)


# --- mutants --------------------------------------------------------------------------------------

WRONG = {
    "no low ace": (replace(POKER_28, ace_low=False), POKER_28),
    "flush not above the full house": (replace(POKER_32, kinds=USUAL), POKER_32),
    "full house not above the flush": (replace(POKER_52, kinds=STRIPPED), POKER_52),
    "ace to five not the second": (replace(PAI_GOW, low_second=False), PAI_GOW),
    "ace to five not the second, suited": (replace(PAI_GOW, low_second_flush=False), PAI_GOW),
    "joker an ace beside an ace": (replace(PAI_GOW, joker_ace=True), PAI_GOW),
    "three cards in the order of five": (replace(THREE_CARD, kinds=USUAL), THREE_CARD),
    "no figures": (replace(DRAW_52, figures=0), DRAW_52),
}


@pytest.mark.parametrize("mutant", soon(WRONG, *list(WRONG)[:3]))
def test_a_wrong_order_is_not_the_reference(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison above notices each rule that is left out."""
    wrong, order = WRONG[mutant]
    monkeypatch.setattr(cards_reference, "best", lambda _, cards: real(order, cards))
    with pytest.raises(AssertionError):
        same_order(wrong, hands_of(order, 3000, order.width, 1))


real = cards_reference.best


# --- refusals -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: POKER_52.score([0, 1, 2, 3]), r"len\(cards\) must be 5 to 7 cards \(got 4\)"),
        (lambda: POKER_52.score(range(8)), "must be 5 to 7"),
        (lambda: POKER_52.score([0, 1, 2, 3, 52]), r"card must be 0 to 51 \(got 52\)"),
        (lambda: POKER_52.score([0, 1, 2, 3, 3]), r"cards must all differ \(got 2c 2d 2h 2s 2s\)"),
        (lambda: POKER_52.card("Jk"), r"card must be one of 23456789TJQKA with one of cdhs \(got 'Jk'\)"),
        (lambda: POKER_32.card("2c"), r"card must be one of 789TJQKA"),
        (lambda: HandOrder(ranks="TJQK"), r"len\(ranks\) must be 5 to 13 ranks \(got 4\)"),
        (lambda: HandOrder(ranks="TTJQKA"), "ranks must be different letters"),
        (lambda: HandOrder(width=4), r"width must be 2, 3 or 5 cards \(got 4\)"),
        (lambda: HandOrder(figures=14), "figures must be 0 to 13"),
        (lambda: HandOrder(kinds=USUAL[:-1]), "kinds must be all kinds"),
        (lambda: HandOrder(kinds=USUAL[::-1]), "none below one that its hands contain"),
    ],
)
def test_a_wrong_argument_is_named(call: object, message: str) -> None:
    assert callable(call)
    with pytest.raises(CoreError, match=message):
        call()


@pytest.mark.parametrize(
    ("changes", "cards"),
    [
        ({}, [0, 1, 2, 3]),
        ({}, range(8)),
        ({}, [0, 1, 2, 3, 3]),
        ({}, [0, 1, 2, 3, 52]),
        ({"ranks": 4}, range(5)),
        ({"ranks": 14}, range(5)),
        ({"width": 4}, range(5)),
        ({"flags": 32}, range(5)),
        ({"figures": 14}, range(5)),
        ({"place": [0] * len(USUAL)}, range(5)),
    ],
)
def test_the_core_refuses_by_itself(changes: dict[str, Any], cards: Iterable[int]) -> None:
    """Firmware asks it without the checks of the package."""
    packed, score = ffi.new("core_hands *", POKER_52.packed[0]), ffi.new("uint32_t *")
    assert lib.core_hands_score(packed, bytes(range(5)), 5, score) == 0
    for name, value in changes.items():
        setattr(packed, name, value)
    given = bytes(cards)
    assert lib.core_hands_score(packed, given, len(given), score) == lib.CORE_E_ARGUMENT


def test_names_of_cards_come_back() -> None:
    for order in ORDERS.values():
        deck = list(range(order.deck))
        assert order.cards(order.text(deck)) == deck


def test_orders_hold_every_kind_once() -> None:
    assert all(sorted(kinds) == list(Kind) for kinds in (USUAL, STRIPPED, OF_THREE))
