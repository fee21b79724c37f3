# SPDX-License-Identifier: MIT
"""
Tests of what a table uses: throws of dice and shuffled cards, as the core makes them by their numbers.

Each takes a Source, the number of a machine of its own and a scale, and returns p-values; all reference
distributions are exact. Counts that are sums over dependent cells are said so.
"""

from __future__ import annotations

from math import comb, factorial

import numpy as np

from cext.cards import PAI_GOW, POKER_52
from cext.cards_table import hand_table
from emulator.lab.rng_draws import centred, digits, lag_tail, order_number
from emulator.lab.rng_source import Source
from emulator.lab.rng_stats import Array, chi_square, chi_square_tail, even_cells

CARDS = 52
LAGS = 32


def dice(source: Source, machine: int, scale: int) -> list[float]:
    """Three dice and two: all 216 throws and all 36 are equally frequent."""
    many = 50_000 * scale
    return [
        even_cells(digits((_faces(source, machine + dice, many, dice) - 1) % 256, [6] * dice), 6**dice)
        for dice in (3, 2)
    ]


def sums(source: Source, machine: int, scale: int) -> list[float]:
    """Sums of three dice, and the place of seven counted with them, are as frequent as they should be."""
    many = 50_000 * scale
    total = _faces(source, machine, many, 3).sum(axis=1)
    if bool(((total < 3) | (total > 18)).any()):
        return [0.0]
    chances = three_dice()
    seats = np.bincount((np.arange(19) - 1) % 7, weights=chances, minlength=7)
    return [
        chi_square(np.bincount(total, minlength=19)[3:], many * chances[3:]),
        chi_square(np.bincount((total - 1) % 7, minlength=7), many * seats),
    ]


def between_throws(source: Source, machine: int, scale: int) -> list[float]:
    """The sum of a throw tells nothing about those of the 1st to 32nd after it."""
    return [lag_tail(centred(_faces(source, machine, 65_536 * scale, 3).sum(axis=1).astype(float)), LAGS)]


def places(source: Source, machine: int, scale: int) -> list[float]:
    """
    A deck of 52: every card lies in every place as often as in the others.

    Each shuffle puts one card into each place, so that of the 52 x 52 counts 51 x 51 are free and the usual
    sum is 52/51 of a chi-square value.
    """
    many = 4_000 * scale
    decks = source.deals(machine, many, CARDS, CARDS)
    if not are_decks(decks):
        return [0.0]
    cells = (decks.astype(np.int64) * CARDS + np.arange(CARDS)).ravel()
    mean = many / CARDS
    squares = float(((np.bincount(cells, minlength=CARDS * CARDS) - mean) ** 2).sum())
    return [chi_square_tail(squares / mean * (CARDS - 1) / CARDS, (CARDS - 1) ** 2)]


def permutations(source: Source, machine: int, scale: int) -> list[float]:
    """Five cards: all 120 shuffles are equally frequent (TAOCP P)."""
    return [even_cells(order_number(source.deals(machine, 25_000 * scale, 5, 5)), 120)]


def cycles(source: Source, machine: int, scale: int) -> list[float]:
    """
    A shuffle of 52 as a permutation has as many cycles as it should.

    Source: Graham, Knuth and Patashnik (1994), Concrete Mathematics, section 6.1: Stirling numbers of the
        first kind count the permutations with a number of cycles.
    """
    many = 10_000 * scale
    decks = source.deals(machine, many, CARDS, CARDS)
    if not are_decks(decks):
        return [0.0]
    # The smallest card that each place leads to, by pointers that double their reach; it is its cycle's own.
    least = np.minimum(decks, np.arange(CARDS, dtype=decks.dtype)).astype(np.intp)
    leads = decks.astype(np.intp)
    for _ in range(CARDS.bit_length()):
        least = np.minimum(least, np.take_along_axis(least, leads, axis=1))
        leads = np.take_along_axis(leads, leads, axis=1)
    counts = np.bincount((least == np.arange(CARDS)).sum(axis=1), minlength=CARDS + 1)
    chances = [number / factorial(CARDS) for number in cycle_numbers(CARDS)]
    return [chi_square(counts, many * np.array(chances))]


def neighbours(source: Source, machine: int, scale: int) -> list[float]:
    """
    The card on top of another is each of the others as often: the distance between them round the deck.

    A shuffle has 52 distances round it, from the last place to the first too. Summed over shuffles they
    are compared by the spread that shuffles have among themselves (Hotelling 1931, The generalization of
    Student's ratio), the distances of one shuffle not being independent.
    """
    many = 4_000 * scale
    decks = source.deals(machine, many, CARDS, CARDS).astype(np.int64)
    if not are_decks(decks):
        return [0.0]
    steps = (np.roll(decks, -1, axis=1) - decks) % CARDS
    rows = np.arange(many)[:, None] * CARDS + steps
    counts = np.bincount(rows.ravel(), minlength=many * CARDS).reshape(many, CARDS)[:, 1:-1].astype(float)
    off = counts.mean(axis=0) - CARDS / (CARDS - 1)
    spread = np.cov(counts, rowvar=False)
    freedom = counts.shape[1]
    if np.linalg.matrix_rank(spread) < freedom:
        return [0.0]
    squares = many * float(off @ np.linalg.solve(spread, off))
    return [chi_square_tail(squares * (many - freedom) / (many - 1), freedom)]


def hands(source: Source, machine: int, scale: int) -> list[float]:
    """
    Five of 52 cards and seven of 53: hands of every worth are dealt as often as they should.

    Source of the counts: ``cext.cards_table``, exact for all hands of the deck.
    """
    found, many = [], 50_000 * scale
    for place, (order, count) in enumerate(((POKER_52, 5), (PAI_GOW, 7))):
        dealt = source.deals(machine + place, many, order.deck, count)
        if bool((np.diff(np.sort(dealt, axis=1).astype(np.int64), axis=1) <= 0).any()):
            return [0.0]
        table = hand_table(order, count)
        seen = np.bincount(table.rank(dealt.astype(np.uint8)), minlength=table.classes + 1)
        chances = table.counts().astype(float) / comb(order.deck, count)
        found.append(chi_square(seen[1:], many * chances[1:]))
    return found


# --- counting -------------------------------------------------------------------------------------


def three_dice() -> Array:
    """Return the chance of every sum of three dice, shape (19,)."""
    one = np.array([0] + [1] * 6) / 6
    return np.asarray(np.convolve(np.convolve(one, one), one))


def cycle_numbers(cards: int) -> list[int]:
    """Return how many permutations of the cards have 0, 1, ... cycles."""
    numbers = [1]
    for size in range(cards):
        numbers = [
            (numbers[k - 1] if k else 0) + size * (numbers[k] if k < len(numbers) else 0)
            for k in range(len(numbers) + 1)
        ]
    return numbers


def are_decks(decks: Array) -> bool:
    """Return whether every row holds each card once."""
    return bool((np.sort(decks, axis=1) == np.arange(decks.shape[1])).all())


def _faces(source: Source, machine: int, throws: int, dice: int) -> Array:
    return source.throws(machine, throws, dice).astype(np.int64)
