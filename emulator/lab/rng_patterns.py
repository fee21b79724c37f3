# SPDX-License-Identifier: MIT
"""
Tests of patterns in bits: SP 800-22 sections 2.7 to 2.12.

Each takes an array of bits, shape (n,), of 0 and 1, and returns its p-values.

Source: NIST Special Publication 800-22 Revision 1a (2010); distributions that it rounds are exact here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erfc, log, sqrt

import numpy as np

from emulator.lab.rng_stats import Array, chi_square_tail, gamma_tail

TEMPLATE_BITS = 9
TEMPLATE_BLOCKS = 8
OVERLAP_BLOCK = 1032
OVERLAP_CELLS = 6
# Bits of a block, bits needed, mean and variance of the logarithm (table of 2.9.4).
UNIVERSAL = ((7, 904_960, 6.1962507, 3.125), (6, 387_840, 5.2177052, 2.954))
LINEAR_BLOCK = 500


def windows(bits: Array, size: int, *, ring: bool = False) -> Array:
    """Return the numbers that ``size`` neighbouring bits make, at every place; on a ring as many as bits."""
    source = np.concatenate([bits, bits[: size - 1]]) if ring else bits
    places = len(source) - size + 1
    made = np.zeros(places, dtype=np.int32)
    for offset in range(size):
        made <<= 1
        made |= source[offset : offset + places]
    return made


@cache
def aperiodic_templates(size: int = TEMPLATE_BITS) -> tuple[int, ...]:
    """Return the patterns that cannot overlap themselves: no beginning of one is its end."""

    def overlaps(pattern: int) -> bool:
        return any(pattern >> (size - shift) == pattern & ((1 << shift) - 1) for shift in range(1, size))

    return tuple(pattern for pattern in range(1 << size) if not overlaps(pattern))


def non_overlapping(bits: Array) -> list[float]:
    """Each of 148 patterns occurs as often as it should (2.7). They cannot overlap, so all are counted."""
    size, length = TEMPLATE_BITS, len(bits) // TEMPLATE_BLOCKS
    mean = (length - size + 1) / 2**size
    variance = length * (1 / 2**size - (2 * size - 1) / 2 ** (2 * size))
    blocks = bits[: length * TEMPLATE_BLOCKS].reshape(TEMPLATE_BLOCKS, length)
    counts = np.array([np.bincount(windows(block, size), minlength=1 << size) for block in blocks])
    statistics = ((counts[:, list(aperiodic_templates(size))] - mean) ** 2 / variance).sum(axis=0)
    return [chi_square_tail(float(statistic), TEMPLATE_BLOCKS) for statistic in statistics]


def overlapping(bits: Array, chances: Sequence[float] | None = None) -> list[float]:
    """Nine ones in a row occur as often as they should in blocks of 1,032 bits, overlaps counted (2.8)."""
    blocks = len(bits) // OVERLAP_BLOCK
    rows = bits[: blocks * OVERLAP_BLOCK].reshape(blocks, OVERLAP_BLOCK)
    places = OVERLAP_BLOCK - TEMPLATE_BITS + 1
    full = np.ones((blocks, places), dtype=bool)
    for offset in range(TEMPLATE_BITS):
        full &= rows[:, offset : offset + places].astype(bool)
    counts = np.bincount(np.minimum(full.sum(axis=1), OVERLAP_CELLS - 1), minlength=OVERLAP_CELLS)
    expected = blocks * np.array(chances or overlap_chances())
    return [chi_square_tail(float(((counts - expected) ** 2 / expected).sum()), OVERLAP_CELLS - 1)]


@cache
def overlap_chances() -> tuple[float, ...]:
    """Exact chances of 0, 1, 2, 3, 4, 5 or more occurrences, by walking the bits of a block."""
    chance = np.zeros((TEMPLATE_BITS + 1, OVERLAP_CELLS))  # ones at the end, occurrences so far
    chance[0, 0] = 1
    for _ in range(OVERLAP_BLOCK):
        after = np.zeros_like(chance)
        after[0] = chance.sum(axis=0) / 2
        after[1:TEMPLATE_BITS] = chance[: TEMPLATE_BITS - 1] / 2
        complete = (chance[TEMPLATE_BITS - 1] + chance[TEMPLATE_BITS]) / 2
        after[TEMPLATE_BITS, 1:] = complete[:-1]
        after[TEMPLATE_BITS, -1] += complete[-1]
        chance = after
    return tuple(float(share) for share in chance.sum(axis=0))


def universal(bits: Array) -> list[float]:
    """Blocks come back after as long as they should (2.9, Maurer); none below 387,840 bits."""
    fitting = [row for row in UNIVERSAL if len(bits) >= row[1]]
    if not fitting:
        return []
    size, _, mean, variance = fitting[0]
    first = 10 << size
    many = len(bits) // size
    values = windows(bits, size)[: many * size : size]
    order = np.argsort(values, kind="stable")
    before = np.zeros(many, dtype=np.int64)  # the place of the same block before, counted from 1; 0 none
    same = values[order[1:]] == values[order[:-1]]
    before[order[1:][same]] = order[:-1][same] + 1
    distances = np.arange(1, many + 1) - before
    tested = many - first
    found = float(np.log2(distances[first:]).sum()) / tested
    shrink = 0.7 - 0.8 / size + (4 + 32 / size) * float(tested ** (-3 / size)) / 15
    return [erfc(abs(found - mean) / (shrink * sqrt(variance / tested)) / sqrt(2))]


def approximate_entropy(bits: Array, size: int = 10) -> list[float]:
    """Patterns of ``size`` bits tell as little about the next bit as they should (2.12)."""
    n = len(bits)

    def phi(width: int) -> float:
        counts = np.bincount(windows(bits, width, ring=True))
        shares = counts[counts > 0] / n
        return float((shares * np.log(shares)).sum())

    statistic = 2 * n * (log(2) - (phi(size) - phi(size + 1)))
    return [gamma_tail(2.0 ** (size - 1), max(0.0, statistic) / 2)]


def serial(bits: Array, size: int = 16) -> list[float]:
    """Overlapping patterns of ``size`` bits are equally frequent: first and second differences (2.11)."""
    n = len(bits)

    def psi(width: int) -> float:
        if width == 0:
            return 0.0
        counts = np.bincount(windows(bits, width, ring=True), minlength=1 << width).astype(float)
        return float((counts**2).sum()) * float(1 << width) / n - n

    whole, less, least = psi(size), psi(size - 1), psi(size - 2)
    return [
        gamma_tail(2.0 ** (size - 2), max(0.0, whole - less) / 2),
        gamma_tail(2.0 ** (size - 3), max(0.0, whole - 2 * less + least) / 2),
    ]


# --- linear complexity ----------------------------------------------------------------------------


def linear_complexity(
    bits: Array, size: int = LINEAR_BLOCK, chances: Sequence[float] | None = None
) -> list[float]:
    """The shortest shift registers that make blocks of bits are as long as they should be (2.10)."""
    blocks = len(bits) // size
    lengths = register_lengths(bits[: blocks * size].reshape(blocks, size))
    counts = np.bincount(_linear_cells(lengths, size), minlength=7)
    expected = blocks * np.array(chances or linear_chances(size))
    return [chi_square_tail(float(((counts - expected) ** 2 / expected).sum()), 6)]


def _linear_cells(lengths: Array, size: int) -> Array:
    """The cell of each length: T from 2.10.4 against -2.5, -1.5 and so on to 2.5."""
    sign = -1 if size % 2 else 1
    mean = size / 2 + (9 - sign) / 36 - (size / 3 + 2 / 9) / 2.0**size
    return np.searchsorted(np.arange(-2.5, 3), sign * (lengths - mean) + 2 / 9, side="left")


@cache
def linear_chances(size: int) -> tuple[float, ...]:
    """
    Exact chances of the seven cells.

    Source: Rueppel (1986), Analysis and Design of Stream Ciphers: 2^min(2n - 2L, 2L - 1) of the 2^n strings
        have linear complexity L, and one has 0.
    """
    lengths = np.arange(size + 1)
    powers = np.minimum(2 * size - 2 * lengths, 2 * lengths - 1).astype(float)
    powers[0] = 0
    shares = 2.0 ** (powers - size)
    cells = np.bincount(_linear_cells(lengths, size), weights=shares, minlength=7)
    return tuple(float(share) for share in cells)


def register_lengths(blocks: Array) -> Array:
    """
    Return the linear complexity of each row, shape (rows, bits), by Berlekamp and Massey, all rows at once.

    A polynomial is a row of 64-bit words, coefficient i its bit i; so is the window of the bits seen, the
    newest at bit 0. Then the discrepancy is the parity of their common bits.
    """
    rows, size = blocks.shape
    words = size // 64 + 1
    bits = blocks.T.astype(np.uint64)
    connection = np.zeros((words, rows), dtype=np.uint64)
    connection[0] = 1
    shifted = connection.copy()  # the polynomial before the last change of length, times x per bit since
    window = np.zeros_like(connection)
    length = np.zeros(rows, dtype=np.int64)
    for n in range(size):
        _shift(window)
        window[0] |= bits[n]
        _shift(shifted)
        odd = (np.bitwise_count(connection & window).sum(axis=0) & 1).astype(bool)
        longer = odd & (2 * length <= n)
        before = connection.copy()
        connection ^= shifted * odd
        shifted[:, longer] = before[:, longer]
        length[longer] = n + 1 - length[longer]
    return length


def _shift(words: Array) -> None:
    """Every row of bits one place up, in place; the highest word first, so that no carry is lost."""
    one, top = np.uint64(1), np.uint64(63)
    for word in range(len(words) - 1, 0, -1):
        words[word] = words[word] << one | words[word - 1] >> top
    words[0] <<= one
