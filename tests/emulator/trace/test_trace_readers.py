# SPDX-License-Identifier: MIT
"""GTKWave and sigrok read our traces, and say of them what our own log says."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import trace_rig
from debian import program

from emulator.cctalk.trace import Tracer
from emulator.scenario.file import Machine
from emulator.scenario.run import cabinet_of
from emulator.trace.chips import chips_of
from emulator.trace.decoder import write_decoder
from emulator.trace.gtkw import write_save
from emulator.trace.recording import Trace
from emulator.trace.vcd import TEXT

pytestmark = pytest.mark.long


def printed(*line: str | Path, **environment: str) -> str:
    run = subprocess.run(line, capture_output=True, text=True, check=True, env={**os.environ, **environment})
    return run.stdout


@pytest.fixture(scope="module")
def bought(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[str], list[tuple[int, bytes, Any]]]:
    """A trace for sigrok of a coin on a ccTalk bus; the packets and the I2C transfers as we heard them."""
    path = tmp_path_factory.mktemp("sigrok") / "a.vcd"
    packets: list[str] = []
    transfers: list[tuple[int, bytes, Any]] = []

    class Beside:
        def __init__(self, cabinet: Any) -> None:
            self.bus = cabinet.machine.mechanisms.bus
            self.peripherals, self.first = self.bus.peripherals, self.bus.heard

        def listen_bytes(self, heard: Any) -> None:
            self.bus.heard = lambda *row: (self.first(*row), heard(*row))

    def begin(cabinet: Any) -> None:
        trace.begin(cabinet)
        Tracer(Beside(cabinet), lambda row: packets.append(row["hex"]))
        first = cabinet.board.i2c.heard

        def heard(address: int, wrote: bytes, read: bytes | None, answered: bool) -> None:
            first(address, wrote, read, answered)
            transfers.append((address, wrote, read))

        cabinet.board.i2c.heard = heard

    with Trace(path, reader="pulseview", signals=("uart0", "i2c", "pins")) as trace:
        cabinet = cabinet_of(Machine(mechanisms="cctalk"), probe=begin)
        cabinet.run(ms=4_500)
        cabinet.insert(200)
        cabinet.run(ms=1_500)
    return path, packets, transfers


def test_sigrok_decodes_the_packets_of_our_log(bought: Any, tmp_path: Path) -> None:
    path, packets, _ = bought
    cli = program("sigrok-cli", "sigrok-cli")
    write_decoder(tmp_path)
    stack = "uart:rx=uart0_rx:baudrate=9600,cctalk"
    found = printed(
        cli, "-I", "vcd", "-i", path, "-P", stack, "-A", "cctalk=packets", SIGROKDECODE_DIR=str(tmp_path)
    )
    assert re.findall(r"\[([0-9a-f ]+)\]$", found, re.MULTILINE) == packets
    assert len(packets) > 100
    assert "229 read buffered credit or error codes" in found
    wrong = printed(
        cli, "-I", "vcd", "-i", path, "-P", stack, "-A", "cctalk=wrongs", SIGROKDECODE_DIR=str(tmp_path)
    )
    assert wrong == ""


def test_sigrok_decodes_the_serial_bytes_of_both_lines(bought: Any) -> None:
    path, packets, _ = bought
    cli = program("sigrok-cli", "sigrok-cli")
    stack = "uart:rx=uart0_rx:tx=uart0_tx:baudrate=9600"
    heard = printed(cli, "-I", "vcd", "-i", path, "-P", stack, "-A", "uart=rx-data")
    assert [row.split()[-1].lower() for row in heard.splitlines()] == " ".join(packets).split()
    sent = printed(cli, "-I", "vcd", "-i", path, "-P", stack, "-A", "uart=tx-data")
    of_host = [packet for packet in packets if packet.split()[2] == "01"]
    assert [row.split()[-1].lower() for row in sent.splitlines()] == " ".join(of_host).split()


def test_sigrok_decodes_the_transfers_that_have_lines(bought: Any) -> None:
    path, _, transfers = bought
    cli = program("sigrok-cli", "sigrok-cli")
    text = printed(
        cli,
        "-I",
        "vcd",
        "-i",
        path,
        "-P",
        "i2c:scl=i2c_scl:sda=i2c_sda:address_format=unshifted",
        "-A",
        "i2c",
    )
    found: list[list[tuple[str, int]]] = []
    for row in text.splitlines():
        told = row.partition(": ")[2]
        if told == "Start":
            found.append([])
        elif (match := re.fullmatch(r"(Address|Data) (write|read): ([0-9A-F]{2})", told)) is not None:
            found[-1].append((match[1], int(match[3], 16)))
    # Those with lines are some of all, in their order.
    left = iter(transfers)

    def same(rows: list[tuple[str, int]], one: Any) -> bool:
        address, wrote, read = one
        data = bytes(value for kind, value in rows if kind == "Data")
        addresses = {value >> 1 for kind, value in rows if kind == "Address"}
        return addresses == {address} and data == wrote + (read or b"")

    assert len(found) > 40
    assert all(any(same(rows, one) for one in left) for rows in found)


@pytest.fixture(scope="module")
def waves(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Trace]:
    path = tmp_path_factory.mktemp("gtkwave") / "a.vcd"
    with Trace(path, signals=("uart0", "cctalk", "pins", "supply", "run", "fram"), end_us=1_500_000) as trace:
        cabinet = cabinet_of(Machine(mechanisms="cctalk"), probe=trace.begin)
        cabinet.run(ms=700)
        cabinet.power_off()
        cabinet.run(ms=100)
        cabinet.power_on()
        cabinet.run(ms=700)
    write_save(path, trace.signals, chips_of(cabinet), begin_us=0, end_us=1_500_000)
    return path, trace


def known(value: int | str) -> int | str:
    """A value, that of a number of unknown bits in one letter."""
    return "".join(sorted(set(value))) if isinstance(value, str) else value


def test_gtkwave_keeps_every_change(waves: Any, tmp_path: Path) -> None:
    path, _ = waves
    to_fst = program("vcd2fst", "gtkwave")
    from_fst = program("fst2vcd", "gtkwave")
    subprocess.run([to_fst, path, tmp_path / "a.fst"], check=True, capture_output=True)
    subprocess.run([from_fst, tmp_path / "a.fst", "-o", tmp_path / "b.vcd"], check=True, capture_output=True)
    ours, theirs = trace_rig.read(path), trace_rig.read(tmp_path / "b.vcd")
    assert {path for path in ours.bits if ours.bits[path] != TEXT} <= theirs.bits.keys()
    for name, bits in ours.bits.items():
        if bits == TEXT or name not in theirs.bits:
            continue
        for at_us in {row[0] for row in ours.changes[name][:200]}:
            assert known(theirs.at(name, at_us)) == known(ours.at(name, at_us)), f"{name} at {at_us} us"


def test_save_file_names_signals_that_are_there(waves: Any) -> None:
    path, trace = waves
    lines = path.with_suffix(".gtkw").read_text("utf-8").splitlines()
    named = {
        re.sub(r"\[.*", "", line) for line in lines if re.fullmatch(r"[a-z0-9_]+\.[\w]+(\[\d+:0\])?", line)
    }
    assert named == {signal.path for signal in trace.signals}
    headers = path.with_suffix(".cctalk.txt").read_text("ascii").splitlines()
    assert "e5 read buffered credit or error codes" in headers
