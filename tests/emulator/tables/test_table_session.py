# SPDX-License-Identifier: MIT
"""A sitting by a script, and by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from table_dealer import Roulette

from emulator.tables.table_game import TableGame
from emulator.tables.table_session import SittingError, meters, play_by_itself, read_script, run_script

GOOD = """
[[step]]
wait = "bets"
do = "lay"
seat = 4
spot = "caballo 17-20"
cents = 500
[[step]]
do = "press"
seat = 4
act = "ready"
[[step]]
wait = "settled"
[[step]]
wait = "bets"
expect = { chips_4 = 108000, last = "17", rounds = 1 }
"""


def game() -> TableGame:
    return TableGame(Roulette([17, 0, 5, 9, 11]), [4], seed="1")


def script(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "sitting.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_script_plays_a_round_and_holds_the_table_to_what_it_expects(tmp_path: Path) -> None:
    steps = read_script(script(tmp_path, GOOD))
    run_script(game(), steps)
    with pytest.raises(SittingError, match="step 4: chips_4 must be 1 "):
        run_script(game(), read_script(script(tmp_path, GOOD.replace("108000", "1"))))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('[[step]]\ndo = "spin"', "step 1: do must be one of lay, take, press, give, away, back"),
        ('[[step]]\ndo = "lay"\nseat = 4', "missing a required argument"),
        ("[[step]]\nafter_ms = -1", "after_ms must be whole"),
        ("[[step]]\nseat = 3", "without do there is no seat"),
        ("[[step", "sitting.toml"),
    ],
)
def test_what_is_wrong_with_a_script_is_said_before_it_runs(tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(SittingError, match=says):
        read_script(script(tmp_path, text))


def test_a_refused_chip_stops_a_script(tmp_path: Path) -> None:
    steps = read_script(script(tmp_path, '[[step]]\ndo = "lay"\nseat = 3\nspot = "17"\ncents = 500'))
    with pytest.raises(SittingError, match="step 1: lay was refused"):
        run_script(game(), steps)


def test_a_table_plays_rounds_by_itself() -> None:
    rounds: list[int] = []
    table = TableGame(Roulette([17, 0, 5, 9, 11]), seed="1")
    play_by_itself(table, 3, rounds.append)
    assert rounds == [1, 2, 3]
    assert meters(table)["last"] == "5"
