# SPDX-License-Identifier: MIT
"""
What the player reads: three segment counters, the lit glass and the message line.

All three are chips on the bus; each is written only when what it shows changes.
"""

import board
import message
import nvram
import pins
import play
import reels
import texts
from state import REELS, State

# Segments a to g of the digits 0 to 9, bits 0 to 6; bit 7 is the point.
_DIGITS = b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"
_POINT = 0x80
_DASH = b"\x40"
# Digits of the three counters in the chip's memory, one byte a digit.
_CREDITS_DIGITS = 4
_RESERVE_DIGITS = 4
_PRIZES_DIGITS = 5
_SPARE_DIGITS = 3

# Commands of an HT16K33: oscillator on, display on, full brightness.
_AWAKE = (0x21, 0x81, 0xEF)

# Lights of the glass behind the rows of the prize table.
_PAYLINE = (32, 33)
_DOUBLE = 34
_WINDOW = 35
_GLASS_BYTES = 8

_MESSAGE_SIZE = 32


def boot(state: State) -> None:
    """Wake the chips and show everything."""
    for address in (pins.COUNTERS_ADDRESS, pins.GLASS_ADDRESS):
        for command in _AWAKE:
            board.bus_command(address, command)
    show(state)


def show(state: State) -> None:
    """Write what changed."""
    segments = counters(state)
    if segments != state.segments:
        state.segments = segments
        board.bus_write(pins.COUNTERS_ADDRESS, 0, segments)
    glass = lights(state).to_bytes(_GLASS_BYTES, "little")
    if glass != state.glass:
        state.glass = glass
        board.bus_write(pins.GLASS_ADDRESS, 0, glass)
    said = message.choose(state)
    if said != state.message:
        state.message = said
        board.bus_write(pins.MESSAGE_ADDRESS, 0, texts.line(said, _MESSAGE_SIZE))


def counters(state: State) -> bytes:
    """Return the digits of all counters; dashes where no record says what they should show."""
    if state.locked:
        shown = _DASH * (_CREDITS_DIGITS + _RESERVE_DIGITS + _PRIZES_DIGITS)
    else:
        shown = (
            digits(state.credits_cents, _CREDITS_DIGITS)
            + digits(state.reserve_cents, _RESERVE_DIGITS)
            + digits(state.prize_meter_cents + prize_in_payment(state), _PRIZES_DIGITS)
        )
    return shown + bytes(_SPARE_DIGITS)


def digits(cents: int, count: int) -> bytes:
    """Return an amount as ``count`` digits, right aligned, with a point before the cents."""
    shown = bytearray(count)
    for place in range(count):
        if place < 3 or cents:
            shown[count - 1 - place] = _DIGITS[cents % 10]
        cents //= 10
    shown[count - 3] |= _POINT
    return bytes(shown)


def prize_in_payment(state: State) -> int:
    """
    Return what is still to come of the prize money that is being paid out.

    Payments are made one after the other and booked apart, so only the one in front is shown: two of them
    together may exceed the maximum of the prize meter (B-14).
    """
    if state.queue_kinds[0] in (nvram.KIND_METER, nvram.KIND_PRIZE):
        return state.queue_cents[0]
    return 0


def lights(state: State) -> int:
    """Return the lights of the glass as bits: rows won, payline, double, windows."""
    lit = 0
    for reel in range(REELS):
        lit |= 1 << (_WINDOW + reel)
    rolling = state.phase == nvram.PHASE_ROLLING
    if rolling and state.simultaneous > 1:
        lit |= 1 << _DOUBLE
    over = play.entries(state.outcome)
    if rolling:
        over = state.roll if reels.busy(state) or state.reels_due else state.roll + 1
    for number in range(over):
        prize_class, prize_cents, _ = play.entry(state.outcome, number)
        if prize_cents:
            lit |= 1 << prize_class
            for side in _PAYLINE:
                lit |= 1 << side
    return lit
