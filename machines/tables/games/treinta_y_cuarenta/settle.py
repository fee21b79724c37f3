# SPDX-License-Identifier: MIT
"""What becomes of every stake of a coup, in the order of the text: epígrafe 4, V.1 and V.3."""

from __future__ import annotations

from typing import NamedTuple

from machines.support.plain import JsonView
from machines.tables.game import Event, Transfer, on, stakes
from machines.tables.games.treinta_y_cuarenta.coup import DOUBLET
from machines.tables.games.treinta_y_cuarenta.coup import NULL as NULO
from machines.tables.games.treinta_y_cuarenta.insurance import SEGURO, Insurance, insured, returned
from machines.tables.prison import LOST, NULL, PRISON, WON, ZERO, Fate, Prison, half_back
from machines.tables.rules import Rules


class Stake(NamedTuple):
    """What lies somewhere: whose, on which spot, how much."""

    seat: int
    spot: str
    cents: int

    @property
    def plain(self) -> str:
        """The bet that a prisoner was on, or a deposit is for."""
        return self.spot.split(" ")[1] if self.spot.startswith((PRISON, SEGURO)) else self.spot


class Settlement:
    """
    The end of coups at one table.

    Args:
        rules: with the readings ``zero_of``, ``prisoner_null`` and ``insurance``.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.insurance = Insurance(rules)
        self.prison = Prison(rules, end_of, null_frees=rules.readings["prisoner_null"] == "freed")
        self._order = {name: i for i, name in enumerate(rules.data["simple"])}

    def fates(self, state: JsonView) -> list[tuple[int, Fate]]:
        """Of every stake, with its seat: bet by bet from the far end; what is lost, then what is paid."""
        lying = [Stake(*row) for row in stakes(state)]
        lying.sort(key=lambda one: (self._order[one.plain], -one.seat, one.spot))
        found = [(one.seat, self._fate(state, one)) for one in lying]
        return sorted(found, key=lambda row: any(event.kind == "paid" for event in row[1].events))

    def _fate(self, state: JsonView, one: Stake) -> Fate:
        end, last = end_of(state, one.plain), bool(state["last"])
        if one.spot.startswith(SEGURO):
            return self.insurance.fate(one.seat, one.spot, one.cents, end, last)
        if one.spot.startswith(PRISON):
            return self.prison.fate(state, *one) or Fate((), ())
        if end != ZERO:
            return self._plain(one, end, last)
        if not insured(state, one.seat, one.spot):
            return self._zero(state, one)
        lies = self._plain(one, NULL, last)
        return Fate((Event("insured", one.seat, one.spot, one.cents), *lies.events), lies.transfers)

    def _zero(self, state: JsonView, one: Stake) -> Fate:
        """31 and 31: as the zero of roulette has it."""
        if self.rules.readings["zero_of"] == "american":
            return half_back(*one, self.rules.article("zero"))
        return self.prison.fate(state, *one) or Fate((), ())

    def _plain(self, one: Stake, end: str, last: bool) -> Fate:
        """A stake that has won, lost, or lies on."""
        bet, there = self.rules.spots[one.spot], on(one.seat, one.spot)
        if end == LOST:
            lost = Transfer(there, "house", one.cents, "lost", bet.article)
            return Fate((Event("lost", one.seat, one.spot, one.cents),), (lost,))
        if end == WON:
            won = bet.win_cents(one.cents)
            back = returned(*one, bet.article)
            paid = Transfer("house", f"seat {one.seat}", won, one.spot, bet.article)
            return Fate((Event("paid", one.seat, one.spot, won), *back.events), (paid, *back.transfers))
        return returned(*one, bet.article) if last else Fate((), ())


def end_of(state: JsonView, spot: str) -> str:
    """What a coup has brought to a bet."""
    if state["result"] == DOUBLET:
        return ZERO
    if state["result"] == NULO:
        return NULL
    return WON if spot in (state["result"], state["colour"]) else LOST
