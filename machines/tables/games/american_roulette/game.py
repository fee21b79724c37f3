# SPDX-License-Identifier: MIT
"""American roulette: the bets of the French game; at zero a simple bet loses half."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from machines.support.plain import JsonView
from machines.tables.pockets import PocketGame
from machines.tables.prison import Fate, half_back
from machines.tables.refusal import TableError
from machines.tables.rules import Rules, load_rules


class HalfLost:
    """The zero of the American game: half of a simple bet is lost, half goes back (epígrafe 2, III.3)."""

    def __init__(self, rules: Rules) -> None:
        self.article = rules.article("zero")
        self.simple = set(rules.data["simple"])

    def fate(self, state: JsonView, seat: int, spot: str, cents: int) -> Fate | None:
        """What becomes of a simple bet at zero."""
        if state["number"] or spot not in self.simple:
            return None
        return half_back(seat, spot, cents, self.article)

    def decide(self, state: JsonView, seat: int, spot: str, word: str) -> Fate:
        """Nobody has anything to decide."""
        raise TableError("a zero leaves nothing to decide here", "phase", self.article)


def open_game(rules: Mapping[str, int | str], readings: Mapping[str, str]) -> PocketGame:
    """The game under what a house declares."""
    read = load_rules(Path(__file__).parent, rules, readings)
    return PocketGame(read, HalfLost(read))
