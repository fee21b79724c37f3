# SPDX-License-Identifier: MIT
"""
What the message line says: the gravest thing first, an invitation last.

A message is a tuple: the key of its text, then the words that the text has places for. Coins are invited
only while the acceptor would take them; with the door open the counters are shown in turn (K-02).
"""

import front
import handpay
import link
import meters
import nvram
import owed
import settings
import texts
import tilt
from state import State

# How long each page stays while the door is open.
PAGE_MS = 2_000
_PAYMENTS = (
    "", "pay_meter", "pay_prize", "pay_refund", "pay_excess", "handpay", "handpay", "pay_link", "in_kind",
)  # fmt: skip


def choose(state: State) -> tuple:
    """Return the message to show: the key of its text and the words for its places."""
    if state.menu_text:
        return state.menu_text
    if state.door_open == nvram.DOOR_OPEN and not state.locked:
        return _read_out(state)
    if state.tilt:
        return _fault(state)
    if state.logic and not state.locked:
        return _logic(state)
    if not tilt.ready(state):
        return ("wait",)
    if state.hand_shown_cents:
        return ("hand_paid", texts.amount(state.hand_shown_cents))
    # Who is asked whether to gamble answers first: what else is owed is paid after the play.
    if owed.paying(state) and state.ask_until_ms < 0:
        return _payment(state)
    if state.note and state.now_ms < state.note_until_ms:
        state.wake_at(state.note_until_ms)
        return state.note
    if state.phase == nvram.PHASE_IDLE and not link.up(state):
        return link.say(state)
    return front.say(state)


def _logic(state: State) -> tuple:
    """Return what the attendant has to do until the logic area lets the machine go on."""
    if state.logic == nvram.LOGIC_OPEN:
        return ("logic",)
    return ("logic_key_back",) if state.logic_key else ("logic_key",)


def _read_out(state: State) -> tuple:
    """Return the page whose turn it is while the door is open: what is wrong, then each counter."""
    page = (state.now_ms - state.door_since_ms) // PAGE_MS
    state.wake_at(state.door_since_ms + (page + 1) * PAGE_MS)
    pages = (
        [_fault(state) if state.tilt else ("door",)] + [(name,) for name in state.alerts] + counters(state)
    )
    return pages[page % len(pages)]


def counters(state: State) -> list[tuple]:
    """
    Return a message for the serial number and for each counter, in the digits that the meters have (K-03).

    Money counts in the units of the electromechanical meters, so that both can be compared. As with
    them, a prize that the reels have not shown yet does not count.
    """
    plays, won, coins_in, coins_out = meters.owed(state)
    prizes = state.prizes
    if state.pending_cents:
        prizes -= len([cents for cents in front.prizes(state) if cents])
    of_money = settings.METER_UNIT_CENTS
    return [
        ("serial", digits(state.serial)),
        ("plays", digits(plays)),
        ("prizes", digits(prizes)),
        _money("won", won, settings.METER_PRIZE_UNIT_CENTS),
        _money("coins_in", coins_in, of_money),
        _money("coins_out", coins_out, of_money),
    ] + [_money(name, cents // unit_cents, unit_cents) for name, cents, unit_cents in link.counters(state)]


def _money(name: str, count: int, unit_cents: int) -> tuple:
    """Return the message of a counter that counts so many times that amount."""
    return (name, digits(count) + " X " + texts.amount(unit_cents))


def digits(count: int) -> str:
    """Return a count as a meter shows it: all its digits, and from the last one back to zeros."""
    shown = str(count % 10**settings.COUNTER_DIGITS)
    return "0" * (settings.COUNTER_DIGITS - len(shown)) + shown


def _fault(state: State) -> tuple:
    """Return the tilt, with what a broken-off payment still owes; in turn with the hand pay on offer."""
    pages = link.pages(state)
    if pages:
        page = state.now_ms // PAGE_MS
        state.wake_at((page + 1) * PAGE_MS)
        return pages[page % len(pages)]
    if handpay.offered(state):
        page = state.now_ms // PAGE_MS
        state.wake_at((page + 1) * PAGE_MS)
        if page & 1:
            return ("hand_pay", texts.amount(sum(state.queue_cents)))
    if state.tilt.startswith("hopper_") and owed.paying(state):
        return (state.tilt, texts.amount(state.queue_cents[0]))
    return (state.tilt,)


def _payment(state: State) -> tuple:
    """Return what the payment in front is for and what is left of it; a prize with its whole amount."""
    kind = min(state.queue_kinds[0], nvram.KIND_IN_KIND)
    left = texts.amount(state.queue_cents[0])
    if kind == nvram.KIND_PRIZE:
        return (_PAYMENTS[kind], texts.amount(sum(front.prizes(state))), left)
    return (_PAYMENTS[kind], left)
