# SPDX-License-Identifier: MIT
"""The FRAM, and power cuts between any two bytes or operations: from there on the board is dead."""

from __future__ import annotations

import pytest
from board_helpers import IDLE, Recorder, make_board, run_ms

from emulator.board.errors import BoardError

# A tick of ten operations: two pins, a bus write with five bytes, a pin, a bus write to nobody.
WRITER = (
    IDLE
    + """
from machine import I2C, Pin
bus = I2C(1)
def tick():
    Pin(30, Pin.OUT, value=1)
    bus.writeto_mem(0x50, 0x0100, b"abcde", addrsize=16)
    Pin(30).off()
    Pin(30).off()
    return 1000
"""
)
OPERATIONS = 2 + 1 + 5 + 1


def test_operations_of_a_tick_are_counted() -> None:
    board = make_board(WRITER)
    board.power_on()
    assert (board.ticks, board.ops) == (1, 0)
    run_ms(board, 0)
    assert (board.ticks, board.ops) == (2, OPERATIONS)
    run_ms(board, 1_000)
    assert (board.ticks, board.ops) == (3, OPERATIONS - 1)


@pytest.mark.parametrize(
    ("count", "left", "lamp"),
    [
        (0, b"\0\0\0\0\0", []),
        (1, b"\0\0\0\0\0", []),
        (2, b"\0\0\0\0\0", [True, False]),
        (3, b"\0\0\0\0\0", [True, False]),
        (4, b"a\0\0\0\0", [True, False]),
        (7, b"abcd\0", [True, False]),
        (8, b"abcde", [True, False]),
        (9, b"abcde", [True, False]),
    ],
)
def test_a_cut_falls_between_any_two_operations(count: int, left: bytes, lamp: list[bool]) -> None:
    board = make_board(WRITER)
    heard = Recorder(board)
    changes: list[bool] = []
    board.line("lamp_start").watch(changes.append)
    board.power_on()
    board.cut_at_op(count)
    run_ms(board, 5)
    assert not board.powered and not board.alive and board.fault is None
    assert bytes(board.fram.data[0x100:0x105]) == left
    assert changes == lamp
    assert heard.kinds() == ["power", "power"]
    assert board.now_us == 5_000


def test_a_cut_behind_the_last_operation_of_a_tick_does_not_fall() -> None:
    board = make_board(WRITER)
    board.power_on()
    board.cut_at_op(OPERATIONS + 1)
    run_ms(board, 5_000)
    assert board.powered


def test_a_cut_can_be_planned_in_a_later_tick() -> None:
    board = make_board(WRITER)
    board.power_on()
    board.cut_at_op(1, tick=4)
    run_ms(board, 1_999)
    assert board.powered
    run_ms(board, 1)
    assert not board.powered and (board.ticks, board.ops) == (4, 1)


@pytest.mark.parametrize("count", range(6))
def test_the_fram_keeps_any_prefix_of_a_write(count: int) -> None:
    board = make_board(WRITER)
    board.power_on()
    board.fram.cut_after(count)
    run_ms(board, 5)
    assert bytes(board.fram.data[0x100:0x105]) == b"abcde"[:count].ljust(5, b"\0")
    assert board.powered is (count == 5)


def test_a_fast_write_and_a_watched_write_leave_the_same() -> None:
    fast, watched = make_board(WRITER), make_board(WRITER)
    bytes_seen: list[tuple[int, int]] = []
    watched.fram.on_write = lambda address, byte: bytes_seen.append((address, byte))
    for board in (fast, watched):
        board.power_on()
        run_ms(board, 0)
    assert fast.save() == watched.save()
    assert bytes_seen == list(zip(range(0x100, 0x105), b"abcde", strict=True))


def test_addresses_wrap_at_the_end_of_the_fram() -> None:
    board = make_board(
        IDLE + "\nfrom machine import I2C\nstate.read = b''\ndef boot():\n"
        "    I2C(1).writeto_mem(0x50, 0x7FFE, b'wxyz', addrsize=16)\n"
        "    state.read = I2C(1).readfrom_mem(0x50, 0xFFFF, 3, addrsize=16)\n"
    )
    board.power_on()
    assert bytes(board.fram.data[-2:] + board.fram.data[:2]) == b"wxyz"
    assert board.chip.save()["program"]["read"] == b"xyz"


STUBBORN = (
    IDLE
    + """
from machine import I2C, Pin
bus = I2C(1)
def write(data):
    bus.writeto_mem(0x50, 0, data, addrsize=16)
def tick():
    try:
        write(b"first")
    except:
        pass
    finally:
        try:
            write(b"SECOND")
        except:
            Pin(37)(1)
    return 1000
"""
)


def test_a_firmware_that_catches_everything_does_not_outlive_its_supply() -> None:
    board = make_board(STUBBORN)
    tower: list[bool] = []
    board.line("lamp_tower").watch(tower.append)
    board.power_on()
    board.fram.cut_after(3)
    run_ms(board, 10)
    assert bytes(board.fram.data[:6]) == b"fir\0\0\0"
    assert not board.powered and tower == []


def test_a_firmware_that_only_swallows_its_cut_is_gone_all_the_same() -> None:
    board = make_board(
        IDLE + "\nfrom machine import Pin\ndef tick():\n    try:\n        Pin(30, Pin.OUT, value=1)\n"
        "    except BaseException:\n        pass\n    return 10\n"
    )
    board.power_on()
    board.cut_at_op(0)
    run_ms(board, 1_000)
    assert not board.powered and board.now_us == 1_000_000 and board.ticks == 2


def test_the_fram_survives_a_cut_and_all_else_starts_afresh() -> None:
    board = make_board(WRITER)
    board.power_on()
    board.cut_at_op(8)
    run_ms(board, 5)
    board.power_on()
    assert bytes(board.fram.data[0x100:0x105]) == b"abcde"
    run_ms(board, 0)
    assert board.alive and board.ops == OPERATIONS


def test_a_cut_may_fall_into_the_boot() -> None:
    board = make_board(IDLE + "\nfrom machine import Pin\ndef boot():\n    Pin(30, Pin.OUT, value=1)\n")
    board.cut_at_op(1)
    board.power_on()
    assert not board.powered and not board.line("lamp_start").asserted
    board.power_on()
    assert board.powered and board.line("lamp_start").asserted


def test_cuts_are_planned_with_whole_counts() -> None:
    board = make_board()
    with pytest.raises(BoardError, match=r"count must be 0 or more operations \(got -1\)"):
        board.cut_at_op(-1)
    with pytest.raises(BoardError, match=r"byte_count must be 0 or more bytes \(got -1\)"):
        board.fram.cut_after(-1)


def test_a_fram_image_of_an_odd_size_is_refused() -> None:
    with pytest.raises(BoardError, match=r"fram image must be a power of two from 256 bytes on \(got 300\)"):
        make_board(fram=bytes(300))
