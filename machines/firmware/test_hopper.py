# SPDX-License-Identifier: MIT
"""
Menu page of the hoppers: test one with five coins, which must come back, or dump it.

No accounting meter moves (GLI-11 checklist 60). While coins of a test are out the page takes them back
through the slot, and nobody can play before they are in. A press ends what runs.
"""

import events
import menu_keys
import payer
import settings
import store
import testcoins
import texts
from state import HOPPERS, State

COINS = 5

_CHOOSE = 0
_RUN = 1
_END = 2
_DONE = 3
# Asked for at once of a hopper that is dumped, as many as one can hold or one command names.
_ALL = 255
# Until the level sensors of a ccTalk hopper were read again.
_LEVEL_MS = 1_500


def enter(state: State) -> None:
    """Take back what earlier tests have paid."""
    testcoins.forget(state)
    testcoins.take(state, testcoins.OWED)
    state.test_stage = _CHOOSE


def leave(state: State) -> None:
    """No motor may run on."""
    if state.test_stage == _RUN:
        _stop(state)
    testcoins.take(state, testcoins.NONE)


def _hopper(state: State) -> int:
    return state.menu_at // 2


def _dumps(state: State) -> bool:
    return state.menu_at % 2 == 1


def poll(state: State) -> bool:
    """Choose, start, and see to what runs."""
    if state.test_stage == _RUN:
        _run(state)
    elif state.test_stage == _END:
        if not state.test_pay and state.now_ms >= state.test_due_ms:
            _judge(state)
        state.wake_at(state.test_due_ms)
    elif menu_keys.pressed(state, menu_keys.ENTER) and state.test_stage == _CHOOSE:
        _start(state)
    elif menu_keys.pressed(state, menu_keys.LEAVE | menu_keys.ENTER):
        if state.test_stage == _CHOOSE:
            return False
        state.test_stage = _CHOOSE
    elif state.test_stage == _CHOOSE:
        state.menu_at = menu_keys.moved(state, state.menu_at, 2 * HOPPERS)
    return True


def _start(state: State) -> None:
    """Commit what is about to leave, then let the motor run; not while a hopper has still to tell."""
    if not payer.drive.ready(state) or state.test_pay:
        return
    hopper = _hopper(state)
    testcoins.begin(state, hopper, 0 if _dumps(state) else COINS)
    payer.drive.start(state, hopper, _ALL if _dumps(state) else COINS)
    state.test_stage = _RUN


def _run(state: State) -> None:
    hopper = _hopper(state)
    complete = False if _dumps(state) else state.test_count >= state.test_wanted
    over = not complete and payer.drive.over(state, hopper)
    if over and not payer.drive.short(state, hopper):
        payer.drive.start(state, hopper, _ALL if _dumps(state) else state.test_wanted - state.test_count)
    elif over or complete or menu_keys.pressed(state, menu_keys.LEAVE | menu_keys.ENTER):
        _stop(state)


def _stop(state: State) -> None:
    hopper = _hopper(state)
    payer.drive.stop(state, hopper)
    testcoins.end(state)
    state.test_stage = _END
    state.test_due_ms = state.now_ms + _LEVEL_MS
    state.wake_at(state.now_ms)


def _judge(state: State) -> None:
    """It was good if all coins came, or if a hopper that gives no more is below its low sensor."""
    hopper = _hopper(state)
    state.test_stage = _DONE
    cents = state.test_count * settings.HOPPERS[hopper][0]
    if _dumps(state):
        low = payer.drive.levels(state, hopper) & payer.drive.LOW
        state.test_fault = 0 if low else 1
        if low:
            # Nobody may count on coins that it did not give.
            state.hopper_counts[hopper] = 0
        store.log(state, events.HOPPER_DUMP, cents)
    else:
        state.test_fault = 0 if state.test_count >= COINS else 1
        store.log(state, events.HOPPER_TEST, cents)
    store.commit(state)


def text(state: State) -> tuple:
    """Return what is chosen, runs or came out; then which coins are still to come back."""
    hopper = _hopper(state)
    name = texts.amount(settings.HOPPERS[hopper][0])
    if state.test_stage == _CHOOSE:
        if state.test_coins[hopper]:
            return ("pay_back", state.test_coins[hopper], name)
        return ("pay_dump" if _dumps(state) else "pay_try", name)
    if state.test_stage == _DONE:
        return ("pay_bad" if state.test_fault else "pay_good", name, state.test_count)
    return ("pay_runs", name, state.test_count)
