# SPDX-License-Identifier: MIT
"""Power cuts between any two instructions of the virtual machine, and what is left after them."""

from __future__ import annotations

import pytest
from board_helpers import Recorder, run_ms
from vm_helpers import engine, program, vm_board
from vm_visit import PURSE

from emulator import Cabinet
from emulator.board.board import Board
from emulator.board.errors import BoardError
from emulator.vm import micropython

# Writes 40 bytes of FRAM in two transactions, and a lamp between them.
WRITER = program(
    top="from machine import I2C, Pin\nbus = I2C(1)\nlamp = Pin(30, Pin.OUT)",
    boot="state.ticks = 0",
    tick="state.ticks += 1\nif state.ticks == 3:\n"
    "    bus.writeto_mem(0x50, 0, bytes(range(1, 21)), addrsize=16)\n"
    "    lamp.value(1)\n"
    "    bus.writeto_mem(0x50, 20, bytes(range(21, 41)), addrsize=16)\nreturn 100",
)


def writer(fuel: int | None) -> tuple[Board, bytes]:
    """The board after the tick that writes, cut after ``fuel`` instructions of it."""
    board = vm_board(WRITER)
    board.power_on()
    run_ms(board, 150)
    if fuel is not None:
        board.cut_at_fuel(fuel)
    run_ms(board, 100)
    return board, bytes(board.fram.data[:40])


def test_a_cut_by_instructions_stops_the_tick_there() -> None:
    board, whole = writer(None)
    total = board.fuel
    assert board.powered
    assert total > 1000
    states = set()
    for fuel in range(0, total, total // 150):
        board, found = writer(fuel)
        assert not board.powered
        assert not board.alive
        assert board.fault is None
        assert found in (bytes(40), whole[:20] + bytes(20), whole)
        assert not board.line("lamp_start").asserted
        states.add(found)
    assert len(states) == 3


def test_a_cut_beyond_the_last_instruction_never_comes() -> None:
    total = writer(None)[0].fuel
    board, found = writer(total + 1)
    assert board.powered
    assert found[39] == 40
    run_ms(board, 1_000)
    assert board.powered


def test_the_same_cut_leaves_the_same_board() -> None:
    total = writer(None)[0].fuel
    for fuel in (total // 3, total // 2, total - 5):
        results = [(found, board.ops, board.fuel) for board, found in (writer(fuel) for _ in range(2))]
        assert results[0] == results[1]


def test_instructions_count_alike_in_every_machine() -> None:
    """The first one imports the program; the others begin from its picture; one is saved and loaded."""
    engine()
    micropython._programs.clear()
    counts = []
    for number in range(3):
        board = vm_board(WRITER)
        board.power_on()
        rows = [board.fuel]
        for step in range(6):
            run_ms(board, 100)
            rows.append(board.fuel)
            if number == 2 and step == 1:
                other = vm_board(WRITER)
                other.load(board.save())
                board = other
        counts.append(rows)
    assert counts[0] == counts[1] == counts[2]


def test_a_cut_in_the_boot_or_the_import_leaves_a_board_that_boots() -> None:
    board = vm_board(WRITER)
    board.power_on()
    boot = board.fuel
    board.power_off()
    for fuel in [0, 1, 1000, boot // 4, boot // 2, boot * 9 // 10, boot - 1]:
        board.cut_at_fuel(fuel)
        board.power_on()
        assert not board.powered
        board.power_on()
        assert board.alive
        assert board.fuel == boot
        board.power_off()


def test_a_planned_cut_belongs_to_its_tick() -> None:
    board = vm_board(WRITER)
    board.power_on()
    board.cut_at_fuel(10, tick=board.ticks + 4)
    recorder = Recorder(board)
    run_ms(board, 600)
    assert recorder.events == [(300_000, "power", {"on": False})]


def test_cpython_counts_no_instructions() -> None:
    board = vm_board(WRITER, kind="cpython")
    with pytest.raises(BoardError, match="fuel must be 0 or more instructions, on genuine MicroPython"):
        board.cut_at_fuel(5)
    assert board.fuel == 0


def test_fuel_below_zero_is_refused() -> None:
    with pytest.raises(BoardError, match=r"\(got -1\)"):
        vm_board(WRITER).cut_at_fuel(-1)


@pytest.mark.parametrize("early", [True, False])
def test_a_play_cut_at_any_instruction_is_whole_or_never_began(early: bool) -> None:
    """RD 2110/1998 art. 14.1.b: after the cut the machine goes on with the play that it had, or has none."""
    engine()
    cab = Cabinet("cierzo", seed="00", runtime="micropython", purse=PURSE)
    cab.run(ms=6_000)
    cab.insert(100)
    cab.run(ms=1_000)
    cab.down("start")
    before = cab.snapshot()
    total = 0
    while cab.meters["book_plays"] == 0:
        cab.run(ms=1)
        total = max(total, cab.board.fuel)
    after = cab.nvram
    tick = cab.board.ticks
    outcomes = set()
    for number in range(20):
        cab.put_back(before)
        fuel = total * (2 * number + (1 if early else 2)) // 41
        cab.board.cut_at_fuel(fuel, tick=tick)
        for _ in range(60):
            if cab.powered:
                cab.run(ms=1)
        assert not cab.powered
        plays = cab.meters["book_plays"]
        assert plays == 0 or cab.nvram == after
        outcomes.add(plays)
        cab.power_on()
        cab.run(ms=4_000)
        assert cab.fault is None
        assert cab.tilt == ""
        assert cab.meters["book_plays"] >= plays
    assert outcomes == {0, 1}
