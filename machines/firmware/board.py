# SPDX-License-Identifier: MIT
"""
The wiring: every line and bus as the other modules use them, and the only file that imports machine.

Lines are Signals, so on() always means asserted; active-low is resolved here and nowhere else. The
objects are made once, on import, and never change. Interrupt handlers set one flag and return.
"""

import pins
import settings
from machine import I2C, UART, WDT, WDT_RESET, Pin, Signal, reset_cause
from state import (
    COLLECT,
    DOUBLE,
    EDGE_BUTTON,
    EDGE_COIN,
    EDGE_DOOR,
    EDGE_EXPANDER,
    EDGE_LINE,
    EDGE_LOOP,
    EDGE_SENSE,
    EDGE_SUPPLY,
    HOLD,
    HOLDS,
    RESERVE,
    START,
    state,
)

WATCHDOG_MS = 2_000


def _row(name: str) -> tuple:
    for row in pins.PINS:
        if row[0] == name:
            return row
    raise ValueError(f"name must be a line of the pin table (got {name})")


def _line(name: str) -> Signal:
    """Return the line of that name; an output starts at the level it has while nobody drives it."""
    _, gpio, direction, active_low, rest = _row(name)
    resting_high = bool(active_low) != bool(rest)
    if direction == pins.OUT:
        pin = Pin(gpio, Pin.OUT, value=resting_high)
    else:
        pin = Pin(gpio, Pin.IN, Pin.PULL_UP if resting_high else Pin.PULL_DOWN)
    return Signal(pin, invert=bool(active_low))


class Edge:
    """Reports edges of one line."""

    def __init__(self, name: str, edge: int, both: bool) -> None:
        _, gpio, _, active_low, _ = _row(name)
        self.edge = edge
        trigger = Pin.IRQ_FALLING if active_low else Pin.IRQ_RISING
        if both:
            trigger = Pin.IRQ_FALLING | Pin.IRQ_RISING
        Pin(gpio).irq(self.report, trigger)

    def report(self, pin: Pin) -> None:
        """Set the line's flag: all that an interrupt handler does here."""
        state.edges[self.edge] = 1


def _lines(names: list[str]) -> tuple:
    return tuple([_line(name) for name in names])


_coin_names = [row[1] for row in settings.COINS]
_hopper_names = [row[1] for row in settings.HOPPERS]
_optics = [str(reel + 1) for reel in range(len(settings.MOTOR_STEPS))]
_holds = [str(button + 1) for button in range(HOLDS)]
_buttons = [
    (START, "button_start"),
    (DOUBLE, "button_double"),
    (COLLECT, "button_collect"),
    (RESERVE, "button_reserve"),
] + [(HOLD + button, "button_hold_" + number) for button, number in enumerate(_holds)]
_buttons.sort()

COIN_LINES = _lines(_coin_names)
INHIBITS = _lines([row[2] for row in settings.COINS])
DIVERTER = _line("diverter")
MOTORS = _lines([name + "_motor" for name in _hopper_names])
SENSES = _lines([name + "_sense" for name in _hopper_names])
LOWS = _lines([name + "_low" for name in _hopper_names])
FULLS = _lines([name + "_full" for name in _hopper_names])
BUTTONS = _lines([name for _, name in _buttons])
METERS = _lines(["meter_plays", "meter_prizes", "meter_in", "meter_out"])
METER_LOOP = _line("meter_present")
OPTICS = _lines(["optic_" + number for number in _optics])
DOOR = _line("door_main")
# Asserted while the mains are there; it falls some milliseconds before the board goes dark.
SUPPLY = _line("supply")
# In the order of the bits that lamps.py computes; the lamp of RESERVE is on the expander.
LAMPS = _lines(
    ["lamp_start", "lamp_double", "lamp_collect", "lamp_tower"] + ["lamp_hold_" + number for number in _holds]
)

EDGES = tuple(
    [Edge(name, EDGE_COIN + i, False) for i, name in enumerate(_coin_names)]
    + [Edge(name + "_sense", EDGE_SENSE + i, False) for i, name in enumerate(_hopper_names)]
    + [Edge(name, EDGE_BUTTON + i, True) for i, name in _buttons]
    + [Edge("door_main", EDGE_DOOR, True), Edge("meter_present", EDGE_LOOP, True)]
    + [Edge("supply", EDGE_SUPPLY, True), Edge("expander_int", EDGE_EXPANDER, False)]
)

I2C_BUS = I2C(pins.I2C_BUS, scl=Pin(_row("i2c_scl")[1]), sda=Pin(_row("i2c_sda")[1]), freq=pins.I2C_FREQ)
LINE_BAUD = 9_600


class Line:
    """The serial line of the coin mechanisms; idle after bytes came, it sets its flag."""

    def __init__(self) -> None:
        self.uart = UART(0, LINE_BAUD, tx=Pin(_row("uart_tx")[1]), rx=Pin(_row("uart_rx")[1]))
        self.uart.irq(self.report, UART.IRQ_RXIDLE)

    def report(self, uart: UART) -> None:
        """Set the flag: all that an interrupt handler does here."""
        state.edges[EDGE_LINE] = 1


LINE = Line() if settings.MECHANISMS == "cctalk" else None
WATCHDOG = WDT(timeout=WATCHDOG_MS)


def restarted() -> bool:
    """Tell whether the watchdog started the program anew, and not the supply."""
    return reset_cause() == WDT_RESET


def line_read() -> bytes:
    """Return what came over the serial line."""
    return (LINE.uart.read() if LINE else None) or b""


def line_write(data: bytes) -> None:
    """Send over the serial line."""
    if LINE:
        LINE.uart.write(data)


def fram_read(at: int, size: int) -> bytes:
    """Return ``size`` bytes of FRAM, or none at all if the chip does not answer."""
    try:
        return I2C_BUS.readfrom_mem(pins.FRAM_ADDRESS, at, size, addrsize=16)
    except OSError:
        return b""


def fram_write(at: int, data: bytes) -> bool:
    """Write to FRAM and read back; return whether the chip holds what it was given."""
    try:
        I2C_BUS.writeto_mem(pins.FRAM_ADDRESS, at, data, addrsize=16)
    except OSError:
        return False
    return fram_read(at, len(data)) == data


def bus_write(address: int, register: int, data: bytes) -> bool:
    """Write registers of a chip on the bus; return whether it answered."""
    try:
        I2C_BUS.writeto_mem(address, register, data)
    except OSError:
        return False
    return True


def bus_command(address: int, command: int) -> bool:
    """Send a chip a command of one byte; return whether it answered."""
    try:
        I2C_BUS.writeto(address, bytes([command]))
    except OSError:
        return False
    return True


def bus_read(address: int, register: int, size: int) -> bytes:
    """Return registers of a chip on the bus, or no bytes at all if it does not answer."""
    try:
        return I2C_BUS.readfrom_mem(address, register, size)
    except OSError:
        return b""
