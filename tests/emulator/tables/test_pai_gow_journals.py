# SPDX-License-Identifier: MIT
"""Journals of Pai Gow that were recorded before the game stood on the engine: each replays to its bytes."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import pai_gow_journals
import pytest

from emulator.records.replay import TABLE_INPUTS, replay
from emulator.tables.rebuild import builder_of

SOON = (3, 9, 14, 15)
DIGEST = "3dfb02d263122b218e981f9843f279982cc33a2f1a24647c98d82971966dbe8e"
"""SHA-256 of all of them one behind the other: nobody records them again."""


@pytest.mark.parametrize(
    "number",
    [n if n in SOON else pytest.param(n, marks=pytest.mark.long) for n in range(pai_gow_journals.MANY)],
)
def test_a_recorded_sitting_replays_to_its_bytes(number: int, tmp_path: Path) -> None:
    path = tmp_path / "sitting.jsonl"
    path.write_bytes(pai_gow_journals.journal(number))
    report = replay(path, build=builder_of(path))
    assert report.same, str(report)
    assert report.complete is bool(number % 5)
    assert report.compared == report.lines


def test_they_are_the_ones_that_were_recorded_and_do_whatever_can_be_done() -> None:
    whole, told = hashlib.sha256(), Counter[str]()
    for number in range(pai_gow_journals.MANY):
        data = pai_gow_journals.journal(number)
        whole.update(data)
        header, *lines = map(json.loads, data.splitlines())
        assert header["physical"]["table"] == 2
        told.update(f"{side} {line[side]}" for line in lines for side in ("in", "out") if side in line)
    assert whole.hexdigest() == DIGEST
    inputs = set(TABLE_INPUTS) - {"open_body", "close_body", "launch", "push"}  # a device's own
    assert {name for name in inputs if not told[f"in {name}"]} == set()
    events = {"passes", "banks", "cut", "bets", "buys", "no_more_bets", "dice", "dealt", "discards", "sets"}
    events |= {"shows", "compared", "collects", "bank_result", "clears"}
    assert {name for name in events if not told[f"out {name}"]} == set()


def test_what_is_recorded_today_is_what_was_recorded_then() -> None:
    """The same sitting, played again: its lines behind the first, which names the version, are the same."""
    then, now = pai_gow_journals.journal(2), pai_gow_journals.record(2)
    assert [unchained(line) for line in now.splitlines()[1:]] == [
        unchained(line) for line in then.splitlines()[1:]
    ]


def unchained(line: bytes) -> dict[str, object]:
    """A line without the hash, which follows from the first one too."""
    return {name: value for name, value in json.loads(line).items() if name != "h"}
