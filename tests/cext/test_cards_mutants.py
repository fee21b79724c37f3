# SPDX-License-Identifier: MIT
"""Mutants of the C of dice, deals and hands: the comparison with the reference refuses each of them."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import cards_reference
import cffi
import pytest
from cext._core import ffi as core_ffi
from compiler import compiler
from sampled import one_in

import cext
from cext.cards import DRAW_32, PAI_GOW, POKER_28, POKER_52, THREE_CARD, HandOrder, Kind

SOURCES = Path(cext.__file__).parent / "src"
FILES = ("cards.c", "cards_rank.c", "dice.c", "divide.c", "rng.c")
KEY = bytes(range(32))

FFI = cffi.FFI()
FFI.cdef("""
    int core_dice_throw(const uint8_t *key, uint64_t machine, uint32_t purpose, uint64_t number,
        uint32_t dice, uint8_t *faces);
    int core_cards_deal(const uint8_t *key, uint64_t machine, uint32_t purpose, uint64_t deal, uint32_t cards,
        uint32_t count, uint8_t *deck);
    int core_hands_score(const void *hands, const uint8_t *cards, uint32_t count, uint32_t *score);
""")


def compiled(folder: Path, file: str, old: str, new: str) -> Any:
    """The portable core of cards with one text of one file replaced."""
    assert (SOURCES / file).read_text(encoding="utf-8").count(old) == 1, f"{file} has no longer: {old}"
    for path in SOURCES.iterdir():
        text = path.read_text(encoding="utf-8")
        (folder / path.name).write_text(
            text.replace(old, new) if path.name == file else text, encoding="utf-8"
        )
    command = [compiler(), "-std=c99", "-w", "-shared", "-fPIC", *FILES, "-o", "mutant.so"]
    subprocess.run(command, cwd=folder, check=True)
    return FFI.dlopen(str(folder / "mutant.so"))


def dice_agree(lib: Any) -> bool:
    """400 throws of three dice and of all twelve."""
    faces = FFI.new("uint8_t[]", 12)
    for number in range(400):
        dice = 3 if number % 2 else 12
        lib.core_dice_throw(KEY, 5, 7, number, dice, faces)
        if list(faces)[:dice] != cards_reference.throw(KEY, 5, 7, number, dice):
            return False
    return True


def deals_agree(lib: Any) -> bool:
    """Shuffles and deals of several decks."""
    deck = FFI.new("uint8_t[]", 255)
    for number in range(24):
        cards, count = ((52, 52), (53, 7), (4, 4), (255, 255))[number % 4]
        lib.core_cards_deal(KEY, 5, 0, number, cards, count, deck)
        if list(deck)[:count] != cards_reference.deal(KEY, 5, 0, number, cards, count):
            return False
    return True


def hands_agree(*orders: HandOrder) -> Callable[[Any], bool]:
    """Scores of hands stand to one another as the reference's values do."""

    def agree(lib: Any) -> bool:
        for order in orders:
            packed = FFI.new("uint8_t[]", bytes(core_ffi.buffer(order.packed)))
            scores = {}
            for cards in [*straights(order), *few_ranks(order, 600)]:
                score = FFI.new("uint32_t *")
                lib.core_hands_score(packed, cards, len(cards), score)
                value = cards_reference.best(order, cards)
                named = Kind(score[0] >> 20 & 15).name == value[1][0]
                if not named or scores.setdefault(value, score[0]) != score[0]:
                    return False
            ordered = [scores[value] for value in sorted(scores)]
            if ordered != sorted(set(ordered)):
                return False
        return True

    return agree


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


BUG = replace(PAI_GOW, low_second=False, low_second_flush=False)
CHECKS: dict[str, Callable[[Any], bool]] = {
    "dice": dice_agree,
    "deals": deals_agree,
    "poker": hands_agree(POKER_52, POKER_28),
    "draw": hands_agree(DRAW_32),
    "Pai Gow": hands_agree(PAI_GOW),
    "bug": hands_agree(BUG),
    "joker an ace": hands_agree(replace(PAI_GOW, joker_ace=True)),
    "three": hands_agree(THREE_CARD),
}
MUTANTS: dict[str, tuple[str, str, str, str]] = {
    "a die from 0": ("dice", "dice.c", "(1 + (high >> 16))", "(high >> 16)"),
    "last die first": ("dice", "dice.c", "faces[die] = face_of", "faces[dice - 1 - die] = face_of"),
    "every word taken": ("dice", "dice.c", "word >= excess", "1"),
    "dice by the remainder": ("dice", "dice.c", "uint32_t word = core", "uint32_t word = 2654435769u * core"),
    "shuffle off by one": (
        "deals",
        "cards.c",
        "i + digits[i - at]",
        "i + (digits[i - at] ? digits[i - at] - 1 : 0)",
    ),
    "swaps with any": ("deals", "cards.c", "i + digits[i - at]", "digits[i - at]"),
    "one group too few": ("deals", "cards.c", "pairs < groups", "pairs + 1 < groups"),
    "halves of a pair swapped": (
        "deals",
        "cards.c",
        "words[1] << 32 | words[0]",
        "words[0] << 32 | words[1]",
    ),
    "groups of 2^52": ("deals", "cards.h", "(UINT64_C(1) << 48)", "(UINT64_C(1) << 52)"),
    "no ace below": ("poker", "cards_rank.c", "return is_low ? width - 1 : 0", "return 0"),
    "ace round the corner": ("poker", "cards_rank.c", "window >> 1, needed", "window >> 2, needed"),
    "flush of four": (
        "poker",
        "cards_rank.c",
        "cards->joker < cards->hands->width",
        "cards->joker + 1 < cards->hands->width",
    ),
    "two pairs without the fifth card": (
        "poker",
        "cards_rank.c",
        "number(second, 1), 2, 4,",
        "number(second, 1), 2, 5,",
    ),
    "royal unseen": ("poker", "cards_rank.c", "flush == top ?", "0 ?"),
    "straight to the ace lowest": ("poker", "cards_rank.c", "top >= width; top--", "top > width; top--"),
    "figures of pairs below": (
        "draw",
        "cards_rank.c",
        "figures >= cards->hands->width",
        "figures + 1 >= cards->hands->width",
    ),
    "joker of any rank in a full house": (
        "bug",
        "cards_rank.c",
        "three < none && under < none",
        "three < none && under < none || cards->joker && second < none",
    ),
    "joker no ace": ("bug", "cards_rank.c", "cards->by_rank[ranks - 1]++;", ""),
    "joker completes no straight": ("bug", "cards_rank.c", "needed = width - cards->joker", "needed = width"),
    "joker the lowest of a flush": ("bug", "cards_rank.c", "uint32_t missing = ace", "uint32_t missing = 1"),
    "no second straight": (
        "Pai Gow",
        "cards_rank.c",
        "is_low && low_second && top",
        "is_low && !low_second && top",
    ),
    "five aces are four": ("Pai Gow", "cards_rank.c", "> SUITS)", "> SUITS + 1)"),
    "one ace only": ("joker an ace", "cards_rank.c", "aces++;", ""),
    "three cards of no suit": (
        "three",
        "cards_rank.c",
        "hands->width >= 3) {\n        enter_straights",
        "hands->width > 3) {\n        enter_straights",
    ),
}


@pytest.mark.parametrize("check", CHECKS)
def test_the_core_as_it_is_agrees(check: str, tmp_path: Path) -> None:
    assert CHECKS[check](compiled(tmp_path, "dice.c", "static uint32_t sixes", "static uint32_t sixes"))


@pytest.mark.parametrize("mutant", one_in(2, MUTANTS))
def test_a_mutant_is_refused(mutant: str, tmp_path: Path) -> None:
    check, file, old, new = MUTANTS[mutant]
    assert not CHECKS[check](compiled(tmp_path, file, old, new))
