# SPDX-License-Identifier: MIT
"""The chip's pins and the lines behind them: levels inside, asserted or not outside."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from emulator.board.errors import BoardError
from emulator.board.guard import HostGuard
from emulator.board.operations import Operations
from machines.support.plain import Json

GPIO_COUNT = 48

# Modes and triggers as machine.Pin numbers them.
MODE_IN = 0
MODE_OUT = 1
MODE_OPEN_DRAIN = 2
IRQ_FALLING = 4
IRQ_RISING = 8

PinRow = tuple[str, int, int, int, int]


class Bank(Protocol):
    """What lines belong to: the chip's own pins, or those of an expander."""

    guard: HostGuard

    def edge(self, gpio: int, level: int) -> None:
        """An electrical level changed from outside."""


class Line:
    """
    One wire between the chip and the cabinet, in its logical sense.

    Attributes:
        name: what asserted means, such as ``inhibit_10``.
        asserted: whether it is; while nobody drives it, the pin table's rest.
        is_output: the chip drives it and devices watch; otherwise a device drives it.
        wired: a wire on somebody's bench holds it; then the sense that its device drives meanwhile.
        heard: called with the new sense after every change, whoever made it; for observers.
    """

    __slots__ = (
        "_pins",
        "_watchers",
        "active_low",
        "asserted",
        "gpio",
        "heard",
        "is_output",
        "name",
        "rest",
        "wired",
    )

    def __init__(self, pins: Bank, row: PinRow) -> None:
        self.name, self.gpio, is_output, active_low, rest = row
        self.is_output = bool(is_output)
        self.active_low = active_low
        self.rest = bool(rest)
        self.asserted = self.rest
        self.heard: Callable[[bool], None] | None = None
        self.wired: bool | None = None
        self._pins = pins
        self._watchers: list[Callable[[bool], None]] = []

    def drive(self, asserted: bool) -> None:
        """A device drives this input of the chip; an edge may wake the firmware."""
        if self.is_output:
            raise BoardError(f"line must be an input of the chip to be driven (got {self.name})")
        if self.wired is not None:
            self.wired = asserted
        elif asserted is not self.asserted:
            self.asserted = asserted
            if self.heard is not None:
                self.heard(asserted)
            self._pins.edge(self.gpio, asserted ^ self.active_low)

    @property
    def driven(self) -> bool:
        """The sense that its device gives it, whatever a wire makes of it."""
        return self.asserted if self.wired is None else self.wired

    @property
    def level(self) -> int:
        """Its electrical level."""
        return self.asserted ^ self.active_low

    def wire(self, level: int) -> None:
        """Hold this input at an electrical level with a wire, whatever its device drives."""
        driven, self.wired = self.driven, None
        self.drive(bool(level ^ self.active_low))
        self.wired = driven

    def unwire(self) -> None:
        """Take the wire off: the line is what its device drives."""
        if self.wired is not None:
            driven, self.wired = self.wired, None
            self.drive(driven)

    def watch(self, watcher: Callable[[bool], None]) -> None:
        """Call ``watcher`` with the new sense whenever the firmware, or its loss, changes this output."""
        if not self.is_output:
            raise BoardError(f"line must be an output of the chip to be watched (got {self.name})")
        self._watchers.append(watcher)

    def settle(self, asserted: bool) -> None:
        """The chip's side changed: tell those who watch."""
        if asserted is not self.asserted:
            self.asserted = asserted
            if self.heard is not None:
                self.heard(asserted)
            try:
                for watcher in self._watchers:
                    watcher(asserted)
            except Exception as error:
                self._pins.guard.failed(error)


class PinBank:
    """
    All GPIOs of the chip: mode, output latch and electrical level of each, and the edges that wait.

    A line that the pin table calls an input has a device and a series resistor behind it: a firmware
    that makes it an output does not move it.
    """

    def __init__(
        self, rows: Iterable[PinRow], operations: Operations, guard: HostGuard | None = None
    ) -> None:
        self.guard = guard or HostGuard()
        self.levels = [0] * GPIO_COUNT
        self.pending: list[int] = []
        self.lines: dict[str, Line] = {}
        self._by_gpio: list[Line | None] = [None] * GPIO_COUNT
        self._modes = [MODE_IN] * GPIO_COUNT
        self._latches = [0] * GPIO_COUNT
        self._triggers = [0] * GPIO_COUNT
        self._operations = operations
        for row in rows:
            name, gpio, *bits = row
            if not 0 <= gpio < GPIO_COUNT or any(bit not in (0, 1) for bit in bits):
                raise BoardError(
                    f"pin table must have GPIO 0 to {GPIO_COUNT - 1}, then direction, active_low and rest"
                    f" of 0 or 1 (got {name}, {gpio}, {', '.join(map(str, bits))})"
                )
            line = Line(self, row)
            if not 0 <= line.gpio < GPIO_COUNT:
                raise BoardError(f"GPIO of {line.name} must be 0 to {GPIO_COUNT - 1} (got {line.gpio})")
            if self._by_gpio[line.gpio] is not None or line.name in self.lines:
                raise BoardError(
                    f"pin table must name each line and GPIO once (got {line.name}, {line.gpio})"
                )
            self._by_gpio[line.gpio] = self.lines[line.name] = line
            self.levels[line.gpio] = line.rest ^ line.active_low

    # What the chip does, through machine.Pin.

    def mode(self, gpio: int, mode: int, pull: int) -> None:
        """Make a GPIO an input, an output or an open drain; rests come from the table, not from pulls."""
        _require_gpio(gpio)
        if mode not in (MODE_IN, MODE_OUT, MODE_OPEN_DRAIN):
            raise ValueError(f"mode must be IN, OUT or OPEN_DRAIN (got {mode})")
        if self._modes[gpio] != mode:
            self._operations.count()
            self._modes[gpio] = mode
            self._settle(gpio)

    def put(self, gpio: int, value: object) -> None:
        """Set a GPIO's output latch; nothing happens outside unless it drives the pin."""
        _require_gpio(gpio)
        level = 1 if value else 0
        if self._latches[gpio] != level:
            self._operations.count()
            self._latches[gpio] = level
            self._settle(gpio)

    def drives(self, gpio: int) -> bool:
        """Whether the chip drives a GPIO now."""
        mode = self._modes[gpio]
        return mode == MODE_OUT or (mode == MODE_OPEN_DRAIN and not self._latches[gpio])

    def trigger(self, gpio: int, trigger: int) -> None:
        """Choose the edges that wake the firmware; edges seen before are forgotten."""
        _require_gpio(gpio)
        if trigger & ~(IRQ_FALLING | IRQ_RISING):
            raise ValueError(f"trigger must be IRQ_FALLING, IRQ_RISING or both (got {trigger})")
        self._triggers[gpio] = trigger
        if gpio in self.pending:
            self.pending.remove(gpio)

    # What the cabinet does, through lines.

    def edge(self, gpio: int, level: int) -> None:
        """A level changed; keep its edge for the firmware if it asked for it."""
        self.levels[gpio] = level
        wanted = self._triggers[gpio]
        if wanted and wanted & (IRQ_RISING if level else IRQ_FALLING) and gpio not in self.pending:
            self.pending.append(gpio)

    def release(self) -> None:
        """The chip stopped driving: every output falls back to its rest."""
        self._triggers = [0] * GPIO_COUNT
        self._latches = [0] * GPIO_COUNT
        self._modes = [MODE_IN] * GPIO_COUNT
        self.pending.clear()
        for line in self.lines.values():
            if line.is_output:
                self._settle(line.gpio)

    def _settle(self, gpio: int) -> None:
        level, drives = self._latches[gpio], self.drives(gpio)
        line = self._by_gpio[gpio]
        if line is None:
            self.levels[gpio] = level if drives else 0
        elif line.is_output:
            asserted = bool(level ^ line.active_low) if drives else line.rest
            if asserted is not line.asserted:
                self.edge(gpio, asserted ^ line.active_low)
                line.settle(asserted)

    def save(self) -> Json:
        """Modes, latches, triggers, waiting edges and the sense of every line."""
        return {
            "modes": list(self._modes),
            "latches": list(self._latches),
            "triggers": list(self._triggers),
            "pending": list(self.pending),
            "asserted": [name for name, line in self.lines.items() if line.asserted],
        }

    def load(self, saved: Json) -> None:
        """Put back what ``save`` returned; no watcher is told, since devices load their own state."""
        self._modes = list(saved["modes"])
        self._latches = list(saved["latches"])
        self._triggers = list(saved["triggers"])
        self.pending = list(saved["pending"])
        asserted = set(saved["asserted"])
        for name, line in self.lines.items():
            line.asserted = name in asserted
            self.levels[line.gpio] = line.asserted ^ line.active_low


def _require_gpio(gpio: int) -> None:
    if not 0 <= gpio < GPIO_COUNT:
        raise ValueError(f"gpio must be 0 to {GPIO_COUNT - 1} (got {gpio})")
