# SPDX-License-Identifier: MIT
"""
Tests of bits one by one and in blocks: SP 800-22 sections 2.1 to 2.6, 2.13 to 2.15.

Each takes an array of bits, shape (n,), of 0 and 1, and returns its p-values.

Source: NIST Special Publication 800-22 Revision 1a (2010), A Statistical Test Suite for Random and
Pseudorandom Number Generators for Cryptographic Applications. Where that text rounds a distribution, the
exact one is computed here; its own numbers can be passed in, so that its examples can be reproduced.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import erfc, log, sqrt

import numpy as np

from emulator.lab.rng_stats import Array, chi_square_tail, gamma_tail

LONGEST_RUNS = {8: (1, 4), 128: (4, 9), 10_000: (10, 16)}  # bits of a block: first and last cell
RANK_SIZE = 32
EXCURSIONS_MIN = 500
EXCURSION_STATES = (-4, -3, -2, -1, 1, 2, 3, 4)
VARIANT_STATES = (*range(-9, 0), *range(1, 10))


def frequency(bits: Array) -> list[float]:
    """Ones and zeros balance (2.1)."""
    return [erfc(abs(2 * int(bits.sum()) - len(bits)) / sqrt(2 * len(bits)))]


def block_frequency(bits: Array, size: int = 128) -> list[float]:
    """Ones and zeros balance in every block of ``size`` bits (2.2)."""
    blocks = len(bits) // size
    ones = bits[: blocks * size].reshape(blocks, size).sum(axis=1, dtype=np.int64)
    statistic = float(((2 * ones - size) ** 2).sum()) / size
    return [chi_square_tail(statistic, blocks)]


def cumulative_sums(bits: Array) -> list[float]:
    """The walk of +1 and -1 strays as far as it should, forwards and backwards (2.13)."""
    steps = 2 * bits.astype(np.int64) - 1
    return [_walk_tail(int(np.abs(np.cumsum(walk)).max()), len(bits)) for walk in (steps, steps[::-1])]


def _walk_tail(reach: int, n: int) -> float:
    def phi(steps: int) -> float:
        return erfc(-steps * reach / sqrt(2 * n)) / 2

    # Sums from (-n/z + 1)/4 and (-n/z - 3)/4 to (n/z - 1)/4, the quotients cut towards zero as in 2.13.4.
    ends = n // reach
    first, second, last = int((-ends + 1) / 4), int((-ends - 3) / 4), int((ends - 1) / 4)
    inside = sum(phi(4 * k + 1) - phi(4 * k - 1) for k in range(first, last + 1))
    return 1 - inside + sum(phi(4 * k + 3) - phi(4 * k + 1) for k in range(second, last + 1))


def runs(bits: Array) -> list[float]:
    """Bits change as often as they should (2.3)."""
    n = len(bits)
    share = int(bits.sum()) / n
    if abs(share - 0.5) >= 2 / sqrt(n):
        return [0.0]  # the frequency test has failed already
    changes = 1 + int((bits[1:] != bits[:-1]).sum())
    return [erfc(abs(changes - 2 * n * share * (1 - share)) / (2 * sqrt(2 * n) * share * (1 - share)))]


def longest_run(bits: Array, chances: Sequence[float] | None = None) -> list[float]:
    """The longest run of ones in each block is as long as it should be (2.4)."""
    size = 8 if len(bits) < 6272 else 128 if len(bits) < 750_000 else 10_000
    first, last = LONGEST_RUNS[size]
    blocks = len(bits) // size
    longest = _longest_runs(bits[: blocks * size].reshape(blocks, size))
    counts = np.bincount(np.clip(longest, first, last) - first, minlength=last - first + 1)
    expected = blocks * np.array(chances or longest_run_chances(size))
    return [chi_square_tail(float(((counts - expected) ** 2 / expected).sum()), last - first)]


def _longest_runs(blocks: Array) -> Array:
    walled = np.zeros((len(blocks), blocks.shape[1] + 2), dtype=np.int8)
    walled[:, 1:-1] = blocks
    edges = np.diff(walled.ravel())
    begins, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    longest = np.zeros(len(blocks), dtype=np.int64)
    np.maximum.at(longest, begins // walled.shape[1], ends - begins)
    return longest


@cache
def longest_run_chances(size: int) -> tuple[float, ...]:
    """Exact chances of the cells of longest_run: strings without a longer run, by their recurrence."""
    first, last = LONGEST_RUNS[size]

    def at_most(run: int) -> float:
        chance = [1.0] * (run + 1) + [1 - 0.5 ** (run + 1)]
        for n in range(run + 2, size + 1):
            chance.append(chance[n - 1] - 0.5 ** (run + 2) * chance[n - run - 2])
        return chance[size]

    upto = [0.0, *(at_most(run) for run in range(first, last)), 1.0]
    return tuple(float(chance) for chance in np.diff(upto))


def rank(bits: Array) -> list[float]:
    """Matrices of 32 by 32 bits have the ranks that they should (2.5)."""
    matrices = len(bits) // RANK_SIZE**2
    rows = np.packbits(bits[: matrices * RANK_SIZE**2]).view(">u4").astype(np.uint32)
    ranks = binary_ranks(rows.reshape(matrices, RANK_SIZE))
    counts = np.bincount(np.clip(RANK_SIZE - ranks, 0, 2), minlength=3)
    expected = matrices * np.array(rank_chances())
    return [chi_square_tail(float(((counts - expected) ** 2 / expected).sum()), 2)]


def binary_ranks(rows: Array) -> Array:
    """Return the rank over two elements of each matrix; ``rows`` has shape (matrices, 32), 32 bits a row."""
    left = rows.copy()
    every = np.arange(len(left))
    done = np.zeros(len(left), dtype=np.int64)
    for column in range(RANK_SIZE):
        has = (left >> np.uint32(column)) & 1
        has[np.arange(RANK_SIZE) < done[:, None]] = 0
        found = has.any(axis=1)
        pivot = has.argmax(axis=1)
        top = np.minimum(done, RANK_SIZE - 1)
        chosen = np.where(found, left[every, pivot], 0).astype(np.uint32)
        # The pivot row changes places with the first row that is not yet done, and is added to those below.
        left[every[found], pivot[found]] = left[every[found], top[found]]
        left[every[found], top[found]] = chosen[found]
        below = np.arange(RANK_SIZE) > top[:, None]
        left ^= np.where(below & ((left >> np.uint32(column)) & 1).astype(bool), chosen[:, None], 0)
        done += found
    return done


@cache
def rank_chances() -> tuple[float, float, float]:
    """Exact chances that a square matrix has full rank, one less, or less (2.5, 3.5)."""

    def of(r: int) -> float:
        chance = 2.0 ** (r * (2 * RANK_SIZE - r) - RANK_SIZE**2)
        for i in range(r):
            chance *= (1 - 2.0 ** (i - RANK_SIZE)) ** 2 / (1 - 2.0 ** (i - r))
        return chance

    full, less = of(RANK_SIZE), of(RANK_SIZE - 1)
    return full, less, 1 - full - less


def spectral(bits: Array) -> list[float]:
    """No period stands out of the discrete Fourier transform (2.6)."""
    n = len(bits)
    heights = np.abs(np.fft.rfft(2.0 * bits - 1))[: n // 2]
    below = int((heights < sqrt(n * log(1 / 0.05))).sum())
    return [erfc(abs(below - 0.95 * n / 2) / sqrt(n * 0.95 * 0.05 / 4) / sqrt(2))]


# --- excursions -----------------------------------------------------------------------------------


def _excursions(bits: Array) -> tuple[Array, Array, int]:
    """The walk, the number of the excursion that each step belongs to, and how many excursions there are."""
    walk = np.cumsum(2 * bits.astype(np.int64) - 1)
    home = walk == 0
    return walk, np.cumsum(home), int(home.sum()) + int(walk[-1] != 0)


def random_excursions(bits: Array) -> list[float]:
    """Each place near home is visited as often in an excursion as it should be (2.14); none if too few."""
    walk, number, many = _excursions(bits)
    if many < EXCURSIONS_MIN:
        return []
    found = []
    for place in EXCURSION_STATES:
        visits = np.bincount(number[walk == place], minlength=many)
        counts = np.bincount(np.minimum(visits, 5), minlength=6)
        expected = many * np.array(_visit_chances(abs(place)))
        found.append(gamma_tail(2.5, float(((counts - expected) ** 2 / expected).sum()) / 2))
    return found


def _visit_chances(place: int) -> list[float]:
    stay = 1 - 1 / (2 * place)
    return [stay, *(stay ** (k - 1) / (4 * place * place) for k in range(1, 5)), stay**4 / (2 * place)]


def random_excursions_variant(bits: Array) -> list[float]:
    """Each place within nine steps of home is visited as often as it should be (2.15); none if too few."""
    walk, _, many = _excursions(bits)
    if many < EXCURSIONS_MIN:
        return []
    visits = ((walk == place).sum() for place in VARIANT_STATES)
    return [
        erfc(abs(int(seen) - many) / sqrt(2 * many * (4 * abs(place) - 2)))
        for seen, place in zip(visits, VARIANT_STATES, strict=True)
    ]
