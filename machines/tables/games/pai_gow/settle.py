# SPDX-License-Identifier: MIT
"""
Comparing a place with the bank, and paying: what is won, lost and withheld, to the cent.

Source: Orden of the Illes Balears of 30 December 2005, number 16, VI and VII.
"""

from __future__ import annotations

from machines.tables.games.pai_gow.hands import compare
from machines.tables.games.pai_gow.moves import Event
from machines.tables.games.pai_gow.rules import TableRules
from machines.tables.games.pai_gow.state import TableState


def settle(state: TableState, rules: TableRules, place: int) -> list[Event]:
    """
    Compare a place with the bank and move its stake.

    Args:
        state: the table's; its money is moved.
        rules: the table's.
        place: whom to compare; the croupier against a player's bank is place 0.

    Returns:
        What happened: the comparison, and what a player's bank pays once all are compared.
    """
    seat, bank = state.seats[place], state.seats[state.bank]
    case = compare(seat.setting, bank.setting)
    stake, seat.stake_cents, seat.case = seat.stake_cents, 0, case.name
    commission = rules.commission_cents(stake) if case.result == "win" and place else 0
    back = {"win": 2 * stake - commission, "push": stake, "loss": 0}[case.result]
    _pay(state, place, back)
    state.commission_cents += commission
    _pay(state, state.bank, stake - back - commission)
    state.bank_won_cents += stake - back - commission
    seat.paid_cents = back
    values = {"case": case.name, "high": case.high, "low": case.low, "result": case.result}
    money = {"stake_cents": stake, "paid_cents": back, "commission_cents": commission}
    shown = {"low": list(seat.setting.low), "high_cards": list(seat.setting.high)}
    events = [Event("compared", place, values | money | shown)]
    if case.result == "loss":
        events.append(_collect(state, place))
    if not state.queue and state.bank:
        events += _bank_pays(state, rules)
    return events


def _collect(state: TableState, place: int) -> Event:
    """The cards of a hand that lost go to the container of used ones."""
    seat = state.seats[place]
    many = len(seat.cards)
    state.used += seat.cards
    seat.cards, seat.low = [], []
    return Event("collects", place, {"cards": many})


def _pay(state: TableState, place: int, cents: int) -> None:
    """The croupier plays with the house's money."""
    if place:
        state.seats[place].chips_cents += cents
    else:
        state.house_cents += cents


def _bank_pays(state: TableState, rules: TableRules) -> list[Event]:
    """A player's bank pays its commission on what it won in all (reading ``commission_on``)."""
    commission = rules.commission_cents(max(state.bank_won_cents, 0))
    _pay(state, state.bank, -commission)
    state.commission_cents += commission
    values = {"won_cents": state.bank_won_cents, "commission_cents": commission}
    return [Event("bank_result", state.bank, values)]
