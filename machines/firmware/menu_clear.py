# SPDX-License-Identifier: MIT
"""
Menu page that clears the memory of the play: the one way to it, and nothing that counts is ever taken back.

Besides main door and service key it wants the logic area open, the operator key turned and START held for
HOLD_S, pressed anew once all that is so. What the machine owes then is booked as paid by hand (K-24), a
play that was being shown is over, and tilts end. Meters, last plays and event log stay; books that do not
add up stop the machine again at that very commit, and a program that failed its self test stays locked.
"""

import counter
import events
import expander
import handpay
import menu_keys
import nvram
import payer
import play
import store
import texts
import tilt
from state import START, State

HOLD_S = 5
_HOLD_MS = HOLD_S * 1000

# Bucket, and as what its cents are booked when they are paid by hand.
_BUCKETS = (
    ("prize_meter_cents", nvram.KIND_METER),
    ("pending_cents", nvram.KIND_PRIZE),
    ("credits_cents", nvram.KIND_REFUND),
    ("reserve_cents", nvram.KIND_REFUND),
)
_DONE = 1


def enter(state: State) -> None:
    """Begin without anything held."""
    state.menu_step = 0
    state.menu_since_ms = -1


def leave(state: State) -> None:
    """Half held is not held."""
    state.menu_since_ms = -1


def poll(state: State) -> bool:
    """Watch conditions and button; once all of it held long enough, clear."""
    if menu_keys.pressed(state, menu_keys.LEAVE):
        return False
    if state.menu_step == _DONE:
        return True
    if _missing(state) or not state.buttons_down >> START & 1:
        state.menu_since_ms = -1
    elif state.presses >> START & 1:
        state.menu_since_ms = state.now_ms
    if state.menu_since_ms >= 0:
        # The clock rounds down; held is held for the whole time.
        due_ms = state.menu_since_ms + _HOLD_MS + 1
        state.wake_at(due_ms)
        if state.now_ms >= due_ms:
            state.menu_step = _DONE
            clear(state)
    return True


def _missing(state: State) -> str:
    """Return what the procedure still wants; nothing once the button may be held."""
    if state.logic != nvram.LOGIC_OPEN:
        return "clear_logic"
    if not state.keys & expander.KEY_OPERATOR:
        return "clear_key"
    # A prize that nobody has seen yet is counted now: the sealed counter must be there for it.
    if state.pending_cents and not counter.told(state):
        return "clear_counter"
    # The host of cards has still to say whether it moved money: what is left would not be exact.
    if state.card_stage:
        return "clear_card"
    # A ccTalk hopper that has still to tell what left it: the rest would not be exact.
    return "" if payer.drive.ready(state) else "clear_hopper"


def clear(state: State) -> None:
    """Book all that is owed as paid by hand, forget the play, count and log it: one commit."""
    if state.pending_cents:
        counter.reveal(state)
    else:
        counter.anchor(state)
    cents = 0
    for row in range(nvram.MAX_QUEUE):
        handpay.book(state, state.queue_kinds[row], state.queue_cents[row])
        cents += state.queue_cents[row]
    state.queue_kinds = [0] * nvram.MAX_QUEUE
    state.queue_cents = [0] * nvram.MAX_QUEUE
    for name, kind in _BUCKETS:
        handpay.book(state, kind, getattr(state, name))
        cents += getattr(state, name)
        setattr(state, name, 0)
    state.hand_shown_cents = cents
    _forget_play(state)
    state.hopper_failed = [0] * nvram.MAX_HOPPERS
    if state.tilt != "program":
        tilt.clear(state)
    state.ram_clears += 1
    store.log(state, events.RAM_CLEAR, cents)
    store.commit(state)


def _forget_play(state: State) -> None:
    """The reels find home and their stops again, no hold is on offer; the play program keeps its place."""
    state.reels_due = True
    if not play.FORGOTTEN:
        return
    if state.phase == nvram.PHASE_ROLLING:
        state.phase = nvram.PHASE_SETTLED
    state.outcome = bytes(nvram.OUTCOME_SIZE)
    state.simultaneous = 0
    state.held = 0
    state.hold_mask = 0


def text(state: State) -> tuple:
    """Return what to do next, the seconds still to hold, or what has to be paid by hand."""
    if state.menu_step == _DONE:
        return ("clear_done", texts.amount(state.hand_shown_cents))
    missing = _missing(state)
    if missing:
        return (missing,)
    if state.menu_since_ms < 0:
        return ("clear_hold", HOLD_S)
    left_ms = state.menu_since_ms + _HOLD_MS - state.now_ms
    state.wake_at(state.now_ms + left_ms % 1000 + 1)
    return ("clear_hold", left_ms // 1000 + 1)
