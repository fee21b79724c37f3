# SPDX-License-Identifier: MIT
"""The one-wire ccTalk bus of a cabinet: the port's two lines bit by bit, and packets with their meaning."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from emulator.cctalk.trace import OK, Row, Tracer
from emulator.devices.cctalk.bus import BYTE_US, HOST, Bus
from emulator.devices.cctalk.packet import HOST as MASTER
from emulator.devices.cctalk.peripheral import Peripheral
from emulator.trace.errors import TraceError
from emulator.trace.lines import SerialLine
from emulator.trace.timeline import Timeline
from emulator.trace.vcd import TEXT, UNKNOWN


class CcTalkLine:
    """
    The signals of the bus.

    The host's receiver hears all that is on the wire, its own bytes too: so does ``uart0.rx``. A packet is
    decoded when its last byte is whole, and its text stands until the host begins the next one.

    Args:
        timeline: takes them.
        bus: what is heard.
        port: number of the serial port.
        now: virtual time.

    Attributes:
        packets: whole ones; wrong: those that were broken off, or whose checksum is not right.
    """

    def __init__(self, timeline: Timeline, bus: Bus, port: int, now: Callable[[], int]) -> None:
        if bus.heard is not None:
            raise TraceError("a bus must have one who hears it (got a second)", "end the trace before")
        self.packets = self.wrong = 0
        self._timeline, self._bus, self._now = timeline, bus, now
        self._sent = SerialLine(timeline, f"uart{port}.tx")
        self._seen = SerialLine(timeline, f"uart{port}.rx")
        signal = timeline.signal
        self._command = signal("cctalk.command", bits=TEXT)
        self._answer = signal("cctalk.answer", bits=TEXT)
        self._header = signal("cctalk.header", bits=8)
        self._to = signal("cctalk.to", bits=8)
        self._source = signal("cctalk.source", bits=8)
        self._told = False
        self._powered_us = -1
        self._tell_byte: Callable[[int, int, int], None] = _nobody
        self._tracer = Tracer(self, self._row)
        bus.heard = self._heard
        # A byte is told of when it is whole; its start bit was then.
        timeline.hold(lambda: now() - BYTE_US - 1)

    @property
    def peripherals(self) -> Sequence[Peripheral]:
        """Who is on the wire."""
        return self._bus.peripherals

    def listen_bytes(self, heard: Callable[[int, int, int], None]) -> None:
        """Who decodes."""
        self._tell_byte = heard

    def _heard(self, end_us: int, sender: int, byte: int) -> None:
        # A line that falls in the instant in which the current comes would have no edge.
        begin_us = max(end_us - BYTE_US, self._powered_us + 1)
        self._seen.byte(byte, begin_us, end_us)
        if sender == HOST:
            self._sent.byte(byte, begin_us, end_us)
            if self._told:
                self._told = False
                self._timeline.tell(self._command, "", begin_us)
                self._timeline.tell(self._answer, "", begin_us)
        self._tell_byte(end_us, sender, byte)

    def _row(self, row: Row) -> None:
        at_us = row["t_us"]
        of_host = row["sender"] == "host"
        if row["check"] == OK:
            self.packets += 1
        else:
            self.wrong += 1
        tell = self._timeline.tell
        tell(self._command if of_host else self._answer, packet_text(row), at_us)
        self._told = True
        source = MASTER if of_host else row["source"]
        for number, value in ((self._header, row["header"]), (self._to, row["to"]), (self._source, source)):
            tell(number, UNKNOWN if value is None else value, at_us)

    def power(self, on: bool) -> None:
        """The supply comes or goes."""
        if on:
            self._powered_us = self._now()
        else:
            self._tracer.flush()
        for line in (self._sent, self._seen):
            line.power(on)
        self._timeline.tell(self._command, "")
        self._timeline.tell(self._answer, "")

    def let_go(self) -> None:
        """Listen no more."""
        self._bus.heard = None


def _nobody(at_us: int, sender: int, byte: int) -> None:
    """Before the decoder is there."""


def packet_text(row: Row) -> str:
    """A packet in short: who to or from, what, and what is wrong with it."""
    if row["sender"] == "host":
        where = "?" if row["to"] is None else f"to {row['to'] or 'all'}"
    else:
        where = f"from {row['source']}"
    name = row["name"] if row["header"] in (None, 0) else f"{row['header']} {row['name']}"
    means = f": {row['means']}" if row["means"] else ""
    check = "" if row["check"] == OK else f" ! {row['check']} [{row['hex']}]"
    return f"{where}: {name}{means}{check}"
