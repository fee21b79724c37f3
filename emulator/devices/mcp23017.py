# SPDX-License-Identifier: MIT
"""The MCP23017: sixteen more lines on the I2C bus, for what is slow, with one interrupt back to the chip."""

from __future__ import annotations

from collections.abc import Iterable

from emulator.board.board import Board
from emulator.board.device import Device
from emulator.board.guard import HostGuard
from emulator.board.line import Line, PinRow
from machines.support.plain import Json, JsonView

# Registers with IOCON.BANK = 0, Microchip MCP23017 data sheet, table 3-1. Each has an A and a B half.
IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = range(0, 22, 2)
REGISTERS = 22
LINES = 16
_ALL = 0xFFFF
MIRROR, SEQUENTIAL_OFF, INTERRUPT_HIGH = 0x40, 0x20, 0x02


class MCP23017(Device):
    """
    Sixteen pins, two ports of eight; pins 0 to 7 are port A.

    Its lines are joined to the board: ``board.line(name)`` finds them. A pin whose direction is input, or
    that nobody configured, leaves its line to whoever drives it from outside, or to its rest.

    Args:
        rows: (name, pin, direction as the firmware sees it, active_low, rest), as the pin table has them.
        interrupt: line of the chip that its interrupt output drives.

    Attributes:
        unplugged: its supply or bus is off; lines rest and the bus gets no answer.
    """

    KEPT = ("_registers", "_pointer", "_inputs")

    def __init__(self, board: Board, rows: Iterable[PinRow], interrupt: str) -> None:
        super().__init__("expander")
        # A Line tells its bank of edges and asks it for a guard: this is a bank of sixteen.
        self.guard: HostGuard = board.chip.guard
        self._interrupt = board.line(interrupt)
        self._registers = [0] * (REGISTERS // 2)
        self._pointer = 0
        self._by_pin: list[Line | None] = [None] * LINES
        self.lines: dict[str, Line] = {}
        for row in rows:
            line = Line(self, row)
            self.lines[line.name] = self._by_pin[line.gpio] = line
        self._inputs = 0
        for pin, known in enumerate(self._by_pin):
            if known is not None and not known.is_output:
                self._inputs |= (known.rest ^ known.active_low) << pin
        board.join(self.lines)
        self.reset()

    # -- power --------------------------------------------------------------------------------------

    def reset(self) -> None:
        """Power-on: every pin an input, no interrupts."""
        self._registers = [0] * (REGISTERS // 2)
        self._registers[IODIR // 2] = _ALL
        self._pointer = 0
        self._settle()
        self._signal()

    def power_lost(self, now_us: int) -> None:
        """Outputs float."""
        self.reset()

    # -- the cabinet's side -------------------------------------------------------------------------

    def edge(self, pin: int, level: int) -> None:
        """A line from outside changed; an interrupt if the firmware asked for it."""
        self._inputs = self._inputs & ~(1 << pin) | level << pin
        self._compare(1 << pin)

    def _compare(self, changed: int) -> None:
        watched = self._registers[GPINTEN // 2] & self._registers[IODIR // 2] & changed
        level = self._levels()
        against = self._registers[INTCON // 2]
        differs = (level ^ self._registers[DEFVAL // 2]) & against | ~against & _ALL
        hit = watched & differs
        if hit and not self._registers[INTF // 2]:
            self._registers[INTCAP // 2] = self._port()
        self._registers[INTF // 2] |= hit
        self._signal()

    def _signal(self) -> None:
        self._interrupt.drive(bool(self._registers[INTF // 2]))

    def _levels(self) -> int:
        """Electrical level of every pin."""
        direction = self._registers[IODIR // 2]
        return self._inputs & direction | self._registers[OLAT // 2] & ~direction & _ALL

    def _port(self) -> int:
        return self._levels() ^ self._registers[IPOL // 2] & self._registers[IODIR // 2]

    def _settle(self) -> None:
        """Bring every output line to what the pins drive now."""
        direction, latch = self._registers[IODIR // 2], self._registers[OLAT // 2]
        for pin, line in enumerate(self._by_pin):
            if line is not None and line.is_output:
                level = latch >> pin & 1
                line.settle(line.rest if direction >> pin & 1 else bool(level ^ line.active_low))

    # -- the bus ------------------------------------------------------------------------------------

    def i2c_write(self, data: bytes) -> None:
        """A register number, then bytes for it and the ones after it."""
        if not data:
            return
        self._pointer = data[0] % REGISTERS
        if len(data) == 1:
            return
        for byte in data[1:]:
            self._write(self._pointer, byte)
            self._step()
        self._settle()
        self._signal()

    def i2c_read(self, size: int) -> bytes:
        """Registers on from the pointer; reading a port or its capture clears that port's interrupt."""
        if size == 2 and self._pointer == GPIO and not self._registers[IOCON // 2] & SEQUENTIAL_OFF:
            # Both ports at once: what firmware asks for, again and again.
            port = self._port()
            self._registers[INTF // 2] = 0
            self._pointer = GPIO + 2
            self._signal()
            return port.to_bytes(2, "little")
        found = bytearray()
        for _ in range(size):
            register, half = self._pointer & ~1, self._pointer & 1
            value = self._port() if register == GPIO else self._registers[register // 2]
            found.append(value >> 8 * half & 0xFF)
            if register in (GPIO, INTCAP):
                self._registers[INTF // 2] &= ~(0xFF << 8 * half)
            self._step()
        self._signal()
        return bytes(found)

    def _write(self, address: int, byte: int) -> None:
        register, half = address & ~1, address & 1
        if register in (INTF, INTCAP):
            return  # read only
        if register == GPIO:
            register = OLAT
        if register == IOCON:
            self._registers[IOCON // 2] = byte << 8 | byte
            return
        kept = self._registers[register // 2] & ~(0xFF << 8 * half)
        self._registers[register // 2] = kept | byte << 8 * half

    def _step(self) -> None:
        if self._registers[IOCON // 2] & SEQUENTIAL_OFF:
            self._pointer ^= 1
        else:
            self._pointer = (self._pointer + 1) % REGISTERS

    # -- saved states -------------------------------------------------------------------------------

    def save(self) -> Json:
        """Registers, pointer and what its lines are."""
        return super().save() | {"asserted": [name for name, line in self.lines.items() if line.asserted]}

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned; nobody is told, since devices load their own state."""
        super().load(saved)
        asserted = set(saved["asserted"])
        for name, line in self.lines.items():
            line.asserted = name in asserted
