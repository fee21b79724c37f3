# SPDX-License-Identifier: MIT
"""French roulette: one pocket, bets of fifteen kinds, and the prison of the zero."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from machines.tables.games.french_roulette.prison import Prison
from machines.tables.pockets import PocketGame
from machines.tables.rules import load_rules


def open_game(rules: Mapping[str, int | str], readings: Mapping[str, str]) -> PocketGame:
    """The game under what a house declares."""
    read = load_rules(Path(__file__).parent, rules, readings)
    return PocketGame(read, Prison(read))
