# SPDX-License-Identifier: MIT
"""
Hears the board while somebody looks inside: levels as they change, frames on its buses, commits, events.

    ear = Ear(cabinet)
    ear.open()
    ear.frames[-1].text, ear.commits[-1].changes, ear.edges["hopper_10_motor"]
    ear.close()                        # from here on it costs nothing
"""

from __future__ import annotations

from collections import deque
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from emulator.board.fram import ADDRESS_BYTES
from emulator.board.line import Line
from emulator.cctalk.trace import OK, Tracer
from emulator.inside.chips import ADDRESSES
from emulator.inside.commits import Commit, Commits
from emulator.inside.cycle import may_be_told
from emulator.inside.transfers import told
from machines.firmware import pins
from machines.support.plain import JsonView

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

# More than a screen shows; what is older is in the journal.
KEPT = 200
I2C, CCTALK, UART = "i2c", "cctalk", "uart"
# Chips that are asked for the same again and again say nothing new unless they are told something.
_POLLED = (pins.EXPANDER_ADDRESS, pins.REELS_ADDRESS, pins.SCREEN_ADDRESS)
# Events that only repeat what other parts of the view show.
_PLAIN = ("commit", "display", "lamp", "glass")


class Frame(NamedTuple):
    """
    What went over a bus.

    Attributes:
        bus: I2C, CCTALK, or UART with its number.
        out: the firmware sent it.
        who: the chip, or the address.
        text: what it means.
        sound: somebody answered, and the check sum is right.
    """

    t_us: int
    bus: str
    out: bool
    who: str
    text: str
    sound: bool = True


class Told(NamedTuple):
    """One line of the journal: an input of the machine, or an event of it."""

    t_us: int
    inward: bool
    name: str
    fields: JsonView


class Ear:
    """
    Args:
        cabinet: who is heard, from ``open`` to ``close``.

    Attributes:
        frames, commits, told: the last of each, the newest at the end.
        edges: of each line the time of its last change, and how often it has changed, since ``open``.
        hushed: what happens now was heard before: time that runs back is done again.
    """

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet
        self.frames: deque[Frame] = deque(maxlen=KEPT)
        self.commits: deque[Commit] = deque(maxlen=KEPT)
        self.told: deque[Told] = deque(maxlen=KEPT)
        self.edges: dict[str, tuple[int, int]] = {}
        self.hushed = False
        self.heard = 0
        self._commits = Commits(cabinet.model, cabinet.board.fram.data)
        self._last: dict[tuple[str, str, bool], str] = {}
        self._open = False

    @property
    def is_open(self) -> bool:
        """Whether it listens."""
        return self._open

    @property
    def newest_us(self) -> int:
        """When something was heard last; -1: nothing was."""
        return max([rows[-1].t_us for rows in (self.frames, self.commits, self.told) if rows], default=-1)

    def open(self) -> None:
        """Listen from now on; what others listen to on the same lines they hear no more."""
        if self._open:
            return
        self._open = True
        board, bus = self._cabinet.board, self._cabinet.machine.mechanisms.bus
        for line in board.lines.values():
            line.heard = partial(self._edge, line)
        board.i2c.heard = self._transfer
        if bus is not None:
            Tracer(bus, self._packet)
        for port in board.chip.uarts:
            if bus is None or port.number:
                port.heard = partial(self._bytes, port.number)
        self._cabinet.listen(self._event)
        self._cabinet.listen_inputs(self._input)

    def close(self) -> None:
        """Listen no more, and forget."""
        if not self._open:
            return
        self._open = False
        board, bus = self._cabinet.board, self._cabinet.machine.mechanisms.bus
        for line in board.lines.values():
            line.heard = None
        board.i2c.heard = None
        for port in board.chip.uarts:
            port.heard = None
        if bus is not None:
            bus.listen_bytes(None)
        for heard in (self._event, self._input):
            self._cabinet.listeners.forget(heard)
        self._forget()

    def _forget(self) -> None:
        for rows in (self.frames, self.commits, self.told):
            rows.clear()
        self.edges.clear()
        self._last.clear()

    def back_to(self, to_us: int) -> None:
        """Time ran back: what came later has not happened."""
        for rows in (self.frames, self.commits, self.told):
            while rows and rows[-1].t_us > to_us:
                rows.pop()
        self.edges = {name: row for name, row in self.edges.items() if row[0] <= to_us}
        self.heard += 1

    # -- what is heard ------------------------------------------------------------------------------

    @property
    def _deaf(self) -> bool:
        return self.hushed or self._cabinet.board.loading

    def _edge(self, line: Line, asserted: bool) -> None:
        if not self._deaf:
            count = self.edges.get(line.name, (0, 0))[1]
            self.edges[line.name] = (self._cabinet.board.now_us, count + 1)

    def _transfer(self, address: int, written: bytes, read: bytes | None, answered: bool) -> None:
        if self._deaf:
            return
        now_us, out = self._cabinet.board.now_us, read is None
        who = ADDRESSES.get(address, f"{address:#04x}")
        telling = may_be_told(self._cabinet.machine, self._cabinet.test)
        text = told(address, written, read, telling=telling) if answered else ""
        key = (I2C, who, out)
        if answered and address in _POLLED and self._last.get(key) == text:
            return
        self._last[key] = text
        self._add(Frame(now_us, I2C, out, who, text, answered))
        if address == pins.FRAM_ADDRESS and out and answered and len(written) > ADDRESS_BYTES:
            place = int.from_bytes(written[:ADDRESS_BYTES], "big")
            commit = self._commits.written(now_us, place, bytes(written[ADDRESS_BYTES:]), telling=telling)
            if commit is not None:
                self.commits.append(commit)

    def _packet(self, row: JsonView) -> None:
        if self._deaf:
            return
        out = row["sender"] == "host"
        address = row["to"] if out else row["source"]
        name = row["name"] if row["header"] is None or not out else f"{row['header']} {row['name']}"
        text = f"{name}: {row['means']}" if row["means"] else str(name)
        who = "?" if address is None else str(address)
        # The acceptor is polled every few hundredths of a second: only a new answer is news.
        key = (CCTALK, who, out)
        if row["check"] == OK and self._last.get(key) == text:
            return
        self._last[key] = text
        self._add(Frame(int(row["t_us"]), CCTALK, out, who, text, row["check"] == OK))

    def _bytes(self, number: int, out: bool, data: bytes) -> None:
        if not self._deaf:
            self._add(Frame(self._cabinet.board.now_us, f"{UART} {number}", out, "", data.hex(" ")))

    def _event(self, kind: str, t_us: int, fields: JsonView) -> None:
        if not self._deaf and kind not in _PLAIN:
            self.told.append(Told(t_us, False, kind, dict(fields)))
            self.heard += 1

    def _input(self, name: str, t_us: int, arguments: JsonView) -> None:
        if not self._deaf and name != "entropy":
            self.told.append(Told(t_us, True, name, dict(arguments)))
            self.heard += 1

    def _add(self, frame: Frame) -> None:
        self.frames.append(frame)
        self.heard += 1
