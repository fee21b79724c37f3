# SPDX-License-Identifier: MIT
"""The front of a machine of type B: its counters, the lights of its glass, its lamps and what it says."""

import coins
import credit
import gamble
import hold
import link
import nvram
import play
import reels
import segments
import settings
import texts
from state import IDLE_MS, LAMP_COLLECT, LAMP_DOUBLE, LAMP_HOLD_AT, LAMP_RESERVE, LAMP_START, REELS, State

# Pages of the menu that only this type has.
PAGES: tuple = ()
# Keys of the texts about counters and buttons that this model lacks.
ABSENT = (
    (() if settings.RESERVE_MAX_CENTS else ("reserve_now", "play_reserve", "name_reserve"))
    + (() if settings.PRIZE_METER_MAX_CENTS else ("meter_now", "play_meter"))
    + (() if settings.SIMULTANEOUS_MAX > 1 or settings.GAMBLE_ROUNDS else ("name_dare",))
)
# Key of the name of the button DOUBLE.
DOUBLE_NAME = "name_double" if settings.SIMULTANEOUS_MAX > 1 else "name_dare"
# Keys of the names of the lamps behind the holds.
LAST_LAMPS = ("name_reserve",)
# Digits of the three counters in the chip's memory.
_CREDITS_DIGITS = 4
_RESERVE_DIGITS = 4
_PRIZES_DIGITS = 5
_SPARE_DIGITS = 3

# Lights of the glass beyond those behind the rows of the prize table.
_PAYLINE = (32, 33)
_DOUBLE = 34
_WINDOW = 35
# Behind the pictures of double or nothing.
_DARE_WON = 42
_DARE_LOST = 43


def counters(state: State) -> bytes:
    """Return the digits of all counters; dashes where no record says what they should show."""
    steady = not state.locked and not state.test_state
    if steady and state.counters_of == state.sequence:
        return state.segments
    state.counters_of = state.sequence if steady else -1
    if state.locked:
        shown = segments.DASH * _CREDITS_DIGITS + _reserve(-1) + segments.DASH * _PRIZES_DIGITS
    elif state.test_state:
        shown = (
            segments.digits(state.test_credits_cents, _CREDITS_DIGITS)
            + _reserve(0)
            + segments.digits(state.test_prizes_cents, _PRIZES_DIGITS)
        )
    else:
        shown = (
            segments.digits(state.credits_cents, _CREDITS_DIGITS)
            + _reserve(state.reserve_cents)
            + segments.digits(state.prize_meter_cents + _prize_in_payment(state), _PRIZES_DIGITS)
        )
    return shown + bytes(_SPARE_DIGITS)


def _reserve(cents: int) -> bytes:
    """Return the digits of the reserve counter, dashes for less than 0; dark where there is none."""
    if not settings.RESERVE_MAX_CENTS:
        return bytes(_RESERVE_DIGITS)
    return segments.DASH * _RESERVE_DIGITS if cents < 0 else segments.digits(cents, _RESERVE_DIGITS)


def _prize_in_payment(state: State) -> int:
    """
    Return what is still to come of the prize money that is being paid out.

    Payments are made one after the other and booked apart, so only the one in front is shown: two of them
    together may exceed the maximum of the prize meter (B-14).
    """
    if state.queue_kinds[0] in (nvram.KIND_METER, nvram.KIND_PRIZE, nvram.KIND_LINK):
        return state.queue_cents[0]
    return 0


def lights(state: State) -> int:
    """Return the lights of the glass as bits: rows won, payline, double, windows, double or nothing."""
    turning = reels.busy(state) or state.reels_due
    steady = not state.test_state and not gamble.asking(state)
    of = (state.sequence << 2 | state.roll << 1 | turning) if steady else -1
    if steady and of == state.glass_of:
        return state.glass
    state.glass_of = of
    return _lit(state, turning)


def _lit(state: State, turning: bool) -> int:
    lit = _dare(state)
    for reel in range(REELS):
        lit |= 1 << (_WINDOW + reel)
    outcome, rolling = state.outcome, state.phase == nvram.PHASE_ROLLING
    if state.test_state:
        outcome, rolling = state.test_outcome, state.test_rolling
    over = _shown(outcome)
    if rolling and over > 1:
        lit |= 1 << _DOUBLE
    if rolling:
        over = state.roll if turning else state.roll + 1
    for number in range(over):
        prize_class, prize_cents, _ = play.entry(outcome, number)
        if prize_cents:
            if prize_class:
                lit |= 1 << prize_class
            for side in _PAYLINE:
                lit |= 1 << side
    return lit


def _dare(state: State) -> int:
    """Both pictures of double or nothing in turn while the player is asked; then the one that was drawn."""
    if gamble.asking(state):
        state.wake_at((state.now_ms // IDLE_MS + 1) * IDLE_MS)
        return 1 << (_DARE_WON if state.now_ms // IDLE_MS & 1 else _DARE_LOST)
    if state.test_state or not gamble.answered(state.outcome):
        return 0
    return 1 << (_DARE_WON if play.entry(state.outcome, 0)[1] else _DARE_LOST)


def prizes(state: State) -> list[int]:
    """Return the prize in cents of each entry of the last play, or what its gambles made of them."""
    return [play.entry(state.outcome, number)[1] for number in range(_shown(state.outcome))]


def rolled(row: dict, number: int, stops: str) -> tuple:
    """Return what the menu says of a roll of a play."""
    return ("play_roll", stops, texts.amount(row["prizes_cents"][number]))


def _shown(outcome: bytes) -> int:
    return 1 if gamble.answered(outcome) else play.entries(outcome)


def lamps(state: State) -> int:
    """Return the lamps of the buttons that would be taken now, as bits."""
    if gamble.asking(state):
        return _choices(state)
    if not play.at_rest(state):
        return 0
    lit = 0
    if state.prize_meter_cents or state.credits_cents or state.reserve_cents:
        lit |= LAMP_COLLECT
    if credit.reserve_may_move(state):
        lit |= LAMP_RESERVE
    if play.rested(state):
        if play.affordable(state, 1):
            lit |= LAMP_START
        if play.affordable(state, 2) and not state.hold_mask:
            lit |= LAMP_DOUBLE
    return lit | _holds(state) << LAMP_HOLD_AT


def _choices(state: State) -> int:
    """While a gamble is offered: keep the prize, or dare it, of which the lamp blinks."""
    state.wake_at((state.now_ms // IDLE_MS + 1) * IDLE_MS)
    return LAMP_COLLECT | LAMP_START | (LAMP_DOUBLE if state.now_ms // IDLE_MS & 1 else 0)


def _holds(state: State) -> int:
    """A held reel's lamp is lit, one that could be held blinks; dark while no link admits a play."""
    if not link.up(state):
        return 0
    lit = state.hold_mask
    if hold.offer(state):
        if state.now_ms // IDLE_MS & 1:
            for reel in range(REELS):
                if hold.reachable(state, state.hold_mask | 1 << reel):
                    lit |= 1 << reel
        state.wake_at((state.now_ms // IDLE_MS + 1) * IDLE_MS)
    return lit


def say(state: State) -> tuple:
    """Return the message of a machine that nothing keeps from its game."""
    rolling = state.phase == nvram.PHASE_ROLLING
    if not rolling and not credit.payable(state, 1):
        return ("no_change",)
    if state.door_open == nvram.DOOR_WAS_OPEN and not gamble.asking(state):
        return ("door_was_open",)
    if rolling:
        return _of_play(state)
    if state.box_open:
        return ("box",)
    return _invite(state) if state.homed else ("wait",)


def _of_play(state: State) -> tuple:
    """Return what the play under way has to say."""
    if gamble.asking(state):
        news_ms = gamble.news_ms(state)
        if news_ms:
            state.wake_at(state.now_ms + news_ms)
            return _won(state)
        return ("gamble", texts.amount(gamble.at_stake(state.state)))
    return _won(state) if gamble.answered(state.outcome) else ("rolling",)


def _won(state: State) -> tuple:
    """Return what the play came to; nothing to say of one that never won."""
    won = texts.amount(sum(prizes(state)))
    raised = gamble.raised(state.outcome)
    if raised:
        return ("raised", raised[1], won)
    given_back = gamble.given_back(state.outcome)
    if given_back:
        return given_back
    if sum(prizes(state)):
        return ("prize", won)
    return ("gamble_lost",) if gamble.answered(state.outcome) else ()


def _invite(state: State) -> tuple:
    won = () if play.rested(state) else _won(state)
    if won:
        return won
    if state.hold_mask:
        return ("holding",) if hold.offered(state, state.hold_mask) else ("hold_more",)
    if state.credits_cents < settings.PRICE_CENTS:
        return ("reserve",) if credit.reserve_may_move(state) else coins.invitation(state)
    if hold.offer(state):
        return ("hold",)
    return ("start",) if play.rested(state) else ("wait",)
