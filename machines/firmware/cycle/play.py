# SPDX-License-Identifier: MIT
"""
A play from the stake to the prize: when it may start, its one commit, its rolls, its award.

The play program decides a play in one call; stake, result and counters are committed together before
anything moves. From then on everything is showing: a power cut shows it again from the start (K-16).
"""

import struct

import counter
import credit
import gamble
import hold
import link
import nvram
import owed
import payout
import reels
import settings
import store
import texts
import tilt
from outcome_at import ENTRIES_AT, ENTRY_AT, ENTRY_SIZE, PRIZE_CENTS_AT, PRIZE_CLASS_AT, STOPS_AT, WOBBLE_AT
from state import COLLECT, DOUBLE, HOLD, HOLDS, RESERVE, START, State

# Of an outcome as payout.step returns it.
_ENTRIES_AT = (ENTRY_AT, ENTRY_AT + ENTRY_SIZE)

# Between the two rolls of a double play.
ROLL_PAUSE_MS = 600
# A play that was cleared is over.
FORGOTTEN = True
# What a press gets to read that comes too early.
WAIT = ("wait",)
# The buttons that a play of this model has a use for, as bits: the wire of another one may be there, for the
# menu, and says nothing (art. 7: what is not declared is not there).
_DOUBLES = settings.SIMULTANEOUS_MAX > 1
BUTTONS = (
    1 << START
    | 1 << COLLECT
    | (1 << DOUBLE if _DOUBLES or settings.GAMBLE_ROUNDS else 0)
    | (1 << RESERVE if settings.RESERVE_MAX_CENTS else 0)
    | ((1 << HOLDS) - 1 << HOLD if settings.HOLD else 0)
)


def entries(outcome: bytes) -> int:
    """Return how many entries of the cycle a play took: 1 single, 2 double, 0 for a gamble."""
    # More stop the machine (audit); its front goes on being shown.
    return min(outcome[ENTRIES_AT], len(_ENTRIES_AT))


def entry(outcome: bytes, number: int) -> tuple:
    """Return (prize class, prize in cents, stops) of an entry, the stops as bytes, one a reel."""
    at = _ENTRIES_AT[number]
    stops_at = at + STOPS_AT
    prize_cents = struct.unpack_from("<I", outcome, at + PRIZE_CENTS_AT)[0]
    return outcome[at + PRIZE_CLASS_AT], prize_cents, outcome[stops_at : stops_at + nvram.MAX_REELS]


def wobble(outcome: bytes) -> bytes:
    """Return how much faster than the slowest each reel turns, a byte a reel."""
    return outcome[WOBBLE_AT : WOBBLE_AT + nvram.MAX_REELS]


def at_rest(state: State) -> bool:
    """Tell whether nothing goes on: no fault, no play, no payment, reels home and still."""
    return (
        state.phase == nvram.PHASE_IDLE
        and not owed.paying(state)
        and state.homed
        and not reels.busy(state)
        and tilt.ready(state)
    )


def rested(state: State) -> bool:
    """Tell whether the last start is long enough ago, and few enough starts lie in the window (B-10)."""
    if state.now_ms - state.last_start_ms < settings.PLAY_MIN_MS:
        state.look_at(state.last_start_ms + settings.PLAY_MIN_MS)
        return False
    if len(state.starts_ms) < settings.PLAYS_WINDOW_MAX:
        return True
    state.look_at(state.starts_ms[0] + settings.PLAYS_WINDOW_MS)
    return state.now_ms - state.starts_ms[0] >= settings.PLAYS_WINDOW_MS


def affordable(state: State, number: int) -> bool:
    """Tell whether the credits hold the stake of so many entries and the hoppers any prize of it."""
    return (
        number <= settings.SIMULTANEOUS_MAX
        and state.credits_cents >= number * settings.PRICE_CENTS
        and link.may_play(state)
        and credit.payable(state, number)
    )


def live(state: State) -> bool:
    """Tell whether START would be taken now."""
    return at_rest(state) and rested(state) and affordable(state, 1)


def mark_start(state: State) -> None:
    """Note a start, or a boot, which counts as one (B-10)."""
    # The clock rounds down; a start counts from the end of its millisecond.
    state.last_start_ms = state.now_ms + 1
    state.starts_ms.append(state.last_start_ms)
    if len(state.starts_ms) > settings.PLAYS_WINDOW_MAX:
        state.starts_ms = state.starts_ms[1:]


def poll(state: State) -> None:
    """Carry on what goes on, then take the presses of this tick."""
    state.presses &= BUTTONS
    if state.phase == nvram.PHASE_SETTLED and tilt.ready(state):
        _absorb(state)
    if state.phase == nvram.PHASE_ROLLING:
        _show(state)
    elif state.reels_due and tilt.ready(state):
        reels.begin(state, state.stops, 0, bytes(settings.REELS))
    if at_rest(state):
        link.take_award(state)
    if at_rest(state):
        if state.note == WAIT and rested(state):
            state.note = ()
        _take_presses(state)
        _start_alone(state)
    else:
        state.live_since_ms = -1
        if state.presses and tilt.ready(state) and not owed.paying(state) and not gamble.asking(state):
            state.say(WAIT)


def _take_presses(state: State) -> None:
    """Do what was pressed, or say why not."""
    if not state.presses:
        return
    state.note = ()
    if state.presses >> COLLECT & 1:
        refusal = _press_collect(state)
    elif state.presses >> RESERVE & 1:
        refusal = _press_reserve(state)
    elif state.presses >> HOLD:
        refusal = _press_hold(state)
    elif state.presses >> START & 1:
        refusal = _press_start(state, 1)
    else:
        # Where there are gambles and no double plays the button has nothing to double now.
        refusal = _press_start(state, 2) if _DOUBLES else ()
    if refusal:
        state.say(refusal)


def _press_collect(state: State) -> tuple:
    if not credit.collect(state):
        return ("collect_empty",)
    store.commit(state)
    return ()


def _press_reserve(state: State) -> tuple:
    if not credit.reserve_to_credits(state):
        return ("reserve_waits",) if state.reserve_cents else ("reserve_empty",)
    store.commit(state)
    state.live_since_ms = -1
    return ()


def _press_hold(state: State) -> tuple:
    if not link.up(state):
        return link.refusal(state)
    if not hold.take(state):
        return ("hold_refused",) if hold.offer(state) else ("no_hold",)
    state.live_since_ms = -1
    return ()


def _press_start(state: State, number: int) -> tuple:
    if not rested(state):
        return WAIT
    refusal = _refusal(state, number)
    if refusal:
        state.live_since_ms = -1
    else:
        start(state, number, False)
    return refusal


def _refusal(state: State, number: int) -> tuple:
    """Return the message that says why a press starts nothing; an empty one if it does start a play."""
    if not link.may_play(state):
        return link.refusal(state)
    price_cents = number * settings.PRICE_CENTS
    if state.credits_cents < price_cents:
        if credit.reserve_may_move(state):
            return ("reserve",)
        return ("costs_double" if number > 1 else "costs", texts.amount(price_cents))
    if not credit.payable(state, number):
        return ("no_change_double",) if credit.payable(state, 1) else ("no_change",)
    if state.hold_mask and number > 1:
        return ("hold_single",)
    if state.hold_mask and not hold.offered(state, state.hold_mask):
        state.hold_mask = 0
        return ("hold_refused",)
    return ()


def _start_alone(state: State) -> None:
    """Play a single play without hold when START was live and unpressed for long enough (B-11)."""
    if not live(state):
        state.live_since_ms = -1
        if state.now_ms < state.last_start_ms + settings.PLAY_MIN_MS:
            state.wake_at(state.last_start_ms + settings.PLAY_MIN_MS)
        return
    if state.live_since_ms < 0:
        state.live_since_ms = state.now_ms
    # The clock rounds down; the player gets the whole time.
    due_ms = state.live_since_ms + settings.AUTO_START_MS + 1
    if state.now_ms >= due_ms:
        state.hold_mask = 0
        start(state, 1, True)
    else:
        state.wake_at(due_ms)


def start(state: State, number: int, auto: bool) -> None:
    """
    Decide a play and commit it whole, then set the reels turning.

    Args:
        number: entries, 1 or 2; the caller has checked stake, hold and hoppers.
        auto: nobody pressed.
    """
    if not tilt.counter_in_order(state) or not reels.in_place(state):
        return
    stake_cents = number * settings.PRICE_CENTS
    before_cents = state.credits_cents
    held = state.hold_mask
    result, outcome = payout.step(state.state, number, held)
    shown = [entry(outcome, i) for i in range(number)]
    state.state = result
    state.outcome = outcome
    state.simultaneous = number
    state.held = held
    state.stops = list(shown[-1][2])
    state.credits_cents -= stake_cents
    state.staked_cents += stake_cents
    state.pending_cents = 0
    if not gamble.offered(result):
        gamble.book(state, sum([row[1] for row in shown]))
    state.ask_until_ms = -1
    state.plays += number
    state.starts += 1
    state.phase = nvram.PHASE_ROLLING
    link.contribute(state, stake_cents, [row[2] for row in shown])
    counter.stage(state, number, 0, 0)
    _record(state, auto, before_cents, shown)
    store.commit(state)
    mark_start(state)
    link.tell(state)
    state.hold_mask = 0
    state.note = ()
    state.live_since_ms = -1
    if tilt.counter_in_order(state) and tilt.ready(state):
        _roll(state, 0)


def _record(state: State, auto: bool, before_cents: int, shown: list) -> None:
    second = shown[1] if len(shown) > 1 else (0, 0, bytes(nvram.MAX_REELS))
    store.write_play(
        state,
        state.starts,
        {
            "simultaneous": state.simultaneous,
            "auto": int(auto),
            "held": state.held,
            "stake_cents": before_cents - state.credits_cents,
            "prizes_cents": (shown[0][1], second[1]),
            "stops": list(shown[0][2]) + list(second[2]),
            "credits_before_cents": before_cents,
            "credits_after_cents": state.credits_cents,
            "reserve_cents": state.reserve_cents,
            "prize_meter_cents": state.prize_meter_cents,
            "coin_out_cents": state.coin_out_cents,
            "gamble": nvram.RETURNED if gamble.returned(state.outcome) else 0,
        },
    )


def _roll(state: State, number: int) -> None:
    state.roll = number
    state.roll_due_ms = -1
    reels.begin(state, list(entry(state.outcome, number)[2]), state.held, wobble(state.outcome))


def _show(state: State) -> None:
    """Roll after roll; when the last one is at rest the prize is awarded."""
    if not tilt.ready(state) or reels.busy(state):
        # Who could not answer a gamble is asked anew.
        state.ask_until_ms = -1
        return
    if state.reels_due:
        _roll(state, 0)
    elif state.roll + 1 >= entries(state.outcome):
        # What a gamble brought stays for a while.
        if gamble.answered(state.outcome) and state.now_ms < state.roll_due_ms:
            state.wake_at(state.roll_due_ms)
        elif gamble.offered(state.state):
            gamble.ask(state)
        else:
            _settle(state)
    elif state.roll_due_ms < 0:
        state.roll_due_ms = state.now_ms + ROLL_PAUSE_MS
        state.wake_at(state.roll_due_ms)
    elif state.now_ms >= state.roll_due_ms:
        _roll(state, state.roll + 1)
    else:
        state.wake_at(state.roll_due_ms)


def _settle(state: State) -> None:
    """Award what the reels show: they are looked at once more."""
    if not tilt.counter_in_order(state) or not reels.in_place(state):
        return
    counter.reveal(state)
    credit.award(state)
    state.phase = nvram.PHASE_SETTLED
    # The message that the door was open has been there until the end of a play (GLI-11).
    state.door_open = 0
    state.note = ()
    given_back = gamble.given_back(state.outcome)
    if given_back:
        # Beyond the shortest time of a play: a double one takes longer than that.
        state.say(given_back)
    store.commit(state)
    if tilt.counter_in_order(state):
        _absorb(state)


def _absorb(state: State) -> None:
    """Mix fresh entropy into the key, between plays and in a commit of its own."""
    state.state = payout.absorb(state.state)
    state.phase = nvram.PHASE_IDLE
    store.commit(state)
