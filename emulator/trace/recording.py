# SPDX-License-Identifier: MIT
"""
A trace of one machine: it hears lines, buses and devices, and changes nothing.

    trace = Trace("jam.vcd")
    cab = Cabinet("cierzo", seed="00", probe=trace.begin)      # from the first instant
    cab.insert(200); cab.run(ms=3000)
    trace.close()

    with cab.trace("jam.vcd"):                                 # from now on
        cab.press("start"); cab.run(ms=6000)
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TextIO, TypedDict

from emulator.cabinet import Cabinet
from emulator.cabinet.mechanisms import UART
from emulator.support.closing import Closing
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.trace.cctalk_line import CcTalkLine
from emulator.trace.chips import chips_of
from emulator.trace.drums import Drums
from emulator.trace.errors import TraceError
from emulator.trace.i2c import BusLines
from emulator.trace.lines import FreePort, PinLines
from emulator.trace.seen import Looker, sights_of
from emulator.trace.timeline import Timeline
from emulator.trace.vcd import TEXT, Signal, VCDFile
from machines.firmware import pins
from machines.support.plain import Json, JsonView

Reader = Literal["gtkwave", "pulseview"]
READERS: tuple[Reader, ...] = ("gtkwave", "pulseview")

# Outputs that other signals show, or that say nothing to somebody who looks at lines.
_SILENT = frozenset(
    ("display", "message", "lamp", "power", "commit", "absorb", "reel_start", "reel_stop", "meter")
)


class TraceOptions(TypedDict, total=False):
    """The keywords of a trace."""

    signals: Iterable[str]
    begin_us: int
    end_us: int | None
    reader: Reader
    levels: bool


class Trace(Closing):
    """
    Args:
        path: the file, written anew; its folder must be there.
        signals: patterns for paths ("pins.coin_*") or scopes ("cctalk").
        begin_us, end_us: the window that is written, in the machine's time.
        reader: "pulseview" leaves text out, and writes 0 or 1 where nobody knows or drives a line.
        levels: lines as a probe finds them, instead of asserted or not.

    Attributes:
        path: the file.
        reader: whom it is for.
        end_us: the end of the window; None: there is none.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        signals: Iterable[str] = ("*",),
        begin_us: int = 0,
        end_us: int | None = None,
        reader: Reader = "gtkwave",
        levels: bool = False,
    ) -> None:
        if reader not in READERS:
            raise TraceError(f"reader must be one of {', '.join(READERS)} (got {reader})")
        if begin_us < 0 or (end_us is not None and end_us <= begin_us):
            raise TraceError(
                f"window must be from 0 us on, its end behind its beginning (got {begin_us}, {end_us})"
            )
        self.path, self.reader = Path(path), reader
        self._chosen, self._levels = tuple(signals), levels
        self._begin_us, self.end_us = begin_us, end_us
        self._stream: TextIO | None = None
        self._machine: Cabinet | DiceCup | ElectronicWheel | None = None
        self._file: VCDFile | None = None
        self._bus: BusLines | None = None
        self._cctalk: CcTalkLine | None = None
        self._failure: OSError | None = None
        self._closed = False
        self._last_us = 0
        self._inputs = self._outputs = 0

    # -- begin and end ------------------------------------------------------------------------------

    def begin(self, machine: Cabinet | DiceCup | ElectronicWheel) -> None:
        """
        Hear a machine from now on; as its ``probe`` from before the current comes.

        Raises:
            TraceError: it was begun before, or no signal fits a pattern.
            OSError: the file cannot be written.
        """
        if self._machine is not None:
            raise TraceError("a trace must be of one run (got a second)", "make another Trace")
        board, chip = machine.board, machine.board.chip
        now, powered = lambda: board.now_us, lambda: board.powered
        self._machine = machine
        self._last_us = board.now_us
        timeline = self._timeline = Timeline(now, self._chosen, plain=self.reader == "pulseview")
        self._looker = Looker(timeline, sights_of(machine))
        self._drums = Drums(timeline, machine.machine.drums if isinstance(machine, Cabinet) else [], now)
        self._pins = [PinLines(timeline, "pins", chip.pins.lines.values(), powered, levels=self._levels)]
        line = None
        if isinstance(machine, Cabinet):
            line = machine.machine.mechanisms.bus
            expander = machine.machine.expander.lines.values()
            self._pins.append(PinLines(timeline, "expander", expander, powered, levels=self._levels))
        self._bus = BusLines(timeline, now, chips_of(machine))
        self._ports = [
            FreePort(timeline, port, now) for port in chip.uarts if line is None or port.number != UART
        ]
        self._cctalk = None if line is None else CcTalkLine(timeline, line, UART, now)
        self._parts: list[PinLines | FreePort | CcTalkLine] = [*self._pins, *self._ports]
        if self._cctalk is not None:
            self._parts.append(self._cctalk)
        self._input = timeline.signal("run.input", bits=TEXT)
        self._output = timeline.signal("run.event", bits=TEXT)
        self._landed = 0
        self._open(timeline, machine)
        board.i2c.heard = self._transfer
        machine.listen(self._heard)
        machine.listen_inputs(self._told)
        self._after = board.after_event
        board.after_event = self._turned
        self._power(board.powered)
        self._look()

    def _open(self, timeline: Timeline, machine: Cabinet | DiceCup | ElectronicWheel) -> None:
        begin_us = max(self._begin_us, machine.board.now_us)

        def made(signals: list[Signal]) -> VCDFile:
            self._stream = self._opened()
            return VCDFile(
                self._write,
                signals,
                about(machine, levels=self._levels),
                begin_us=begin_us,
                end_us=self.end_us,
                plain=self.reader == "pulseview",
            )

        self._file = timeline.open(made)

    def _opened(self) -> TextIO:
        return self.path.open("w", encoding="ascii", newline="\n")

    def _write(self, text: str) -> None:
        """A block to the file; one that cannot be written does not disturb the machine."""
        if self._failure is None and self._stream is not None:
            try:
                self._stream.write(text)
            except OSError as error:
                self._failure = error

    def close(self) -> None:
        """
        Write what waits and hear no more; a second call does nothing.

        Raises:
            TraceError: something could not be written, on a full disk for one, or a state was put back.
        """
        if self._closed or self._machine is None:
            self._closed = True
            return
        self._closed = True
        board = self._machine.board
        board.i2c.heard = None
        if board.after_event == self._turned:
            board.after_event = self._after
        for part in self._parts:
            part.let_go()
        assert self._bus is not None
        self._look()
        self._bus.close()
        self._timeline.close(board.now_us)
        if self._stream is None:
            return
        try:
            self._stream.close()
        except OSError as error:
            self._failure = self._failure or error
        if self._timeline.went_back:
            hint = "the file ends where a state was put back; trace what is done after it by itself"
            raise TraceError("a run that is traced must go on (got one that went back)", hint)
        if self._failure is not None:
            why = self._failure.strerror or self._failure
            raise TraceError(
                f"{self.path}: trace cannot be written: {why}", "choose fewer --signals, or another disk"
            )

    # -- what is heard ------------------------------------------------------------------------------

    def _transfer(self, address: int, wrote: bytes, read: bytes | None, answered: bool) -> None:
        assert self._bus is not None and self._machine is not None
        self._landed = self._machine.board.fram.writes
        self._bus.heard(address, wrote, read, answered)

    def _turned(self) -> None:
        if self._after is not None:
            self._after()
        self._look()

    def _look(self) -> None:
        self._looker.look()
        self._drums.look()

    def _told(self, name: str, t_us: int, arguments: JsonView) -> None:
        if self._closed:
            return
        if name == "rewind":
            raise TraceError(
                "a run that is traced must go on (got a rewind)", "trace what stands in its journal"
            )
        if name == "entropy":
            return
        self._drums.touch()
        self._inputs += 1
        self._timeline.tell(self._input, f"{self._inputs} {_words(name, arguments)}", t_us)

    def _heard(self, kind: str, t_us: int, fields: JsonView) -> None:
        if self._closed:
            return
        if kind == "power":
            self._power(bool(fields["on"]))
            self._look()
        elif kind not in _SILENT:
            self._outputs += 1
            self._timeline.tell(self._output, f"{self._outputs} {_words(kind, fields)}", t_us)

    def _power(self, on: bool) -> None:
        assert self._bus is not None and self._machine is not None
        self._bus.power(on, self._machine.board.fram.writes - self._landed)
        for part in self._parts:
            part.power(on)

    # -- what became of it --------------------------------------------------------------------------

    @property
    def signals(self) -> list[Signal]:
        """Those of the file."""
        return self._timeline.signals

    def summary(self) -> Json:
        """What was written, and how the buses were laid out."""
        assert self._file is not None and self._bus is not None and self._machine is not None
        from_us = max(self._begin_us, self._last_us)
        return {
            "trace": str(self.path),
            "bytes": self._file.characters,
            "signals": len(self._timeline.signals),
            "changes": self._file.changes,
            "from_us": from_us,
            "to_us": min(filter(None, (self.end_us, self._machine.board.now_us)), default=0),
            "i2c": {
                "transfers": self._bus.transfers,
                "with_lines": self._bus.laid,
                "bus_us": self._bus.bits * 1_000_000 // pins.I2C_FREQ,
                "longest_us": self._bus.behind_us,
            },
            "cctalk": None
            if self._cctalk is None
            else {"packets": self._cctalk.packets, "wrong": self._cctalk.wrong},
        }


def _name_of(machine: Cabinet | DiceCup | ElectronicWheel) -> str:
    if isinstance(machine, Cabinet):
        return machine.model.name
    return machine.cup.name if isinstance(machine, DiceCup) else machine.wheel.name


def about(machine: Cabinet | DiceCup | ElectronicWheel, *, levels: bool = False) -> str:
    """The head of a trace: the machine, what it runs, and how to read the file."""
    name = _name_of(machine)
    seed = "none, a machine of record" if machine.seed is None else machine.seed
    digest = machine.rom.digests["firmware"]
    return "\n".join(
        (
            f"{name}, serial {machine.serial}, seed {seed}{', TEST' if machine.test else ''}",
            f"firmware {digest}",
            "lines: electrical levels"
            if levels
            else "lines: 1 is asserted, as their names say; x without current",
            "i2c: all transfers of a tick are of one instant; they are laid out behind it, see docs/trace.md",
        )
    )


def _words(name: str, fields: JsonView) -> str:
    """An input or an event in one line; long hex is cut."""
    told = [f"{key}={str(value)[:24]}" for key, value in fields.items()]
    return " ".join((name, *told))
