# SPDX-License-Identifier: MIT
"""Exclusive hits add up to the return, and bands hold what sums of plays do."""

from bisect import bisect_left
from fractions import Fraction
from itertools import accumulate

import pytest
from flint import fmpz_poly
from hypothesis import given
from hypothesis import strategies as st
from par_sheets import sheet_of

from machines.types.chance.bands import return_bands
from machines.types.chance.total import Spread


@pytest.mark.parametrize("name", ["aneto", "moncayo"])
def test_hits_and_what_they_pay_add_up_to_the_return(name):
    sheet = sheet_of(name)
    rows = sheet["contributions"]
    assert sum(Fraction(row["rtp"]) for row in rows) == Fraction(sheet["rtp"]) == 1 - Fraction(sheet["hold"])
    for row in rows:
        if row["hits"] is not None and not row["feature"].startswith("free "):
            times = Fraction(row["hits"], sheet["combinations"])
            assert times == Fraction(row["times_per_play"])
            paid = Fraction(row["hits_cents"], sheet["combinations"] * sheet["price_cents"])
            assert paid == Fraction(row["rtp"])


def test_a_band_of_coins_is_that_of_the_binomial_law():
    """A thousand tosses: 474 to 526 heads hold the middle 90 %, 459 to 541 the middle 99 %."""
    rows = return_bands(Spread((1, 1), 2, 100), 100)
    found = {(row["plays"], row["confidence_percent"]): row for row in rows}
    for percent, low, high in ((90, 47.4, 52.6), (99, 45.9, 54.1)):
        row = found[1000, percent]
        assert row["method"] == "convolution"
        assert (row["low_percent"], row["high_percent"]) == pytest.approx((low, high))


@given(
    ways=st.lists(st.integers(0, 9), min_size=2, max_size=12).filter(lambda ways: ways[0] and ways[-1]),
    plays=st.integers(1, 60),
)
def test_a_band_is_that_of_the_sum_multiplied_out(ways, plays):
    """Each end leaves outside what it says, within the error that the row states, in whole numbers."""
    law = [int(count) for count in (fmpz_poly(ways) ** plays).coeffs()]
    below = [Fraction(count, sum(law)) for count in accumulate(law)]
    for row in return_bands(Spread(tuple(ways), sum(ways), 20), 20, [plays]):
        assert row["method"] == "convolution"
        tail = Fraction(100 - row["confidence_percent"], 200)
        wrong = Fraction(row["error_percent"]) / 100
        for end, at in ((row["low_percent"], tail), (row["high_percent"], 1 - tail)):
            units = round(end * plays / 100)
            assert bisect_left(below, at - wrong) <= units <= bisect_left(below, at + wrong)


def test_a_law_too_wide_for_a_circle_is_normal_and_says_how_far_it_may_be_off():
    """A prize of 50,000 plays, one in 100,000: the skewness of a million plays is bounded, not hidden."""
    rare = Spread((99_999, *(0,) * 49_999, 1), 100_000, 1)
    rows = return_bands(rare, 1, [10**9])
    assert {row["method"] for row in rows} == {"normal"}
    skew = Fraction(99_999, 100_000) ** 3 / 100_000 + Fraction(1, 100_000) ** 3 * Fraction(99_999, 100_000)
    sd = float(Fraction(99_999, 10**10)) ** 0.5
    assert rows[0]["error_percent"] == pytest.approx(100 * 0.4748 * float(skew) / sd**3 / 10**4.5)
