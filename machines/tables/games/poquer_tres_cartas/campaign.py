# SPDX-License-Identifier: MIT
"""Campaigns of póquer de tres cartas: one place against the bank, by best play, always a fresh deck."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from cext.deals import deals
from machines.tables.campaign import Result, tally
from machines.tables.games.poquer_tres_cartas.game import HAND
from machines.tables.games.poquer_tres_cartas.hands import DECK, KINDS
from machines.tables.games.poquer_tres_cartas.odds import figures, stands, worth_it
from machines.tables.pocket_campaign import refuse_fresh
from machines.tables.rules import Rules

PIECE_DEALS = 1 << 18
FOLDS, OUT, WORSE, EQUAL, BETTER = range(5)
"""What comes of a hand: it retires, the bank does not play, or plays and is below, like or above it."""
Counts = NDArray[np.uint64]
"""Hands by combination and by what comes of them, shape (7, 5)."""


@lru_cache(maxsize=4)
def _tables(needs: int) -> tuple[NDArray[np.uint32], NDArray[np.uint8], NDArray[np.bool_], int]:
    """For each three cards in any order score, combination and whether they go on; where the bank plays."""
    rows = stands(needs)
    scores = np.zeros((DECK,) * HAND, dtype=np.uint32)
    kinds = np.zeros_like(scores, dtype=np.uint8)
    goes = np.zeros_like(scores, dtype=np.bool_)
    known = np.unique(rows.scores, return_inverse=True)[1]
    going, kind = worth_it(rows), rows.kinds
    for order in permutations(range(HAND)):
        at = tuple(rows.hands[:, place] for place in order)
        scores[at], kinds[at], goes[at] = known, kind, going
    return scores, kinds, goes, int(known[rows.scores >= rows.plays_at].min())


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
        scores, kinds, goes, plays_at = _tables(self._needs)
        cards = deals(key, first, units, DECK, 2 * HAND, machine=machine)
        mine = tuple(cards[:, 2 * i] for i in range(HAND))
        bank = scores[tuple(cards[:, 2 * i + 1] for i in range(HAND))]
        own = scores[mine]
        fate = np.where(own > bank, WORSE, np.where(own < bank, BETTER, EQUAL))
        fate = np.where(bank < plays_at, OUT, fate)
        fate = np.where(goes[mine], fate, FOLDS)
        cells = kinds[mine].astype(np.int64) * 5 + fate
        found = np.bincount(cells, minlength=len(KINDS) * 5).astype(np.uint64)
        return found.reshape(len(KINDS), 5)

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
