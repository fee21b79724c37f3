# SPDX-License-Identifier: MIT
"""P-values against published tables and closed forms."""

from __future__ import annotations

from math import erfc, exp, sqrt

import numpy as np
import pytest

from emulator.lab import rng_stats as stats

# Upper percentage points of chi-square: NIST/SEMATECH e-Handbook of Statistical Methods, section 1.3.6.7.4.
CHI_SQUARE = [
    (1, 3.841, 0.05), (1, 10.828, 0.001), (2, 9.210, 0.01), (5, 11.070, 0.05), (10, 23.209, 0.01),
    (20, 10.851, 0.95), (30, 59.703, 0.001), (50, 67.505, 0.05), (100, 70.065, 0.99), (100, 149.449, 0.001),
]  # fmt: skip


@pytest.mark.parametrize(("freedom", "value", "p"), CHI_SQUARE)
def test_chi_square_tail_is_the_published_table(freedom: int, value: float, p: float) -> None:
    assert stats.chi_square_tail(value, freedom) == pytest.approx(p, rel=2e-3)


@pytest.mark.parametrize("x", [1e-8, 0.1, 1, 5, 30, 300, 700])
def test_gamma_tail_has_its_closed_forms(x: float) -> None:
    assert stats.gamma_tail(1, x) == pytest.approx(exp(-x), rel=1e-12)
    assert stats.gamma_tail(0.5, x) == pytest.approx(erfc(sqrt(x)), rel=1e-9)
    assert stats.gamma_tail(3, x) == pytest.approx(exp(-x) * (1 + x + x * x / 2), rel=1e-11)


@pytest.mark.parametrize("a", [50.0, 5_000.0, 2_000_000.0])
@pytest.mark.parametrize("z", [-3.0, 0.0, 3.0, 5.0])
def test_gamma_tail_of_many_degrees_is_the_normal_one(a: float, z: float) -> None:
    """Wilson and Hilferty (1931): the cube root of a chi-square value is nearly normal."""
    freedom = 2 * a
    value = freedom * (1 - 2 / (9 * freedom) + z * sqrt(2 / (9 * freedom))) ** 3
    assert stats.chi_square_tail(value, freedom) == pytest.approx(erfc(z / sqrt(2)) / 2, rel=0.1)


@pytest.mark.parametrize(("x", "p"), [(1.2238, 0.10), (1.3581, 0.05), (1.6276, 0.01), (1.9495, 0.001)])
def test_kolmogorov_tail_is_the_published_table(x: float, p: float) -> None:
    """Smirnov (1948), Table for estimating the goodness of fit of empirical distributions."""
    assert stats.kolmogorov_tail(x) == pytest.approx(p, rel=1e-3)


def test_uniformity_of_few_values_is_the_published_table() -> None:
    """Distance 0.409 among 10 values has p 0.05 (Massey 1951); 0.294 among 20."""
    for n, distance in ((10, 0.409), (20, 0.294)):
        values = np.clip((np.arange(n) + 1) / n - distance, 0, 1)
        assert stats.uniformity(values) == pytest.approx(0.05, abs=0.003)


def test_kolmogorov_tail_is_one_where_it_cannot_be_told_from_one() -> None:
    assert stats.kolmogorov_tail(0.2) == pytest.approx(1, abs=1e-10)
    assert stats.kolmogorov_tail(0) == 1


def test_poisson_tails_add_up_the_chances() -> None:
    chances = [exp(-4.0)]
    for k in range(1, 60):
        chances.append(chances[-1] * 4 / k)
    for count in range(15):
        smaller = min(sum(chances[: count + 1]), sum(chances[count:]))
        assert stats.poisson_two_sided(count, 4.0) == pytest.approx(min(1, 2 * smaller))


def test_cells_that_expect_little_are_joined() -> None:
    few = stats.chi_square([13, 8, 26, 40, 0, 9], [14, 8, 24, 36, 6, 8])
    assert few == stats.chi_square([21, 26, 49], [22, 24, 50])


def test_what_cannot_be_fails() -> None:
    assert stats.chi_square([10, 10, 1], [10.5, 10.5, 0]) == 0
    assert stats.even_cells(np.array([0, 1, 2, 3] * 10), 3) == 0


def test_joined_p_values_are_those_of_their_smallest() -> None:
    assert stats.together([0.5, 0.001, 0.2]) == pytest.approx(0.003)
    assert stats.apart([0.5, 0.001, 0.2]) == pytest.approx(1 - 0.999**3)
    assert stats.together([0.9, 0.8]) == 1
    assert 0 <= stats.apart([1.0, 1.0]) <= 1


def test_numbers_that_are_no_counts_are_refused() -> None:
    with pytest.raises(stats.StatisticsError, match="counts must add up to 20"):
        stats.chi_square([1, 2], [10, 10])
    with pytest.raises(stats.StatisticsError, match="two cells"):
        stats.chi_square([4, 3], [4, 3])
    with pytest.raises(stats.StatisticsError, match="values must be"):
        stats.uniformity([])
    with pytest.raises(stats.StatisticsError, match="above 0"):
        stats.gamma_tail(0, 1)
