# SPDX-License-Identifier: MIT
"""
Rounds of the memory game, for play.py: a tune is shown on four pads, and the player repeats it.

The price buys time on a clock that runs while the player repeats. A tune that was repeated counts and gives
time, a wrong note costs time and shows the tune again; the play ends with the clock, or with the last tune.
What only this kind has in its row of settings.GAMES: the table of notes, the stride from tune to tune, the
length of each round's tune, the time of each of its notes in ms, then in ms the time that the price buys, the
most that the clock holds, what a tune gives and what a wrong note costs, and last the points of a note.
"""

import game
import memory
import rounds
import rows
from state import DOUBLE, HOLD, LAMP_DOUBLE, LAMP_HOLD_AT, State

NOTES = 0
STRIDE = 1
LENGTHS = 2
_NOTE_MS = 3
_TIME_MS = 4
_TIME_MAX_MS = 5
_BONUS_MS = 6
_MISS_MS = 7
_WORTH = 8

# The pads are four buttons with a large lamp behind the glass each.
BUTTONS = (HOLD, HOLD + 1, HOLD + 2, DOUBLE)
_LAMPS = (1 << LAMP_HOLD_AT, 2 << LAMP_HOLD_AT, 4 << LAMP_HOLD_AT, LAMP_DOUBLE)
ALL_LAMPS = 7 << LAMP_HOLD_AT | LAMP_DOUBLE
# Lights of the glass: a pad each, then what is asked, then twelve of the tune and twelve of the clock.
_LISTEN = 4
_REPEAT = 5
_MISSED = 6
_TUNE = 8
_CLOCK = 20
_CLOCK_LIGHTS = 12
# A pad that was pressed stays lit so long; of a note that is shown, three quarters of its time.
_LIT_MS = 250
# The clock shows whole seconds.
_SECOND_MS = 1_000
_NO_PAD = -1


def start(state: State) -> None:
    """A play begins: its time is bought."""
    rounds.put(state, "left_ms", game.rules(state)[_TIME_MS])
    state.tune_missed = False
    state.tune_at = 0


def over(state: State) -> bool:
    """Tell whether the clock or the tunes have come to their end."""
    played = rows.get(state.state, "round") >= len(game.rules(state)[LENGTHS])
    return played or not rows.get(state.state, "left_ms")


def begin(state: State) -> None:
    """The tune of the round is shown from its first note on."""
    state.round_ms = state.now_ms
    state.answer_ms = rounds.NOT
    state.tune_missed = False
    state.tune_at = 0


def _length(state: State) -> int:
    lengths = game.rules(state)[LENGTHS]
    return lengths[min(rows.get(state.state, "round"), len(lengths) - 1)]


def _note_ms(state: State) -> int:
    times_ms = game.rules(state)[_NOTE_MS]
    return times_ms[min(rows.get(state.state, "round"), len(times_ms) - 1)]


def _tune(state: State) -> tuple:
    found = game.rules(state)
    return memory.tune(found[NOTES], found[STRIDE], state.starts, _length(state))


def _answering(state: State) -> bool:
    return rounds.running(state) and state.answer_ms != rounds.NOT


def _left_ms(state: State, at_ms: int) -> int:
    """Return what the clock shows at an instant; it stands still while a tune is shown."""
    gone_ms = at_ms - state.answer_ms if _answering(state) else 0
    return max(0, rows.get(state.state, "left_ms") - gone_ms)


def poll(state: State) -> None:
    """Show the next note, or hear the next one."""
    end_ms = state.round_ms + _length(state) * _note_ms(state)
    if state.answer_ms == rounds.NOT and state.now_ms >= end_ms:
        state.answer_ms = end_ms
        state.tune_at = 0
    if state.answer_ms == rounds.NOT:
        _show(state)
    else:
        _hear(state)


def _show(state: State) -> None:
    """Count the notes shown; wake when the light of one goes or that of the next one comes."""
    note_ms = _note_ms(state)
    number = (state.now_ms - state.round_ms) // note_ms
    state.tune_at = number + 1
    since_ms = state.round_ms + number * note_ms
    dark_ms = since_ms + note_ms * 3 // 4
    state.wake_at(dark_ms if state.now_ms < dark_ms else since_ms + note_ms)


def _hear(state: State) -> None:
    """Hold every press against the tune, in the order in which the pads went down."""
    tune = _tune(state)
    for at_ms, pad in _pressed(state):
        state.tune_pad = pad
        state.tune_until_ms = state.now_ms + _LIT_MS
        if tune[state.tune_at] != pad:
            _miss(state, at_ms)
            return
        state.tune_at += 1
        if state.tune_at == len(tune):
            _right(state, at_ms)
            return
    left_ms = _left_ms(state, state.now_ms)
    if left_ms:
        state.wake_at(state.now_ms + (left_ms - 1) % _SECOND_MS + 1)
        if state.now_ms < state.tune_until_ms:
            state.wake_at(state.tune_until_ms)
    else:
        rounds.put(state, "left_ms", 0)
        rounds.over(state)


def _pressed(state: State) -> list:
    """Return (when, pad) of the pads that went down since the player was asked."""
    found = []
    for pad, button in enumerate(BUTTONS):
        if state.presses >> button & 1 and state.button_first_ms[button] >= state.answer_ms:
            found.append((state.button_first_ms[button], pad))
    found.sort()
    return found


def _right(state: State, at_ms: int) -> None:
    """The whole tune: it counts, and gives time."""
    found = game.rules(state)
    left_ms = min(_left_ms(state, at_ms) + found[_BONUS_MS], found[_TIME_MAX_MS])
    rounds.put(state, "left_ms", left_ms)
    rounds.add(state, "points", found[_WORTH] * _length(state))
    rounds.add(state, "round", 1)
    rounds.over(state)


def _miss(state: State, at_ms: int) -> None:
    """A wrong note: it costs time, and the tune is shown again."""
    left_ms = max(0, _left_ms(state, at_ms) - game.rules(state)[_MISS_MS])
    rounds.put(state, "left_ms", left_ms)
    state.tune_missed = True
    rounds.over(state)


def _pad(state: State) -> int:
    """Return the pad that is lit: the one that was pressed, or the note that is shown."""
    if state.now_ms < state.tune_until_ms:
        state.wake_at(state.tune_until_ms)
        return state.tune_pad
    if not rounds.running(state) or _answering(state):
        return _NO_PAD
    note_ms = _note_ms(state)
    at_ms = state.now_ms - state.round_ms
    number = at_ms // note_ms
    if number >= _length(state) or at_ms % note_ms >= note_ms * 3 // 4:
        return _NO_PAD
    return _tune(state)[number]


def lights(state: State) -> int:
    """Return the lights of the glass as bits: pads, what is asked, the tune so far, the clock."""
    pad = _pad(state)
    lit = 0 if pad == _NO_PAD else 1 << pad
    if rounds.running(state):
        lit |= 1 << (_REPEAT if _answering(state) else _LISTEN)
    elif state.tune_missed:
        lit |= 1 << _MISSED
    lit |= (1 << state.tune_at) - 1 << _TUNE
    most_ms = game.rules(state)[_TIME_MAX_MS]
    shown = (_seconds(state) * _SECOND_MS * _CLOCK_LIGHTS + most_ms - 1) // most_ms
    return lit | (1 << min(shown, _CLOCK_LIGHTS)) - 1 << _CLOCK


def _seconds(state: State) -> int:
    """Return the whole seconds on the clock, a part of one counted whole."""
    return (_left_ms(state, state.now_ms) + _SECOND_MS - 1) // _SECOND_MS


def lamps(state: State) -> int:
    """Return the lamps of the pads: the one that is lit above, or all that a player may press."""
    pad = _pad(state)
    if pad != _NO_PAD:
        return _LAMPS[pad]
    return ALL_LAMPS if _answering(state) else 0


def say(state: State) -> tuple:
    """Return what a running round says."""
    if not _answering(state):
        return ("listen", _length(state))
    return ("repeat", state.tune_at, _length(state), _seconds(state))
