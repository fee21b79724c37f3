# SPDX-License-Identifier: MIT
"""Note acceptors and their firmware with one thing wrong: the test that guards it must notice."""

from __future__ import annotations

from collections.abc import Callable

import firmware_rig
import pytest
import test_notes as notes

from emulator.devices.note_acceptor import NoteAcceptor
from machines.rom.program import firmware_sources

Guard = Callable[[str], None]

# name, module, what stands there, what the mutant has instead, wiring, the test that must fail
FIRMWARE: tuple[tuple[str, str, str, str, str, Guard], ...] = (
    (
        "credits the note in escrow",
        "escrow",
        "    state.note_stage = nvram.NOTE_SENT\n    store.commit(state)\n",
        "    book(state, nvram.NOTE_SENT)\n",
        "parallel",
        notes.test_a_note_is_credited_only_once_it_is_stacked,
    ),
    (
        "takes what does not fit",
        "escrow",
        "        and credit.admits(state, settings.NOTE_CENTS)\n",
        "",
        "parallel",
        notes.test_no_note_is_taken_that_does_not_fit,
    ),
    (
        "lets a coin take the note's room",
        "credit",
        "if state.note_stage == nvram.NOTE_SENT else 0",
        "if state.note_stage == 99 else 0",
        "parallel",
        notes.test_a_coin_does_not_take_the_room_of_a_note_on_its_way_to_the_stacker,
    ),
    (
        "forgets at a start that a note was sent",
        "note_drive",
        "    state.note_start_ms = state.note_due_ms\n",
        "    state.note_start_ms = state.note_due_ms\n    state.note_stage = nvram.NOTE_NONE\n",
        "parallel",
        notes.test_a_cut_at_any_time_books_a_note_once_or_gives_it_back,
    ),
    (
        "acknowledges before it books",
        "note_drive",
        "        escrow.book(state, nvram.NOTE_BOOKED)\n",
        (
            "        state.note_stage = nvram.NOTE_BOOKED\n"
            "        expander.drive(state, expander.NOTE_STACK, False)\n"
            "        expander.drive(state, expander.NOTE_STACK, True)\n"
            "        escrow.book(state, nvram.NOTE_BOOKED)\n"
        ),
        "parallel",
        lambda wiring: notes.test_a_cut_at_any_operation_books_a_note_once_or_gives_it_back(wiring, 60),
    ),
    (
        "does not say what it sends",
        "escrow",
        "    state.note_stage = nvram.NOTE_SENT\n    store.commit(state)\n",
        "    state.note_stage = nvram.NOTE_SENT\n",
        "parallel",
        notes.test_a_cut_at_any_time_books_a_note_once_or_gives_it_back,
    ),
    (
        "forgets how far it has counted",
        "note_drive",
        "        state.note_life = accepted\n",
        "        state.note_life = 0\n",
        "cctalk",
        notes.test_a_cut_at_any_time_books_a_note_once_or_gives_it_back,
    ),
    (
        "gives up a note after every start",
        "note_drive",
        "    if accepted != state.note_life:\n",
        "    if accepted != state.note_life and state.note_step == WORK:\n",
        "cctalk",
        notes.test_a_cut_at_any_time_books_a_note_once_or_gives_it_back,
    ),
    (
        "the meter does not know notes",
        "meters",
        "(state.coin_in_cents + state.note_in_cents + state.card_in_cents)",
        "(state.coin_in_cents + state.card_in_cents)",
        "parallel",
        notes.test_the_money_meter_counts_notes,
    ),
)


@pytest.mark.parametrize("row", FIRMWARE, ids=[row[0] for row in FIRMWARE])
def test_a_firmware_that_errs_about_notes_is_noticed(
    row: tuple[str, str, str, str, str, Guard], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, module, honest, wrong, wiring, guard = row
    sources = firmware_sources(mechanisms=wiring)
    assert sources[module].count(honest) == 1
    sources[module] = sources[module].replace(honest, wrong)
    monkeypatch.setattr(firmware_rig, "SOURCES", sources)
    with pytest.raises(firmware_rig.NOTICED):
        guard(wiring)


class _Forgetful(NoteAcceptor):
    """Loses a note behind the gate with the power."""

    def reset(self) -> None:
        super().reset()
        if self._note and self._ledger.place(self._note[0]) == "note_gate":
            self._ledger.move(self._note[0], "note_box")
            self._note = []


@pytest.mark.parametrize("wiring", ["parallel", "cctalk"])
def test_an_acceptor_that_errs_is_noticed(wiring: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("emulator.cabinet.mechanisms.NoteAcceptor", _Forgetful)
    with pytest.raises(firmware_rig.NOTICED):
        notes.test_a_cut_at_any_time_books_a_note_once_or_gives_it_back(wiring)
