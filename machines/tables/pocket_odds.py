# SPDX-License-Identifier: MIT
"""Exact figures of bets that one pocket decides, by counting pockets."""

from __future__ import annotations

from fractions import Fraction

from machines.tables.figure import ZERO, Figure
from machines.tables.rules import Rules
from machines.tables.spots import Spot


def counted(rules: Rules, spot: Spot, zero_gain: Fraction | None = None, choice: str = "") -> Figure:
    """
    The figure of one spot.

    Args:
        zero_gain: what a stake gains at 0, where the text settles that otherwise than as won or lost.
    """
    pockets: list[int] = list(rules.data["pockets"])
    ends: dict[Fraction, Fraction] = {}
    for number in pockets:
        gain = Fraction(*spot.pays) if number in spot.covers else Fraction(-1)
        if number == 0 and zero_gain is not None:
            gain = zero_gain
        ends[gain] = ends.get(gain, ZERO) + Fraction(1, len(pockets))
    return Figure.of(spot, ends.items(), choice=choice)


def figures(rules: Rules) -> list[Figure]:
    """The figures of a game whose zero, if it has one, simply loses."""
    return [counted(rules, spot) for spot in rules.spots.values()]
