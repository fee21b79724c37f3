# SPDX-License-Identifier: MIT
"""What the dice cup shows: the dice under its lid, a message line, a lamp, a buzzer, its motor."""

import cup_pins
import cup_record
import cup_texts
import device_show
import settings
from cup_board import BOARD
from cup_state import State
from device_record import PHASE_DRAWN, PHASE_REST, PHASE_SHOWN

_LAMP = 1
_BUZZER = 2
_SHAKER = 4
_DARK = bytes(cup_record.FACES)


def faces(state: State) -> bytes:
    """Return the faces of the last throw, a byte a die."""
    return state.outcome[1 : 1 + settings.DICE]


def visible(state: State) -> bool:
    """Tell whether the dice may be seen: thrown, the lid lifted, nothing wrong."""
    shown = state.phase == PHASE_SHOWN and state.lid_open
    return shown and not state.tilt and not state.body_open


def counted(state: State) -> int:
    """
    Return the place at which the count from the bank, which is one, ends.

    The cup knows no vacant seats: who gets the first packet where nobody sits is the table's to say.
    """
    return (state.bank + sum(faces(state)) - 1) % settings.PLACES


def _message(state: State) -> str:
    if state.tilt:
        return _text("tilt_" + state.tilt, ())
    if visible(state):
        return _text("thrown", (sum(faces(state)), counted(state)))
    if state.phase == PHASE_DRAWN:
        return _text("sealed", ())
    if state.phase == PHASE_SHOWN or state.lid_open:
        return _text("cover", ())
    if state.moved_ms >= 0 or state.shaker_until_ms >= 0:
        return _text("shaking", ())
    if state.now_ms < state.too_short_ms:
        state.wake_at(state.too_short_ms)
        return _text("more", ())
    return _text("ready", (state.bank,))


def _outputs(state: State) -> int:
    ready = state.phase == PHASE_REST and not state.lid_open and not state.tilt
    sounding = device_show.sounding(state)
    motor = state.shaker_until_ms - settings.STILL_MS
    if state.now_ms < motor:
        state.wake_at(motor)
    lit = _LAMP if ready and not state.locked else 0
    return lit | (_BUZZER if sounding else 0) | (_SHAKER if state.now_ms < motor else 0)


def show(state: State) -> None:
    """Write what changed."""
    seen = faces(state) + _DARK[settings.DICE :] if visible(state) else _DARK
    if seen != state.faces:
        state.faces = seen
        BOARD.bus.write(cup_pins.DICE_ADDRESS, 0, seen)
    device_show.say(state, BOARD, _message(state))
    device_show.drive(state, BOARD, _outputs(state))


def _text(key: str, shown: tuple) -> str:
    return device_show.text(cup_texts.TEXTS, key, shown)
