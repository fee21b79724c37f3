# SPDX-License-Identifier: MIT
"""
The link to shared pots: every play told once, every award in the books once (B-26, C-17 to C-20).

What a play adds is committed together with the play and told only then; one play at most waits for the
controller's answer, and none begins meanwhile. An award becomes money in one commit with the books, and only
then is the controller told. A link that is down keeps new plays and new money out, and the machine says so.
"""

import alerts
import board
import counter
import credit
import link_frames as frames
import nvram
import owed
import pins
import settings
import store
import texts
import tilt
from state import State

# How often the card is asked: while an answer is due, and otherwise.
BUSY_MS = 100
IDLE_MS = 250
# How long an award stays on the message line before another one is given.
SHOWN_MS = 4_000
# A link that comes within so long after a start is no alert.
PATIENCE_MS = 2_000
ALERT = "link"
_TRIES = 4


def up(state: State) -> bool:
    """Tell whether the controller is there and has us: only then money comes in."""
    return state.link_status == frames.UP


def may_play(state: State) -> bool:
    """Tell whether a play may begin: the last one is durable, and nothing that it won waits."""
    return up(state) and state.link_acked == state.link_seq and not state.link_offer


def refusal(state: State) -> tuple:
    """Return the message that says why no play begins; an empty one if it does."""
    if not up(state):
        return say(state)
    return () if may_play(state) else ("wait",)


def say(state: State) -> tuple:
    """Return what the message line says of a link that is not up; empty while it is."""
    if up(state):
        return ()
    return ("link_refused",) if state.link_status == frames.REFUSED else ("link_down",)


def pages(state: State) -> list:
    """
    Return what is to be said in turn of a prize in kind that waits for the staff (C-20).

    That it was won, its name piece by piece, its cash option, and what the attendant does; no page otherwise.
    """
    if state.queue_kinds[0] < nvram.KIND_IN_KIND or state.tilt != "handpay":
        return []
    shown: list = [("in_kind",)] + [("words", piece) for piece in frames.pieces(state.link_name)]
    return shown + [("cash_option", texts.amount(state.queue_cents[0])), ("in_kind_key",)]


def counters(state: State) -> list:
    """Return (text, cents, cents of a count) of our own meters of the link: stakes told, awards given."""
    return [
        ("link_staked", state.link_staked_mc // 1000, settings.METER_UNIT_CENTS),
        ("link_won", state.link_won_cents, settings.METER_PRIZE_UNIT_CENTS),
    ]


# -- plays ---------------------------------------------------------------------------------------------


def contribute(state: State, stake_cents: int, shown: list) -> None:
    """
    Put a play into the books of the link; the caller commits it with the play, then calls tell.

    Args:
        stake_cents: of the whole play.
        shown: the stops of each of its windows.
    """
    state.link_seq += 1
    state.link_play = state.starts
    state.link_stake_cents = stake_cents
    state.link_staked_mc += stake_cents * 1000
    state.link_prize = _prize(shown)


def _prize(shown: list) -> int:
    """Return which combination of the link a window shows, from 1; 0: none."""
    for number, reels in enumerate(settings.LINK_PRIZES):
        for stops in shown:
            if all([reels[reel] >> stops[reel] & 1 for reel in range(len(reels))]):
                return number + 1
    return 0


def tell(state: State) -> None:
    """Tell the card all that is committed; it is asked soon whether it was heard."""
    play: tuple = ()
    if state.link_acked < state.link_seq:
        play = (state.link_seq, state.link_play, state.link_stake_cents * 1000, state.link_prize)
    frame = frames.pack_told(
        state.serial, state.link_seq + 1, state.link_staked_mc, state.link_award, state.link_won_cents, play
    )
    board.bus_write(pins.LINK_ADDRESS, frames.TOLD, frame)
    state.link_due_ms = state.now_ms
    state.tick_at(state.now_ms)


def poll(state: State) -> None:
    """Ask the card now and then, and tell it again what it does not know."""
    if state.locked:
        return
    if state.now_ms >= state.link_due_ms:
        known = _known(state)
        _ask(state)
        if _known(state) != known:
            state.stirred = True
    state.tick_at(state.link_due_ms)


def _known(state: State) -> tuple:
    return (state.link_status, state.link_acked, state.link_offer, state.link_pots_cents, state.link_name)


def _ask(state: State) -> None:
    answer = None
    for _ in range(_TRIES):
        raw = board.bus_read(pins.LINK_ADDRESS, frames.ANSWER, frames.ANSWER_SIZE)
        answer = frames.unpack_answer(raw)
        if answer is not None:
            break
    status, state.link_offer = frames.DOWN, ()
    if answer is not None:
        if answer[frames.NEXT] != state.link_seq + 1 or answer[frames.SETTLED] != state.link_award:
            tell(state)
        else:
            status = _heard(state, answer)
    state.link_status = status
    waits = up(state) and not may_play(state)
    state.link_due_ms = state.now_ms + (BUSY_MS if waits else IDLE_MS)
    if up(state) and state.queue_kinds[0] >= nvram.KIND_IN_KIND and not state.link_name:
        state.link_name = _name(state.queue_kinds[0] - nvram.KIND_IN_KIND) or ""
    if up(state):
        state.link_lost_ms = state.now_ms
        alerts.end(state, ALERT)
    elif state.now_ms - state.link_lost_ms >= PATIENCE_MS:
        alerts.begin(state, ALERT)


def _heard(state: State, answer: tuple) -> int:
    """Take what a card answers that knows all that we have told it; return its status."""
    state.link_acked = min(max(state.link_acked, answer[frames.ACKED]), state.link_seq)
    if answer[frames.AWARD] == state.link_award + 1:
        state.link_offer = answer[frames.AWARD : frames.CENTS + 1]
    state.link_pots_cents = answer[frames.POTS]
    return int(answer[frames.STATUS])


# -- awards --------------------------------------------------------------------------------------------


def take_award(state: State) -> bool:
    """
    Put the award that waits into the books, in one commit; the caller found the machine at rest.

    A machine of type B pays it out at once, apart from the prize meter; on one of type C it becomes credits,
    or is paid by the staff (C-14). A prize in kind is the staff's to hand over, or its cash option (C-20).
    """
    if not state.link_offer:
        return False
    if state.now_ms < state.link_shown_ms:
        state.wake_at(state.link_shown_ms)
        return False
    if not tilt.counter_in_order(state):
        return False
    award, pot, _, cents = state.link_offer
    name = _name(pot)
    if name is None:
        state.stirred = True
        return False
    state.link_offer = ()
    state.link_name = name
    state.link_award = award
    state.link_won_cents += cents
    state.won_cents += cents
    state.prizes += 1
    if name:
        owed.owe(state, nvram.KIND_IN_KIND + pot, cents)
    else:
        credit.give(state, cents)
    counter.stage(state, 0, 1, cents)
    store.commit(state)
    tell(state)
    tilt.counter_in_order(state)
    state.note = ("in_kind",) if name else ("link_award", texts.amount(cents))
    state.link_shown_ms = state.note_until_ms = state.now_ms + SHOWN_MS
    state.wake_at(state.note_until_ms)
    return True


def _name(pot: int) -> str | None:
    """Return what the prize in kind of a pot is called, empty if it is money; None: not to be read."""
    for _ in range(_TRIES):
        raw = board.bus_read(pins.LINK_ADDRESS, frames.NAMES[settings.LINK_NAMES] + pot, frames.NAME_SIZE)
        name = frames.unpack_name(raw)
        if name is not None:
            return name
    return None
