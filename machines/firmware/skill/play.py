# SPDX-License-Identifier: MIT
"""
A play of skill: its price, the rounds of the game in force, and what their points earn.

A round is committed with its points before its end shows. A power cut or an open door in the middle of a
round begins that round anew; rounds that are over stand. No chance is called here: the same presses earn the
same, whatever the key.
"""

import awards
import counter
import credit
import game
import nvram
import owed
import rooms
import rounds
import rows
import settings
import store
import texts
import tickets
import tilt
from state import COLLECT, START, State

# A play that was cleared is over.
FORGOTTEN = True
# What a press gets to read that comes too early.
WAIT = ("wait",)
# What an award gives.
PLAY = "play"
REFUND = "refund"
TICKETS = "tickets"


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
    rounds.halt(state)


def running(state: State) -> bool:
    """Tell whether a round is running now."""
    return state.phase == nvram.PHASE_ROLLING and rounds.running(state)


def poll(state: State) -> None:
    """Carry on what goes on, then take the presses of this tick."""
    if settings.TICKETS:
        tickets.poll(state)
    if state.phase == nvram.PHASE_SETTLED and tilt.ready(state):
        _forget(state)
    if state.phase == nvram.PHASE_ROLLING:
        # Change of a coin that came meanwhile is paid after the play.
        if state.homed and tilt.ready(state):
            _carry_on(state)
        else:
            rounds.halt(state)
    elif at_rest(state):
        if state.note == WAIT:
            state.note = ()
        _take_presses(state)
    elif state.presses and tilt.ready(state) and not owed.paying(state):
        state.say(WAIT)


def _forget(state: State) -> None:
    """The memory of the play was cleared: it is over and earned nothing."""
    rounds.blank(state)
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
        state.say(refusal)


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


def _start(state: State, cost_cents: int) -> None:
    """Take the price, or the free play, and commit the play that begins."""
    state.credits_cents -= cost_cents
    state.staked_cents += cost_cents
    state.starts += 1
    state.plays += 1
    if cost_cents:
        rounds.put(state, "extra_given", 0)
        rounds.put(state, "paid_cents", cost_cents)
    else:
        rounds.put(state, "extra_owed", 0)
        rounds.add(state, "extra_given", 1)
        rounds.add(state, "extra_plays", 1)
    rounds.blank(state)
    rooms.ROOMS[game.kind(state)].start(state)
    rounds.halt(state)
    state.phase = nvram.PHASE_ROLLING
    counter.stage(state, 1, 0, 0)
    store.commit(state)
    counter.check(state)
    rounds.rested(state)


def _carry_on(state: State) -> None:
    """Begin a round when the pause before it is over, go on with it, and settle after the last one."""
    playing = rooms.ROOMS[game.kind(state)]
    if not rounds.running(state):
        if not rounds.rested(state):
            return
        if playing.over(state):
            _settle(state)
            return
        playing.begin(state)
    playing.poll(state)


def _settle(state: State) -> None:
    """Give what the points earn; the last round was seen."""
    total = rows.get(state.state, "points")
    number = awards.award(total, game.row(state)[game.AWARDS])
    rounds.put(state, "best", max(total, rows.get(state.state, "best")))
    refunded_cents = 0
    if number:
        _, gives, count = game.row(state)[game.AWARDS][number - 1]
        if gives == TICKETS:
            rounds.add(state, "tickets_won", count)
        elif gives == REFUND:
            refunded_cents = rows.get(state.state, "paid_cents")
            rounds.add(state, "refunds", 1)
            credit.refund(state, refunded_cents)
            counter.stage(state, 0, 1, refunded_cents)
        elif rows.get(state.state, "extra_given") < game.row(state)[game.EXTRA_PLAYS_MAX]:
            rounds.put(state, "extra_owed", 1)
        else:
            number = 0
    rounds.put(state, "won", number)
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
    shown += [game.number(state), rows.get(state.state, "round")]
    # The lights of its game as they stood in the end: a recalled play is seen as it was.
    lit = rooms.ROOMS[game.kind(state)].lights(state)
    shown += [lit >> at & 0xFF for at in (0, 8, 16, 24)]
    paid_cents = 0 if rows.get(state.state, "extra_given") else rows.get(state.state, "paid_cents")
    store.write_play(
        state,
        state.starts,
        {
            "simultaneous": 1,
            "stake_cents": paid_cents,
            "prizes_cents": (refunded_cents, 0),
            "stops": shown + [0] * (2 * nvram.MAX_REELS - len(shown)),
            "credits_before_cents": state.credits_cents + paid_cents,
            "credits_after_cents": state.credits_cents,
            "coin_out_cents": state.coin_out_cents,
        },
    )
