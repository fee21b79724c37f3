# SPDX-License-Identifier: MIT
"""
How a board reaches its lines and its bus; it alone imports machine, and all boards share it.

    class Edge(wiring.Edge):
        def report(self, pin: object) -> None:
            state.edges[self.edge] += 1

    MOTION = wiring.line(pins.PINS, "motion")
    MOVED = Edge(pins.PINS, "motion", EDGE_MOTION, False)

Lines are Signals, so on() always means asserted; active-low is resolved here and nowhere else.
"""

import struct

from machine import I2C, UART, WDT, WDT_RESET, Pin, Signal, mem32, reset_cause, unique_id

WATCHDOG_MS = 2_000
# The key of the seals: rows 0xC00 to 0xC0F of the one-time memory, its page 48. Read with error correction a
# row is 16 bits wide and a word holds two of them, the lower row first (RP2350 datasheet, 2.2.5 and 13.1).
_OTP_BASE = 0x40130000
_KEY_ROW = 0xC00
_KEY_WORDS = 8
# Scratch registers that live through a reset of the chip: eight of the power manager, four of the watchdog
# (RP2350 datasheet, POWMAN_SCRATCH0 and WATCHDOG_SCRATCH0).
_SCRATCH = ((0x401000B0, 8), (0x400D800C, 4))
# A direction in a pin table: the chip drives the line.
_OUT = 1


def row(rows: tuple, name: str) -> tuple:
    """Return the row of that name in a pin table."""
    for found in rows:
        if found[0] == name:
            return found
    raise ValueError(f"name must be a line of the pin table (got {name})")


def line(rows: tuple, name: str) -> Signal:
    """Return the line of that name; an output starts at the level it has while nobody drives it."""
    _, gpio, direction, active_low, rest = row(rows, name)
    resting_high = bool(active_low) != bool(rest)
    if direction == _OUT:
        pin = Pin(gpio, Pin.OUT, value=resting_high)
    else:
        pin = Pin(gpio, Pin.IN, Pin.PULL_UP if resting_high else Pin.PULL_DOWN)
    return Signal(pin, invert=bool(active_low))


class Edge:
    """Has the edges of one line reported; what a report does, the board says."""

    def __init__(self, rows: tuple, name: str, edge: int, both: bool) -> None:
        _, gpio, _, active_low, _ = row(rows, name)
        self.edge = edge
        trigger = Pin.IRQ_FALLING if active_low else Pin.IRQ_RISING
        if both:
            trigger = Pin.IRQ_FALLING | Pin.IRQ_RISING
        Pin(gpio).irq(self.report, trigger)

    def report(self, pin: object) -> None:
        """Note the edge: all that an interrupt handler does."""
        raise NotImplementedError


class Serial:
    """A serial line that reports when it is idle after bytes came; what a report does, the board says."""

    def __init__(self, rows: tuple, number: int, baud: int) -> None:
        self.uart = UART(number, baud, tx=Pin(row(rows, "uart_tx")[1]), rx=Pin(row(rows, "uart_rx")[1]))
        self.uart.irq(self.report, UART.IRQ_RXIDLE)

    def report(self, uart: object) -> None:
        """Note that bytes came: all that an interrupt handler does."""
        raise NotImplementedError


class Bus:
    """The I2C bus with the chips on it, one of them the FRAM; every call tells whether the chip answered."""

    def __init__(self, rows: tuple, number: int, freq: int, fram_address: int) -> None:
        self._i2c = I2C(number, scl=Pin(row(rows, "i2c_scl")[1]), sda=Pin(row(rows, "i2c_sda")[1]), freq=freq)
        self._fram_address = fram_address

    def fram_read(self, at: int, size: int) -> bytes:
        """Return ``size`` bytes of FRAM, or none at all if the chip does not answer."""
        try:
            return self._i2c.readfrom_mem(self._fram_address, at, size, addrsize=16)
        except OSError:
            return b""

    def fram_write(self, at: int, data: bytes) -> bool:
        """Write to FRAM and read back; return whether the chip holds what it was given."""
        try:
            self._i2c.writeto_mem(self._fram_address, at, data, addrsize=16)
        except OSError:
            return False
        return self.fram_read(at, len(data)) == data

    def write(self, address: int, register: int, data: bytes) -> bool:
        """Write registers of a chip on the bus; return whether it answered."""
        try:
            self._i2c.writeto_mem(address, register, data)
        except OSError:
            return False
        return True

    def command(self, address: int, command: int) -> bool:
        """Send a chip a command of one byte; return whether it answered."""
        try:
            self._i2c.writeto(address, command.to_bytes(1, "little"))
        except OSError:
            return False
        return True

    def read(self, address: int, register: int, size: int) -> bytes:
        """Return registers of a chip on the bus, or no bytes at all if it does not answer."""
        try:
            return self._i2c.readfrom_mem(address, register, size)
        except OSError:
            return b""


def watchdog() -> WDT:
    """Start the watchdog, which wants to be fed every WATCHDOG_MS."""
    return WDT(timeout=WATCHDOG_MS)


def chip_key() -> bytes:
    """Return the key that the maker of the machine put into the chip, 32 bytes; all zero: there is none."""
    key, first = bytearray(4 * _KEY_WORDS), _OTP_BASE + 2 * _KEY_ROW
    for word in range(_KEY_WORDS):
        struct.pack_into("<I", key, 4 * word, mem32[first + 4 * word] & 0xFFFFFFFF)
    return bytes(key)


def chip_id() -> bytes:
    """Return the number of the chip, 8 bytes."""
    return unique_id()


def restarted() -> bool:
    """Tell whether the watchdog started the program anew, and not the supply."""
    return reset_cause() == WDT_RESET


def died_of() -> list[str]:
    """
    Return what the last program on this chip died of since the power came: file and line, function, error.

    What runs ``main`` leaves it in the scratch registers; ["hang"] after a hang, no row where none died.
    """
    raw = b""
    for first, words in _SCRATCH:
        for word in range(words):
            raw += (mem32[first + 4 * word] & 0xFFFFFFFF).to_bytes(4, "little")
    told = raw.rstrip(b"\0")
    return told.decode().split("\n") if told else []
