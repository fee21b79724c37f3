# SPDX-License-Identifier: MIT
"""
Menu page of the test play: the whole game with credits that are no money and a state that is no machine's.

The board makes that state out of fresh entropy, so no test play foretells a real one. Nothing of it is
committed: no counter moves, and whatever ends the page, the power too, the machine is what it was before.
Picks take the first object and wins are kept, so that one press shows a whole play.
"""

import events
import menu_keys
import nvram
import outcome
import payout
import settings
import store
import test_reels
import texts
from state import LAMP_COLLECT, LAMP_START, START, State

# Plays that the test credits are good for.
PLAYS = 10
# How long what a turn or a pick brought stays.
_PAUSE_MS = 900


def enter(state: State) -> None:
    """Give test credits, and a state of its own."""
    state.test_state = payout.trial()
    state.test_outcome = bytes(nvram.OUTCOME_SIZE)
    state.test_credits_cents = PLAYS * settings.PRICE_CENTS
    state.test_prizes_cents = 0
    state.test_count = 0
    state.test_rolling = False
    state.test_fault = 0


def leave(state: State) -> None:
    """Test credits and prizes are gone; how many plays there were is written down."""
    state.test_state = b""
    state.test_outcome = b""
    state.test_credits_cents = 0
    state.test_prizes_cents = 0
    state.test_rolling = False
    test_reels.leave(state)
    store.log(state, events.TEST_PLAYS, state.test_count)
    store.commit(state)


def poll(state: State) -> bool:
    """Show the play that is on, or take a press."""
    if menu_keys.pressed(state, menu_keys.LEAVE):
        return False
    if state.test_rolling:
        _show(state)
    elif state.presses >> START & 1 and state.test_credits_cents >= settings.PRICE_CENTS:
        state.test_credits_cents -= settings.PRICE_CENTS
        state.test_count += 1
        state.test_rolling = True
        _step(state, outcome.PLAY)
    can_start = not state.test_rolling and state.test_credits_cents >= settings.PRICE_CENTS
    state.menu_lamps = LAMP_COLLECT | (LAMP_START if can_start else 0)
    return True


def _step(state: State, kind: int) -> None:
    state.test_state, state.test_outcome = payout.step(state.test_state, kind, 0)
    state.roll_due_ms = -1
    if outcome.turned(state.test_outcome):
        strips = outcome.strips(state.test_state)
        wobble = outcome.wobble(state.test_outcome)
        test_reels.begin(state, outcome.stops(state.test_outcome), strips, wobble)


def _show(state: State) -> None:
    """Turn after turn, then the prize; a reel that is at fault ends it."""
    state.wake_at(state.now_ms + test_reels.LOOK_MS)
    after = outcome.phase(state.test_outcome)
    if state.test_fault:
        state.test_rolling = False
    elif test_reels.reels.busy(state):
        return
    elif state.roll_due_ms < 0:
        state.roll_due_ms = state.now_ms + _PAUSE_MS
    elif state.now_ms < state.roll_due_ms:
        return
    elif outcome.settled(state.test_outcome):
        state.test_rolling = False
        state.test_prizes_cents += outcome.won_cents(state.test_outcome)
    elif after == outcome.IN_FREE:
        _step(state, outcome.FREE)
    elif after == outcome.PICKING:
        _step(state, outcome.PICK)
    else:
        _step(state, outcome.COLLECT)


def text(state: State) -> tuple:
    """Return what the test play came to, or what can be pressed."""
    if state.test_fault:
        return test_reels.bad(state)
    if state.test_rolling:
        return ("try_rolls",)
    won_cents = outcome.won_cents(state.test_outcome)
    if won_cents:
        return ("try_won", texts.amount(won_cents))
    if state.test_credits_cents < settings.PRICE_CENTS:
        return ("try_over",)
    return ("try_lost",) if state.test_count else ("try_go",)
