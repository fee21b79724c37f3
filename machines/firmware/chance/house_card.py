# SPDX-License-Identifier: MIT
"""
House cards (C-10, C-11): money of a card to the credits in steps, and the credits back to the card.

The balance is the host's. What is to move is committed as an order with a number before the host hears of
it, and moves in the machine in one commit once the host has said what became of that number. Until then
nothing else moves: credits that go to the card stay credits, so a cut, a card that is pulled or a reader
without its plug loses nothing and moves nothing twice.
"""

import alerts
import board
import card_link as link
import credit
import events
import nvram
import payer
import pins
import settings
import store
import tilt
from state import State

# How often the reader is asked, and while an order is under way.
READ_MS = 250
WAIT_MS = 50
# A reader that has not answered for so long is out of order.
LATE_MS = 3_000


def busy(state: State) -> bool:
    """Tell whether an order is under way: nothing else may move money meanwhile."""
    return state.card_stage != nvram.CARD_NONE


def keeps(state: State) -> bool:
    """Tell whether credits need no coins to be paid in: a card is in, or nothing else is taken here."""
    return settings.CARD_STEP_CENTS > 0 and (state.card_present > 0 or not settings.HOPPERS)


def missed(state: State) -> bool:
    """Tell whether credits are to go to a card, and none is in; there are no coins here."""
    return settings.CARD_STEP_CENTS > 0 and not settings.HOPPERS and state.credits_cents > 0


def step_cents(state: State) -> int:
    """Return what the next step would move to the credits; 0 for nothing."""
    cents = min(settings.CARD_STEP_CENTS, state.card_balance_cents) if state.card_present else 0
    return cents if credit.fits(state, cents) else 0


def charge(state: State) -> tuple:
    """Order the next step to the credits; return why not, or ()."""
    if not state.card_present:
        return ("card_none",)
    cents = step_cents(state)
    if not cents:
        return ("card_empty",) if not state.card_balance_cents else ("card_full",)
    _order(state, nvram.CARD_TO_CREDITS, cents)
    return ()


def give_back(state: State) -> bool:
    """Order all credits to the card; False without a card or credits."""
    if not state.card_present or not state.credits_cents:
        return False
    _order(state, nvram.CARD_FROM_CREDITS, state.credits_cents)
    return True


def _order(state: State, way: int, cents: int) -> None:
    state.card_number = (state.card_number + 1) % link.NUMBERS
    state.card_stage = way
    state.card_id = state.card_present
    state.card_cents = cents
    store.commit(state)
    if not state.locked:
        _ask(state)


def poll(state: State) -> None:
    """Ask the reader now and then; follow the order under way, whatever else goes on."""
    if not settings.CARD_STEP_CENTS or state.locked:
        return
    if state.now_ms >= state.card_due_ms:
        _ask(state)
    state.wake_at(state.card_due_ms)


def _ask(state: State) -> None:
    state.card_due_ms = state.now_ms + (WAIT_MS if busy(state) else READ_MS)
    answer = link.unpack_answer(board.bus_read(pins.CARD_ADDRESS, link.ANSWER, link.ANSWER_SIZE))
    if answer is None or answer[link.FLAGS] & link.OFFLINE or not _ours(state, answer):
        _unheard(state)
        return
    state.card_lost_ms = -1
    state.card_present = answer[link.CARD] if answer[link.FLAGS] & link.CARD_IN else 0
    state.card_balance_cents = answer[link.BALANCE_CENTS]
    if busy(state):
        _follow(state, answer)
    alerts.end(state, "card")
    if state.tilt == "card":
        tilt.clear(state)
        store.commit(state)


def _ours(state: State, answer: tuple) -> bool:
    """Tell whether the host knows this machine and its orders: all of them, or all but the one under way."""
    behind = (state.card_number - answer[link.NUMBER]) % link.NUMBERS
    return answer[link.MACHINE] == state.serial and behind <= (1 if busy(state) else 0)


def _unheard(state: State) -> None:
    """A reader that stays away stops a machine that waits for it or takes nothing else."""
    state.card_present = 0
    state.card_balance_cents = 0
    if state.card_lost_ms < 0:
        state.card_lost_ms = state.now_ms
    elif state.now_ms - state.card_lost_ms >= LATE_MS:
        if busy(state) or not settings.HOPPERS:
            tilt.report(state, "card")
        else:
            alerts.begin(state, "card")


def _follow(state: State, answer: tuple) -> None:
    """Send what the host has not got, or book what became of it."""
    if answer[link.NUMBER] == state.card_number:
        _book(state, answer[link.RESULT] == link.DONE)
    elif not answer[link.FLAGS] & link.BUSY:
        raw = link.pack_order(state.card_number, state.card_stage, state.card_id, state.card_cents)
        board.bus_write(pins.CARD_ADDRESS, link.ORDER, raw)


def _book(state: State, done: bool) -> None:
    """One commit for all that an order moved in the machine; one that was refused moved nothing."""
    cents = state.card_cents
    if not done:
        store.log(state, events.CARD_REFUSED, cents)
        state.say(("card_refused",))
    elif state.card_stage == nvram.CARD_TO_CREDITS:
        store.log(state, events.CARD_IN, cents)
        state.card_in_cents += cents
        credit.take(state, cents)
    else:
        store.log(state, events.CARD_OUT, cents)
        state.card_out_cents += cents
        state.credits_cents -= cents
        payer.book(state, nvram.KIND_METER, cents)
    state.card_stage = nvram.CARD_NONE
    store.commit(state)
