# SPDX-License-Identifier: MIT
"""The check of linked machines: ours hold; one that plays on alone, or tells other plays, is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from exam_common import at_work, examined, must_hold, refused
from mutants import Mutant

from emulator.lab.checks import link_faults
from emulator.lab.exam.finding import Findings
from machines.types.common.base import Model


@pytest.mark.parametrize(("machine", "row"), [("bochorno", "B-26"), ("veruela", "C-17")])
def test_a_linked_machine_that_ships_holds(machine: str, row: str, tmp_path: Path) -> None:
    """B-26, C-17, G-64, G-67: pots shown, no play without the link, books that agree."""
    must_hold(examined("link_faults", machine, tmp_path), row, "G-64", "G-67")


def test_a_machine_that_plays_on_without_its_link_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """G-64: the firmware takes its link to be up always."""
    old = "return state.link_status == frames.UP"
    Mutant("machines/firmware/linked/link.py", old, "return True", "").spoil(monkeypatch)
    assert refused(examined("link_faults", "bochorno", tmp_path)) == {"G-64"}


def test_a_front_that_is_silent_about_the_link_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B-26, C-17: the text left out, a pot beyond its bounds, and none."""
    exam = at_work("link_faults", "bochorno", tmp_path)
    for shown, rows in (([12_000], set()), ([40_001], {"B-26"}), ([11_999], {"B-26"}), ([], {"B-26"})):
        found = Findings()
        link_faults._front(exam, found, shown)
        assert refused(found.rows) == rows
    monkeypatch.setattr(Model, "texts", {"es": {"link": "Un bote."}})
    found = Findings()
    link_faults._front(exam, found, [12_000])
    assert refused(found.rows) == {"B-26"}


def test_books_that_differ_by_one_play_are_refused() -> None:
    """G-67: a play that the controller does not know."""
    found = Findings()
    link_faults._agree(found, 5, 5, 0)
    assert not refused(found.rows)
    link_faults._agree(found, 4, 5, 0)
    assert refused(found.rows) == {"G-67"}
