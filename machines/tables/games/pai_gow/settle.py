# SPDX-License-Identifier: MIT
"""
Comparing a place with the bank, and what is owed: what is won, lost and withheld, to the cent.

Source: Orden of the Illes Balears of 30 December 2005, number 16, VI and VII.
"""

from __future__ import annotations

from machines.tables.game import Transfer, on
from machines.tables.games.pai_gow.hands import compare
from machines.tables.games.pai_gow.moves import Event
from machines.tables.games.pai_gow.rules import TableRules
from machines.tables.games.pai_gow.state import CROUPIER, STAKE, TableState
from machines.tables.games.pai_gow.text import TEXT

ARTICLE: str = TEXT["articles"]["settle"]
COMMISSION: str = TEXT["articles"]["commission"]


def settle(state: TableState, rules: TableRules, place: int) -> tuple[list[Event], list[Transfer]]:
    """
    Compare a place with the bank.

    Args:
        state: the table's; its cards are moved, and its seats hear what they are paid.
        rules: the table's.
        place: whom to compare; the croupier against a player's bank is place 0.

    Returns:
        What happened, and who owes whom; at last what a player's bank owes once all are compared.
    """
    seat, bank = state.seats[place], state.seats[state.bank]
    case = compare(seat.setting, bank.setting)
    stake, seat.case = seat.stake_cents, case.name
    commission = rules.commission_cents(stake) if case.result == "win" and place else 0
    back = {"win": 2 * stake - commission, "push": stake, "loss": 0}[case.result]
    won = stake - back - commission
    state.bank_won_cents += won
    seat.paid_cents = back
    values = {"case": case.name, "high": case.high, "low": case.low, "result": case.result}
    money = {"stake_cents": stake, "paid_cents": back, "commission_cents": commission}
    shown = {"low": list(seat.setting.low), "high_cards": list(seat.setting.high)}
    events = [Event("compared", place, values | money | shown)]
    transfers = _owed(case.result, place, state.bank, stake, commission)
    if case.result == "loss":
        events.append(_collect(state, place))
    if not state.queue and state.bank:
        event, owed = _bank_pays(state, rules)
        events.append(event)
        transfers += owed
    return events, transfers


def hand(place: int) -> str:
    """The account from which a place plays: the croupier with the house's money."""
    return f"seat {place}" if place != CROUPIER else "house"


def _owed(result: str, place: int, bank: int, stake: int, commission: int) -> list[Transfer]:
    """A stake goes to the bank that won it, or back with as much from the bank, less the commission."""
    there = on(place, STAKE)
    if result == "loss":
        return [Transfer(there, hand(bank), stake, "lost", ARTICLE)] if stake else []
    owed = [Transfer(there, hand(place), stake, "back", ARTICLE)] if stake else []
    if result == "win":
        owed.append(Transfer(hand(bank), hand(place), stake - commission, "won", ARTICLE))
        owed.append(Transfer(hand(bank), "commission", commission, "commission", COMMISSION))
    return [one for one in owed if one.cents and one.payer != one.payee]


def _collect(state: TableState, place: int) -> Event:
    """The cards of a hand that lost go to the container of used ones."""
    seat = state.seats[place]
    many = len(seat.cards)
    state.used += seat.cards
    seat.cards, seat.low = [], []
    return Event("collects", place, {"cards": many})


def _bank_pays(state: TableState, rules: TableRules) -> tuple[Event, list[Transfer]]:
    """A player's bank pays its commission on what it won in all (reading ``commission_on``)."""
    commission = rules.commission_cents(max(state.bank_won_cents, 0))
    values = {"won_cents": state.bank_won_cents, "commission_cents": commission}
    owed = [Transfer(hand(state.bank), "commission", commission, "commission", COMMISSION)]
    return Event("bank_result", state.bank, values), owed if commission else []
