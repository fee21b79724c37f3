# SPDX-License-Identifier: MIT
"""Campaigns of póquer sin descarte: one place against the bank, by best play, always a fresh deck."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from cext.table_stud import FATES
from machines.tables.campaign import Result, tally
from machines.tables.games.poquer_sin_descarte.hands import KINDS
from machines.tables.games.poquer_sin_descarte.odds import (
    ante_gain,
    best_play,
    coin_gain,
    figures,
    second_gain,
)
from machines.tables.pocket_campaign import refuse_fresh
from machines.tables.rules import Rules

PIECE_DEALS = 1 << 21
Counts = NDArray[np.uint64]
"""Hands by combination, as ``KINDS`` has them, and by what comes of them, as ``FATES``."""


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

    def count(self, key: bytes, *, first: int, units: int, machine: int = 0) -> Counts:
        """Deals first to first + units - 1."""
        best = best_play(self._rules)
        place = {int(number): row for row, number in enumerate(KINDS.values())}
        rows = [0, *(place[kind] for kind in best.table.kinds[1:].tolist())]
        counts: Counts = best.count(key, first=first, deals=units, rows=rows, machine=machine)
        return counts[: len(KINDS)].copy()

    def results(self, counts: Counts) -> list[Result]:
        """Ante, second bet where it was laid, and a coin in an empty carrousel."""
        exact = {row.spot: row for row in figures(self._rules)}
        cells = [
            (name, fate, int(counts[i, j])) for i, name in enumerate(KINDS) for j, fate in enumerate(FATES)
        ]
        held = self._rules
        antes = tally((Fraction(ante_gain(held, name, fate)), many) for name, fate, many in cells)
        seconds = tally(
            (Fraction(second_gain(held, name, fate)), many) for name, fate, many in cells if fate != "folds"
        )
        coins = tally((coin_gain(held, name), many) for name, _, many in cells)
        return [
            Result(exact["ante"], antes), Result(exact["segunda"], seconds),
            Result(exact["carrousel"], coins),
        ]  # fmt: skip

    def facts(self, counts: Counts) -> dict[str, float]:
        """How often one goes on, and the bank does not play."""
        total = max(1, int(counts.sum()))
        goes = total - int(counts[:, FATES.index("folds")].sum())
        out = int(counts[:, FATES.index("out")].sum())
        return {"hands that go on": goes / total, "bank out then": out / max(1, goes)}


def open_counter(rules: Rules, *, fresh: bool = False) -> DealCounter:
    """What counts the deals of a table; TableError: every deal has a fresh deck already."""
    refuse_fresh(fresh, rules)
    return DealCounter(rules)
