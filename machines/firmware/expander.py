# SPDX-License-Identifier: MIT
"""
The slow lines on the expander: doors, keys and lamps that the chip has no pins for.

Its interrupt says that an input changed; then both ports are read at once. A chip that does not answer stops
the machine: nobody could tell any more whether a door is open. Once it answers again it is set up anew.
"""

import board
import pins
import tilt
from state import EDGE_EXPANDER, State

# Registers with IOCON.BANK = 0 (MCP23017 data sheet).
_IODIR = 0x00
_GPINTEN = 0x04
_IOCON = 0x0A
_GPPU = 0x0C
_GPIO = 0x12
_OLAT = 0x14
_MIRROR = 0x40

_ALL = 0xFFFF
# How often the inputs are read although nothing was heard.
READ_MS = 500


def _mask(direction: int) -> int:
    mask = 0
    for row in pins.EXPANDER:
        if row[2] == direction:
            mask |= 1 << row[1]
    return mask


INPUTS = _mask(pins.IN)
# Lines that are asserted at a low level.
_LOW = 0
for _row in pins.EXPANDER:
    _LOW |= _row[3] << _row[1]


def _bit(name: str) -> int:
    for row in pins.EXPANDER:
        if row[0] == name:
            return 1 << row[1]
    raise ValueError(f"name must be a line of the expander (got {name})")


DOOR_BOX = _bit("door_box")
DOOR_LOGIC = _bit("door_logic")
KEY_OPERATOR = _bit("key_operator")
KEY_SERVICE = _bit("key_service")
BATTERY = _bit("battery")
NOTE_ESCROW = _bit("note_escrow")
NOTE_STACKED = _bit("note_stacked")
NOTE_FAULT = _bit("note_fault")
NOTE_ENABLE = _bit("note_enable")
NOTE_STACK = _bit("note_stack")
NOTE_RETURN = _bit("note_return")
LAMP_RESERVE = _bit("lamp_reserve")
TICKET_NOTCH = _bit("ticket_notch")
TICKET_LOW = _bit("ticket_low")
TICKET_MOTOR = _bit("ticket_motor")
# The same pin, on the type that gives no tickets.
LAMP_ACCEPT = TICKET_MOTOR
BUZZER = _bit("buzzer")


def _both(value: int) -> bytes:
    return bytes([value & 0xFF, value >> 8])


def _write(register: int, value: int) -> bool:
    return board.bus_write(pins.EXPANDER_ADDRESS, register, _both(value))


def boot(state: State) -> None:
    """Set the registers and read the inputs; the outputs begin at rest."""
    state.outputs = 0
    state.expander_lost = True
    _read(state)


def _setup(state: State) -> bool:
    """Latches before directions, so that no output shows another level on its way."""
    rows = (
        (_OLAT, state.outputs ^ _LOW),
        (_IODIR, INPUTS),
        (_GPPU, INPUTS & _LOW),
        (_IOCON, _MIRROR | _MIRROR << 8),
        (_GPINTEN, INPUTS),
    )
    return all([_write(register, value & _ALL) for register, value in rows])


def _read(state: State) -> None:
    state.inputs_due_ms = state.now_ms + READ_MS
    if state.expander_lost and not _setup(state):
        _lose(state)
        return
    raw = board.bus_read(pins.EXPANDER_ADDRESS, _GPIO, 2)
    if len(raw) < 2:
        _lose(state)
        return
    inputs = ((raw[0] | raw[1] << 8) ^ _LOW) & INPUTS
    if state.expander_lost or inputs != state.inputs:
        state.expander_lost = False
        state.inputs = inputs
        state.stirred = True


def _lose(state: State) -> None:
    state.expander_lost = True
    state.stirred = True
    tilt.report(state, "expander")


def poll(state: State) -> None:
    """Read the inputs once they changed, and now and then all the same."""
    if state.take_edge(EDGE_EXPANDER) or state.now_ms >= state.inputs_due_ms:
        _read(state)


def asserted(state: State, mask: int) -> bool:
    """Tell whether one of these input lines is asserted."""
    return state.inputs & mask != 0


def drive(state: State, mask: int, on: bool) -> None:
    """Assert output lines, or let them go."""
    wanted = state.outputs | mask if on else state.outputs & ~mask
    if wanted != state.outputs:
        state.outputs = wanted
        if not _write(_OLAT, (wanted ^ _LOW) & _ALL):
            _lose(state)
