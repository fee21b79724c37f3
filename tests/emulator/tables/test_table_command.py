# SPDX-License-Identifier: MIT
"""azar table: lists, rules and a round of every game."""

from __future__ import annotations

import json

import pytest

from emulator import cli
from machines.support.plain import Json
from machines.tables.registry import GAMES


def printed(capsys: pytest.CaptureFixture[str], *line: str) -> Json:
    assert cli.run(["table", *line, "--json"]) == 0
    found: Json = json.loads(capsys.readouterr().out)
    return found


def test_every_game_is_listed_with_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    games = printed(capsys, "list")["games"]
    assert [row["game"] for row in games] == list(GAMES)
    assert all("Decreto" in row["source"] or "Orden" in row["source"] for row in games)


@pytest.mark.parametrize("game", GAMES)
def test_rules_name_an_article_for_every_bet_and_reading(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = printed(capsys, "rules", game)
    assert all(row["article"] and row["spots"] for row in found["bets"])
    assert all(row["article"] and row["says"] and row["reason"] for row in found["readings"])


def test_a_round_with_a_given_number_is_settled(capsys: pytest.CaptureFixture[str]) -> None:
    line = ["deal", "french-roulette", "--bet", "17 10.00", "--given", "17", "--seed", "00"]
    assert printed(capsys, *line)["won_cents"] == 350_00


@pytest.mark.parametrize("wrong", [["x 5"], ["17 0.01"], ["17"]])
def test_a_bet_that_is_none_is_refused_in_one_line(
    wrong: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["table", "deal", "french-roulette", "--bet", *wrong]) != 0
    assert "Traceback" not in capsys.readouterr().err
