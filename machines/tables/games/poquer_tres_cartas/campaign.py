# SPDX-License-Identifier: MIT
"""Campaigns of póquer de tres cartas: one place against the bank, by best play, always a fresh deck."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from cext.table_three import BETTER, EQUAL, FOLDS, OUT, WORSE, ThreeRules
from machines.tables.campaign import Result, tally
from machines.tables.games.poquer_tres_cartas.hands import KINDS
from machines.tables.games.poquer_tres_cartas.odds import figures, stands, worth_it
from machines.tables.pocket_campaign import refuse_fresh
from machines.tables.rules import Rules

PIECE_DEALS = 1 << 22
Counts = NDArray[np.uint64]
"""Hands by combination and by what comes of them, shape (7, 5)."""


@lru_cache(maxsize=4)
def core_rules(needs: int) -> ThreeRules:
    """
    Every hand as the core has it: by a score without gaps, its combination and best play.

    Args:
        needs: rank of the highest card with which the bank plays.
    """
    rows = stands(needs)
    known, scores = np.unique(rows.scores, return_inverse=True)
    plays_at = int(np.searchsorted(known, rows.plays_at))
    return ThreeRules(rows.hands, scores, rows.kinds, worth_it(rows), plays_at=plays_at)


class DealCounter:
    """
    Plays deals of one place by best play.

    Args:
        rules: the table's.
    """

    unit = "deals"
    piece = PIECE_DEALS

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._needs = int(rules.data["bank_needs"])

    def count(self, key: bytes, *, first: int, units: int, machine: int = 0) -> Counts:
        """Deals first to first + units - 1."""
        return core_rules(self._needs).deals(key, first=first, deals=units, machine=machine)

    def results(self, counts: Counts) -> list[Result]:
        """Ante, second bet where it was laid, and Pareja Plus."""
        ante, second, plus = figures(self._rules)
        bonus = self._rules.data["bonus"]
        table = self._rules.data["plus"][str(self._rules.declared["plus_table"])]
        gain = {FOLDS: -1, OUT: 1, WORSE: 2, EQUAL: 0, BETTER: -2}
        cells = [(name, fate, int(counts[i, fate])) for i, name in enumerate(KINDS) for fate in gain]
        antes = tally(
            (Fraction(gain[fate] + (bonus.get(name, 0) if fate != FOLDS else 0)), many)
            for name, fate, many in cells
        )
        seconds = tally(
            (Fraction({WORSE: 1, BETTER: -1}.get(fate, 0)), many) for _, fate, many in cells if fate != FOLDS
        )
        pluses = tally((Fraction(table.get(name, -1)), many) for name, _, many in cells)
        return [Result(ante, antes), Result(second, seconds), Result(plus, pluses)]

    def facts(self, counts: Counts) -> dict[str, float]:
        """How often one goes on, and the bank does not play."""
        total = max(1, int(counts.sum()))
        goes = total - int(counts[:, FOLDS].sum())
        return {"hands that go on": goes / total, "bank out then": int(counts[:, OUT].sum()) / max(1, goes)}


def open_counter(rules: Rules, *, fresh: bool = False) -> DealCounter:
    """What counts the deals of a table; TableError: every deal has a fresh deck already."""
    refuse_fresh(fresh, rules)
    return DealCounter(rules)
