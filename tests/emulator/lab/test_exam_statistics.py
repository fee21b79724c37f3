# SPDX-License-Identifier: MIT
"""Figures of samples: counts worked out beforehand, intervals, and p-values told alike anywhere."""

from __future__ import annotations

from fractions import Fraction

import pytest

from emulator.lab.exam.statistics import half_width, holm, outward, plays_needed, rounded, wilson, z_of


@pytest.mark.parametrize(("deviation", "millions"), [(5, 166), (10, 664)])
def test_plays_needed_are_those_of_the_reference(deviation: int, millions: int) -> None:
    """Section 3.2, item 11: +-0.1 % takes 166 M (s = 5) or 664 M (s = 10)."""
    plays = plays_needed(Fraction(deviation**2), Fraction(1, 1000), 99)
    assert plays // 1_000_000 in (millions - 1, millions)
    assert half_width(Fraction(deviation**2), plays, 99) <= Fraction(1, 1000) + Fraction(1, 10**11)


def test_one_play_fewer_is_wider() -> None:
    plays = plays_needed(Fraction(7), Fraction(1, 10), 99)
    assert half_width(Fraction(7), plays - 1, 99) > Fraction(1, 10)


def test_points_of_the_normal_distribution() -> None:
    assert (z_of(95), z_of(99)) == (Fraction("1.959964"), Fraction("2.575829"))


def test_wilson_is_as_published() -> None:
    """Newcombe (1998), table I: 81 of 263 at 95 % is 0.2553 to 0.3662; 0 of 20 is 0 to 0.1611."""
    assert [round(float(end), 4) for end in wilson(81, 263, 95)] == [0.2553, 0.3662]
    assert [round(float(end), 4) for end in wilson(0, 20, 95)] == [0, 0.1611]


def test_holm_steps_down() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == [0.03, 0.06, 0.06, 0.02]


def test_a_rounded_figure_keeps_its_digits() -> None:
    assert rounded(0.12345678) == Fraction("0.123457")
    assert rounded(1e-30) == Fraction(1, 10**30)
    assert rounded(0.0) == 0
    low, high = outward(Fraction(1, 3), Fraction(2, 3))
    assert (low, high) == (0.333333333333, 0.666666666667)
