# SPDX-License-Identifier: MIT
"""
The program on the board: boot once, then tick for ever.

tick() does whatever is due and answers in how many milliseconds it wants to run again; interrupts wake
it earlier. Each module looks at the one state object, does its part and asks to be woken.
"""

import binascii
import time

# These first: with what they need in place, no import lies deeper than five on the small stack of the board.
import audit
import payer
import play

# isort: split
import battery
import board
import buttons
import coin_drive
import coins
import counter
import display
import doors
import events
import expander
import hoppers
import lamps
import line
import link
import menu
import meters
import notes
import payout
import reels
import selftest
import settings
import store
import tilt
from state import IDLE_MS, state

# How often a machine that nobody plays tests itself.
SELF_TEST_MS = 60_000
# Later than any tick that is planned.
FAR_MS = 1 << 28


def boot() -> None:
    """Find out what the machine was and check that it can go on; nothing is ever made up."""
    state.last_ticks = time.ticks_ms()
    play.mark_start(state)
    state.self_test_ms = state.now_ms + SELF_TEST_MS
    if store.load(state):
        state.power_ups += 1
        _log_start()
        selftest.copies(state)
        tilt.recheck(state)
        if audit.flaw(state):
            tilt.report(state, "audit")
        if not _program_fits():
            tilt.report(state, "program")
        if board.restarted():
            tilt.report(state, "watchdog")
        store.commit(state)
    else:
        state.tilt = "memory"
        state.locked = True
    expander.boot(state)
    reels.halt(state)
    meters.rest(state)
    coin_drive.boot(state)
    notes.boot(state)
    display.boot(state)


def _log_start() -> None:
    """Log the start, and a payment that the cut before it broke off."""
    store.log(state, events.POWER_UP, state.power_ups)
    if state.queue_kinds[0]:
        store.log(state, events.PAYMENT_BROKEN, state.queue_cents[0])


def _program_fits() -> bool:
    """Self test: the play program is sound, and the one that settings and committed state were made for."""
    count, price_cents, simultaneous_max, _, digest = payout.describe()
    return (
        digest == binascii.unhexlify(settings.TABLES_SHA256)
        and count == settings.REELS
        and price_cents == settings.PRICE_CENTS
        and simultaneous_max >= settings.SIMULTANEOUS_MAX
        and payout.check(state.state)
    )


def _self_test() -> None:
    """Once in a while, when nothing goes on: is everything still what it was at boot?"""
    if state.now_ms < state.self_test_ms:
        state.look_at(state.self_test_ms)
        return
    if not play.at_rest(state):
        return
    state.self_test_ms = state.now_ms + SELF_TEST_MS
    state.stirred = True
    if not _program_fits():
        tilt.report(state, "program")
    if audit.flaw(state):
        tilt.report(state, "audit")
    store.verify(state)
    if not state.locked:
        selftest.copies(state)
        selftest.rings(state)


def tick() -> int:
    """Do what is due; return the milliseconds until there is more to do, 1 to IDLE_MS."""
    ticks = time.ticks_ms()
    state.now_ms += time.ticks_diff(ticks, state.last_ticks)
    state.last_ticks = ticks
    state.due_ms = state.now_ms + IDLE_MS
    board.WATCHDOG.feed()
    expander.poll(state)
    line.poll(state)
    counter.poll(state)
    link.poll(state)
    watched = state.stirred or state.now_ms >= state.watch_ms or hoppers.moved(state)
    if watched:
        _watch()
    if state.touched:
        buttons.poll(state)
    else:
        state.presses = 0
    if watched or state.stirred:
        _take()
    reels.poll(state)
    decided = watched or state.stirred or state.presses != 0
    if decided or state.now_ms >= state.decide_ms or state.now_ms >= state.look_ms:
        decided = True
        _decide()
    meters.poll(state)
    if decided or state.stirred:
        _admit()
        _light()
        _show()
    else:
        if state.now_ms >= state.light_ms:
            _light()
        if state.now_ms >= state.show_ms:
            _show()
    due_ms = min(state.due_ms, state.watch_ms, state.decide_ms, state.light_ms, state.show_ms)
    return max(due_ms - state.now_ms, 1)


def _watch() -> None:
    """Look at supply, doors, keys and battery; from here on something else may stir."""
    state.stirred = False
    state.wish_ms = state.now_ms + FAR_MS
    tilt.poll(state)
    doors.poll(state)
    battery.poll(state)
    state.watch_ms = state.wish_ms


def _take() -> None:
    """Take money in, pay, and open or close the menu."""
    state.wish_ms = state.watch_ms
    coin_drive.poll(state)
    notes.poll(state)
    payer.poll(state)
    hoppers.poll(state)
    menu.poll(state)
    state.watch_ms = state.wish_ms


def _decide() -> None:
    """Go on with the play, and test everything once in a while."""
    state.wish_ms = state.look_ms = state.now_ms + FAR_MS
    play.poll(state)
    _self_test()
    state.decide_ms = state.wish_ms


def _admit() -> None:
    """Let in what may come in now."""
    state.wish_ms = state.decide_ms
    coins.admit(state)
    coin_drive.close(state)
    notes.close(state)
    menu.show(state)
    state.decide_ms = state.wish_ms


def _light() -> None:
    """Light the lamps; what blinks does so without a new decision."""
    state.wish_ms = state.now_ms + FAR_MS
    lamps.show(state)
    state.light_ms = state.wish_ms


def _show() -> None:
    """Show what is; pages turn without a new decision."""
    state.wish_ms = state.now_ms + FAR_MS
    display.show(state)
    state.show_ms = state.wish_ms
