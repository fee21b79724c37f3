# SPDX-License-Identifier: MIT
"""The front of a machine of type C: its counters, the lights of its glass, its lamps and what it says."""

import call
import coins
import house_card
import menu_deposits
import menu_steps
import nvram
import outcome
import play
import segments
import settings
import texts
from state import LAMP_COLLECT, LAMP_DOUBLE, LAMP_HOLD_AT, LAMP_HOLDS, LAMP_START, REELS, State

# Pages of the menu that only this type has.
PAGES = (("menu_deposits", menu_deposits), ("menu_steps", menu_steps))
# Keys of the texts about counters and buttons that this model lacks.
ABSENT = ("reserve_now", "play_reserve", "meter_now", "play_meter") + (
    () if settings.GAMBLE or len(settings.BETS) > 1 else ("name_bet",)
)
# Key of the name of the button DOUBLE.
DOUBLE_NAME = "name_dare" if settings.GAMBLE else "name_bet"
# Keys of the names of the lamps behind the holds: the one that calls the staff, accepted coins, the buzzer.
LAST_LAMPS = ("name_call", "name_accept", "name_buzzer")
# Digits of the two counters in the chip's memory: credits, and what the last play won.
_DIGITS = 8

# Lights of the glass: the payline, what each pot is shown on, the windows.
_PAYLINE = (32, 33)
_POT = 24
_WINDOW = 35
# What goes on is a free play.
_FREE = 41
# The bet that is chosen, where there are several.
_BET = 42


def counters(state: State) -> bytes:
    """Return the digits of both counters; dashes where no record says what they should show."""
    steady = not state.locked and not state.test_state
    if steady and state.counters_of == _of(state):
        return state.segments
    state.counters_of = _of(state) if steady else -1
    if state.locked:
        return segments.DASH * (2 * _DIGITS)
    if state.test_state:
        credits_cents, prizes_cents = state.test_credits_cents, state.test_prizes_cents
        return segments.digits(credits_cents, _DIGITS) + segments.digits(prizes_cents, _DIGITS)
    won_cents = state.queue_cents[0] if state.queue_kinds[0] else _won(state)
    return segments.digits(state.credits_cents, _DIGITS) + segments.digits(won_cents, _DIGITS)


def _of(state: State) -> int:
    """Return what changes whenever counters or lights may: the commit, and whether its step was shown."""
    return state.sequence << 1 | state.step_shown


def _won(state: State) -> int:
    """Return what the play has won as far as it was shown."""
    if state.phase == nvram.PHASE_ROLLING and not state.step_shown:
        return state.shown_cents
    state.shown_cents = sum(prizes(state))
    return state.shown_cents


def prizes(state: State) -> list[int]:
    """Return what the last play won, and what it won from pots while that waits to be given."""
    if outcome.settled(state.outcome):
        return [max(outcome.won_cents(state.outcome), state.pending_cents)]
    return [outcome.won_cents(state.outcome), state.pending_cents]


def rolled(row: dict, _number: int, stops: str) -> tuple:
    """Return what the menu says of the one roll of a play: what it won, and what its pots paid."""
    return ("play_roll", stops, texts.amount(sum(row["prizes_cents"])))


def lights(state: State) -> int:
    """Return the lights of the glass as bits: payline, pots, windows, the bet."""
    if state.glass_of == _of(state):
        return state.glass
    state.glass_of = _of(state)
    lit = 0
    for reel in range(REELS):
        lit |= 1 << (_WINDOW + reel)
    if len(settings.BETS) > 1:
        lit |= 1 << (_BET + state.bet)
    if state.phase == nvram.PHASE_ROLLING and _free(state):
        lit |= 1 << _FREE
    if state.phase == nvram.PHASE_ROLLING and not state.step_shown:
        return lit
    if outcome.step_cents(state.outcome):
        for side in _PAYLINE:
            lit |= 1 << side
    level = outcome.pot_hit(state.outcome)
    if level >= 0:
        lit |= 1 << (_POT + level)
    return lit


def _free(state: State) -> bool:
    """Tell whether a free play is shown, or will be next."""
    if outcome.kind(state.outcome) == outcome.FREE:
        return True
    return state.step_shown and outcome.phase(state.outcome) == outcome.IN_FREE


def lamps(state: State) -> int:
    """Return the lamps of the buttons that would be taken now, and the signs for the staff, as bits."""
    return _buttons(state) | call.lamps(state)


def _buttons(state: State) -> int:
    if play.asking(state):
        if outcome.phase(state.outcome) == outcome.PICKING:
            return LAMP_HOLDS | LAMP_START
        return 3 << LAMP_HOLD_AT | LAMP_DOUBLE | LAMP_COLLECT
    if not play.at_rest(state):
        return 0
    lit = LAMP_COLLECT if state.credits_cents else 0
    lit |= 1 << LAMP_HOLD_AT if house_card.step_cents(state) else 0
    lit |= LAMP_DOUBLE if len(settings.BETS) > 1 else 0
    return lit | (LAMP_START if play.rested(state) and play.affordable(state) else 0)


def say(state: State) -> tuple:
    """Return the message of a machine that nothing keeps from its game."""
    if state.door_open == nvram.DOOR_WAS_OPEN:
        return ("door_was_open",)
    if state.phase == nvram.PHASE_ROLLING:
        return _of_step(state)
    if house_card.busy(state):
        return ("card_wait",)
    if state.box_open:
        return ("box",)
    return _invite(state) if state.homed else ("wait",)


def _of_step(state: State) -> tuple:
    """Return what the step under way has to say."""
    won = texts.amount(outcome.won_cents(state.outcome))
    free_left, free_given, picks_left = outcome.left(state.outcome)
    if not state.step_shown:
        if outcome.kind(state.outcome) != outcome.FREE:
            return ("rolling",)
        return ("free", free_given - free_left, free_given)
    level = outcome.pot_hit(state.outcome)
    if level >= 0:
        return ("pot", settings.POTS[level], texts.amount(outcome.pots_cents(state.outcome)))
    if outcome.phase(state.outcome) == outcome.PICKING:
        return ("pick", picks_left)
    if outcome.phase(state.outcome) == outcome.GAMBLING:
        return ("gamble", won)
    if outcome.kind(state.outcome) == outcome.GAMBLE and not outcome.row(state.outcome):
        return ("gamble_lost",)
    if outcome.phase(state.outcome) == outcome.IN_FREE:
        return ("free_left", free_left)
    return ("prize", won)


def _invite(state: State) -> tuple:
    won_cents = 0 if play.rested(state) else sum(prizes(state))
    if won_cents:
        return ("prize", texts.amount(won_cents))
    if state.credits_cents < play.price_cents(state):
        if state.card_present:
            return ("card_charge", texts.amount(state.card_balance_cents))
        return coins.invitation(state) if settings.COINS else ("card_insert",)
    return ("start",) if play.rested(state) else ("wait",)
