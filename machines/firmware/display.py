# SPDX-License-Identifier: MIT
"""
What the player reads: the segment counters, the lit glass and the message line.

All three are chips on the bus; each is written only when what it shows changes.
"""

import board
import front
import message
import pins
import texts
from state import State

# Commands of an HT16K33: oscillator on, display on, full brightness.
_AWAKE = (0x21, 0x81, 0xEF)

# The glass has a light behind each row of the prize table and for what is on.
_GLASS_BYTES = 8

_MESSAGE_SIZE = 32

_ALL_SEGMENTS = b"\xff" * 16
_ALL_LIGHTS = (1 << 8 * _GLASS_BYTES) - 1


def boot(state: State) -> None:
    """Wake the chips and show everything."""
    for address in (pins.COUNTERS_ADDRESS, pins.GLASS_ADDRESS):
        for command in _AWAKE:
            board.bus_command(address, command)
    show(state)


def show(state: State) -> None:
    """Write what changed."""
    if state.test_light:
        segments, lit = _ALL_SEGMENTS, _ALL_LIGHTS
        state.counters_of = state.glass_of = -1
    else:
        # A light that is not there stays dark, whatever a memory that no program made says.
        segments, lit = front.counters(state), front.lights(state) & _ALL_LIGHTS
    if segments != state.segments:
        state.segments = segments
        board.bus_write(pins.COUNTERS_ADDRESS, 0, segments)
    if lit != state.glass:
        state.glass = lit
        board.bus_write(pins.GLASS_ADDRESS, 0, lit.to_bytes(_GLASS_BYTES, "little"))
    said = message.choose(state)
    if said != state.message:
        state.message = said
        board.bus_write(pins.MESSAGE_ADDRESS, 0, texts.line(said, _MESSAGE_SIZE))
