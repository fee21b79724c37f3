# SPDX-License-Identifier: MIT
"""
A play of skill: rounds of the light stopper, and what their points earn.

A press is committed with its points before anything shows. A power cut or an open door in the middle of a
round begins that round anew; rounds that are over stand. No chance is called here: the same presses earn the
same, whatever the key.
"""

import counter
import credit
import nvram
import owed
import rows
import settings
import stopper
import store
import texts
import tickets
import tilt
from state import COLLECT, START, State

NOTE_MS = 2_500
# What a press gets to read that comes too early.
WAIT = ("wait",)
# What an award gives.
PLAY = "play"
REFUND = "refund"
TICKETS = "tickets"
# A round that is not running.
_NOT = -1


def note(state: State, message: tuple) -> None:
    """Show a message for a while."""
    state.note = message
    state.note_until_ms = state.now_ms + NOTE_MS
    state.wake_at(state.note_until_ms)


def at_rest(state: State) -> bool:
    """Tell whether nothing goes on: no fault, no play, no payment, no ticket to come."""
    return state.phase == nvram.PHASE_IDLE and _free(state) and not tickets.owed(state)


def _free(state: State) -> bool:
    return not owed.paying(state) and state.homed and tilt.ready(state)


def free(state: State) -> bool:
    """Tell whether the next play costs nothing (A-02)."""
    return rows.get(state.state, "extra_owed") > 0


def affordable(state: State) -> bool:
    """Tell whether a play could start: free, or with its price in the credits and all to be given back."""
    return free(state) or (state.credits_cents >= credit.price_cents(state) and credit.payable(state))


def mark_start(state: State) -> None:
    """Note a boot: a round under way begins anew."""
    state.round_ms = _NOT
    state.round_due_ms = _NOT


def running(state: State) -> bool:
    """Tell whether a light is running now."""
    return state.phase == nvram.PHASE_ROLLING and state.round_ms != _NOT


def lap_ms(state: State) -> int:
    """Return the time of a lap in the round under way."""
    return settings.LAPS_MS[min(rows.get(state.state, "round"), len(settings.LAPS_MS) - 1)]


def poll(state: State) -> None:
    """Carry on what goes on, then take the presses of this tick."""
    if settings.TICKETS:
        tickets.poll(state)
    if state.phase == nvram.PHASE_SETTLED and tilt.ready(state):
        _forget(state)
    if state.phase == nvram.PHASE_ROLLING:
        if _free(state):
            _round(state)
        else:
            state.round_ms = _NOT
            state.round_due_ms = _NOT
    elif at_rest(state):
        if state.note == WAIT:
            state.note = ()
        _take_presses(state)
    elif state.presses and tilt.ready(state) and not owed.paying(state):
        note(state, WAIT)


def _forget(state: State) -> None:
    """The memory of the play was cleared: it is over and earned nothing."""
    for name in ("round", "points", "won"):
        _put(state, name, 0)
    _put(state, "light", rows.NO_LIGHT)
    state.phase = nvram.PHASE_IDLE
    store.commit(state)


def _take_presses(state: State) -> None:
    """Do what was pressed, or say why not."""
    if not state.presses:
        return
    state.note = ()
    refusal: tuple = ()
    if state.presses >> COLLECT & 1:
        if credit.collect(state):
            store.commit(state)
        else:
            refusal = ("collect_empty",)
    elif state.presses >> START & 1:
        refusal = _press_start(state)
    if refusal:
        note(state, refusal)


def _press_start(state: State) -> tuple:
    if free(state):
        _start(state, 0)
        return ()
    price_cents = credit.price_cents(state)
    if state.credits_cents < price_cents:
        return ("costs", texts.amount(price_cents))
    if not credit.payable(state):
        return ("no_change",)
    _start(state, price_cents)
    return ()


def _put(state: State, name: str, value: int) -> None:
    state.state = rows.put(state.state, name, value)


def _add(state: State, name: str, value: int) -> None:
    _put(state, name, rows.get(state.state, name) + value)


def _start(state: State, cost_cents: int) -> None:
    """Take the price, or the free play, and commit the play that begins."""
    state.credits_cents -= cost_cents
    state.staked_cents += cost_cents
    state.starts += 1
    state.plays += 1
    if cost_cents:
        _put(state, "extra_given", 0)
        _put(state, "paid_cents", cost_cents)
    else:
        _put(state, "extra_owed", 0)
        _add(state, "extra_given", 1)
        _add(state, "extra_plays", 1)
    for name in ("round", "points", "won"):
        _put(state, name, 0)
    _put(state, "light", rows.NO_LIGHT)
    state.phase = nvram.PHASE_ROLLING
    counter.stage(state, 1, 0, 0)
    store.commit(state)
    counter.check(state)
    state.round_due_ms = state.now_ms + settings.PAUSE_MS


def _round(state: State) -> None:
    """Begin a round when its pause is over, end it with a press or when its laps are over."""
    if state.round_ms == _NOT:
        if state.round_due_ms == _NOT:
            state.round_due_ms = state.now_ms + settings.PAUSE_MS
        if state.now_ms < state.round_due_ms:
            state.wake_at(state.round_due_ms)
            return
        if rows.get(state.state, "round") >= len(settings.LAPS_MS):
            _settle(state)
            return
        state.round_ms = state.now_ms
    if state.presses >> START & 1 and state.button_first_ms[START] >= state.round_ms:
        at_ms = state.button_first_ms[START] - state.round_ms
        lap = lap_ms(state)
        worth = stopper.points(stopper.off_ms(at_ms, lap), settings.ZONES)
        _over(state, worth, stopper.light(at_ms, lap, settings.LIGHTS))
    elif state.now_ms - state.round_ms >= settings.LAPS * lap_ms(state):
        _over(state, 0, rows.NO_LIGHT)
    else:
        _wake(state)


def _wake(state: State) -> None:
    """Wake when the next light comes, or when the round is over."""
    lap = lap_ms(state)
    steps = ((state.now_ms - state.round_ms) * settings.LIGHTS + lap // 2) // lap + 1
    # The first millisecond in which stopper.light() says the next one.
    state.wake_at(state.round_ms + (steps * lap - lap // 2 + settings.LIGHTS - 1) // settings.LIGHTS)
    state.wake_at(state.round_ms + settings.LAPS * lap)


def _over(state: State, worth: int, light: int) -> None:
    """A round is over: its points stand, committed before they show."""
    _add(state, "round", 1)
    _add(state, "points", worth)
    _put(state, "light", light)
    state.round_ms = _NOT
    state.round_due_ms = state.now_ms + settings.PAUSE_MS
    store.commit(state)
    state.wake_at(state.round_due_ms)


def _settle(state: State) -> None:
    """Give what the points earn; the last round was seen."""
    total = rows.get(state.state, "points")
    number = stopper.award(total, settings.AWARDS)
    _put(state, "best", max(total, rows.get(state.state, "best")))
    refunded_cents = 0
    if number:
        _, gives, count = settings.AWARDS[number - 1]
        if gives == TICKETS:
            _add(state, "tickets_won", count)
        elif gives == REFUND:
            refunded_cents = rows.get(state.state, "paid_cents")
            _add(state, "refunds", 1)
            credit.refund(state, refunded_cents)
            counter.stage(state, 0, 1, refunded_cents)
        elif rows.get(state.state, "extra_given") < settings.EXTRA_PLAYS_MAX:
            _put(state, "extra_owed", 1)
        else:
            number = 0
    _put(state, "won", number)
    state.phase = nvram.PHASE_IDLE
    # The message that the door was open has been there until the end of a play (GLI-11).
    state.door_open = 0
    _record(state, refunded_cents)
    store.commit(state)
    counter.check(state)


def _record(state: State, refunded_cents: int) -> None:
    """Write the play's row; its points and what they earned stand where other types have their stops."""
    total = rows.get(state.state, "points")
    shown = [total >> 8 & 0xFF, total & 0xFF, rows.get(state.state, "won"), rows.get(state.state, "light")]
    paid_cents = 0 if rows.get(state.state, "extra_given") else rows.get(state.state, "paid_cents")
    store.write_play(
        state,
        state.starts,
        {
            "simultaneous": 1,
            "auto": 0,
            "held": 0,
            "stake_cents": paid_cents,
            "prizes_cents": (refunded_cents, 0),
            "stops": shown + [0] * (2 * nvram.MAX_REELS - len(shown)),
            "credits_before_cents": state.credits_cents + paid_cents,
            "credits_after_cents": state.credits_cents,
            "reserve_cents": 0,
            "prize_meter_cents": 0,
            "coin_out_cents": state.coin_out_cents,
        },
    )
