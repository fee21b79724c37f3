# SPDX-License-Identifier: MIT
"""Boule: payments, the 5, limits."""

from __future__ import annotations

import pytest

from machines.tables.game import Move
from machines.tables.refusal import TableError
from machines.tables.table import Table


def won(spot: str, number: int) -> int:
    table = Table("boule", bytes(32), {1: 100_00})
    table.act(Move("bet", 1, spot, 10_00))
    for move in (Move("no_more_bets"), Move("spin", values=(number,)), Move("settle")):
        table.act(move)
    return sum(cents for name, cents in table.state["money"].items() if " 1" in name) - 100_00


@pytest.mark.parametrize("number", range(1, 10))
def test_bets_are_paid_as_the_text_has_it(number: int) -> None:
    wins = {
        "rojo": {2, 4, 7, 9}, "negro": {1, 3, 6, 8}, "par": {2, 4, 6, 8}, "impar": {1, 3, 7, 9},
        "falta": {1, 2, 3, 4}, "pasa": {6, 7, 8, 9},
    }  # fmt: skip
    for spot, numbers in wins.items():
        assert won(spot, number) == (10_00 if number in numbers else -10_00)
    assert won(str(number), number) == 70_00
    assert won(str(number % 9 + 1), number) == -10_00


@pytest.mark.parametrize(
    ("tier", "spot", "times"), [(1, "5", 40), (2, "5", 100), (1, "rojo", 200), (2, "rojo", 500)]
)
def test_maxima_are_those_between_which_the_text_leaves_room(tier: int, spot: str, times: int) -> None:
    table = Table("boule", bytes(32), {1: 10_000_00}, rules={"tier": tier})
    with pytest.raises(TableError) as error:
        table.act(Move("bet", 1, spot, times * 2_00 + 1))
    assert (error.value.rule, error.value.article) == ("maximum", "3, V.2.b")
    table.act(Move("bet", 1, spot, times * 2_00))
