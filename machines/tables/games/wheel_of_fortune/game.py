# SPDX-License-Identifier: MIT
"""The wheel of fortune: 64 cells of six values, each paid as many times as it says."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from machines.tables.pockets import PocketGame
from machines.tables.rules import load_rules


def open_game(rules: Mapping[str, int | str], readings: Mapping[str, str]) -> PocketGame:
    """The game under what a house declares."""
    return PocketGame(load_rules(Path(__file__).parent, rules, readings))
