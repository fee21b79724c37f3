# SPDX-License-Identifier: MIT
"""Transfers on I2C and bytes on a serial line, laid out as lines and read back by the rules of the bus."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
import trace_rig
from hypothesis import given, settings
from hypothesis import strategies as st

from emulator.board.uart import UARTPort
from emulator.trace.i2c import BusLines
from emulator.trace.lines import FreePort
from emulator.trace.serial import bits_of
from emulator.trace.timeline import Timeline
from emulator.trace.vcd import FLOATING, UNKNOWN, VCDFile
from machines.firmware import pins

NAMES = {pins.FRAM_ADDRESS: "fram", pins.REELS_ADDRESS: "reels"}
FRAM, REELS, NOBODY = pins.FRAM_ADDRESS, pins.REELS_ADDRESS, 0x44
# 9 bits of 2.5 us a byte.
BYTE_US = 22.5

Row = tuple[int, int, bytes, bytes | None, bool]


def laid(path: Path, rows: Iterable[Row], end_us: int = 1_000_000) -> tuple[trace_rig.Read, BusLines]:
    """A trace of transfers (time, address, written, read, answered)."""
    now = [0]
    timeline = Timeline(lambda: now[0])
    bus = BusLines(timeline, lambda: now[0], NAMES)
    with path.open("w", encoding="ascii") as stream:
        timeline.open(lambda signals: VCDFile(stream.write, signals, ""))
        bus.power(True, None)
        for now[0], *transfer in rows:
            bus.heard(*transfer)
        now[0] = end_us
        bus.close()
        timeline.close(end_us)
    return trace_rig.read(path), bus


def told(row: Row) -> tuple[tuple[int, bool], ...]:
    """The bytes of a transfer as they go over the lines."""
    _, address, wrote, read, answered = row
    if not answered:
        return ((address << 1 | (read is not None and not wrote), False),)
    found = []
    if wrote or read is None:
        found += [(address << 1, True), *((byte, True) for byte in wrote)]
    if read is not None:
        found += [(address << 1 | 1, True), *((byte, True) for byte in read)]
        if read:
            found[-1] = (read[-1], False)  # the last byte that is read is not acknowledged
    return tuple(found)


WRITE: Row = (100, FRAM, b"\x12\x34\xaa\x55", None, True)
READ: Row = (5_000, REELS, b"\x06", b"\x01\xfe\x80", True)
MISSING: Row = (9_000, NOBODY, b"\x00\x01", None, False)
SCAN: Row = (12_000, REELS, b"", b"", True)


def test_lines_say_what_was_transferred_when_it_was(tmp_path: Path) -> None:
    rows = [WRITE, READ, MISSING, SCAN]
    trace, bus = laid(tmp_path / "a.vcd", rows)
    frames = list(trace_rig.i2c_frames(trace))
    assert [frame.rows for frame in frames] == [told(row) for row in rows]
    assert [frame.begin_us for frame in frames] == [row[0] for row in rows]
    # Five bytes between start and stop at 400 kHz.
    assert frames[0].end_us - frames[0].begin_us == pytest.approx(5 * BYTE_US + 5, abs=2)
    assert (bus.transfers, bus.laid) == (4, 4)


def test_numbers_and_texts_go_with_the_lines(tmp_path: Path) -> None:
    trace, _ = laid(tmp_path / "a.vcd", [WRITE, READ, MISSING])
    assert trace.values("i2c.transfer")[-3:] == [
        "W\\x20fram\\x20@1234\\x202:\\x20aa\\x2055",
        "R\\x20reels\\x20@06\\x203:\\x2001\\x20fe\\x2080",
        "44\\x20@00\\x20does\\x20not\\x20answer",
    ]
    data = [value for value in trace.values("i2c.data") if isinstance(value, int)]
    assert data == [0x12, 0x34, 0xAA, 0x55, 0x06, 0x01, 0xFE, 0x80]
    assert [value for value in trace.values("fram.address") if isinstance(value, int)] == [0x1234, 0x1235]
    assert trace.at("i2c.address", 100 + 60) == FRAM
    assert trace.at("i2c.address", 100 + 200) == FLOATING
    assert trace.at("i2c.register", 5_010) == 6
    # The byte stands in ``data`` while its bits go over the line.
    assert trace.at("i2c.data", round(100 + 2.5 + BYTE_US * 3.5)) == 0xAA


@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_any_transfers_come_back_in_their_order(tmp_path_factory: Any, data: st.DataObject) -> None:
    rows: list[Row] = []
    at_us = 0
    for _ in range(data.draw(st.integers(1, 12))):
        # Many of one instant, some of the next, some much later.
        at_us += data.draw(st.sampled_from((0, 0, 3, 40, 1_000, 30_000)))
        wrote = data.draw(st.binary(max_size=6))
        read = data.draw(st.none() | st.binary(max_size=6))
        rows.append((at_us, data.draw(st.sampled_from((FRAM, REELS))), wrote, read, True))
    trace, bus = laid(tmp_path_factory.mktemp("bus") / "a.vcd", rows)
    frames = [frame.rows for frame in trace_rig.i2c_frames(trace)]
    assert len(frames) == bus.laid
    # Those that have lines are some of all, in their order, and every transfer is there as numbers.
    left = iter(told(row) for row in rows)
    assert all(frame in left for frame in frames)
    values = [value for _, value in trace.changes["i2c.address"] if isinstance(value, int)]
    assert values == [row[1] for row in rows]


def test_transfers_that_do_not_fit_follow_a_microsecond_a_byte(tmp_path: Path) -> None:
    long: Row = (1_000, FRAM, bytes(2) + bytes(range(1, 101)), None, True)
    soon: Row = (1_600, REELS, b"\x00", b"\x07", True)
    trace, bus = laid(tmp_path / "a.vcd", [WRITE[:1] + long[1:], long, soon])
    frames = list(trace_rig.i2c_frames(trace))
    assert (bus.transfers, bus.laid) == (3, 1)
    assert [frame.begin_us for frame in frames] == [1_600]
    assert trace.at("fram.data", 100 + 1 + 2) == 1
    assert trace.at("fram.data", 100 + 1 + 2 + 99) == 100


def test_as_many_transfers_of_an_instant_have_lines_as_fit(tmp_path: Path) -> None:
    rows: list[Row] = [(1_000, REELS, bytes([place]), None, True) for place in range(10)]
    trace, bus = laid(tmp_path / "a.vcd", [*rows, (1_300, REELS, b"\xff", None, True)])
    frames = list(trace_rig.i2c_frames(trace))
    # 21 bits of 2.5 us each, with room for three microseconds of each that is left.
    assert bus.laid == len(frames) == 5 + 1
    assert [frame.rows[1][0] for frame in frames] == [0, 1, 2, 3, 4, 0xFF]
    assert frames[-1].begin_us == 1_300
    data = [value for value in trace.values("i2c.data") if isinstance(value, int)]
    assert data == [*range(10), 0xFF]


def test_lines_are_unknown_without_current(tmp_path: Path) -> None:
    now = [0]
    timeline = Timeline(lambda: now[0])
    bus = BusLines(timeline, lambda: now[0], NAMES)
    with (tmp_path / "a.vcd").open("w", encoding="ascii") as stream:
        timeline.open(lambda signals: VCDFile(stream.write, signals, ""))
        bus.power(True, None)
        now[0] = 50
        # The power goes within the write, behind its third byte.
        bus.heard(FRAM, b"\x00\x10" + bytes(range(1, 9)), None, True)
        bus.power(False, 3)
        now[0] = 900
        bus.close()
        timeline.close(900)
    trace = trace_rig.read(tmp_path / "a.vcd")
    assert [value for value in trace.values("fram.data") if isinstance(value, int)] == [1, 2, 3]
    assert str(trace.values("i2c.transfer")[-2]).endswith("CUT\\x20after\\x203")
    assert trace.at("i2c.sda", 900) == trace.at("i2c.address", 900) == UNKNOWN
    assert trace.at("i2c.sda", 49) == 1


@pytest.mark.parametrize("byte", [0x00, 0xFF, 0x55, 0xAA, 0x01, 0x80])
def test_byte_is_ten_bits_of_even_length(byte: int) -> None:
    bits = list(bits_of(byte, 1_000, 2_042))
    assert [level for _, level in bits] == [0, *(byte >> place & 1 for place in range(8)), 1]
    assert bits[0][0] == 1_000
    lengths = [after - before for (before, _), (after, _) in zip(bits, [*bits[1:], (2_042, 1)], strict=True)]
    assert set(lengths) == {104, 105}


def test_port_without_a_bus_sends_at_its_own_rate(tmp_path: Path) -> None:
    now = [0]
    timeline = Timeline(lambda: now[0])
    port = UARTPort(1, lambda number: None)
    free = FreePort(timeline, port, lambda: now[0])
    with (tmp_path / "a.vcd").open("w", encoding="ascii") as stream:
        timeline.open(lambda signals: VCDFile(stream.write, signals, ""))
        free.power(True)
        now[0] = 10
        port.transmit(b"lost")  # it is not open yet
        port.open(115_200)
        now[0] = 1_000
        port.transmit(b"ab")
        port.transmit(b"c")
        now[0] = 5_000
        port.receive(b"\x00\xff")
        free.let_go()
        port.transmit(b"unheard")
        timeline.close(9_000)
    trace = trace_rig.read(tmp_path / "a.vcd")
    sent = trace_rig.serial_bytes(trace, "uart1.tx", 115_200)
    assert [byte for _, byte in sent] == list(b"abc")
    assert [at_us for at_us, _ in sent] == [1_000, 1_086, 1_173]
    assert [byte for _, byte in trace_rig.serial_bytes(trace, "uart1.rx", 115_200)] == [0, 255]
    assert [value for value in trace.values("uart1.tx_byte") if isinstance(value, int)] == list(b"abc")
