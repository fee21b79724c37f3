# SPDX-License-Identifier: MIT
"""Exact figures of American roulette: at zero a simple bet loses half (epígrafe 2, III.3)."""

from __future__ import annotations

from fractions import Fraction

from machines.tables.figure import Figure
from machines.tables.pocket_odds import counted
from machines.tables.rules import Rules

HALF_LOST = Fraction(-1, 2)


def figures(rules: Rules) -> list[Figure]:
    """Every bet."""
    simple = rules.data["simple"]
    return [counted(rules, spot, HALF_LOST if spot.name in simple else None) for spot in rules.spots.values()]
