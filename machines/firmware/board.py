# SPDX-License-Identifier: MIT
"""
A coin machine's board: every line and bus as the other modules use them.

The objects are made once, on import, and never change. Interrupt handlers set one flag and return.
"""

import pins
import settings
import wiring
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

LINE_BAUD = 9_600


class Contact(wiring.Edge):
    """Reports edges of a button, which bounces."""

    def report(self, pin: object) -> None:
        """Set the button's flag: all that an interrupt handler does here."""
        state.edges[self.edge] = 1
        state.touched = True


class Edge(wiring.Edge):
    """Reports edges of one line."""

    def report(self, pin: object) -> None:
        """Set the line's flag: all that an interrupt handler does here."""
        state.edges[self.edge] = 1
        state.stirred = True


class Line(wiring.Serial):
    """The serial line of the coin mechanisms; idle after bytes came, it sets its flag."""

    def report(self, uart: object) -> None:
        """Set the flag: all that an interrupt handler does here."""
        state.edges[EDGE_LINE] = 1


def _line(name: str) -> wiring.Signal:
    return wiring.line(pins.PINS, name)


def _lines(names: list[str]) -> tuple:
    return tuple([_line(name) for name in names])


def _edge(name: str, edge: int, both: bool) -> Edge:
    return Edge(pins.PINS, name, edge, both)


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
    [_edge(name, EDGE_COIN + i, False) for i, name in enumerate(_coin_names)]
    + [_edge(name + "_sense", EDGE_SENSE + i, False) for i, name in enumerate(_hopper_names)]
    + [Contact(pins.PINS, name, EDGE_BUTTON + i, True) for i, name in _buttons]
    + [_edge("door_main", EDGE_DOOR, True), _edge("meter_present", EDGE_LOOP, True)]
    + [_edge("supply", EDGE_SUPPLY, True), _edge("expander_int", EDGE_EXPANDER, False)]
)

BUS = wiring.Bus(pins.PINS, pins.I2C_BUS, pins.I2C_FREQ, pins.FRAM_ADDRESS)
LINE = Line(pins.PINS, 0, LINE_BAUD) if settings.MECHANISMS == "cctalk" else None
WATCHDOG = wiring.watchdog()

restarted = wiring.restarted
chip_key = wiring.chip_key
chip_id = wiring.chip_id
died_of = wiring.died_of
fram_read = BUS.fram_read
fram_write = BUS.fram_write
bus_write = BUS.write
bus_command = BUS.command
bus_read = BUS.read


def line_read() -> bytes:
    """Return what came over the serial line."""
    return (LINE.uart.read() if LINE else None) or b""


def line_write(data: bytes) -> None:
    """Send over the serial line."""
    if LINE:
        LINE.uart.write(data)
