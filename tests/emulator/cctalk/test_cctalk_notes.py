# SPDX-License-Identifier: MIT
"""The note reader on the wire: what a host asks and hears, whatever machine stands behind it."""

from __future__ import annotations

from pathlib import Path

import pytest

from emulator.cctalk.desk import Desk, DeskError
from emulator.cctalk.record import LineRecorder, replay_line
from emulator.cctalk.setup import line
from emulator.devices.cctalk.packet import packet

READER = 40
START_US = 1_500_000


class Host:
    """Somebody else's host: asks one thing at a time and polls as it must."""

    def __init__(self, desk: Desk | None = None) -> None:
        self.desk = desk or Desk(line("bill", echo=False))
        self.desk.advance(START_US)

    def ask(self, header: int, data: bytes = b"") -> bytes:
        """The data of the answer; AssertionError for silence or a refusal."""
        self.desk.take()
        self.desk.host(packet(READER, header, data))
        self.desk.advance(self.desk.now_us + 80_000)
        heard = self.desk.take()
        assert heard[:4] == bytes((1, len(heard) - 5, READER, 0)), heard
        return heard[4:-1]

    def run(self, ms: int) -> bytes:
        """Poll for a while; the last events."""
        events = self.ask(159)
        for _ in range(ms // 80):
            events = self.ask(159)
        return events

    def open(self, mask: int = 0xFF) -> None:
        self.ask(231, bytes((mask, 0)))
        self.run(80)


@pytest.fixture
def host() -> Host:
    return Host()


def test_it_says_what_it_is_and_which_notes_it_knows(host: Host) -> None:
    assert host.ask(245) == b"Bill Validator"
    assert host.ask(156, b"EU") == bytes((100, 0, 2))
    assert host.ask(156, b"US") == bytes(3)
    assert [host.ask(157, bytes((n,))) for n in (1, 2, 5)] == [b"EU0005A", b"EU0010A", b"......."]
    assert host.ask(155, b"EU") == bytes((15, 0))
    assert host.ask(232) == b"\x00"


def test_a_note_waits_in_escrow_until_it_is_routed(host: Host) -> None:
    host.open()
    host.desk.note(500)
    assert host.run(1_200)[:3] == bytes((1, 1, 1))
    assert host.ask(150, b"\x01") == bytes(3)
    assert host.ask(154, b"\x01") == b""
    assert host.run(1_500)[:5] == bytes((2, 1, 0, 1, 1))
    assert host.ask(150, b"\x01") == bytes((1, 0, 0))
    assert host.desk.coins("note_box") == {500: 1}


def test_a_note_that_is_routed_back_or_waits_too_long_goes_back(host: Host) -> None:
    host.open()
    host.desk.note(1000)
    host.run(1_200)
    assert host.ask(154, b"\x00") == b""
    assert host.run(1_200)[:3] == bytes((2, 0, 1))
    assert host.ask(154, b"\x01") == bytes((254,))
    host.desk.note(500)
    assert host.run(13_000)[:3] == bytes((4, 0, 1))
    assert host.desk.coins("note_box") == {}


def test_an_inhibited_type_is_driven_out_and_a_closed_mouth_takes_nothing(host: Host) -> None:
    host.desk.note(500)
    assert host.run(1_500)[0] == 0
    host.open(mask=1)
    host.desk.note(1000)
    assert host.run(2_000)[:5] == bytes((2, 0, 1, 0, 4))


def test_the_counter_outlives_the_power_and_the_events_do_not(host: Host) -> None:
    host.open()
    host.desk.note(500)
    host.run(1_200)
    host.ask(154, b"\x01")
    host.desk.advance(host.desk.now_us + 600_000)
    host.desk.power(False)
    host.desk.advance(host.desk.now_us + 500_000)
    host.desk.power(True)
    host.desk.advance(host.desk.now_us + START_US)
    assert host.ask(150, b"\x01") == bytes((1, 0, 0))
    assert host.ask(230) == bytes(2)


def test_a_journal_with_notes_replays_and_a_desk_without_reader_has_no_mouth(tmp_path: Path) -> None:
    desk = Desk(line("acceptor", "bill", echo=False))
    path = tmp_path / "line.jsonl"
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = LineRecorder(desk, stream)
        host = Host(desk)
        host.open()
        desk.note(500)
        host.run(1_500)
        recorder.close()
    assert replay_line(path) > 100
    with pytest.raises(DeskError, match="--device bill"):
        Desk(line("acceptor")).note(500)
    with pytest.raises(DeskError, match="cents must be 500"):
        desk.note(700)
