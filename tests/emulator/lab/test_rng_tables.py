# SPDX-License-Identifier: MIT
"""Tests of dice and cards pass the core and catch broken cups and shuffles, each in the test meant for it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from math import factorial
from typing import Any

import numpy as np
import pytest

import cext
from emulator.lab import rng_battery, rng_tables
from emulator.lab.rng_source import CoreSource
from emulator.lab.rng_stats import together
from emulator.support.seed import seed_key

KEY = seed_key("00")
MACHINE = 1 << 20
# A single test fails the battery below ALPHA over the number of tests; a mutant must be far beyond it.
LIMIT = rng_battery.ALPHA / 100 / 100


class Broken(CoreSource):
    """A fair source, of which a mutant spoils one thing."""


class WordsOf(Broken):
    """Fair words, from which throws and shuffles are made in a way of the mutant's own."""

    def below(self, machine: int, many: int, bounds: list[int]) -> Any:
        raw = cext.draws(self.key, machine, cext.PURPOSE_PLAY, 0, many, [1 << 31] * len(bounds))
        return self.scale(np.frombuffer(raw, dtype=np.uint32).reshape(many, -1).astype(np.int64), bounds)

    def scale(self, words: Any, bounds: list[int]) -> Any:
        return words * np.array(bounds) >> 31

    def throws(self, machine: int, throws: int, dice: int) -> Any:
        return 1 + self.below(machine, throws, [6] * dice)

    def deals(self, machine: int, deals: int, cards: int, count: int) -> Any:
        decks = np.tile(np.arange(cards), (deals, 1))
        every = np.arange(deals)
        drawn = self.below(machine, deals, [cards - step for step in range(cards - 1)])
        for step in range(cards - 1):
            place = self.place(step, drawn[:, step], cards)
            decks[every, place], decks[:, step] = decks[:, step].copy(), decks[every, place].copy()
        return decks[:, :count]

    def place(self, step: int, drawn: Any, cards: int) -> Any:
        return step + drawn


class NeverStays(WordsOf):
    """Off by one: a card always changes places with a later one, so that only whole cycles come (Sattolo)."""

    def place(self, step: int, drawn: Any, cards: int) -> Any:
        return np.minimum(step + 1 + drawn * (cards - 1 - step) // (cards - step), cards - 1)


class SwapsWithAny(WordsOf):
    """A card changes places with any of the deck, not of those left."""

    def below(self, machine: int, many: int, bounds: list[int]) -> Any:
        return super().below(machine, many, [max(bounds)] * len(bounds))

    def place(self, step: int, drawn: Any, cards: int) -> Any:
        return drawn


class LastCardStays(WordsOf):
    """Off by one: the last card takes no part unless it is drawn first."""

    def scale(self, words: Any, bounds: list[int]) -> Any:
        return super().scale(words, [max(1, bound - 1) for bound in bounds])


class SixBits(WordsOf):
    """Six bits scaled to the bound: 64 is no multiple of most."""

    def scale(self, words: Any, bounds: list[int]) -> Any:
        return super().scale(words & 0x7E000000, bounds)


class Remainder(WordsOf):
    """The remainder of six bits: the first faces and places are too frequent."""

    def scale(self, words: Any, bounds: list[int]) -> Any:
        return (words >> 25) % np.array(bounds)


class OneRiffle(Broken):
    """One riffle of a new deck instead of a shuffle (Bayer and Diaconis 1992): two rising rows remain."""

    def deals(self, machine: int, deals: int, cards: int, count: int) -> Any:
        raw = cext.draws(self.key, machine, cext.PURPOSE_PLAY, 0, deals, [2] * cards)
        halves = np.frombuffer(raw, dtype=np.uint32).reshape(deals, cards)
        return np.argsort(np.argsort(halves, axis=1, kind="stable"), axis=1)[:, :count]


class CardsCling(Broken):
    """In one shuffle of four, the two cards on top are in the order of a new deck."""

    def deals(self, machine: int, deals: int, cards: int, count: int) -> Any:
        decks = super().deals(machine, deals, cards, cards).astype(np.int64)
        for deck in decks[::4]:
            follows = int(np.flatnonzero(deck == (deck[0] + 1) % cards)[0])
            if follows > 1:
                deck[1], deck[follows] = deck[follows], deck[1]
        return decks[:, :count]


class TwoAlike(Broken):
    """One deck in a thousand has a card twice."""

    def deals(self, machine: int, deals: int, cards: int, count: int) -> Any:
        decks = super().deals(machine, deals, cards, count).copy()
        decks[::1000, 0] = decks[::1000, 1]
        return decks


class LoadedDie(Broken):
    """The first die shows one in six of its ones as a six."""

    def throws(self, machine: int, throws: int, dice: int) -> Any:
        faces = super().throws(machine, throws, dice).copy()
        ones = np.flatnonzero(faces[:, 0] == 1)
        faces[ones[::6], 0] = 6
        return faces


class DiceCling(Broken):
    """One throw in thirty is the throw before again."""

    def throws(self, machine: int, throws: int, dice: int) -> Any:
        faces = super().throws(machine, throws, dice).copy()
        faces[30::30] = faces[29:-1:30]
        return faces


class DiceFromNought(Broken):
    def throws(self, machine: int, throws: int, dice: int) -> Any:
        return super().throws(machine, throws, dice) - 1


MUTANTS: dict[str, tuple[type[Broken], Callable[[Any, int, int], list[float]]]] = {
    "never stays": (NeverStays, rng_tables.cycles),
    "never stays, places": (NeverStays, rng_tables.permutations),
    "swaps with any": (SwapsWithAny, rng_tables.places),
    "swaps with any, five cards": (SwapsWithAny, rng_tables.permutations),
    "last card stays": (LastCardStays, rng_tables.places),
    "six bits": (SixBits, rng_tables.places),
    "six bits, dice": (SixBits, rng_tables.dice),
    "remainder": (Remainder, rng_tables.places),
    "remainder, dice": (Remainder, rng_tables.dice),
    "one riffle": (OneRiffle, rng_tables.neighbours),
    "cards cling": (CardsCling, rng_tables.neighbours),
    "two alike": (TwoAlike, rng_tables.places),
    "two alike, cycles": (TwoAlike, rng_tables.cycles),
    "two alike, neighbours": (TwoAlike, rng_tables.neighbours),
    "last card stays, hands": (LastCardStays, rng_tables.hands),
    "one riffle, hands": (OneRiffle, rng_tables.hands),
    "two alike, hands": (TwoAlike, rng_tables.hands),
    "loaded die": (LoadedDie, rng_tables.sums),
    "loaded die, faces": (LoadedDie, rng_tables.dice),
    "dice cling": (DiceCling, rng_tables.between_throws),
    "dice from nought": (DiceFromNought, rng_tables.dice),
    "dice from nought, sums": (DiceFromNought, rng_tables.sums),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_broken_table_is_caught(mutant: str) -> None:
    make, test = MUTANTS[mutant]
    assert together(test(CoreSource(KEY), MACHINE, 1)) > 0.001
    assert together(test(make(KEY), MACHINE, 1)) < LIMIT


def test_every_test_of_tables_catches_a_mutant() -> None:
    assert {test for _, test in MUTANTS.values()} == set(rng_battery.TABLE_TESTS)


def test_fair_draws_by_the_same_python_pass() -> None:
    """What the mutants are made from is no mutant itself (false alarm: one in a thousand a test)."""
    for test in rng_battery.TABLE_TESTS:
        assert together(test(WordsOf(KEY), MACHINE, 1)) > 0.001, test.__name__


def test_sums_of_three_dice_are_counted() -> None:
    counted = np.zeros(19)
    for faces in itertools.product(range(1, 7), repeat=3):
        counted[sum(faces)] += 1 / 216
    assert np.allclose(rng_tables.three_dice(), counted)


def test_cycles_of_permutations_are_counted() -> None:
    counts = [0] * 7
    for deck in itertools.permutations(range(6)):
        seen: set[int] = set()
        many = 0
        for card in range(6):
            many += card not in seen
            while card not in seen:
                seen.add(card)
                card = deck[card]
        counts[many] += 1
    assert rng_tables.cycle_numbers(6) == counts
    assert sum(rng_tables.cycle_numbers(52)) == factorial(52)
