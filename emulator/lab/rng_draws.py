# SPDX-License-Identifier: MIT
"""
Tests of scaled draws: numbers below a bound, as machines use them.

Each takes a Source, the number of a machine of its own, so that no two tests share a word, and a scale (1
for a second's work), and returns p-values. All reference distributions are exact but for those whose source
is named. TAOCP is Knuth (1997), The Art of Computer Programming 2, 3rd edition, section 3.3.2.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb, factorial, prod

import numpy as np

import cext
from emulator.lab.rng_source import WORD_VALUES, Source
from emulator.lab.rng_stats import (
    Array,
    apart,
    chi_square,
    chi_square_tail,
    even_cells,
    poisson_two_sided,
    uniformity,
)

PLAY = cext.PURPOSE_PLAY
# A draw that keeps the words that an even one rejects shows only where they are many. Bounds as a factor and
# a power of two: values then have even remainders by the factor too.
WIDE_BOUNDS = ((3, 30), (5, 29), (7, 29))
BOUND_MEAN = 20  # draws that each value of a bound expects


def bounds(source: Source, machine: int, scale: int, every: Sequence[int]) -> list[float]:
    """Every bound that the models use: each value as often as the others; and those p-values even."""
    found = []
    first = 0
    for bound in every:
        plays = max(BOUND_MEAN * bound, 100) * scale
        found.append(even_cells(source.draws(machine, PLAY, first, plays, [bound])[:, 0], bound))
        first += plays
    return [apart(found), uniformity(found)]


def wide_bounds(source: Source, machine: int, scale: int) -> list[float]:
    """Bounds near 2^32, where many words are rejected: even parts of the range, and even remainders."""
    found, cells = [], 48
    for turn, (factor, power) in enumerate(WIDE_BOUNDS):
        bound, plays = factor << power, 20_000 * scale
        values = source.draws(machine, PLAY, turn * plays, plays, [bound])[:, 0].astype(np.uint64)
        if bool((values >= bound).any()):
            return [0.0]
        counts = np.bincount((values * cells // bound).astype(np.int64), minlength=cells)
        edges = np.array([-(-cell * bound // cells) for cell in range(cells + 1)], dtype=float)
        found.append(chi_square(counts, np.diff(edges) * plays / bound))
        found.append(even_cells((values % factor).astype(np.int64), factor))
    return found


def pairs(source: Source, machine: int, scale: int) -> list[float]:
    """Draws below 24 two by two: all 576 pairs are equally frequent (TAOCP B, serial)."""
    drawn = source.draws(machine, PLAY, 0, 100_000 * scale, [24])[:, 0].reshape(-1, 2)
    return [even_cells(digits(drawn, [24, 24]), 576)]


def overlaps(source: Source, machine: int, scale: int) -> list[float]:
    """
    Draws below 16 three by three, overlapping: first and second differences of the counts' chi-squares.

    Source: Good (1953), The serial test for sampling numbers and other tests for randomness.
    """
    base, drawn = 16, source.draws(machine, PLAY, 0, 200_000 * scale, [16])[:, 0].astype(np.int64)
    if bool((drawn >= base).any()):
        return [0.0]
    psi = [0.0]
    number = np.zeros(len(drawn), dtype=np.int64)
    for width in (1, 2, 3):
        number = number * base + np.roll(drawn, 1 - width)
        counts = np.bincount(number, minlength=base**width).astype(float)
        psi.append(float((counts**2).sum()) * base**width / len(drawn) - len(drawn))
    return [
        chi_square_tail(psi[3] - psi[2], base**3 - base**2),
        chi_square_tail(max(0.0, psi[3] - 2 * psi[2] + psi[1]), base**3 - 2 * base**2 + base),
    ]


def poker(source: Source, machine: int, scale: int) -> list[float]:
    """Five draws below 10: as many different values among them as there should be (TAOCP D)."""
    base, hand = 10, 5
    plays = 50_000 * scale
    hands = np.sort(source.draws(machine, PLAY, 0, plays, [base] * hand), axis=1)
    different = 1 + (hands[:, 1:] != hands[:, :-1]).sum(axis=1)
    chances = [_falling(base, r) * stirling(hand, r) / base**hand for r in range(1, hand + 1)]
    return [chi_square(np.bincount(different, minlength=hand + 1)[1:], plays * np.array(chances))]


def gaps(source: Source, machine: int, scale: int) -> list[float]:
    """As many draws between two below 3 of 24 as there should be (TAOCP C)."""
    drawn = source.draws(machine, PLAY, 0, 200_000 * scale, [24])[:, 0]
    lengths = np.diff(np.flatnonzero(drawn < 3)) - 1
    if not len(lengths):
        return [0.0]
    chance, longest = 3 / 24, 40
    chances = [chance * (1 - chance) ** k for k in range(longest)] + [(1 - chance) ** longest]
    counts = np.bincount(np.minimum(lengths, longest), minlength=longest + 1)
    return [chi_square(counts, len(lengths) * np.array(chances))]


def coupons(source: Source, machine: int, scale: int) -> list[float]:
    """As many throws until a die has shown all six faces as there should be (TAOCP E)."""
    faces, longest = 6, 40
    drawn = source.draws(machine, PLAY, 0, 120_000 * scale, [faces])[:, 0].tolist()
    if max(drawn) >= faces:
        return [0.0]
    counts = [0] * (longest + 1)
    seen, length = 0, 0
    for face in drawn:
        seen |= 1 << face
        length += 1
        if seen == (1 << faces) - 1:
            counts[min(length, longest)] += 1
            seen = length = 0
    chances = [factorial(faces) * stirling(r - 1, faces - 1) / faces**r for r in range(faces, longest)]
    chances.append(1 - sum(chances))
    sets = sum(counts)
    return [chi_square(counts[faces:], sets * np.array(chances)) if sets >= 100 else 0.0]


def orders(source: Source, machine: int, scale: int) -> list[float]:
    """Five words in a row: all 120 orders are equally frequent (TAOCP P)."""
    many = 25_000 * scale
    words = source.words(machine, PLAY, 5 * many).reshape(many, 5)
    return [even_cells(order_number(words), 120)]


def runs_up(source: Source, machine: int, scale: int) -> list[float]:
    """Words rise as long as they should; the word that ends a rise is left out (TAOCP G, exercise 14)."""
    words = source.words(machine, PLAY, 100_000 * scale)
    longest, counts, start = 7, [0] * 8, 0
    for end in np.flatnonzero(words[1:] < words[:-1]).tolist():
        if end >= start:
            counts[min(end - start + 1, longest)] += 1
            start = end + 2
    chances = [1 / factorial(r) - 1 / factorial(r + 1) for r in range(1, longest)] + [1 / factorial(longest)]
    runs = sum(counts)
    return [chi_square(counts[1:], runs * np.array(chances)) if runs >= 100 else 0.0]


def evenness(source: Source, machine: int, scale: int) -> list[float]:
    """Words are spread evenly over their range (TAOCP A, Kolmogorov and Smirnov)."""
    return [uniformity((source.words(machine, PLAY, 50_000 * scale) + 0.5) / WORD_VALUES)]


def birthdays(source: Source, machine: int, scale: int) -> list[float]:
    """
    4,096 birthdays in a year of 2^32 days: on average 4 of the distances between them occur again.

    Source: Marsaglia (1985), A current view of random number generators; TAOCP J.
    """
    people, years = 4096, 64 * scale
    days = np.sort(source.words(machine, PLAY, people * years).reshape(years, people), axis=1)
    spacings = np.sort(np.diff(days, axis=1), axis=1)
    again = int((spacings[:, 1:] == spacings[:, :-1]).sum())
    return [poisson_two_sided(again, years * people**3 / (4 * WORD_VALUES))]


def duplicates(source: Source, machine: int, scale: int) -> list[float]:
    """Among 2^18 words of 32 bits as many occur again as should: 8 on average (TAOCP I, collisions)."""
    many, again = 1 << 18, 0
    words = source.words(machine, PLAY, many * scale).reshape(scale, many)
    for row in words:
        again += many - len(np.unique(row))
    # n words less the 2^32 (1 - (1 - 2^-32)^n) different ones, to the second order
    mean = many * (many - 1) / 2 / WORD_VALUES - many**3 / 6 / WORD_VALUES**2
    return [poisson_two_sided(again, scale * mean)]


# --- correlation ----------------------------------------------------------------------------------


def between_plays(source: Source, machine: int, scale: int) -> list[float]:
    """
    A draw tells nothing about the 1st to 64th after it: the sum of the squared correlations.

    Source: Box and Pierce (1970), Distribution of residual autocorrelations, on a ring.
    """
    drawn = centred(source.draws(machine, PLAY, 0, 65_536 * scale, [1000])[:, 0])
    return [lag_tail(drawn, 64)]


def within_plays(source: Source, machine: int, scale: int) -> list[float]:
    """Eight draws of one play tell nothing about one another."""
    drawn = source.draws(machine, PLAY, 0, 25_000 * scale, [1000] * 8)
    return [_pair_tail([centred(column) for column in drawn.T])]


def between_streams(source: Source, machine: int, scale: int) -> list[float]:
    """The same words of neighbouring machines and of other purposes tell nothing about one another."""
    places = [(machine + step, PLAY) for step in range(8)] + [(machine, p) for p in range(1, 5)]
    many = 25_000 * scale
    columns = [source.draws(number, purpose, 0, many, [1000])[:, 0] for number, purpose in places]
    return [_pair_tail([centred(column) for column in columns])]


def lag_tail(values: Array, lags: int) -> float:
    """Return the p-value of the correlations of a row with itself 1 to ``lags`` places on, on a ring."""
    n = len(values)
    spread = float((values**2).sum())
    if spread == 0:
        return 0.0
    squares = sum(float((values * np.roll(values, lag)).sum() / spread) ** 2 for lag in range(1, lags + 1))
    return chi_square_tail(n * squares, lags)


def _pair_tail(columns: list[Array]) -> float:
    squares, many = 0.0, 0
    for one, other in combinations(columns, 2):
        spread = float((one**2).sum() * (other**2).sum())
        if spread == 0:
            return 0.0
        squares += float((one * other).sum()) ** 2 / spread
        many += 1
    return chi_square_tail(len(columns[0]) * squares, many)


def centred(values: Array) -> Array:
    """Return values less their mean."""
    return values - float(values.mean())


# --- counting -------------------------------------------------------------------------------------


def stirling(n: int, k: int) -> int:
    """Return in how many ways n things fall into k nonempty heaps (Stirling, second kind)."""
    terms = (comb(k, j) * j**n * (-1 if (k - j) % 2 else 1) for j in range(k + 1))
    return int(sum(terms)) // factorial(k)


def order_number(rows: Array) -> Array:
    """Return a number below ``columns!`` for the order in which the values of each row stand."""
    columns = rows.shape[1]
    ranks = [(rows[:, :j] < rows[:, j : j + 1]).sum(axis=1) for j in range(1, columns)]
    return digits(np.stack(ranks, axis=1), range(2, columns + 1))


def digits(rows: Array, bases: Sequence[int]) -> Array:
    """Return rows of digits as numbers; one past the end where a digit is none."""
    number = np.zeros(len(rows), dtype=np.int64)
    for column, base in zip(rows.T, bases, strict=True):
        number = number * base + column
    return np.where((rows >= np.array(bases)).any(axis=1), prod(bases), number)


def _falling(n: int, k: int) -> int:
    return prod(range(n - k + 1, n + 1))
