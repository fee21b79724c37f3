# SPDX-License-Identifier: MIT
"""Lines in their logical sense, edges that wake the firmware, and rests where nobody drives."""

from __future__ import annotations

import pytest
from board_helpers import IDLE, make_board, run_ms

from emulator.board.errors import BoardError
from machines.firmware import pins

# Drives gpio 30 and 9, and notes every edge of gpio 23 and 24.
EDGES = (
    IDLE
    + """
from machine import Pin
state.edges = []
def noted(pin):
    state.edges.append((0 if pin is Pin(23) else 1, pin.value()))
def boot():
    Pin(9, Pin.OUT, value=0)
    Pin(23).irq(noted, Pin.IRQ_FALLING)
    Pin(24).irq(noted, Pin.IRQ_FALLING | Pin.IRQ_RISING)
"""
)


@pytest.mark.parametrize("row", pins.PINS, ids=lambda row: row[0])
def test_an_undriven_line_rests_as_the_pin_table_says(row: tuple[str, int, int, int, int]) -> None:
    name, gpio, _, active_low, rest = row
    board = make_board()
    assert board.line(name).asserted is bool(rest)
    assert board.chip.pins.levels[gpio] == rest ^ active_low


def test_an_inhibit_is_asserted_until_a_firmware_takes_it_away_and_after_it_dies() -> None:
    board = make_board(EDGES)
    inhibit = board.line("inhibit_10")
    told: list[bool] = []
    inhibit.watch(told.append)
    board.power_on()
    assert not inhibit.asserted
    board.power_off()
    assert inhibit.asserted
    assert told == [False, True]


def test_an_output_with_a_value_shows_no_other_level_on_its_way() -> None:
    board = make_board(IDLE + "\nfrom machine import Pin\ndef boot():\n    Pin(9, Pin.OUT, value=1)\n")
    told: list[bool] = []
    board.line("inhibit_10").watch(told.append)
    board.power_on()
    assert told == [] and board.line("inhibit_10").asserted


def test_an_open_drain_pulls_low_or_lets_go() -> None:
    source = "\nfrom machine import Pin\nstate.n = 0\ndef boot():\n    Pin(9, Pin.OPEN_DRAIN, value=1)\n"
    source += "def tick():\n    Pin(9).off()\n    return 1000\n"
    board = make_board(IDLE + source)
    board.power_on()
    assert board.line("inhibit_10").asserted
    run_ms(board, 1)
    assert not board.line("inhibit_10").asserted


def test_edges_wake_the_firmware_in_the_order_in_which_they_came() -> None:
    board = make_board(EDGES)
    board.power_on()
    run_ms(board, 5)
    board.line("button_double").drive(True)
    board.line("button_start").drive(True)
    run_ms(board, 0)
    assert board.chip.save()["program"]["edges"] == [(1, 0), (0, 0)]
    board.line("button_start").drive(False)
    board.line("button_double").drive(False)
    run_ms(board, 0)
    assert board.chip.save()["program"]["edges"] == [(1, 0), (0, 0), (1, 1)]


def test_several_edges_before_the_firmware_runs_are_one_interrupt() -> None:
    board = make_board(EDGES)
    board.power_on()
    for _ in range(3):
        board.line("button_start").drive(True)
        board.line("button_start").drive(False)
    run_ms(board, 0)
    assert board.chip.save()["program"]["edges"] == [(0, 1)]


def test_an_edge_before_the_firmware_asked_for_it_is_forgotten() -> None:
    board = make_board(EDGES)
    board.line("button_start").drive(True)
    board.power_on()
    run_ms(board, 50)
    assert board.chip.save()["program"]["edges"] == []


def test_a_handler_that_is_taken_away_is_not_called() -> None:
    source = EDGES + "def tick():\n    Pin(23).irq(None)\n    return 1000\n"
    board = make_board(source)
    board.power_on()
    run_ms(board, 1)
    board.line("button_start").drive(True)
    run_ms(board, 1)
    assert board.chip.save()["program"]["edges"] == []


def test_a_firmware_that_drives_an_input_does_not_move_the_line() -> None:
    board = make_board(IDLE + "\nfrom machine import Pin\ndef boot():\n    Pin(23, Pin.OUT, value=0)\n")
    board.power_on()
    assert not board.line("button_start").asserted


def test_lines_are_driven_and_watched_from_their_own_side_only() -> None:
    board = make_board()
    with pytest.raises(BoardError, match=r"must be an input of the chip to be driven \(got lamp_start\)"):
        board.line("lamp_start").drive(True)
    with pytest.raises(BoardError, match=r"must be an output of the chip to be watched \(got button_start\)"):
        board.line("button_start").watch(lambda _: None)
    with pytest.raises(BoardError, match=r"must be a name of the pin table \(got lever\)"):
        board.line("lever")


def test_a_pin_table_that_names_a_gpio_twice_is_refused() -> None:
    from emulator.board.line import PinBank
    from emulator.board.operations import Operations

    rows = [("a", 1, 0, 0, 0), ("b", 1, 0, 0, 0)]
    with pytest.raises(BoardError, match=r"each line and GPIO once \(got b, 1\)"):
        PinBank(rows, Operations(lambda: None))


@pytest.mark.parametrize(
    "row",
    [("a", -1, 0, 0, 0), ("a", 48, 0, 0, 0), ("a", 1 << 64, 0, 0, 0), ("a", 1, 2, 0, 0), ("a", 1, 0, 0, -1)],
)
def test_a_pin_that_the_chip_does_not_have_is_refused(row: tuple[str, int, int, int, int]) -> None:
    from emulator.board.line import PinBank
    from emulator.board.operations import Operations

    with pytest.raises(BoardError, match="pin table must have GPIO 0 to 47"):
        PinBank([row], Operations(lambda: None))
