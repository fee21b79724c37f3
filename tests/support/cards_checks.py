# SPDX-License-Identifier: MIT
"""Checks of a core's dice, deals and hands against the reference; each takes the core or a mutant of it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import cards_reference
from cext._core import ffi

from cext.cards import DRAW_32, PAI_GOW, POKER_28, POKER_52, THREE_CARD, HandOrder, Kind

KEY = bytes(range(32))
ORDERS = {
    "poker": (POKER_52, POKER_28),
    "draw": (DRAW_32,),
    "Pai Gow": (PAI_GOW,),
    "bug": (replace(PAI_GOW, low_second=False, low_second_flush=False),),
    "joker an ace": (replace(PAI_GOW, joker_ace=True),),
    "three": (THREE_CARD,),
}


def check_dice(core: Any) -> None:
    """400 throws of three dice and of all twelve."""
    faces = core._core.ffi.new("uint8_t[]", 12)
    for number in range(400):
        dice = 3 if number % 2 else 12
        core._core.lib.core_dice_throw(KEY, 5, 7, number, dice, faces)
        assert list(faces)[:dice] == cards_reference.throw(KEY, 5, 7, number, dice)


def check_deals(core: Any) -> None:
    """Shuffles and deals of several decks."""
    deck = core._core.ffi.new("uint8_t[]", 255)
    for number in range(24):
        cards, count = ((52, 52), (53, 7), (4, 4), (255, 255))[number % 4]
        core._core.lib.core_cards_deal(KEY, 5, 0, number, cards, count, deck)
        assert list(deck)[:count] == cards_reference.deal(KEY, 5, 0, number, cards, count)


def check_hands(core: Any, order: str) -> None:
    """Scores of hands stand to one another as the reference's values do."""
    theirs = core._core.ffi
    for one in ORDERS[order]:
        packed = theirs.from_buffer("core_hands *", bytes(ffi.buffer(one.packed)))
        scores: dict[Any, int] = {}
        for cards in [*straights(one), *few_ranks(one, 600)]:
            score = theirs.new("uint32_t *")
            core._core.lib.core_hands_score(packed, cards, len(cards), score)
            value = cards_reference.best(one, cards)
            assert Kind(score[0] >> 20 & 15).name == value[1][0]
            assert scores.setdefault(value, score[0]) == score[0]
        ordered = [scores[value] for value in sorted(scores)]
        assert ordered == sorted(set(ordered))


def check_streams(core: Any) -> None:
    """Many hands at once have the classes of their scores, by loops of every tier; half are flushes."""
    theirs, lib = core._core.ffi, core._core.lib
    pick, hands, score = random.Random(5), 333, theirs.new("uint32_t *")
    classes = theirs.new("uint16_t[]", hands)
    for order in (POKER_28, POKER_52):  # keys of few ranks are short, those of thirteen fill four bytes
        packed = theirs.from_buffer("core_hands *", bytes(ffi.buffer(order.packed)))
        table, builder = theirs.new("core_hand_table *"), theirs.new("core_hand_builder *")
        assert lib.core_hand_table_build(table, builder, packed, 5) == 0
        many = 4 * len(order.ranks)
        cards = [pick.sample(range(many) if n % 2 else range(n % 4, many, 4), 5) for n in range(hands)]
        dealt = bytes(card for hand in cards for card in hand)
        for tier in range(lib.core_rng_tier() + 1):
            assert lib.core_hand_table_rank(tier, table, dealt, hands, classes) == 0
            for hand, number in zip(cards, classes, strict=True):
                lib.core_hands_score(packed, hand, 5, score)
                assert 0 < number <= table.classes and table.score[number - 1] == score[0]


def straights(order: HandOrder) -> list[list[int]]:
    """Neighbouring ranks and those round the ace, of one suit or several, with the joker; and all aces."""
    many, found = len(order.ranks), []
    joker = [4 * many] if order.joker else []
    for low in range(-1, many - order.width + 1):
        ranks = [(low + step) % many for step in range(order.width)]
        for suits in ([0] * order.width, [1, *[0] * (order.width - 1)]):
            cards = [4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)]
            found += [cards, *([*cards[:at], *joker, *cards[at + 1 :]] for at in range(order.width) if joker)]
    aces = [4 * many - 1 - suit for suit in range(4)]
    return [*found, [*aces, *joker]] if joker and order.width == 5 else found


def few_ranks(order: HandOrder, many: int) -> list[list[int]]:
    """Random hands of just a hand's cards, with the joker and of few ranks or suits more often than dealt."""
    pick, found, joker = random.Random(3), [], [4 * len(order.ranks)] if order.joker else []
    for _ in range(many):
        ranks = pick.sample(range(len(order.ranks)), pick.choice((3, 5, len(order.ranks))))
        suits = pick.sample(range(4), pick.choice((1, 2, 4)))
        some = [4 * rank + suit for rank in ranks for suit in suits]
        held = joker if pick.random() < 0.5 else []
        if len(some) + len(held) >= order.width:
            found.append(held + pick.sample(some, order.width - len(held)))
    return found
