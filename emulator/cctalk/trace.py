# SPDX-License-Identifier: MIT
"""
Every packet on a desk's wire, decoded: who to whom, the header by name, the data by meaning, the checksum.

    tracer = Tracer(desk, print_row)
    print(row_text(row))       # "    1.204380  host > 2    229 read buffered credit or error codes ..."
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from emulator.cctalk import meaning
from emulator.cctalk.headers import NAMES
from emulator.devices.cctalk.bus import HOST
from emulator.devices.cctalk.packet import ACK, BROADCAST, BUSY, NAK, Packet, read
from emulator.devices.cctalk.peripheral import BARE, Peripheral
from machines.support.plain import Json


class Wire(Protocol):
    """What a tracer hears: a desk, or the bus of a cabinet."""

    @property
    def peripherals(self) -> Sequence[Peripheral]: ...
    def listen_bytes(self, heard: Callable[[int, int, int], None]) -> None:
        """Call ``heard(time_us, sender, byte)`` for every byte."""


OK, WRONG, CUT = "ok", "wrong", "cut"
_AROUND = 5
_ANSWERS = {NAK: "NAK", BUSY: "BUSY"}

Row = Json


class Tracer:
    """
    Args:
        wire: whose bytes it hears.
        say: takes each row: ``event`` "frame", ``t_us`` of its last byte, ``sender`` "host" or "device",
            ``to`` and ``source`` (addresses; None: not told), ``header``, ``name``, ``data`` (hex),
            ``means``, ``check`` ("ok", "wrong", "cut"), ``hex`` (the whole packet).
    """

    def __init__(self, wire: Wire, say: Callable[[Row], None]) -> None:
        self._say = say
        self._peripherals = wire.peripherals
        self._gap_us = max(one.habits.gap_us for one in self._peripherals)
        # What has come of a packet: by sender, so that two that talk at once are told apart.
        self._bytes: dict[int, bytearray] = {}
        self._last_us: dict[int, int] = {}
        self._asked = 0
        wire.listen_bytes(self._heard)

    def _heard(self, at_us: int, sender: int, byte: int) -> None:
        held = self._bytes.setdefault(sender, bytearray())
        if held and at_us - self._last_us[sender] > self._gap_us:
            self._cut(sender)
        held.append(byte)
        self._last_us[sender] = at_us
        if sender != HOST and self._asked in BARE:
            held.clear()
            self._row(at_us, sender, bytes((byte,)), name="address", means=str(byte), check=OK)
        elif len(held) >= 2 and len(held) >= held[1] + _AROUND:
            frame = bytes(held)
            held.clear()
            if sender == HOST:
                self._command(at_us, frame)
            else:
                self._answer(at_us, sender, frame)

    def flush(self) -> None:
        """Tell of packets that were never completed."""
        for sender in self._bytes:
            self._cut(sender)

    def _cut(self, sender: int) -> None:
        held = self._bytes[sender]
        if held:
            self._row(self._last_us[sender], sender, bytes(held), name="broken off", check=CUT)
            held.clear()

    def _command(self, at_us: int, frame: bytes) -> None:
        to = frame[0]
        found = None
        for peripheral in self._peripherals:
            if to in (BROADCAST, peripheral.address) and found is None:
                found = read(frame, crc=peripheral.crc)
        if found is None and not any(to == peripheral.address for peripheral in self._peripherals):
            found = read(frame) or read(frame, crc=True)
        if found is None:
            other = read(frame) or read(frame, crc=True)
            name = "packet" if other is None else "packet in the checksum mode that the device does not speak"
            self._row(at_us, HOST, frame, to=to, name=name, check=WRONG)
            return
        self._asked = found.header
        name = NAMES.get(found.header, "unknown")
        self._tell(at_us, HOST, frame, found, name, meaning.asked(found.header, found.data))

    def _answer(self, at_us: int, sender: int, frame: bytes) -> None:
        found = read(frame, crc=self._peripherals[sender].crc)
        if found is None:
            self._row(at_us, sender, frame, to=frame[0], name="answer", check=WRONG)
            return
        means = meaning.answered(self._asked, found.data) if found.header == ACK else ""
        name = "answer" if found.data else "ACK"
        self._tell(at_us, sender, frame, found, _ANSWERS.get(found.header, name), means)

    def _tell(self, at_us: int, sender: int, frame: bytes, found: Packet, name: str, means: str) -> None:
        self._row(
            at_us,
            sender,
            frame,
            to=found.destination,
            header=found.header,
            name=name,
            data=found.data.hex(),
            means=means,
            check=OK,
        )

    def _row(self, at_us: int, sender: int, frame: bytes, **fields: object) -> None:
        peripheral: Peripheral | None = None if sender == HOST else self._peripherals[sender]
        row: Row = {
            "event": "frame",
            "t_us": at_us,
            "sender": "host" if peripheral is None else "device",
            "source": None if peripheral is None else peripheral.address,
            "to": None,
            "header": None,
            "name": "",
            "data": "",
            "means": "",
            "check": OK,
            "hex": frame.hex(" "),
        }
        self._say(row | fields)


def row_text(row: Row) -> str:
    """A row as one line."""
    if row["sender"] == "host":
        way = (
            "host > ?"
            if row["to"] is None
            else "host > all"
            if row["to"] == BROADCAST
            else f"host > {row['to']}"
        )
        what = row["name"] if row["header"] is None else f"{row['header']} {row['name']}"
    else:
        way = f"host < {row['source']}"
        what = row["name"]
    means = f": {row['means']}" if row["means"] else ""
    check = "checksum ok" if row["check"] == OK else f"checksum {row['check']}"
    if row["check"] == CUT:
        check = "incomplete"
    return f"{row['t_us'] / 1e6:12.6f}  {way:<10}  {what}{means}   [{row['hex']}] {check}"
