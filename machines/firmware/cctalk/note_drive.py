# SPDX-License-Identifier: MIT
"""
A ccTalk note reader: found and set up, opened and closed, its escrow routed and its counter booked.

Events say when to look; what is booked is the counter of accepted notes (header 150), which the reader keeps
over power cuts: a note counts once there and so once here, whatever was heard (Generic Specification 4.7).
"""

import escrow
import events
import line
import nvram
import settings
import store
import tilt
from state import State

ADDRESS = 40
OWNER = 2
POLL_MS = 200
LOST_MS = 6_000
AGAIN_MS = 300
# From the request until it has stacked, sent back or told why not.
ANSWER_MS = 4_000
_TYPES = 4
_CATEGORY = b"Bill Validator"
_ESCROW_AND_STACKER = b"\x03"

_SIMPLE_POLL = 254
_CATEGORY_ID = 245
_SELF_CHECK = 232
_INHIBITS = 231
_MASTER = 228
_EVENTS = 159
_NOTE_ID = 157
_SCALING = 156
_ROUTE = 154
_MODE = 153
_COUNT = 150

# Stages: what is asked in each, with its data; the types count on from theirs.
FIND = 0
CHECK = 2
NAME = 4
COUNT = NAME + _TYPES
WORK = COUNT + 4
_SETUP = ((_SIMPLE_POLL, b""), (_CATEGORY_ID, b""), (_SELF_CHECK, b""), (_SCALING, b"EU"))
_OPENING = ((_EVENTS, b""), (_MODE, _ESCROW_AND_STACKER), (_MASTER, b"\x01"))

# Events without a note: fraud, and what it cannot go on with.
_FRAUD = (8, 9, 17, 18)
_STUCK = (6, 7, 13, 15, 16, 19)


def boot(state: State) -> None:
    """Nothing is known of it yet; what became of a note that was sent is asked when it is set up."""
    state.note_seen_ms = state.now_ms


def poll(state: State) -> None:
    """Fetch an answer, then ask for what comes next."""
    if line.done(state, OWNER):
        header, data = line.answer(state)
        if header == line.NO_ANSWER:
            _silent(state)
        elif header != line.BUSY:
            state.note_seen_ms = state.now_ms
            _heard(state, header == line.ACK, data)
    if state.now_ms < state.note_due_ms:
        state.wake_at(state.note_due_ms)
    elif line.idle(state):
        _ask(state)


def _silent(state: State) -> None:
    _begin_again(state)
    if state.now_ms - state.note_seen_ms >= LOST_MS:
        tilt.report(state, "note")


def _begin_again(state: State) -> None:
    state.note_step = FIND
    state.note_due_ms = state.now_ms + AGAIN_MS


def _send(state: State, header: int, data: bytes = b"", tries: int = line.TRIES) -> None:
    state.note_asked = header
    line.ask(state, OWNER, ADDRESS, header, data, tries)


def _ask(state: State) -> None:
    step = state.note_step
    if step < NAME:
        _send(state, _SETUP[step][0], _SETUP[step][1])
    elif step < COUNT:
        _send(state, _NOTE_ID, bytes([step - NAME + 1]))
    elif step == COUNT or state.note_recount:
        _send(state, _COUNT, bytes([state.note_type]))
    elif step < WORK:
        row = _OPENING[step - COUNT - 1]
        _send(state, row[0], row[1])
    elif state.note_route >= 0:
        _send(state, _ROUTE, bytes([state.note_route]))
    elif state.note_mask != _mask(state):
        state.note_mask = _mask(state)
        _send(state, _INHIBITS, bytes([state.note_mask, 0]))
    elif state.now_ms >= state.note_poll_ms:
        _send(state, _EVENTS)
    else:
        state.wake_at(state.note_poll_ms)


def _mask(state: State) -> int:
    return 1 << state.note_type - 1 if state.note_open else 0


def _heard(state: State, good: bool, data: bytes) -> None:
    asked, step = state.note_asked, state.note_step
    if asked == _CATEGORY_ID:
        good = good and data == _CATEGORY
    elif asked == _SELF_CHECK:
        good = good and data == b"\x00"
    elif asked == _SCALING:
        good = good and len(data) == 3
        state.note_scale_cents = data[0] | data[1] << 8 if good else 0
    elif asked == _NOTE_ID:
        _name(state, step - NAME + 1, data if good else b"")
        good = step < COUNT - 1 or state.note_type > 0
    elif asked == _COUNT:
        good = good and len(data) == 3
        if good:
            _count(state, data[0] | data[1] << 8 | data[2] << 16)
    elif asked == _ROUTE:
        state.note_route = -1
        good = True  # refused or not: the next event or the counter tells what became of the note
    elif asked == _EVENTS:
        good = good and len(data) == 11
        if good and step == WORK:
            _events(state, data)
        elif good:
            state.note_event = data[0]
    if not good:
        tilt.report(state, "note")
        _begin_again(state)
    elif step < WORK and state.note_step == step:
        state.note_step = step + 1
        state.wake_at(state.now_ms)


def _name(state: State, type_: int, name: bytes) -> None:
    """Find out which type is our note; a set-up begins with none."""
    if type_ == 1:
        state.note_type = 0
        state.note_mask = -1
        state.note_route = -1
        state.note_recount = False
    if (
        name[:2] == b"EU"
        and name[2:6].isdigit()
        and int(name[2:6]) * state.note_scale_cents == settings.NOTE_CENTS
    ):
        state.note_type = type_


def _count(state: State, accepted: int) -> None:
    """Book what the counter has more than the books; nothing more means that the note is not in the stack."""
    settled = state.note_step < WORK or state.note_over
    state.note_recount = False
    if state.locked:
        return
    if accepted != state.note_life:
        state.note_life = accepted
        if state.note_stage == nvram.NOTE_SENT:
            escrow.book(state, nvram.NOTE_NONE)
        else:
            # Nobody sent it: another acceptor, or one that does not wait to be told.
            store.commit(state)
            tilt.report(state, "note")
    elif state.note_stage == nvram.NOTE_SENT and settled:
        escrow.lose(state)
    state.note_over = False


def _events(state: State, data: bytes) -> None:
    """Look at what is new; 0 after another number: it began afresh."""
    state.note_poll_ms = state.now_ms + POLL_MS
    counter, last = data[0], state.note_event
    state.note_event = counter
    if counter == 0 and last != 0:
        _begin_again(state)
        return
    new = (counter - last) % 255 if counter and last else counter
    for pair in range(min(new, 5) - 1, -1, -1):
        _event(state, data[1 + 2 * pair], data[2 + 2 * pair])
    if state.note_stage == nvram.NOTE_SENT and state.now_ms >= state.note_start_ms:
        # Neither stacked nor back, and no reason why: set it up again, which settles it.
        _begin_again(state)


def _event(state: State, type_: int, code: int) -> None:
    if type_ and code == 1:
        _held(state, type_)
    elif type_ or code == 1:
        state.note_recount = True
        state.note_over = not type_
    elif code in _FRAUD:
        store.log(state, events.NOTE_FRAUD, code)
        store.commit(state)
        tilt.report(state, "note")
    elif code in _STUCK:
        # It says so itself when it can go on; until then the note waits for its answer.
        tilt.report(state, "note")
        _begin_again(state)


def _held(state: State, type_: int) -> None:
    """A note waits in escrow: into the stacker with it, or back to the player (B-21)."""
    if type_ == state.note_type and escrow.welcome(state):
        if escrow.send(state):
            state.note_route = 1
            state.note_start_ms = state.now_ms + ANSWER_MS
    else:
        escrow.give_back(state)
        state.note_route = 0


def close(state: State) -> None:
    """The inhibit changed: tell it as soon as the line is free."""
    if state.note_step == WORK and state.note_mask != _mask(state):
        state.wake_at(state.now_ms)
