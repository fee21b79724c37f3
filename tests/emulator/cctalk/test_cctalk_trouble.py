# SPDX-License-Identifier: MIT
"""Line faults, faults of the note reader, and what is told of every coin and note on a ccTalk desk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cctalk_hosts import Host, HostError

from emulator.cctalk.desk import Desk, DeskError
from emulator.cctalk.desk_faults import DeskFaultError
from emulator.cctalk.hands import Hands
from emulator.cctalk.meaning import answered
from emulator.cctalk.outcomes import text
from emulator.cctalk.record import LineError, LineRecorder, replay_line
from emulator.cctalk.serve import WARM_UP_US
from emulator.cctalk.setup import AcceptorSetup, HopperSetup, LineSetup, line
from emulator.cctalk.trace import Tracer, row_text
from emulator.devices.cctalk.line_faults import LineFaultError, typed
from emulator.devices.cctalk.packet import packet
from emulator.records.chain import chain

MS = 1_000


class Told:
    """A started desk, its host, and what was told."""

    def __init__(self, setup: LineSetup | None = None) -> None:
        self.desk = Desk(setup)
        self.desk.advance(WARM_UP_US)
        self.events: list[dict[str, Any]] = []
        self.desk.told = self.events.append
        self.host = Host(self.desk)

    def words(self) -> list[str]:
        found = [text(event) for event in self.events]
        self.events.clear()
        return found

    def polled(self, ms: int, at: int = 2, header: int = 229) -> bytes:
        events = b""
        for _ in range(ms // 100):
            self.host.run(80)
            events = self.host.ask(at, header)
        return events


@pytest.fixture
def told() -> Told:
    return Told()


# -- line faults ------------------------------------------------------------------------------------


def test_a_dropped_answer_is_of_a_command_that_was_done(told: Told) -> None:
    told.desk.line_fault("drop", header=167)
    with pytest.raises(HostError, match="no answer to header 167"):
        told.host.pay(2)
    told.host.run(1_500)
    assert told.host.ask(3, 166) == bytes((1, 0, 2, 0))
    assert told.desk.coins("tray") == {100: 2}
    assert told.words()[:2] == [
        "line fault drop header=167: begins",
        "line fault drop header=167: hits the answer of 3 to header 167",
    ]


def test_a_refused_command_was_not_done(told: Told) -> None:
    for kind, header in (("nak", 5), ("busy", 6)):
        told.desk.line_fault(kind, address=3, header=167)
        with pytest.raises(HostError, match=f"refused with {header}"):
            told.host.pay(1)
        assert told.host.ask(3, 166)[0] == 0
    told.host.pay(1)


@pytest.mark.parametrize("crc", [False, True])
def test_a_wrong_checksum_is_wrong_in_both_modes(crc: bool) -> None:
    told = Told(line("hopper", crc=crc))
    told.host = Host(told.desk, crc=(3,) if crc else ())
    told.desk.line_fault("checksum", count=2)
    for _ in range(2):
        with pytest.raises(HostError, match="bad checksum"):
            told.host.ask(3, 245)
        told.host.run(100)
    assert told.host.ask(3, 245) == b"Payout"


def test_a_late_answer_comes_when_it_is_said(told: Told) -> None:
    told.desk.line_fault("delay", ms=250)
    with pytest.raises(HostError, match="no answer"):
        told.host.ask(2, 254)
    told.host.run(400)
    assert told.desk.take().endswith(packet(1, 0, source=2))
    assert Host(told.desk).ask(2, 254) == b""


def test_faults_count_choose_and_end(told: Told) -> None:
    told.desk.line_fault("nak", address=2, header=254, every=3, count=0)
    answers = []
    for _ in range(9):
        told.host.ask(3, 254)
        told.host.ask(2, 245)
        try:
            told.host.ask(2, 254)
            answers.append("")
        except HostError:
            answers.append("nak")
    assert answers == ["", "", "nak"] * 3
    assert [fault.text() for fault in told.desk.line_faults] == ["nak address=2 header=254 count=0 every=3"]
    told.desk.line_sound()
    assert told.desk.line_faults == ()
    for _ in range(3):
        told.host.ask(2, 254)
    assert told.words()[-1] == "line fault nak address=2 header=254 count=0 every=3: ends"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["eat"], r"line fault must be one of drop, checksum, delay, nak, busy \(got eat\)"),
        ([], r"got \)"),
        (["drop", "colour=1"], r"a line fault takes address, header, count, every, ms \(got colour=1\)"),
        (["drop", "header=256"], r"header must be 0 to 255 \(got 256\)"),
        (["drop", "count="], r"count must be 0 to 65535 \(got nothing\)"),
        (["drop", "every=0"], r"every must be 1 to 65535 \(got 0\)"),
        (["delay", "ms=60001"], r"ms must be 1 to 60000"),
        (["nak", "ms=5"], r"ms is for delay alone"),
    ],
)
def test_a_line_fault_that_cannot_be_is_refused(words: list[str], says: str) -> None:
    with pytest.raises(LineFaultError, match=says):
        typed(words)


def test_hands_spoil_the_line_and_name_hoppers() -> None:
    told = Told(LineSetup(devices=(HopperSetup(), HopperSetup(address=4, coin=20))))
    said: list[str] = []
    hands = Hands(told.desk, said.append)
    for typed_line in (
        "line", "line drop header=254", "line", "line sound", "line eat", "refill 5 @4", "refill 5 @9",
        "jam @4",
        "free @x", "damage coin_lost 2 @4", "mend coin_lost @4", "off @3", "damage slug @4", "insert 5",
        "status",
    ):  # fmt: skip
        hands.act(typed_line)
    assert said[:8] == [
        "the line is sound",
        "drop header=254",
        "line fault must be one of drop, checksum, delay, nak, busy (got eat)",
        "address must be a hopper's: 3, 4 (got 9)",
        "@ takes the address of a hopper (got @x)",
        "not understood: off @3 (type help)",
        "an address is for faults of hoppers (got slug @4)",
        "a coin needs an acceptor (run with --device acceptor)",
    ]
    assert "'address': 4, 'cents': 20, 'coins': 205" in said[8]
    assert told.desk.hoppers[1].mechanism.jammed and not told.desk.hoppers[0].mechanism.jammed


def test_a_journal_with_everything_replays(tmp_path: Path) -> None:
    path = tmp_path / "line.jsonl"
    devices = (
        AcceptorSetup(sorter=False, coins=(50, 100)),
        HopperSetup(crc=True),
        HopperSetup(address=4, coin=20),
    )
    desk = Desk(LineSetup(devices=devices))
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = LineRecorder(desk, stream)
        desk.advance(WARM_UP_US)
        host = Host(desk, crc=(3,))
        host.open()
        desk.line_fault("checksum", address=2, header=229, count=0)
        for act in (lambda: host.ask(2, 229), lambda: host.pay(2), lambda: host.pay(1, at=4)):
            try:
                act()
            except HostError:
                host.run(200)
        desk.line_sound()
        desk.damage("hopper_runaway", at=4)
        host.run(900)
        desk.mend("hopper_runaway", at=4)
        desk.refill(2, at=4)
        desk.insert(100)
        host.run(1_000)
        recorder.close()
    assert replay_line(path) > 50


def test_a_journal_of_an_older_release_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    hashed, lines = "", []
    for body in (
        '{"azar":"cctalk","crc":false,"devices":["acceptor"],"seed":"00","version":1}',
        '{"end":true,"t":0}',
    ):
        hashed = chain(hashed, body)
        lines.append(f'{body[:-1]},"h":"{hashed}"}}\n')
    path.write_text("".join(lines), encoding="ascii")
    with pytest.raises(
        LineError, match=r"version 2 \(got version 1, which the release of azar that wrote it replays"
    ):
        replay_line(path)


# -- what becomes of coins --------------------------------------------------------------------------


def test_every_coin_is_told_of_once_with_its_reason(told: Told) -> None:
    host, desk = told.host, told.desk
    desk.insert(200)
    host.run(1_000)
    assert told.words() == ["coin 200 returned: host not polling"]
    host.ask(2, 229)
    assert host.coin(200)[0] == 0
    host.open()
    host.coin(200)
    host.coin(2)
    assert told.words() == [
        "coin 200 returned: inhibited", "coin 200 accepted: position 1, path 1",
        "coin 2 returned: not recognised",
    ]  # fmt: skip
    host.ask(2, 228, b"\x00")
    host.coin(50)
    host.ask(2, 228, b"\x01")
    host.ask(2, 135, b"\x01")
    host.coin(50)
    host.coin(50)
    host.ask(2, 135, b"\x00")
    assert [word.partition(": ")[2] for word in told.words()] == [
        "master inhibit", "position 3, path 1", "accept limit reached",
    ]  # fmt: skip
    desk.insert(100)
    told.polled(100)
    desk.insert(100)
    told.polled(1_000)
    desk.damage("slug")
    told.polled(1_000)
    assert told.words() == [
        "coin 100 accepted: position 2, path 1", "coin 100 returned: too close behind another coin",
        "fault slug: begins", "slug returned: not recognised",
    ]  # fmt: skip


def test_jams_strings_and_cuts_are_told(told: Told) -> None:
    host, desk = told.host, told.desk
    host.open()
    desk.damage("coin_jam")
    host.coin(100)
    desk.insert(100)
    told.polled(800)
    desk.mend("coin_jam")
    desk.damage("coin_string")
    desk.insert(50)
    told.polled(1_000)
    assert [word for word in told.words() if not word.startswith("fault")] == [
        "coin 100 accepted: position 2, path 1", "coin 100 returned: a coin is jammed in it",
        "coin 50 accepted: position 3, path 1", "coin 50 pulled out: on a string",
    ]  # fmt: skip
    host.ask(2, 229)
    desk.insert(20)
    host.run(320)  # past the gate, before its credit sensor
    desk.power(False)
    host.run(1_000)
    desk.insert(20)
    host.run(1_000)
    assert told.words() == [
        "power off", "coin 20 lost: no power when it passed the credit sensor", "coin 20 returned: no power",
    ]  # fmt: skip


def test_coins_that_are_paid_name_their_hopper() -> None:
    told = Told(LineSetup(devices=(HopperSetup(), HopperSetup(address=4))))
    told.host.pay(1)
    told.host.pay(2, at=4)
    assert told.words() == [
        "coin 100 paid: hopper @3",
        "coin 100 paid: hopper @4",
        "coin 100 paid: hopper @4",
    ]


# -- notes ------------------------------------------------------------------------------------------


def reader(told: Told) -> None:
    told.host.ask(40, 231, b"\xff\xff")
    told.polled(200, 40, 159)


def offer(told: Told, cents: int = 500, ms: int = 1_200) -> bytes:
    told.desk.note(cents)
    return told.polled(ms, 40, 159)


def test_every_note_is_told_of(told: Told) -> None:
    told.desk.note(500)
    reader(told)
    offer(told)
    told.host.ask(40, 154, b"\x01")
    told.polled(1_500, 40, 159)
    offer(told)
    told.host.ask(40, 154, b"\x00")
    told.polled(1_500, 40, 159)
    offer(told, 10_000, 2_500)
    told.host.ask(40, 231, b"\x01\x00")
    offer(told, 1_000, 2_500)
    told.host.ask(40, 231, b"\x00\x00")
    told.desk.note(500)
    assert told.words() == [
        "note 500 refused: host not polling", "note 500 held: type 1 in escrow",
        "note 500 accepted: type 1 stacked",
        "note 500 held: type 1 in escrow", "note 500 returned: sent back by the host",
        "note 10000 returned: not recognised", "note 1000 returned: inhibited", "note 500 refused: inhibited",
    ]  # fmt: skip


def _forged(told: Told) -> None:
    assert offer(told, ms=2_000)[1:5] == bytes((0, 1, 0, 2))


def _jammed(told: Told) -> None:
    offer(told)
    told.host.ask(40, 154, b"\x01")
    assert told.polled(2_500, 40, 159)[1:3] == bytes((0, 16))
    assert told.host.ask(40, 232) == bytes((39,))


def _string(told: Told) -> None:
    offer(told)
    told.host.ask(40, 154, b"\x01")
    told.polled(1_500, 40, 159)
    told.host.ask(40, 150, b"\x01")
    assert told.polled(800, 40, 159)[1:3] == bytes((0, 18))
    assert told.host.ask(40, 232) == bytes((41,))
    assert "note 500 pulled out: on a string" in told.words()


def _full(told: Told) -> None:
    assert offer(told, ms=300)[1:3] == bytes((0, 14))
    assert told.words()[-1] == "note 500 refused: box full"


def _unplugged(told: Told) -> None:
    with pytest.raises(HostError, match="no answer"):
        told.host.ask(40, 254)
    told.host.run(100)


@pytest.mark.parametrize(
    ("fault", "seen"),
    [
        ("note_forged", _forged), ("note_jam", _jammed), ("note_string", _string), ("note_box_full", _full),
        ("note_unplugged", _unplugged),
    ],
)  # fmt: skip
def test_the_reader_has_its_faults_and_is_mended(
    told: Told, fault: str, seen: Callable[[Told], None]
) -> None:
    reader(told)
    told.desk.damage(fault)
    seen(told)
    if fault == "note_forged":
        with pytest.raises(DeskFaultError, match="over by itself"):
            told.desk.mend(fault)
    else:
        told.desk.mend(fault)
        told.host.run(2_000)
    reader(told)
    told.events.clear()
    assert offer(told)[1:3] == bytes((1, 1))
    assert told.words() == ["note 500 held: type 1 in escrow"]


def test_faults_want_their_device() -> None:
    desk = Desk(line("acceptor"))
    with pytest.raises(DeskError, match="--device bill"):
        desk.damage("note_jam")
    with pytest.raises(DeskFaultError, match="name must be mouth, gate, stacker"):
        Desk().damage("note_jam", "box")


# -- trace ------------------------------------------------------------------------------------------


def test_the_trace_decodes_both_directions(told: Told) -> None:
    rows: list[dict[str, Any]] = []
    tracer = Tracer(told.desk, rows.append)
    told.host.open()
    told.host.ask(2, 246)
    told.desk.line_fault("nak")
    with pytest.raises(HostError):
        told.host.ask(3, 163)
    told.desk.line_fault("checksum")
    with pytest.raises(HostError):
        told.host.ask(3, 163)
    told.host.ask(3, 163)
    told.desk.host(packet(7, 254) + packet(2, 99))
    told.host.run(100)
    told.desk.host(packet(0, 253))
    told.host.run(1_500)
    told.desk.host(packet(2, 254, crc=True) + b"\x02")
    told.host.run(100)
    tracer.flush()
    shown = [row_text(row)[14:] for row in rows]
    assert shown == [
        "host > 2    231 modify inhibit status: all open   [02 02 01 e7 ff ff 16] checksum ok",
        "host < 2    ACK   [01 00 02 00 fd] checksum ok",
        "host > 2    229 read buffered credit or error codes   [02 00 01 e5 18] checksum ok",
        "host < 2    answer: counter 0   [01 0b 02 00 00 00 00 00 00 00 00 00 00 00 00 f2] checksum ok",
        "host > 2    246 request manufacturer id   [02 00 01 f6 07] checksum ok",
        'host < 2    answer: "AZK"   [01 03 02 00 41 5a 4b 14] checksum ok',
        "host > 3    163 test hopper   [03 00 01 a3 59] checksum ok",
        "host < 3    NAK   [01 00 03 05 f7] checksum ok",
        "host > 3    163 test hopper   [03 00 01 a3 59] checksum ok",
        "host < 3    answer   [01 02 03 00 c0 00 3b] checksum wrong",
        "host > 3    163 test hopper   [03 00 01 a3 59] checksum ok",
        "host < 3    answer: power-up, disabled   [01 02 03 00 c0 00 3a] checksum ok",
        "host > 7    254 simple poll   [07 00 01 fe fa] checksum ok",
        "host > 2    99 unknown   [02 00 01 63 9a] checksum ok",
        "host > all  253 address poll   [00 00 01 fd 02] checksum ok",
        "host < 2    address: 2   [02] checksum ok",
        "host < 3    address: 3   [03] checksum ok",
        "host < 40   address: 40   [28] checksum ok",
        (
            "host > 2    packet in the checksum mode that the device does not speak   "
            "[02 00 b1 fe 60] checksum wrong"
        ),
        "host > ?    broken off   [02] incomplete",
    ]
    assert rows[3]["t_us"] > rows[2]["t_us"] and rows[3]["data"] == "00" * 11


def test_data_of_any_length_have_words() -> None:
    for header in range(256):
        for size in range(20):
            assert isinstance(answered(header, bytes((255, *range(size)))), str)
    assert answered(229, bytes((2, 3, 1, 0, 130, 0, 0, 0, 0, 0, 0))) == (
        "counter 2; position 3 path 1; inhibited coin of position 3"
    )
