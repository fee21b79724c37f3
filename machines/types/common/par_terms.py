# SPDX-License-Identifier: MIT
"""How every PAR sheet writes its figures: exact ratios, and volatility at a named confidence."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

VOLATILITY_CONFIDENCE_PERCENT = 90
VOLATILITY_Z = 1.645
"""Two-sided 90 % point of the normal law: the volatility index is this many standard deviations."""


def ratio(value: Fraction) -> str:
    """A fraction as "p/q", a whole number as "p/1"."""
    return f"{value.numerator}/{value.denominator}"


def volatility_index(variance_stake2: Fraction) -> float:
    """
    How far the result of one play strays, in stakes, at VOLATILITY_CONFIDENCE_PERCENT.

    Args:
        variance_stake2: variance of one play's prize in squared stakes.

    Source: Harrigan & Dixon (2009), PAR Sheets, Probabilities, and Slot Machine Play.
    """
    return VOLATILITY_Z * sqrt(variance_stake2)
