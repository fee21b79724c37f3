# SPDX-License-Identifier: MIT
"""The front of a machine of type A: credits and points, the ring of lights, its lamps and what it says."""

import awards
import coins
import credit
import game
import menu_game
import menu_price
import nvram
import play
import rooms
import rows
import segments
import settings
import test_tickets
import texts
import tickets
from state import LAMP_COLLECT, LAMP_START, State

# Pages of the menu that only this type has.
PAGES: tuple = (("test_tickets", test_tickets),) if settings.TICKETS else ()
if len(settings.GAMES) > 1:
    PAGES += (("menu_game", menu_game),)
PAGES += (("menu_price", menu_price),)
# Keys of the texts about counters and buttons that this model lacks.
ABSENT = ("reserve_now", "play_reserve", "name_reserve", "meter_now", "play_meter") + (
    () if any([row[game.KIND] == game.MEMORY for row in settings.GAMES]) else ("name_fourth",)
)
# Key of the name of the button DOUBLE, the fourth of those below the pads.
DOUBLE_NAME = "name_fourth"
# Keys of the names of the lamps behind the holds.
LAST_LAMPS = ("name_reserve",)
# Digits of the two counters in the chip's memory: credits, and points of the play.
_DIGITS = 8
# Lights of the glass beyond those of a round: the mark, a title for each game of the model, a lamp for each
# round that is over, and one for each award.
_MARK = 32
_TITLES = 36
_ROUNDS = 44
_AWARDS = 56


def counters(state: State) -> bytes:
    """Return the digits of both counters; dashes where no record says what they should show."""
    if state.locked:
        return segments.DASH * (2 * _DIGITS)
    total = rows.get(state.state, "points")
    return segments.digits(state.credits_cents, _DIGITS) + segments.number(total, _DIGITS)


def lights(state: State) -> int:
    """Return the lights of the glass as bits: what stands for the play, and what its rounds light."""
    lit = 1 << _MARK | 1 << _TITLES + game.number(state)
    lit |= (1 << rows.get(state.state, "round")) - 1 << _ROUNDS
    reached = _reached(state)
    if reached:
        lit |= 1 << _AWARDS + reached - 1
    return lit | rooms.ROOMS[game.kind(state)].lights(state)


def _reached(state: State) -> int:
    """Return the award that the points of the play reach so far, or the one that the last play won."""
    if state.phase == nvram.PHASE_ROLLING:
        return awards.award(rows.get(state.state, "points"), game.row(state)[game.AWARDS])
    return rows.get(state.state, "won")


def prizes(state: State) -> list[int]:
    """Return the prizes in cents of the last play: there are none."""
    return []


def rolled(row: dict, _number: int, _stops: str) -> tuple:
    """Return what the menu says of a play: its points."""
    return ("points", row["stops"][0] << 8 | row["stops"][1])


def lamps(state: State) -> int:
    """Return the lamps of the buttons that would be taken now, as bits."""
    if state.phase == nvram.PHASE_ROLLING:
        return rooms.ROOMS[game.kind(state)].lamps(state)
    if not play.at_rest(state):
        return 0
    lit = LAMP_COLLECT if state.credits_cents else 0
    return lit | (LAMP_START if play.affordable(state) else 0)


def say(state: State) -> tuple:
    """Return the message of a machine that nothing keeps from its game."""
    if state.door_open == nvram.DOOR_WAS_OPEN:
        return ("door_was_open",)
    if state.phase == nvram.PHASE_ROLLING:
        return _of_round(state)
    if tickets.owed(state):
        return ("tickets", tickets.owed(state))
    if state.box_open:
        return ("box",)
    # Before the first tick nothing is decided yet.
    return _invite(state) if state.inhibits >= 0 else ("wait",)


def _of_round(state: State) -> tuple:
    """Return what a running round says, and between two of them how many points there are."""
    if play.running(state):
        return rooms.ROOMS[game.kind(state)].say(state)
    if state.tune_missed:
        return ("missed",)
    if state.stop_known:
        return _of_press(state.stop_off_ms)
    return ("points", rows.get(state.state, "points")) if rows.get(state.state, "round") else ("ready",)


def _of_press(off: int) -> tuple:
    """Return how far off the mark the press of the round was; its points are on their counter."""
    if not off:
        return ("on_mark",)
    return ("late", off) if off > 0 else ("early", -off)


def _invite(state: State) -> tuple:
    if play.free(state):
        return ("extra",)
    if play.affordable(state):
        return ("start",)
    number = rows.get(state.state, "won")
    if number and not state.credits_cents:
        _, gives, count = game.row(state)[game.AWARDS][number - 1]
        if gives == play.TICKETS:
            return ("won_tickets", count)
    if state.credits_cents >= credit.price_cents(state):
        return ("no_change",)
    if state.credits_cents:
        return ("costs", texts.amount(credit.price_cents(state)))
    return coins.invitation(state)
