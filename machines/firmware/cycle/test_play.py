# SPDX-License-Identifier: MIT
"""
Menu page of the test play: the whole game with credits that are no money and a state that is no machine's.

The board makes that state out of fresh entropy, so no test play foretells a real one. Nothing of it is
committed: no counter moves, and whatever ends the page, the power too, the machine is what it was before.
"""

import events
import gamble
import hold
import menu_keys
import nvram
import payout
import play
import reels
import settings
import store
import test_reels
import texts
from state import DOUBLE, HOLD, LAMP_COLLECT, LAMP_DOUBLE, LAMP_HOLD_AT, LAMP_START, REELS, START, State


def enter(state: State) -> None:
    """Give test credits up to the limit, and a state of its own."""
    state.test_state = payout.trial()
    state.test_outcome = bytes(nvram.OUTCOME_SIZE)
    state.test_credits_cents = settings.CREDITS_MAX_CENTS
    state.test_prizes_cents = 0
    state.test_count = 0
    state.test_rolling = False
    state.test_fault = 0
    state.test_mask = state.hold_mask
    state.hold_mask = 0


def leave(state: State) -> None:
    """Test credits and prizes are gone; how many plays there were is written down."""
    state.test_state = b""
    state.test_outcome = b""
    state.test_credits_cents = 0
    state.test_prizes_cents = 0
    state.test_rolling = False
    state.hold_mask = state.test_mask
    test_reels.leave(state)
    store.log(state, events.TEST_PLAYS, state.test_count)
    store.commit(state)


def poll(state: State) -> bool:
    """Show the play that is on, or take a press."""
    if menu_keys.pressed(state, menu_keys.LEAVE):
        return False
    if state.test_rolling:
        _show(state)
    elif state.presses >> HOLD:
        hold.take(state)
    elif state.presses >> START & 1:
        _start(state, 1)
    elif state.presses >> DOUBLE & 1:
        _start(state, 2)
    _light(state)
    return True


def _start(state: State, number: int) -> None:
    stake_cents = number * settings.PRICE_CENTS
    if number > settings.SIMULTANEOUS_MAX or state.test_credits_cents < stake_cents:
        return
    if state.hold_mask and (number > 1 or not hold.offered(state, state.hold_mask)):
        state.hold_mask = 0
        return
    held = state.hold_mask
    state.test_state, state.test_outcome = payout.step(state.test_state, number, held)
    if gamble.offered(state.test_state):
        # A test keeps what it wins.
        state.test_state, _ = payout.step(state.test_state, 0, gamble.TAKE)
    state.hold_mask = 0
    state.test_credits_cents -= stake_cents
    state.test_count += 1
    state.test_rolling = True
    _roll(state, 0, held)


def _roll(state: State, number: int, held: int) -> None:
    state.roll = number
    state.roll_due_ms = -1
    stops = list(play.entry(state.test_outcome, number)[2])
    test_reels.begin(state, stops, held, play.wobble(state.test_outcome))


def _show(state: State) -> None:
    """Roll after roll, then the prize; a reel that is at fault ends it."""
    state.wake_at(state.now_ms + test_reels.LOOK_MS)
    if state.test_fault:
        state.test_rolling = False
    elif reels.busy(state):
        return
    elif state.roll + 1 == play.entries(state.test_outcome):
        state.test_rolling = False
        state.test_prizes_cents += _won(state)
    elif state.roll_due_ms < 0:
        state.roll_due_ms = state.now_ms + play.ROLL_PAUSE_MS
    elif state.now_ms >= state.roll_due_ms:
        _roll(state, state.roll + 1, 0)


def _won(state: State) -> int:
    entries = play.entries(state.test_outcome)
    return sum([play.entry(state.test_outcome, number)[1] for number in range(entries)])


def _light(state: State) -> None:
    """As in a real game: what would be taken now."""
    lit = LAMP_COLLECT
    if not state.test_rolling:
        if state.test_credits_cents >= settings.PRICE_CENTS:
            lit |= LAMP_START
        if state.test_credits_cents >= 2 * settings.PRICE_CENTS and not state.hold_mask:
            lit |= LAMP_DOUBLE
        for reel in range(REELS):
            if hold.reachable(state, state.hold_mask | 1 << reel):
                lit |= 1 << LAMP_HOLD_AT + reel
    state.menu_lamps = lit


def text(state: State) -> tuple:
    """Return what the test play came to, or what can be pressed."""
    if state.test_fault:
        return test_reels.bad(state)
    if state.test_rolling:
        return ("try_rolls",)
    won_cents = _won(state)
    if won_cents:
        return ("try_won", texts.amount(won_cents))
    if state.test_credits_cents < settings.PRICE_CENTS:
        return ("try_over",)
    return ("try_lost",) if state.test_count else ("try_go",)
