# SPDX-License-Identifier: MIT
"""The three dice of Pai Gow: exact sums, and where the deal begins (16, II.3 and VII)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from cext import throws
from machines import MachinesError
from machines.tables.games.pai_gow.dice import PLACES, offset_of, start_of, starts, sums

# Ways to throw each sum with three dice, as any table of dice lists them.
WAYS = {3: 1, 4: 3, 5: 6, 6: 10, 7: 15, 8: 21, 9: 25, 10: 27, 11: 27}


def test_sums_are_the_published_ones():
    expected = WAYS | {21 - total: ways for total, ways in WAYS.items()}
    assert sums() == {total: Fraction(expected[total], 216) for total in range(3, 19)}


@pytest.mark.parametrize("total", [8, 15])
def test_vii_the_bank_is_always_one_eight_or_fifteen(total):
    assert all(start_of(total, bank) == bank for bank in range(PLACES))


def test_vii_the_croupier_counts_from_the_bank_clockwise():
    counted = [(bank + step) % PLACES for bank in range(PLACES) for step in range(18)]
    said = [start_of(total, bank) for bank in range(PLACES) for total in range(3, 19)]
    assert said == [counted[18 * bank + total - 1] for bank in range(PLACES) for total in range(3, 19)]


@pytest.mark.parametrize("bank", range(PLACES))
def test_starts_are_exact_wherever_the_bank_sits(bank):
    counts = Counter((bank + sum(faces) - 1) % PLACES for faces in product(range(1, 7), repeat=3))
    assert starts(bank) == {place: Fraction(counts[place], 216) for place in range(PLACES)}


def test_an_empty_place_hands_the_start_on_clockwise():
    assert start_of(4, bank=0, seated={0, 5}) == 5  # place 3, then 4, then 5
    assert start_of(7, bank=0, seated={0, 5}) == 0  # place 6, then the bank
    assert sum(starts(2, {0, 2, 3}).values()) == 1
    with pytest.raises(MachinesError, match="bank must be a seated place"):
        start_of(4, bank=1, seated={0, 5})


@pytest.mark.parametrize("total", [2, 19])
def test_a_sum_that_no_throw_has_is_refused(total):
    with pytest.raises(MachinesError, match="3 to 18"):
        offset_of(total)


def test_thrown_sums_and_places_come_as_often_as_they_should():
    """Chi-square on 200,000 throws, 15 and 6 degrees of freedom; false alarm below 1 in 10,000 each."""
    many = 200_000
    thrown = throws(bytes(range(32)), 0, many).sum(axis=1)
    limits = {15: 44.26, 6: 27.86}
    for exact, seen in (
        (sums(), Counter(thrown.tolist())),
        (starts(), Counter(((thrown - 1) % PLACES).tolist())),
    ):
        chi = sum((seen[value] - many * float(p)) ** 2 / (many * float(p)) for value, p in exact.items())
        assert chi < limits[len(exact) - 1]


def test_the_check_of_sums_notices_a_loaded_die():
    rng = np.random.default_rng(7)
    faces = rng.choice(6, p=[0.15, 0.17, 0.17, 0.17, 0.17, 0.17], size=(200_000, 3)) + 1
    seen = Counter(faces.sum(axis=1).tolist())
    chi = sum((seen[v] - 200_000 * float(p)) ** 2 / (200_000 * float(p)) for v, p in sums().items())
    assert chi > 44.26
