# SPDX-License-Identifier: MIT
"""Plays by hand of the machine: the firmware's books are those of the core, to the cent and the ticket."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from emulator.cabinet import Cabinet
from emulator.lab.hand_plays import Hand, HandError
from emulator.lab.hand_result import compared
from machines.types.skill.visitor import read_visitors

# With it, visitors of cometa win plays more at their second, fifth and seventh.
KEY = "02"


def played(model: str, plays: int) -> Hand:
    cabinet = Cabinet(model, seed=KEY)
    cabinet.run(ms=3_000)
    hand = Hand(cabinet, read_visitors(), KEY)
    hand.play(plays)
    return hand


@pytest.mark.parametrize(
    ("model", "plays"),
    [("cierzo", 60), ("galacho", 40), ("aneto", 30), ("moncayo_tarjeta", 10), ("cometa", 8), ("ronda", 3)],
)
def test_the_books_are_those_of_a_campaign_of_the_same_key(model: str, plays: int) -> None:
    hand = played(model, plays)
    told = compared(hand)
    assert told is not None and told.books == told.campaign
    assert (told.books.plays, hand.plays) == (plays, plays)
    if model in ("cometa", "ronda"):
        assert told.books.tickets > 0


def test_who_stops_early_has_what_was_played_until_then() -> None:
    cabinet = Cabinet("cierzo", seed="00")
    hand = Hand(cabinet, read_visitors(), "00")
    hand.play(50, lambda done: done < 7)
    told = compared(hand)
    assert told is not None and told.books == told.campaign and told.books.plays == 7


def test_a_machine_that_takes_nothing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("emulator.lab.hand_plays.PATIENCE_MS", 20_000)
    monkeypatch.setattr(Hand, "_attend", lambda hand: False)  # who would close the door
    cabinet = Cabinet("cierzo", seed="00")
    cabinet.run(ms=3_000)
    cabinet.open_door()
    with pytest.raises(HandError, match="a coin or a press must be taken within 20 s"):
        Hand(cabinet, read_visitors(), "00").play(1)


def test_the_command_prints_books_beside_exact_figures(azar: Any) -> None:
    status, out, _ = azar("play cierzo --headless --plays 12 --seed 00")
    assert status == 0
    for words in ("plays by hand", "exactly expected", "azar simulate"):
        assert words in out
    found = json.loads(azar("play cierzo --plays 12 --seed 00 --json")[1])
    assert found["plays"] == found["meters"]["book_plays"] == 12
    assert found["books"] == found["campaign"]
    refused = azar("play cierzo --plays 1 --script visit")
    assert refused[0] == 2 and "script and plays" in refused[2]


def test_a_run_that_its_seed_decides_has_a_journal_only_where_one_is_named(azar: Any, tmp_path: Path) -> None:
    """What a kept machine did cannot be made again from a seed: its journal is written unasked."""
    journal = tmp_path / "hand.jsonl"
    found = json.loads(azar("play cierzo --plays 3 --seed 00 --json")[1])
    named = json.loads(azar(f"play cierzo --plays 3 --seed 00 --json --journal {journal}")[1])
    kept = json.loads(azar(f"play cierzo --plays 3 --seed 00 --json --nvram {tmp_path / 'kept.nvram'}")[1])
    assert found == {**named, "journal": None} and named["journal"] == str(journal)
    assert Path(kept["journal"]).is_file()
    assert azar(f"replay {journal}")[0] == 0


def test_a_machine_that_takes_nothing_more_is_found_by_what_the_hint_says(
    azar: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stuck(hand: Hand, plays: int, going: object) -> None:
        raise HandError("a coin or a press must be taken within 300 s")

    monkeypatch.setattr(Hand, "play", stuck)
    kept = tmp_path / "kept.nvram"
    assert "--nvram FILE keeps the machine of the same run" in azar("play cierzo --plays 1 --seed 00")[2]
    assert f"azar inspect {kept} shows" in azar(f"play cierzo --plays 1 --seed 00 --nvram {kept}")[2]
    assert azar(f"inspect {kept}")[0] == 0
    assert "azar inspect cierzo shows" in azar("play cierzo --plays 1 --fresh")[2]
    assert azar("inspect cierzo")[0] == 0
