# SPDX-License-Identifier: MIT
"""The tests of bits: every p-value that SP 800-22 states, and their parts against plain counting."""

from __future__ import annotations

import itertools
import math
import tomllib
from collections import Counter
from typing import Any

import numpy as np
import pytest
from places import TESTS

from emulator.lab import rng_nist, rng_patterns

VECTORS = tomllib.loads((TESTS / "vectors/sp800_22.toml").read_text(encoding="utf-8"))
DIGITS = 1_000_000
PLACE = {"random_excursions": 4, "random_excursions_variant": 8}  # +1 and -1 among the places


def named(test: str) -> Any:
    return getattr(rng_nist, test, None) or getattr(rng_patterns, test)


def bits_of(text: str) -> Any:
    return np.array([int(bit) for bit in text], dtype=np.uint8)


@pytest.mark.parametrize("example", VECTORS["example"], ids=lambda example: example["section"])
def test_the_worked_examples(example: dict[str, Any]) -> None:
    found = named(example["test"])(bits_of(example["bits"]), **example.get("arguments", {}))
    assert found == pytest.approx(example["p_values"], abs=1.5e-6)


def euler(binary_digits: int) -> int:
    """e as a fixed-point number, by halving its series: the sum of 1/k! up to 2^-digits."""

    def halves(first: int, last: int) -> tuple[int, int]:
        if last - first == 1:
            return 1, last
        middle = (first + last) // 2
        (p, q), (r, s) = halves(first, middle), halves(middle, last)
        return p * s + r, q * s

    p, q = halves(0, 90_000)
    return ((p + q) << binary_digits) // q


def pi(binary_digits: int) -> int:
    """Pi as a fixed-point number, by the series of Chudnovsky and Chudnovsky (1988)."""

    def halves(first: int, last: int) -> tuple[int, int, int]:
        if last - first == 1:
            p = (6 * first - 5) * (2 * first - 1) * (6 * first - 1) if first else 1
            q = first**3 * 10939058860032000 if first else 1
            term = p * (13591409 + 545140134 * first)
            return p, q, -term if first % 2 else term
        middle = (first + last) // 2
        (p, q, t), (r, s, u) = halves(first, middle), halves(middle, last)
        return p * r, q * s, t * s + p * u

    _, q, t = halves(0, 22_000)
    return q * 426880 * math.isqrt(10005 << 2 * binary_digits) // t


NUMBERS = {
    "sqrt2": lambda: math.isqrt(2 << 2 * DIGITS),
    "sqrt3": lambda: math.isqrt(3 << 2 * DIGITS),
    "e": lambda: euler(DIGITS + 100),
    "pi": lambda: pi(DIGITS + 100),
}
LONG = {"e", "pi", "sqrt3"}


@pytest.mark.parametrize(
    "constant",
    [
        pytest.param(row, id=row["name"], marks=[pytest.mark.long] if row["name"] in LONG else [])
        for row in VECTORS["constant"]
    ],
)
def test_the_tables_of_appendix_b(constant: dict[str, Any]) -> None:
    """All fifteen tests on a million digits, with the distributions as the document rounds them."""
    number = NUMBERS[constant["name"]]()
    number >>= number.bit_length() - DIGITS
    bits = np.unpackbits(np.frombuffer(number.to_bytes(DIGITS // 8, "big"), dtype=np.uint8))
    rounded = VECTORS["rounded"]
    for test, expected in constant.items():
        if test == "name":
            continue
        options = {"chances": rounded[test]} if test in rounded else {}
        found = named(test)(bits, **options)
        wanted = expected if isinstance(expected, list) else [expected]
        place = PLACE.get(test, 0)
        assert found[place : place + len(wanted)] == pytest.approx(wanted, abs=1.5e-6), test


# --- parts against counting -----------------------------------------------------------------------


def test_exact_chances_are_near_the_rounded_ones() -> None:
    rounded = VECTORS["rounded"]
    assert rng_nist.longest_run_chances(10_000) == pytest.approx(rounded["longest_run"], abs=2e-3)
    assert rng_nist.longest_run_chances(128) == pytest.approx(rounded["longest_run_128"], abs=1e-4)
    # The document's other, later numbers for overlapping patterns (Hamano and Kaneko 2007), section 3.8.
    later = [0.364091, 0.185659, 0.139381, 0.100571, 0.0704323, 0.139865]
    assert rng_patterns.overlap_chances() == pytest.approx(later, abs=2e-6)
    assert rng_patterns.linear_chances(500) == pytest.approx(rounded["linear_complexity"], abs=1e-4)
    assert rng_nist.rank_chances() == pytest.approx([0.2888, 0.5776, 0.1336], abs=1e-4)


def test_chances_of_the_longest_run_in_eight_bits_are_counted() -> None:
    counts = [0] * 4
    for string in itertools.product("01", repeat=8):
        longest = max(map(len, "".join(string).split("0")))
        counts[min(max(longest, 1), 4) - 1] += 1
    assert rng_nist.longest_run_chances(8) == pytest.approx([count / 256 for count in counts])


def test_chances_of_linear_complexity_are_counted() -> None:
    strings = np.array(list(itertools.product((0, 1), repeat=11)), dtype=np.uint8)
    lengths = rng_patterns.register_lengths(strings)
    assert Counter(lengths.tolist()) == {
        0: 1, **{n: 2 ** min(22 - 2 * n, 2 * n - 1) for n in range(1, 12)}
    }  # fmt: skip


@pytest.mark.parametrize("size", [5, 63, 64, 130])
def test_register_lengths_are_those_of_the_plain_algorithm(size: int) -> None:
    blocks = np.random.default_rng(1).integers(0, 2, (40, size), dtype=np.uint8)
    blocks[0], blocks[1, :-1] = 0, 0
    assert rng_patterns.register_lengths(blocks).tolist() == [massey(row.tolist()) for row in blocks]


def massey(bits: list[int]) -> int:
    """Massey (1969), Shift-register synthesis and BCH decoding, step by step."""
    c, b = [1] + [0] * len(bits), [1] + [0] * len(bits)
    length, changed = 0, -1
    for n, bit in enumerate(bits):
        if (bit + sum(c[i] * bits[n - i] for i in range(1, length + 1))) % 2:
            before = c.copy()
            for i in range(len(bits) + 1 - (n - changed)):
                c[i + n - changed] ^= b[i]
            if 2 * length <= n:
                length, changed, b = n + 1 - length, n, before
    return length


def test_ranks_are_those_of_plain_elimination() -> None:
    rows = np.random.default_rng(2).integers(0, 1 << 32, (60, 32), dtype=np.uint32)
    rows[0], rows[1, 5:], rows[2, 1::2] = 0, 0, rows[2, ::2]
    for matrix, rank in zip(rows.tolist(), rng_nist.binary_ranks(rows).tolist(), strict=True):
        basis: list[int] = []
        for row in matrix:
            for pivot in basis:
                row = min(row, row ^ pivot)
            basis += [row] if row else []
        assert rank == len(basis)


def test_there_are_148_patterns_that_cannot_overlap() -> None:
    assert len(rng_patterns.aperiodic_templates(9)) == 148  # SP 800-22, section 2.7.2
    assert rng_patterns.aperiodic_templates(3) == (0b001, 0b011, 0b100, 0b110)


def test_tests_that_need_more_bits_say_nothing() -> None:
    short = np.random.default_rng(3).integers(0, 2, 10_000, dtype=np.uint8)
    assert rng_patterns.universal(short) == []
    assert rng_nist.random_excursions(short) == rng_nist.random_excursions_variant(short) == []
