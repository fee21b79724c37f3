# SPDX-License-Identifier: MIT
"""The rig that plays truth files: it finds what a case states, and notices what is not so."""

from __future__ import annotations

from copy import deepcopy

import pytest
from truth_rig import bet, cents, check_case

from machines.support.plain import Json, read_toml
from machines.tables.game import Move

CASE = read_toml("""
name = "a pleno pays 35 to 1 and the stake stays; red goes to prison and comes back"
article = "1, IV.1.A.a"
rules = { minimum_cents = 100 }
seats = 2
[[round]]
bets = ["1 17 10.00", "2 rojo 10.00"]
refused = [{ bet = "1 17 0.05", rule = "minimum" }]
given = 17
won = { 1 = "350.00", 2 = "-10.00" }
lies = { 1 = { "17" = "10.00" } }
says = ["no va más", "17, negro, impar, falta"]
[[round]]
bets = ["1 17 -", "2 rojo 10.00"]
given = 0
choices = ["2 rojo prison"]
won = { 1 = "0.00", 2 = "0.00" }
lies = { 2 = { "prison rojo 1" = "10.00" } }
[[round]]
given = 1
won = { 2 = "0.00" }
""")


def test_a_case_that_is_so_passes() -> None:
    check_case("french-roulette", CASE)


@pytest.mark.parametrize(
    ("number", "key", "value"),
    [
        (0, "won", {"1": "350.01"}),
        (0, "lies", {"1": {"17": "9.00"}}),
        (0, "refused", [{"bet": "1 17 1.00", "rule": "minimum"}]),
        (0, "says", ["17, rojo"]),
        (1, "choices", ["2 rojo prison", "1 rojo prison"]),
        (2, "commission", "0.50"),
    ],
)
def test_a_case_that_is_not_so_fails(number: int, key: str, value: object) -> None:
    case: Json = deepcopy(CASE)
    case["round"][number][key] = value
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check_case("french-roulette", case)


def test_bets_and_amounts_are_read_as_they_are_written() -> None:
    assert [cents(text) for text in ("-1.5", "+0.05", "350", "12.34")] == [-150, 5, 35000, 1234]
    assert bet("2 caballo 17-20 5.00") == Move("bet", 2, "caballo 17-20", 500)
    assert bet("1 win-odds -") == Move("unbet", 1, "win-odds")
