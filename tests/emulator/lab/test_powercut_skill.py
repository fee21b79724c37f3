# SPDX-License-Identifier: MIT
"""Power cuts of machines of type A: rounds, awards, tickets and notes, each once; mutants are found."""

from __future__ import annotations

import functools
import tomllib

import pytest
from powercut_rig import Mutant, must_be_found, shipped, told

from emulator.lab.powercut import chapters, run_powercut
from machines.model import MODELS_FOLDER, Model, read_model
from machines.rom.program import firmware_sources

NAMES = ("cometa", "ronda", "verbena", "cometa_nacional")


MUTANTS = (
    Mutant(
        "books_a_ticket_in_two_commits",
        "tickets",
        '    _mark(state, 0)\n    state.ticket_since_ms = state.now_ms\n    name',
        '    _mark(state, 0)\n    store.commit(state)\n    state.ticket_since_ms = state.now_ms\n    name',
        "tickets", "1 tickets are booked by no start", 3506, "cometa",
    ),
    Mutant(
        "forgets_a_play_at_boot",
        "main",
        "        state.power_ups += 1\n",
        "        state.phase = 0\n        state.power_ups += 1\n",
        "rounds", "play 1 cannot be recalled", 1749, "cometa",
    ),
    Mutant(
        "forgets_the_rounds_at_boot",
        "main",
        "        state.power_ups += 1\n",
        "        play.rounds.blank(state)\n        state.power_ups += 1\n",
        "rounds", "points is 0 at rest, must be 30", 2772, "ronda",
    ),
    Mutant(
        "takes_the_price_before_the_play",
        "play",
        "    state.starts += 1\n    state.plays += 1\n",
        "    store.commit(state)\n    state.starts += 1\n    state.plays += 1\n",
        "rounds", "staked_cents must be 0 after 0 plays (got 50)", 1749, "cometa",
    ),
    Mutant(
        "plays_for_nothing_twice",
        "play",
        '        rounds.put(state, "extra_owed", 0)\n',
        '        store.commit(state)\n        rounds.put(state, "extra_owed", 0)\n',
        "more", "staked_cents must be 50 after 1 plays (got 0)", 2663, "cometa",
    ),
    Mutant(
        "shows_points_before_they_are_committed",
        "rounds",
        "    halt(state)\n    store.commit(state)\n",
        "    import display\n    halt(state)\n    display.show(state)\n    store.commit(state)\n",
        "rounds", "points), but never committed", 1893, "cometa",
    ),
    Mutant(
        "gives_an_award_before_the_play_is_over",
        "play",
        '    rounds.put(state, "won", number)\n    state.phase = nvram.PHASE_IDLE\n',
        '    store.commit(state)\n    rounds.put(state, "won", number)\n    state.phase = nvram.PHASE_IDLE\n',
        "tickets", "tickets_won must have risen by 2 in these plays (got 4)", 1751, "verbena",
    ),
    Mutant(
        "books_a_note_twice_after_a_cut",
        "escrow",
        "    credit.take(state, settings.NOTE_CENTS)\n    store.commit(state)\n",
        "    credit.take(state, settings.NOTE_CENTS)\n    state.note_stage = nvram.NOTE_SENT\n"
        "    store.commit(state)\n    state.note_stage = stage\n",
        "note", "booked notes must be 500 to 500 cents", 2614, "notes",
    ),
)  # fmt: skip
# Those that are tried every time; the others in the long run.
SOON = ("books_a_ticket_in_two_commits", "gives_an_award_before_the_play_is_over")


@functools.cache
def model(name: str) -> Model:
    """A shipped machine; "notes": Cometa with an acceptor of notes."""
    if name != "notes":
        return shipped(name)
    raw = tomllib.loads((MODELS_FOLDER / "cometa.toml").read_text(encoding="utf-8"))
    raw["money"]["note_cents"] = 500
    return read_model(raw)


@pytest.mark.parametrize(("name", "chapter"), [("cometa", "tickets"), ("ronda", "rounds"), ("notes", "note")])
def test_places_drawn_from_a_chapter_find_nothing_wrong(name: str, chapter: str) -> None:
    """A-02, A-03 and DESIGN promises 2 and 5: prices, rounds, tickets and coins, each once."""
    sweep = run_powercut(model(name), cuts=10, seed="00", only=(chapter,))
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
    sweep = run_powercut(model("notes"), seed="00", only=("note",))
    assert told(sweep) == []
    assert sweep.total.open_notes


def test_the_script_makes_each_machine_do_what_it_has() -> None:
    done = {name: {chapter.name for chapter in chapters(model(name))} for name in (*NAMES, "notes")}
    common = {"coins", "refund", "rounds", "more", "dips", "recovery"}
    tickets = {"tickets", "price", "empty", "hand"}
    assert all(common <= names for names in done.values())
    assert done["cometa"] == done["ronda"] == common | tickets
    assert done["verbena"] == common | tickets | {"rounds_2", "tickets_2", "more_2", "price_2"}
    assert done["cometa_nacional"] == common
    assert done["notes"] == common | tickets | {"note"}


@pytest.mark.parametrize(
    "mutant",
    [row if row.name in SOON else pytest.param(row, marks=pytest.mark.long) for row in MUTANTS],
    ids=lambda row: row.name,
)
def test_the_sweep_finds_each_mutant(mutant: Mutant) -> None:
    must_be_found(mutant, model(mutant.model), firmware_sources(type_="A"))
