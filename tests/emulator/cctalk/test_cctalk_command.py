# SPDX-License-Identifier: MIT
"""azar cctalk as a program of its own: what it prints, its link, its end, its serial ports."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
import tty
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import serial

from emulator.cctalk.link_name import LinkName
from emulator.cctalk.wire import SerialPort, WireError
from emulator.devices.cctalk.packet import packet

AZAR = (sys.executable, "-P", "-m", "emulator.cli", "cctalk")
LONGEST_S = 30


class Program:
    """A run with --json."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [*AZAR, "--json", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.ready = self.row()

    def row(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        row = json.loads(self.process.stdout.readline())
        assert isinstance(row, dict)
        return row

    def until(self, event: str) -> dict[str, Any]:
        while (row := self.row())["event"] != event:
            pass
        return row

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def end(self, how: int = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        return self.process.wait(LONGEST_S)


@contextlib.contextmanager
def running(*options: str) -> Iterator[Program]:
    program = Program(*options)
    with program.process:
        try:
            yield program
        finally:
            program.process.kill()


@contextlib.contextmanager
def opened(name: str) -> Iterator[int]:
    port = os.open(name, os.O_RDWR | os.O_NOCTTY)
    try:
        tty.setraw(port)
        yield port
    finally:
        os.close(port)


def ask(port: int, sent: bytes, size: int) -> bytes:
    """Send once; so many bytes of what comes."""
    os.write(port, sent)
    heard = b""
    until = time.monotonic() + LONGEST_S
    while len(heard) < size and time.monotonic() < until:
        heard += os.read(port, size - len(heard))
    return heard


def test_a_program_hears_the_port_first_and_then_all_that_happens() -> None:
    options = ("--echo", "off", "--trace", "--line-fault", "nak,header=245", "--hopper", "fill=9")
    with running(*options) as program:
        ready = program.ready
        assert (ready["event"], ready["echo"]) == ("ready", False)
        assert [(one["kind"], one["address"], one["manufacturer"]) for one in ready["devices"]] == [
            ("acceptor", 2, "AZK"), ("hopper", 3, "MCI"), ("bill", 40, "ITL"),
        ]  # fmt: skip
        assert program.row()["event"] == "line_fault"
        with opened(ready["line"]) as port:
            # Asked once each, with no patience for a device that starts up.
            assert ask(port, packet(2, 245), 5) == packet(1, 5, source=2)
            assert ask(port, packet(2, 254), 5) == packet(1, 0, source=2)
            assert ask(port, packet(40, 254), 5) == packet(1, 0, source=40)
            frame = program.until("frame")
            assert (frame["to"], frame["name"], frame["check"]) == (2, "request equipment category id", "ok")
            program.type("insert 200")
            coin = program.until("coin")
            assert (coin["cents"], coin["outcome"], coin["reason"]) == (200, "returned", "host not polling")
            program.type("damage hopper_jam")
            fault = program.until("fault")
            assert (fault["id"], fault["begins"]) == ("hopper_jam", True)
            program.type("fly")
            assert program.until("said")["text"] == "not understood: fly (type help)"
            program.type("quit")
            end = program.until("end")
            assert (end["hopper_coins"], end["line"]) == (9, ready["line"])
        assert program.process.wait(LONGEST_S) == 0


@pytest.mark.long
def test_a_link_keeps_its_name_over_every_kind_of_end(tmp_path: Path) -> None:
    link = tmp_path / "cctalk"
    for how, status in ((signal.SIGTERM, 0), (signal.SIGINT, 0)):
        with running("--link", str(link)) as program:
            assert program.ready["link"] == str(link)
            assert str(link.readlink()) == program.ready["line"]
            with opened(str(link)) as port:
                sent = packet(3, 254)
                assert ask(port, sent, 10) == sent + packet(1, 0, source=3)
            assert program.end(how) == status
        assert list(tmp_path.iterdir()) == []
    with running("--link", str(link)) as program:
        assert program.end(signal.SIGKILL) == -signal.SIGKILL
    assert link.is_symlink()
    with running("--link", str(link)) as program:
        assert str(link.readlink()) == program.ready["line"]
        second = subprocess.run(
            [*AZAR, "--link", str(link), "--seconds", "0"],
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        assert second.returncode == 1
        assert f"link must not be another run's (got {link}, which is in use)" in second.stderr
        assert str(link.readlink()) == program.ready["line"]
        assert program.end() == 0
    assert list(tmp_path.iterdir()) == []


def test_a_link_takes_no_place_that_is_taken(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("text", encoding="ascii")
    foreign = tmp_path / "foreign"
    foreign.symlink_to(mine)
    for path in (mine, foreign):
        with pytest.raises(WireError, match="link must be a path where nothing is"):
            LinkName(path, "/dev/pts/999")
    assert mine.read_text(encoding="ascii") == "text" and foreign.resolve() == mine
    with LinkName(tmp_path / "given", "/dev/pts/999"):
        (tmp_path / "given").unlink()
        (tmp_path / "given").symlink_to("/dev/pts/998")
    assert str((tmp_path / "given").readlink()) == "/dev/pts/998"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["foreign", "given", "mine"]


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--port", "COM3", "--pty"), "--port and --pty must not both be there"),
        (("--port", "COM3", "--link", "x"), "--port and --link must not both be there"),
        (("--echo", "perhaps"), "--echo must be on or off (got perhaps)"),
        (("--hopper", "coin=7"), "--hopper coin must be 1, 2, 5, 10, 20, 50, 100, 200 (got 7)"),
        (("--line-fault", "eat"), "line fault must be one of drop, checksum, delay, nak, busy (got eat)"),
        (("--device-profile", "nobody"), "nobody: profile must be a .toml file, or one of alberici-al66"),
        (("--hopper", "address=2"), "address must be one device's (got 2 for acceptor and hopper)"),
    ],
)
def test_wrong_usage_says_what_is_allowed(options: tuple[str, ...], says: str, azar: Any) -> None:
    status, _, err = azar(shlex.join(("cctalk", *options, "--seconds", "0")))
    assert status == 2
    assert says in err


# -- serial ports -----------------------------------------------------------------------------------


class WindowsPort:
    """What pyserial gives on Windows: no descriptor to wait for."""

    def __init__(self) -> None:
        self.timeout: float | None = None
        self.waiting = b""
        self.written = b""

    def read(self, size: int) -> bytes:
        data, self.waiting = self.waiting[:size], self.waiting[size:]
        return data

    def write(self, data: bytes) -> None:
        self.written += data

    def close(self) -> None:
        pass


def test_a_serial_port_needs_nothing_but_what_pyserial_has_everywhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = WindowsPort()
    asked: list[tuple[object, ...]] = []

    def for_url(*args: object, **more: object) -> WindowsPort:
        asked.append(args)
        return made

    monkeypatch.setattr(serial, "serial_for_url", for_url)
    with SerialPort("COM3") as port:
        assert asked == [("COM3", 9600)]
        made.waiting = b"\x02\x00\x01\xfe\xff"
        port.wait(0.2)
        assert made.timeout == 0.2
        port.wait(0.2)
        assert made.waiting == b"\x00\x01\xfe\xff"
        assert port.read() == b"\x02\x00\x01\xfe\xff" and port.read() == b""
        assert made.timeout == 0
        port.write(b"\x01")
        assert made.written == b"\x01"


def test_a_port_that_there_is_not_is_named() -> None:
    with pytest.raises(WireError, match=r"port must be a serial port of this computer \(got COM3"):
        SerialPort("COM3")


def test_a_serial_port_works_by_its_name_and_by_a_url() -> None:
    ours, theirs = os.openpty()
    tty.setraw(ours)
    with SerialPort(os.ttyname(theirs)) as port:
        os.write(ours, b"\x11\x13\xff\x00")
        heard = b""
        while len(heard) < 4:
            port.wait(0.05)
            heard += port.read()
        assert heard == b"\x11\x13\xff\x00"
        port.write(b"\x0d\x0a")
        assert os.read(ours, 2) == b"\x0d\x0a"
    os.close(ours)
    os.close(theirs)
    with socket.create_server(("127.0.0.1", 0)) as server:
        name = f"socket://127.0.0.1:{server.getsockname()[1]}"
        with SerialPort(name) as port, server.accept()[0] as host:
            host.sendall(b"\x07")
            port.wait(5)
            assert port.read() == b"\x07"
            port.write(b"\x08")
            assert host.recv(1) == b"\x08"


def test_without_what_only_posix_has_everything_imports() -> None:
    """As on Windows: no termios, tty, pty and fcntl; the pseudo-terminal says so, all else works."""
    code = """
import sys
for name in ("termios", "tty", "pty", "fcntl", "resource", "grp", "pwd"):
    sys.modules[name] = None
import importlib, pkgutil
import emulator.cctalk as room
for module in pkgutil.iter_modules(room.__path__):
    importlib.import_module(f"emulator.cctalk.{module.name}")
import emulator.commands.cctalk
from pathlib import Path
from emulator.cctalk.desk import Desk
from emulator.cctalk.link_name import LinkName
from emulator.cctalk.wire import Pty, WireError
desk = Desk()
desk.advance(2_000_000)
for make in (Pty, lambda: LinkName(Path("x"), "COM3")):
    try:
        make()
    except WireError as error:
        print(error)
"""
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "a pseudo-terminal needs Linux or macOS (on Windows name a serial port: --port COM3)",
        "a link needs Linux or macOS (name the serial port to your host)",
    ]
