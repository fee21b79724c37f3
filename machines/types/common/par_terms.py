# SPDX-License-Identifier: MIT
"""How every PAR sheet writes its figures: exact ratios, and volatility at a named confidence."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

VOLATILITY_CONFIDENCE_PERCENT = 90
VOLATILITY_Z = 1.645
"""Two-sided 90 % point of the normal law: the volatility index is this many standard deviations."""


def ratio(value: Fraction) -> str:
    """A fraction as "p/q", a whole number as "p/1", in any length."""
    return f"{_digits(value.numerator)}/{_digits(value.denominator)}"


def fraction(text: str) -> Fraction:
    """The fraction "p/q" that ``ratio`` wrote, in any length."""
    numerator, _, denominator = text.partition("/")
    return Fraction(whole(numerator), whole(denominator or "1"))


def whole(digits: str) -> int:
    """A whole number of any length; Python's own reader stops at 4,300 digits."""
    if len(digits) < _LONG:
        return int(digits)
    from flint import fmpz  # nobody waits for it where figures are short

    return int(fmpz(digits))


def _digits(number: int) -> str:
    if number.bit_length() < 3 * _LONG:
        return str(number)
    from flint import fmpz

    return str(fmpz(number))


_LONG = 4_000
"""Digits; of fewer Python makes and reads a number without help."""


def volatility_index(variance_stake2: Fraction) -> float:
    """
    How far the result of one play strays, in stakes, at VOLATILITY_CONFIDENCE_PERCENT.

    Args:
        variance_stake2: variance of one play's prize in squared stakes.

    Source: Harrigan & Dixon (2009), PAR Sheets, Probabilities, and Slot Machine Play.
    """
    return VOLATILITY_Z * sqrt(variance_stake2)
