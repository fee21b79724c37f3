# SPDX-License-Identifier: MIT
"""The firmware and notes: what may come in, when it is credited, and that no power cut makes two of one."""

from __future__ import annotations

import random
from typing import Any

import pytest
from firmware_rig import heard, record, run_until, said
from menu_rig import menu, page, push
from note_rig import NOTE_MS, WALLET, WIRINGS, machine, model, money_of_notes
from soon import soon

from emulator import Cabinet, EmulatorError
from emulator.cabinet.errors import CabinetError
from emulator.devices.note_acceptor import NoteAcceptor
from machines.firmware import nvram
from machines.rom.program import firmware_sources

pytestmark = pytest.mark.parametrize("wiring", soon(WIRINGS, "parallel"))


def test_a_note_fills_credits_first_and_then_the_reserve(wiring: str) -> None:
    """RD 2110/1998 art. 7.d: a note of 5 EUR is below 40 times the price."""
    cab = machine(wiring)
    assert cab.insert_note(500)
    cab.run(ms=NOTE_MS)
    books = record(cab)
    assert (cab.display.credits, cab.display.reserve) == ("4.00", "1.00")
    assert (books["note_in_cents"], books["notes_in"], books["note_stage"]) == (500, 1, nvram.NOTE_NONE)
    assert (cab.note_box_cents, cab.wallet) == (500, {500: 3, 1000: 1})


def test_a_note_is_credited_only_once_it_is_stacked(wiring: str) -> None:
    """9 NYCRR 5319.54(d)(2): not while it can still come back."""
    cab = machine(wiring)
    told = heard(cab, "note_held", "note_stacked")
    cab.insert_note(500)
    run_until(cab, lambda: bool(told))
    while len(told) < 2:
        assert record(cab)["note_in_cents"] == 0
        cab.run(ms=1)
    cab.run(ms=600)
    assert record(cab)["note_in_cents"] == 500


def test_a_note_above_the_limit_goes_back(wiring: str) -> None:
    """RD 2110/1998 art. 7.d: 10 EUR are more than 40 times the price."""
    cab = machine(wiring)
    cab.insert_note(1000)
    cab.run(ms=NOTE_MS)
    assert cab.wallet == WALLET
    assert record(cab)["note_in_cents"] == 0


def test_no_note_is_taken_that_does_not_fit(wiring: str) -> None:
    """RD 2110/1998 art. 6.8 and 14.1.c."""
    cab = machine(wiring, credits_cents=400, reserve_cents=310)
    assert not cab.insert_note(500)
    cab.run(ms=NOTE_MS)
    assert cab.wallet == WALLET
    cab = machine(wiring, credits_cents=400, reserve_cents=300)
    assert cab.insert_note(500)
    cab.run(ms=NOTE_MS)
    assert (record(cab)["reserve_cents"], record(cab)["refunded_cents"]) == (800, 0)


def test_a_note_that_no_longer_fits_is_given_back_out_of_escrow(wiring: str) -> None:
    """A coin that came meanwhile has taken its room."""
    cab = machine(wiring, credits_cents=400, reserve_cents=300)
    cab.insert_note(500)
    cab.run(ms=50)
    cab.insert(10)
    cab.run(ms=NOTE_MS)
    books = record(cab)
    # A note reader on the bus is told of its inhibit in time: it does not even hold the note.
    back = 1 if wiring == "parallel" else 0
    assert (books["reserve_cents"], books["notes_in"], books["notes_back"]) == (310, 0, back)
    assert cab.wallet == WALLET


def test_a_note_in_escrow_goes_back_when_the_door_was_opened_before_it_was_sent(wiring: str) -> None:
    cab = machine(wiring)
    told = heard(cab, "note_held")
    cab.insert_note(500)
    if wiring == "parallel":
        cab.run(ms=799)
        cab.open_door()
    run_until(cab, lambda: bool(told))
    cab.open_door()
    cab.run(ms=NOTE_MS)
    books = record(cab)
    assert (cab.wallet, books["notes_in"], books["notes_back"]) == (WALLET, 0, 1)


def test_a_coin_does_not_take_the_room_of_a_note_on_its_way_to_the_stacker(wiring: str) -> None:
    cab = machine(wiring, credits_cents=400, reserve_cents=300)
    cab.insert_note(500)
    run_until(cab, lambda: record(cab)["note_stage"] == nvram.NOTE_SENT)
    cab.run(ms=250)
    cab.insert(10)
    cab.run(ms=NOTE_MS)
    books = record(cab)
    assert (books["reserve_cents"], cab.tray) == (800, {10: 1})
    assert (books["coin_in_cents"], books["refunded_cents"]) == (700, 0)


def test_a_note_whose_change_could_not_be_paid_is_not_taken(wiring: str) -> None:
    """RD 2110/1998 art. 14.1.d with B-20: the hoppers must be able to pay it back and any prize."""
    cab = machine(wiring, hoppers={10: 30, 100: 81})
    cab.insert(10)
    cab.run(ms=800)
    assert record(cab)["coin_in_cents"] == 10
    assert not cab.insert_note(500)


def test_a_door_opened_while_a_note_is_drawn_in_sends_it_back_and_a_stacked_one_is_credited(
    wiring: str,
) -> None:
    cab = machine(wiring)
    cab.insert_note(500)
    cab.run(ms=300)
    cab.open_door()
    cab.run(ms=NOTE_MS)
    assert money_of_notes(cab) == (0, 0)
    cab.close_door()
    cab.run(ms=1_000)
    cab.insert_note(500)
    run_until(cab, lambda: record(cab)["note_stage"] == nvram.NOTE_SENT)
    cab.open_door()
    cab.run(ms=NOTE_MS)
    assert money_of_notes(cab) == (1, 1)


def test_the_money_meter_counts_notes(wiring: str) -> None:
    cab = machine(wiring)
    before = cab.meters["in"]
    cab.insert_note(500)
    cab.run(ms=NOTE_MS + 6_000)
    assert cab.meters["in"] - before == 50


def test_a_model_without_a_note_acceptor_has_no_mouth_and_plays(wiring: str) -> None:
    cab = machine(wiring, note=False)
    with pytest.raises(CabinetError, match="note acceptor"):
        cab.insert_note(500)
    cab.insert(100)
    cab.run(ms=800)
    assert (cab.tilt, cab.display.credits) == ("", "1.00")


def test_the_same_notes_on_micropython(wiring: str) -> None:
    pytest.importorskip("wasmtime")

    def run(runtime: str) -> tuple[Any, ...]:
        cab = machine(wiring, runtime=runtime)
        cab.insert_note(500)
        cab.run(ms=NOTE_MS)
        cab.insert_note(1000)
        cab.run(ms=NOTE_MS)
        return cab.nvram, cab.display, cab.wallet, cab.note_box_cents

    assert run("micropython") == run("cpython")


# -- power cuts -----------------------------------------------------------------------------------------


def once_or_back(cab: Cabinet) -> None:
    """Put the plug back: the note is booked once and in the box, or it is in the wallet again."""
    if cab.powered:
        cab.power_off()
    cab.run(ms=150)
    cab.power_on()
    cab.run(ms=9_000)
    assert (cab.fault, cab.tilt, cab.note) == (None, "", None)
    box, booked = money_of_notes(cab)
    assert box == booked == 4 - cab.wallet[500]
    books = record(cab)
    assert (books["credits_cents"] + books["reserve_cents"], books["note_stage"]) == (500 * booked, 0)


@pytest.mark.parametrize("places_max", [30, pytest.param(1_000_000, marks=pytest.mark.long)])
def test_a_cut_at_any_operation_books_a_note_once_or_gives_it_back(wiring: str, places_max: int) -> None:
    """Operations of every tick from the mouth until all is said; DESIGN promise 2."""
    cab = machine(wiring)
    before = cab.state()
    places: list[tuple[int, int]] = []
    check = cab.board.after_event
    assert check is not None
    cab.board.after_event = lambda: (check(), places.append((cab.board.ticks, cab.board.ops)))[0]  # type: ignore
    cab.insert_note(500)
    cab.run(ms=NOTE_MS)
    cab.board.after_event = check
    # A commit is some 600 bytes: its ends, and some places within.
    wanted = sorted(
        {(t, n) for t, ops in places if ops for n in {0, 1, ops // 3, ops * 2 // 3, ops - 1, ops}}
    )
    for tick, ops in wanted[:: max(1, len(wanted) // places_max)]:
        cab.load_state(before)
        cab.insert_note(500)
        cab.board.cut_at_op(ops, tick)
        cab.run(ms=NOTE_MS)
        assert not cab.powered, (tick, ops)
        once_or_back(cab)


def test_a_cut_at_any_time_books_a_note_once_or_gives_it_back(wiring: str) -> None:
    """Where no operation is: while a motor turns, in escrow, between stacker and answer."""
    cab = machine(wiring)
    before = cab.state()
    found = set()
    for at_ms in range(20, NOTE_MS, 120):
        cab.load_state(before)
        cab.insert_note(500)
        cab.run(ms=at_ms)
        once_or_back(cab)
        found.add(record(cab)["notes_in"])
    assert found == {0, 1}


def test_cut_after_cut_books_a_note_once_or_gives_it_back(wiring: str) -> None:
    """The starts after a cut are cut, too; fixed seed."""
    chance = random.Random(5319)
    cab = machine(wiring)
    before = cab.state()
    for _ in range(20):
        cab.load_state(before)
        cab.insert_note(500)
        cab.run(ms=chance.randrange(700, 2_200))
        for _ in range(chance.randrange(1, 4)):
            cab.power_off()
            cab.run(ms=chance.randrange(1, 300))
            cab.power_on()
            cab.run(ms=chance.randrange(1, 2_500))
        once_or_back(cab)


def test_a_crash_between_stacker_and_books_books_the_note_once(wiring: str) -> None:
    """The watchdog starts the program anew; the acceptor has kept its power and its answer."""
    sources = firmware_sources(mechanisms=wiring)
    booking = "    state.note_stage = stage\n"
    crash = "    import board\n    if not board.restarted():\n        raise RuntimeError\n"
    assert booking in sources["escrow"]
    sources["escrow"] = sources["escrow"].replace(booking, crash + booking)
    cab = machine(wiring, firmware=sources)
    cab.insert_note(500)
    cab.run(ms=12_000)
    assert money_of_notes(cab) == (1, 1)
    assert record(cab)["tilt"] == "watchdog"


def test_a_cabinet_that_is_carried_away_keeps_the_note_that_was_not_told(wiring: str) -> None:
    cab = machine(wiring)
    cab.insert_note(500)
    run_until(cab, lambda: cab.note is not None and cab.note.path == "stacked")
    cab.power_off()
    moved = Cabinet(model(wiring), seed="00", nvram=cab.nvram, physical=cab.physical())
    moved.run(ms=9_000)
    assert (moved.tilt, record(moved)["notes_in"], moved.note_box_cents) == ("", 1, 500)


def test_the_note_test_takes_a_note_as_far_as_escrow_and_gives_it_back(wiring: str) -> None:
    """Whoever services the acceptor sees it work with the door open; no account knows of those notes."""
    cab = machine(wiring)
    before = {
        name: record(cab)[name] for name in ("note_in_cents", "notes_in", "notes_back", "credits_cents")
    }
    told = heard(cab, "note_held", "note_stacked")
    page(menu(cab), "PROBAR BILLETES")
    cab.run(ms=NOTE_MS)
    assert cab.insert_note(500), "the acceptor is open while the page is"
    cab.run(ms=2 * NOTE_MS)
    assert (said(cab), cab.wallet, cab.note_box_cents) == ("BILLETE 5,00: 1 BIEN", WALLET, 0)
    assert [kind for _, kind, _ in told] == ["note_held"]
    push(cab, "collect")
    cab.run(ms=NOTE_MS)
    assert not cab.insert_note(500), "and shut once it is left"
    assert {name: record(cab)[name] for name in before} == before
    assert "note_test 1" in [row["text"] for row in cab.log]


class _Forgetful(NoteAcceptor):
    """Loses a note behind the gate with the power."""

    def reset(self) -> None:
        super().reset()
        if self._note and self._ledger.place(self._note[0]) == "note_gate":
            self._ledger.move(self._note[0], "note_box")
            self._note = []


def test_an_acceptor_that_errs_is_noticed(wiring: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("emulator.cabinet.mechanisms.NoteAcceptor", _Forgetful)
    with pytest.raises((AssertionError, EmulatorError)):
        test_a_cut_at_any_time_books_a_note_once_or_gives_it_back(wiring)
