# SPDX-License-Identifier: MIT
"""Which moves are legal now (Orden of the Illes Balears of 30 December 2005, number 16, VI and VII)."""

from __future__ import annotations

from machines.tables.games.pai_gow.dice import PLACES
from machines.tables.games.pai_gow.hands import DECK
from machines.tables.games.pai_gow.moves import Choice
from machines.tables.games.pai_gow.rules import TableRules
from machines.tables.games.pai_gow.state import CROUPIER, TableState

CHIPS_MAX_CENTS = 1_000_000_00


def legal(state: TableState, rules: TableRules) -> list[Choice]:
    """Return every legal move of a table."""
    if state.phase == "bank":
        free = [place for place in range(1, PLACES) if place not in state.seats]
        found = [Choice("sit", place, rules.step_cents, CHIPS_MAX_CENTS) for place in free]
        found += [Choice("leave", place) for place in state.players()]
        found += [
            Choice(
                "buy",
                place,
                rules.step_cents,
                CHIPS_MAX_CENTS - state.seats[place].chips_cents,
                rules.step_cents,
            )
            for place in state.players()
            if state.seats[place].chips_cents + rules.step_cents <= CHIPS_MAX_CENTS
        ]
        return found + _bank(state, rules)
    if state.phase == "cut":
        return [Choice("cut", _cutter(state), 1, DECK - 1)]
    if state.phase == "bets":
        return _bets(state, rules)
    if state.phase == "set":
        waiting = [place for place in state.playing() if place != CROUPIER and not state.seats[place].low]
        return [Choice("set", place) for place in waiting]
    return [Choice(state.phase, CROUPIER)]


def _bank(state: TableState, rules: TableRules) -> list[Choice]:
    """The bank is offered round the table; the croupier must take it."""
    place = state.offered
    if not state.players() or place not in state.seats:
        return []
    if place == CROUPIER:
        return [Choice("accept", CROUPIER)]
    # Reading ``bank_covers``: the croupier and every other player can stake the least.
    able = state.seats[place].chips_cents >= rules.least_cents * len(state.players())
    return [Choice("accept", place)] * able + [Choice("pass", place)]


def _cutter(state: TableState) -> int:
    """The first player after the bank (reading ``cut``)."""
    order = [(state.bank + i) % PLACES for i in range(1, PLACES + 1)]
    return next(place for place in order if place in state.players())


def _bets(state: TableState, rules: TableRules) -> list[Choice]:
    found = []
    for place in state.players():
        seat = state.seats[place]
        most = min(rules.most_cents, seat.chips_cents + seat.stake_cents, _covered_cents(state, rules, place))
        most -= most % rules.step_cents
        if place != state.bank and most >= rules.least_cents:
            found.append(Choice("bet", place, rules.least_cents, most, rules.step_cents))
    staked = any(state.seats[place].stake_cents for place in state.players())
    # Against a player's bank the croupier has a stake; else there is no deal without one.
    found.append(Choice("no_more_bets" if staked or state.bank != CROUPIER else "clear", CROUPIER))
    return found


def _covered_cents(state: TableState, rules: TableRules, place: int) -> int:
    """The largest stake of a place that the bank can still pay."""
    if state.bank == CROUPIER:
        return rules.most_cents
    others = sum(seat.stake_cents for other, seat in state.seats.items() if other != place)
    return state.seats[state.bank].chips_cents - others
