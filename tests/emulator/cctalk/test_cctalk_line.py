# SPDX-License-Identifier: MIT
"""A host of somebody else on a pseudo-terminal: it pays, misbehaves, goes and comes back, and is replayed."""

from __future__ import annotations

import contextlib
import io
import json
import os
import random
import re
import select
import subprocess
import sys
import time
import tty
from collections.abc import Callable
from pathlib import Path

import pytest
from places import ROOT

from emulator.cctalk.desk import Desk, DeskError
from emulator.cctalk.hands import Hands
from emulator.cctalk.record import LineError, LineRecorder, replay_line
from emulator.cctalk.serve import Service
from emulator.cctalk.setup import SetupError, line
from emulator.cctalk.wire import Pty
from emulator.devices.cctalk.acceptor import Acceptor
from emulator.devices.cctalk.bill_validator import BillValidator
from emulator.devices.cctalk.hopper import HopperControl
from emulator.devices.cctalk.packet import packet
from emulator.devices.cctalk.value_hopper import ValueHopperControl
from emulator.records.chain import chain

MS = 1_000
AZAR = (sys.executable, "-P", "-m", "emulator.cli")


class Host:
    """A host program on the terminal side; its minutes are virtual."""

    def __init__(self, desk: Desk) -> None:
        self.now_us = desk.now_us
        self.desk = desk
        self.wire = Pty()
        self.service = Service(desk, self.wire, lambda: self.now_us)
        self.port = self.open()

    def open(self) -> int:
        port = os.open(self.wire.name, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(port)
        os.set_blocking(port, False)
        return port

    def reopen(self) -> None:
        os.close(self.port)
        self.run(20)
        self.port = self.open()

    def run(self, ms: int) -> None:
        step_ms = 5 if ms < 500 else 25
        for _ in range(max(1, ms // step_ms)):
            self.now_us += step_ms * MS
            self.service.turn()

    def write(self, sent: bytes) -> None:
        os.write(self.port, sent)
        self.wire.wait(0.05)  # the kernel hands the bytes over in its own time

    def ask(self, sent: bytes, ms: int = 80) -> bytes:
        if sent:
            self.write(sent)
        self.run(ms)
        heard = b""
        while select.select([self.port], [], [], 0.02)[0]:
            heard += os.read(self.port, 4096)
        return heard

    def data(self, destination: int, header: int, data: bytes = b"") -> bytes:
        sent = packet(destination, header, data)
        heard = self.ask(sent)
        assert heard.startswith(sent), f"no echo of {sent.hex()} in {heard.hex()}"
        answer = heard[len(sent) :]
        assert answer and sum(answer) & 0xFF == 0 and answer[3] == 0, f"header {header}: {answer.hex()}"
        return answer[4:-1]

    def close(self) -> None:
        os.close(self.port)
        self.wire.close()


@pytest.fixture
def host() -> Host:
    made = Host(Desk())
    made.run(400)
    return made


def start(host: Host) -> None:
    """What a host does first (section 10 of its manual: both devices, their kinds, their inhibits)."""
    assert host.data(2, 245) == b"Coin Acceptor"
    assert host.data(3, 245) == b"Payout"
    host.data(2, 231, b"\xff\xff")
    host.data(2, 228, b"\x01")
    host.data(2, 229)
    if host.data(3, 163)[0] & 0x40:
        host.data(3, 1)
        host.run(400)
    host.data(3, 164, b"\xa5")


def test_a_host_takes_two_euros_and_pays_seven_coins(host: Host) -> None:
    start(host)
    host.desk.insert(200)
    for _ in range(10):
        credit = host.data(2, 229)
    assert credit[:3] == bytes((1, 1, 1))
    host.data(3, 160)
    assert host.data(3, 167, bytes(8) + b"\x07") == b"\x01"
    while host.data(3, 166)[1]:
        pass
    assert host.data(3, 166) == bytes((1, 0, 7, 0))
    host.run(500)
    assert host.desk.coins("tray") == {100: 7}
    assert host.desk.coins("cash_box") == {200: 1}
    host.close()


def test_a_wedged_hopper_turns_back_three_times_and_gives_up(host: Host) -> None:
    start(host)
    host.desk.jam(True)
    host.data(3, 160)
    host.data(3, 167, bytes(8) + b"\x02")
    host.run(6_000)
    assert host.data(3, 166) == bytes((1, 0, 0, 2))
    assert host.data(3, 163)[0] == 0x05
    host.close()


def test_an_unknown_coin_comes_back_with_its_code(host: Host) -> None:
    start(host)
    host.desk.insert(2)
    for _ in range(10):
        events = host.data(2, 229)
    assert events[:3] == bytes((1, 0, 1))
    host.run(500)
    assert host.desk.coins("tray") == {2: 1}
    host.close()


@pytest.mark.parametrize("minutes", [2, pytest.param(10, marks=pytest.mark.long)])
def test_the_line_survives_a_host_that_comes_goes_and_sends_rubbish(host: Host, minutes: int) -> None:
    start(host)
    noise = random.Random(7)
    paid = 0
    end_us = host.now_us + minutes * 60_000 * MS
    while host.now_us < end_us:
        what = noise.randrange(4)
        if what == 0:
            host.ask(noise.randbytes(noise.randrange(1, 300)), ms=noise.randrange(5, 400))
        elif what == 1:
            host.reopen()
        elif what == 2:
            host.write(packet(2, 229)[: noise.randrange(1, 5)])
            host.run(noise.randrange(5, 3_000))
        else:
            host.run(60)
            host.ask(b"", ms=2_000)  # whatever is on the line dies away
            host.data(3, 164, b"\xa5")
            host.data(3, 160)
            asked = packet(3, 167, bytes(8) + b"\x01")
            paid += host.ask(asked)[len(asked) : len(asked) + 4] == bytes.fromhex("01010300")
            host.run(1_500)
    host.ask(b"", ms=2_000)
    assert host.data(2, 245) == b"Coin Acceptor"
    assert host.desk.acceptor is not None and host.desk.acceptor.accepted == 0
    tray = host.desk.coins("tray").get(100, 0)
    assert tray == int.from_bytes(host.data(3, 168), "little")
    assert tray == paid > 0
    host.close()


def test_the_devices_asked_for_are_there_and_no_others() -> None:
    desk = Desk(line("hopper", echo=False))
    desk.advance(400 * MS)
    for address, answers in ((2, False), (3, True)):
        desk.host(packet(address, 254))
        desk.advance(desk.now_us + 60 * MS)
        assert bool(desk.take()) is answers
    with pytest.raises(DeskError, match="needs an acceptor"):
        desk.insert(200)
    with pytest.raises(SetupError, match=r"device must be acceptor, hopper, bill \(got printer\)"):
        Desk(line("printer"))


def test_the_crc_mode_is_spoken_when_asked_for() -> None:
    desk = Desk(line(crc=True, echo=False))
    desk.advance(400 * MS)
    desk.host(bytes.fromhex("0200B1FE60"))
    desk.advance(desk.now_us + 60 * MS)
    assert desk.take() == bytes.fromhex("0100300037")


# Hands.


def test_hands_do_what_is_typed_and_say_what_they_cannot() -> None:
    desk = Desk()
    said: list[str] = []
    hands = Hands(desk, said.append)
    for typed in (
        "refill 10",
        "insert 3",
        "insert x",
        "jam",
        "free",
        "off",
        "off",
        "on",
        "fly",
        "status",
        "quit",
    ):
        hands.act(typed)
    assert said[0] == "cents must be 1, 2, 5, 10, 20, 50, 100, 200 (got 3)"
    assert said[1] == "insert takes a whole number (got x)"
    assert said[2] == "the power is off already"
    assert said[3] == "not understood: fly (type help)"
    assert "hopper_coins: 210" in said[4]
    assert hands.quit


# Journal and replay.


def _recorded(path: Path, change: Callable[[str], str] = lambda text: text) -> Path:
    desk = Desk()
    with path.open("w", encoding="ascii", newline="\n") as stream:
        recorder = LineRecorder(desk, stream)
        desk.advance(400 * MS)
        for data in (packet(2, 231, b"\xff\xff"), packet(2, 229), b"\x02\x00\x01"):
            desk.host(data)
            desk.advance(desk.now_us + 90 * MS)
        desk.insert(50)
        desk.advance(desk.now_us + 700 * MS)
        desk.host(packet(2, 229))
        desk.advance(desk.now_us + 90 * MS)
        desk.power(False)
        desk.power(True)
        recorder.close()
    path.write_text(change(path.read_text(encoding="ascii")), encoding="ascii")
    return path


def test_every_byte_is_in_the_journal_and_replays(tmp_path: Path) -> None:
    path = _recorded(tmp_path / "line.jsonl")
    text = path.read_text(encoding="ascii")
    heard = "".join(json.loads(line).get("hex", "") for line in text.splitlines() if '"out"' in line)
    assert packet(2, 229).hex() in heard and "0103" in heard
    assert replay_line(path) == len(heard) // 2


def test_a_changed_byte_breaks_the_chain(tmp_path: Path) -> None:
    path = _recorded(tmp_path / "line.jsonl", lambda text: text.replace('"cents":50', '"cents":20'))
    with pytest.raises(LineError, match="its hash does not follow"):
        replay_line(path)


def test_a_journal_of_another_run_does_not_replay(tmp_path: Path) -> None:
    def forge(text: str) -> str:
        previous, lines = "", []
        for text_row in text.splitlines():
            row = {key: value for key, value in json.loads(text_row).items() if key != "h"}
            if row.get("in") == "insert":
                row["cents"] = 20
            body = json.dumps(row, sort_keys=True, separators=(",", ":"))
            previous = chain(previous, body)
            lines.append(f'{body[:-1]},"h":"{previous}"}}')
        return "\n".join(lines) + "\n"

    with pytest.raises(LineError, match="came out otherwise"):
        replay_line(_recorded(tmp_path / "line.jsonl", forge))


# The command, in real time.


def test_the_command_offers_a_line_that_answers_in_real_time(tmp_path: Path) -> None:
    journal = tmp_path / "line.jsonl"
    command = [
        sys.executable,
        "-P",
        "-m",
        "emulator.cli",
        "cctalk",
        "--pty",
        "--echo",
        "off",
        "--journal",
        str(journal),
    ]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None
        name = process.stdout.readline().split(": ")[1].split()[0]
        port = os.open(name, os.O_RDWR | os.O_NOCTTY)
        tty.setraw(port)
        os.set_blocking(port, False)
        heard = b""
        deadline = time.monotonic() + 30
        while not heard and time.monotonic() < deadline:
            os.write(port, packet(2, 254))
            time.sleep(0.1)
            try:
                heard = os.read(port, 64)
            except BlockingIOError:
                continue
        assert heard == bytes.fromhex("01000200FD")
        process.stdin.write("quit\n")
        process.stdin.flush()
        assert process.wait(30) == 0
        os.close(port)
    done = subprocess.run(
        [sys.executable, "-P", "-m", "emulator.cli", "replay", str(journal)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "the host hears the same" in done.stdout


def test_the_manual_names_every_header_and_its_example_holds() -> None:
    text = (ROOT / "docs" / "cctalk.md").read_text(encoding="utf-8")
    listed = text.split("## What is answered")[1].split("## Where")[0]
    named: set[int] = set()
    for first, last in re.findall(r"\b(\d+)(?:-(\d+))?\b", listed.replace("1.2 s", "")):
        named |= set(range(int(last or first), int(first) + 1))
    known = {*Acceptor.HEADERS, *HopperControl.HEADERS, *ValueHopperControl.HEADERS, *BillValidator.HEADERS}
    assert known == named
    code, shown = re.findall(r"```(?:python|text)\n(.*?)```", text, re.S)[-2:]
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(code, "docs/cctalk.md", "exec"), {})
    assert out.getvalue() == shown
