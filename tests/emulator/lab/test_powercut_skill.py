# SPDX-License-Identifier: MIT
"""Power cuts of machines of type A: rounds, awards, tickets and notes, each once; mutants are found."""

from __future__ import annotations

import pytest
from powercut_rig import shipped, told

from emulator.lab.powercut import chapters, run_powercut

NAMES = ("cometa", "ronda", "verbena", "cometa_nacional")


@pytest.mark.parametrize(("name", "chapter"), [("cometa", "tickets"), ("ronda", "rounds"), ("notes", "note")])
def test_places_drawn_from_a_chapter_find_nothing_wrong(name: str, chapter: str) -> None:
    """A-02, A-03 and DESIGN promises 2 and 5: prices, rounds, tickets and coins, each once."""
    sweep = run_powercut(shipped(name), cuts=10, seed="00", only=(chapter,))
    assert told(sweep) == []
    assert sweep.total.cuts == 10 and not sweep.complete


@pytest.mark.long
@pytest.mark.parametrize("name", NAMES)
def test_every_place_of_the_script_finds_nothing_wrong(name: str) -> None:
    sweep = run_powercut(name, seed="00")
    assert told(sweep) == []
    assert sweep.complete and sweep.total.cuts == sweep.places > 20_000
    if name != "cometa_nacional":
        assert sweep.total.open_tickets, "a sweep that never meets a ticket unbooked has not looked there"


@pytest.mark.long
def test_every_place_of_a_note_finds_nothing_wrong() -> None:
    sweep = run_powercut(shipped("notes"), seed="00", only=("note",))
    assert told(sweep) == []
    assert sweep.total.open_notes


def test_the_script_makes_each_machine_do_what_it_has() -> None:
    done = {name: {chapter.name for chapter in chapters(shipped(name))} for name in (*NAMES, "notes")}
    common = {"coins", "refund", "rounds", "more", "dips", "recovery"}
    tickets = {"tickets", "price", "empty", "hand"}
    assert all(common <= names for names in done.values())
    assert done["cometa"] == done["ronda"] == common | tickets
    assert done["verbena"] == common | tickets | {"rounds_2", "tickets_2", "more_2", "price_2"}
    assert done["cometa_nacional"] == common
    assert done["notes"] == common | tickets | {"note"}
