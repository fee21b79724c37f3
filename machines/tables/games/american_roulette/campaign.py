# SPDX-License-Identifier: MIT
"""Campaigns of American roulette: at zero a simple bet loses half."""

from __future__ import annotations

from machines.tables.games.american_roulette.odds import HALF_LOST
from machines.tables.pocket_campaign import PocketCounter, refuse_fresh
from machines.tables.rules import Rules


def open_counter(rules: Rules, *, fresh: bool = False) -> PocketCounter:
    """Its counter."""
    refuse_fresh(fresh, rules)
    return PocketCounter(rules, dict.fromkeys(rules.data["simple"], HALF_LOST))
