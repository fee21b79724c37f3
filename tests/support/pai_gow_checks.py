# SPDX-License-Identifier: MIT
"""A core's whole Pai Gow tables against hands set one by one in Python; a mutant can be put to the check."""

from __future__ import annotations

from typing import Any

import numpy as np
from cext._core import ffi as core_ffi

from cext import deal, throw
from machines.tables.games.pai_gow.dice import start_of
from machines.tables.games.pai_gow.hands import compare, house_setting
from machines.tables.games.pai_gow.way import load_way

KEY = bytes(range(32))
RESULT = {"win": 0, "push": 1, "loss": 2}
SIDE = {"superior": 0, "inferior": 1, "igualdad": 2}


def one_by_one(players: int, deals: int) -> tuple[np.ndarray, np.ndarray]:
    """Results by place and by case of deals played hand by hand in Python."""
    results, cases = np.zeros((players, 3), np.uint64), np.zeros((3, 3), np.uint64)
    for number in range(deals):
        deck = list(deal(KEY, number, 53, 53))
        seated = range(players + 1)
        start = start_of(sum(throw(KEY, number)), 0, seated)
        hands = {}
        for i in seated:
            place = (start + i) % (players + 1)
            hands[place] = house_setting(deck[7 * i : 7 * i + 7])
        for place in range(1, players + 1):
            case = compare(hands[place], hands[0])
            results[place - 1][RESULT[case.result]] += 1
            cases[SIDE[case.high]][SIDE[case.low]] += 1
    return results, cases


def _parts(core: Any) -> tuple[Any, Any, list[Any]]:
    """A game to be built, its rows, and the tables of five, two and seven cards."""
    ffi, game = core._core.ffi, load_way("casa").game
    rows = ffi.new("core_pai_gow_row[]", len(game.rows))
    for at, row in zip(rows, game.rows, strict=True):
        row.pack(at)
    tables = [
        ffi.cast("core_hand_table *", int(core_ffi.cast("intptr_t", one._table)))
        for one in (game.high, game.low, game._seven)
    ]
    return ffi.new("core_pai_gow *"), rows, tables


def check_tables(core: Any) -> None:
    """Tables of other hands, and more rows than there is room for, make no game."""
    build = core._core.lib.core_pai_gow_build
    made, rows, (high, low, seven) = _parts(core)
    for wrong in ((low, low, seven), (high, high, seven), (high, low, low)):
        assert build(made, *wrong, rows, len(rows))
    assert build(made, high, low, seven, rows, 65)
    assert not build(made, high, low, seven, rows, len(rows))
    foul, wrong = core._core.lib.core_pai_gow_foul, core._core.lib.CORE_E_ARGUMENT
    assert wrong not in (foul(made, 1, 1), foul(made, high.classes, 1))
    assert foul(made, 0, 1) == foul(made, 1, 0) == foul(made, high.classes + 1, 1) == wrong


def check_deals(core: Any) -> None:
    """What 250 deals of six players come to."""
    lib, (made, rows, tables) = core._core.lib, _parts(core)
    tally = core._core.ffi.new("core_pai_gow_tally *")
    assert not lib.core_pai_gow_build(made, *tables, rows, len(rows))
    lib.core_pai_gow_deals(made, KEY, 0, 6, 0, 250, tally)
    results, cases = one_by_one(6, 250)
    assert [list(row) for row in tally.results] == results.tolist()
    assert [list(row) for row in tally.cases] == cases.tolist()
