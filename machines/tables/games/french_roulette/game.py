# SPDX-License-Identifier: MIT
"""French roulette: one pocket, bets of fifteen kinds, and the prison of the zero."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from machines.support.plain import JsonView
from machines.tables.pockets import PocketGame
from machines.tables.prison import LOST, WON, ZERO, Prison
from machines.tables.rules import load_rules


def open_game(rules: Mapping[str, int | str], readings: Mapping[str, str]) -> PocketGame:
    """The game under what a house declares."""
    read = load_rules(Path(__file__).parent, rules, readings)

    def end(state: JsonView, spot: str) -> str:
        if state["number"] == 0:
            return ZERO
        return WON if state["number"] in read.spots[spot].covers else LOST

    return PocketGame(read, Prison(read, end))
