# SPDX-License-Identifier: MIT
"""
A play of pure chance, step by step: a paid turn, then its free plays, picks and gambles.

Every step is decided in one call and committed with the money that it moves before anything shows; from
then on it is showing, and a power cut shows it again. A step that asks the player waits as long as it takes.
"""

import call
import counter
import credit
import house_card
import link
import nvram
import outcome
import owed
import payout
import recall
import reels
import settings
import step_log
import store
import texts
import tilt
from state import COLLECT, DOUBLE, HOLD, HOLDS, START, State

# How long what a turn, a pick or a gamble brought stays before the next step of the same play.
TURN_PAUSE_MS = 900
ANSWER_PAUSE_MS = 1_400
# A play that was cleared is played to its end: the program may stand between two of its steps.
FORGOTTEN = False
# What a press gets to read that comes too early.
WAIT = ("wait",)
CALLED = ("called",)
# Who collects without the card that should take it gets this to read; pressed again, staff pays.
CARD_FIRST = ("card_first",)


def at_rest(state: State) -> bool:
    """Tell whether nothing goes on: no fault, no play, no payment, reels home and still."""
    return state.phase == nvram.PHASE_IDLE and _still(state)


def asking(state: State) -> bool:
    """Tell whether the play under way waits for the player's pick or gamble."""
    shown = state.phase == nvram.PHASE_ROLLING and state.step_shown
    return shown and _still(state) and outcome.phase(state.outcome) in (outcome.PICKING, outcome.GAMBLING)


def _still(state: State) -> bool:
    at_peace = not owed.paying(state) and not house_card.busy(state)
    return at_peace and state.homed and not reels.busy(state) and tilt.ready(state)


def rested(state: State) -> bool:
    """Tell whether the last start is long enough ago (C-09)."""
    state.look_at(state.last_start_ms + settings.PLAY_MIN_MS)
    return state.now_ms - state.last_start_ms >= settings.PLAY_MIN_MS


def price_cents(state: State) -> int:
    """Return what a play costs at the bet that is chosen, or that was (C-02)."""
    return settings.BETS[state.bet]


def affordable(state: State) -> bool:
    """Tell whether the credits hold the price of a play."""
    return state.credits_cents >= price_cents(state) and link.may_play(state)


def mark_start(state: State) -> None:
    """Note a start, or a boot, which counts as one (C-09)."""
    # The clock rounds down; a start counts from the end of its millisecond.
    state.last_start_ms = state.now_ms + 1


def poll(state: State) -> None:
    """Carry on what goes on, then take the presses of this tick."""
    house_card.poll(state)
    if call.poll(state):
        state.say(CALLED)
    elif state.note == CALLED and not state.calling:
        state.note = ()
    if state.phase == nvram.PHASE_SETTLED and tilt.ready(state):
        _absorb(state)
    if state.phase == nvram.PHASE_ROLLING:
        _show(state)
    elif state.reels_due and tilt.ready(state):
        reels.begin(state, state.stops, outcome.strips(state.state), bytes(settings.REELS))
    if at_rest(state):
        link.take_award(state)
    if at_rest(state):
        if state.note == WAIT and rested(state):
            state.note = ()
        step_log.check(state)
        _take_presses(state)
    elif asking(state):
        _take_answer(state)
    elif state.presses and tilt.ready(state) and not owed.paying(state):
        state.say(WAIT)


def _take_presses(state: State) -> None:
    """Do what was pressed, or say why not."""
    if not rested(state):
        state.wake_at(state.last_start_ms + settings.PLAY_MIN_MS)
    if not state.presses:
        return
    noted = state.note
    state.note = ()
    refusal: tuple = ()
    if state.presses >> COLLECT & 1:
        if house_card.give_back(state):
            pass
        elif house_card.missed(state) and noted != CARD_FIRST:
            refusal = CARD_FIRST
        elif credit.collect(state):
            store.commit(state)
        else:
            refusal = ("collect_empty",)
    elif state.presses >> START & 1:
        refusal = _press_start(state)
    elif len(settings.BETS) > 1 and state.presses >> DOUBLE & 1:
        state.bet = (state.bet + 1) % len(settings.BETS)
        store.commit(state)
        refusal = ("bet", texts.amount(price_cents(state)))
    elif settings.CARD_STEP_CENTS and state.presses >> HOLD & 1:
        refusal = house_card.charge(state)
    if refusal:
        state.say(refusal)


def _press_start(state: State) -> tuple:
    if not rested(state):
        return WAIT
    if not link.may_play(state):
        return link.refusal(state)
    if not affordable(state):
        return ("costs", texts.amount(price_cents(state)))
    if not tilt.counter_in_order(state) or not reels.in_place(state):
        return ()
    state.credits_cents -= price_cents(state)
    state.staked_cents += price_cents(state)
    state.plays += 1
    state.starts += 1
    counter.stage(state, 1, 0, 0)
    _step(state, outcome.PLAY, state.bet)
    mark_start(state)
    return ()


def _take_answer(state: State) -> None:
    """Take the player's choice: an object, a colour, or to keep what was won."""
    if not state.presses:
        return
    chosen = -1
    for button in range(HOLDS):
        if state.presses >> (HOLD + button) & 1:
            chosen = button
    if outcome.phase(state.outcome) == outcome.PICKING:
        if chosen >= 0 or state.presses >> START & 1:
            _step(state, outcome.PICK, max(chosen, 0))
    elif state.presses >> COLLECT & 1 or state.presses >> START & 1:
        _step(state, outcome.COLLECT, 0)
    elif chosen >= 0 or state.presses >> DOUBLE & 1:
        _step(state, outcome.GAMBLE, max(chosen, 0))


def _step(state: State, kind: int, choice: int) -> None:
    """Decide a step and commit it whole with the money that it moves, then show it."""
    before = state.state
    state.state, state.outcome = payout.step(before, kind, choice)
    gained_cents = outcome.pots_cents(state.outcome)
    if outcome.settled(state.outcome):
        gained_cents += outcome.won_cents(state.outcome)
    state.pending_cents += gained_cents
    state.won_cents += gained_cents
    state.stops = outcome.stops(state.outcome)
    state.simultaneous = 1
    state.phase = nvram.PHASE_ROLLING
    state.step_shown = False
    state.roll_due_ms = -1
    state.note = ()
    if kind == outcome.PLAY:
        link.contribute(state, price_cents(state), [state.stops])
    _record(state, kind)
    step_log.write(state, before, kind, choice)
    store.commit(state)
    if kind == outcome.PLAY:
        link.tell(state)
    if tilt.counter_in_order(state) and tilt.ready(state) and outcome.turned(state.outcome):
        reels.begin(state, state.stops, outcome.strips(state.state), outcome.wobble(state.outcome))


def _record(state: State, kind: int) -> None:
    """Write the play's row anew with each of its steps: what it won, what pots paid, its reels."""
    won_cents = outcome.won_cents(state.outcome)
    pots_cents = state.pending_cents - (won_cents if outcome.settled(state.outcome) else 0)
    before_cents, after_cents = state.credits_cents + price_cents(state), state.credits_cents
    row = None if kind == outcome.PLAY else recall.play(state, state.starts)
    if row is not None:
        before_cents, after_cents = row["credits_before_cents"], row["credits_after_cents"]
    store.write_play(
        state,
        state.starts,
        {
            "simultaneous": 1,
            "stake_cents": price_cents(state),
            "prizes_cents": (won_cents, pots_cents),
            "stops": state.stops + [0] * nvram.MAX_REELS,
            "credits_before_cents": before_cents,
            "credits_after_cents": after_cents,
            "coin_out_cents": state.coin_out_cents,
        },
    )


def _show(state: State) -> None:
    """Let a step be seen, then go on with the play or give its prizes."""
    if not tilt.ready(state) or reels.busy(state):
        return
    if state.reels_due:
        reels.begin(state, state.stops, outcome.strips(state.state), outcome.wobble(state.outcome))
    elif not state.step_shown:
        state.step_shown = True
        turned = outcome.turned(state.outcome)
        over = outcome.settled(state.outcome)
        pause_ms = 0 if turned and over else TURN_PAUSE_MS if turned else ANSWER_PAUSE_MS
        state.roll_due_ms = state.now_ms + pause_ms
        state.wake_at(state.roll_due_ms)
    elif state.now_ms < state.roll_due_ms:
        state.wake_at(state.roll_due_ms)
    elif outcome.settled(state.outcome):
        _settle(state)
    elif outcome.phase(state.outcome) == outcome.IN_FREE and reels.in_place(state):
        _step(state, outcome.FREE, 0)


def _settle(state: State) -> None:
    """Award what the reels show: they are looked at once more."""
    if not tilt.counter_in_order(state) or not reels.in_place(state):
        return
    counter.reveal(state)
    credit.award(state, house_card.keeps(state))
    state.phase = nvram.PHASE_SETTLED
    # The message that the door was open has been there until the end of a play (GLI-11).
    state.door_open = 0
    state.note = ()
    store.commit(state)
    if tilt.counter_in_order(state):
        _absorb(state)


def _absorb(state: State) -> None:
    """Mix fresh entropy into the key, between plays and in a commit of its own."""
    state.state = payout.absorb(state.state)
    state.phase = nvram.PHASE_IDLE
    store.commit(state)
