# SPDX-License-Identifier: MIT
"""
Insurance against 31 and 31: a deposit of one per cent that lies on ``seguro rojo`` for what lies on ``rojo``.

Source: Decreto 159/2002 de Aragón, catálogo, artículo 3, epígrafe 4, V.1.
"""

from __future__ import annotations

from machines.support.plain import JsonView
from machines.tables.bank import commission
from machines.tables.game import Choice, Event, Move, Transfer, chips, laid, on
from machines.tables.prison import LOST, NULL, WON, ZERO, Fate
from machines.tables.refusal import TableError, refuse
from machines.tables.rules import Rules

SEGURO = "seguro "
KEPT = {
    "premium": (WON, LOST, NULL, ZERO),
    "returned_on_nulls": (WON, LOST, ZERO),
    "returned_at_31": (WON, LOST, NULL),
    "kept_at_31": (ZERO,),
    "kept_on_ties": (NULL, ZERO),
}
"""After which ends the house keeps a deposit, by the reading ``insurance``."""


class Insurance:
    """The deposits of a table."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.article = rules.article("insurance")
        self._least = rules.number("insurance_least_cents")
        self._kept = KEPT[rules.readings["insurance"]]

    def due(self, stake_cents: int) -> int:
        """The deposit of a stake; nothing where it cannot be insured."""
        if stake_cents < self._least:
            return 0
        return commission(stake_cents, self.rules.number("insurance_bp"))

    def lays(self, state: JsonView, seat: int) -> list[Choice]:
        """Deposits that a seat can make now."""
        found = []
        for spot in self.rules.data["simple"]:
            due = self.due(laid(state, seat, spot))
            if due and not insured(state, seat, spot) and due <= chips(state, seat):
                found.append(Choice("bet", seat, SEGURO + spot, due, due))
        return found

    def refusal(self, state: JsonView, move: Move) -> TableError | None:
        """Why a deposit is not taken, or a stake not added to because it is insured."""
        spot = move.spot.removeprefix(SEGURO)
        about, stake = f"cents on {move.spot}", laid(state, move.seat, spot)
        if not move.spot.startswith(SEGURO):
            if not insured(state, move.seat, spot):
                return None
            return self._refuse(about, "left as they are while they are insured", move, "insurance")
        if 0 < stake < self._least:
            return self._refuse(
                f"a stake on {spot} to insure", f"{self._least} or more", move, "insurance_least"
            )
        if not stake or insured(state, move.seat, spot):
            return self._refuse(about, "the deposit of a stake that lies, once", move, "insurance")
        if move.cents != (due := self.due(stake)):
            return self._refuse(about, str(due), move, "insurance")
        if move.cents > chips(state, move.seat):
            return self._refuse(
                about, f"{chips(state, move.seat)}, the chips in hand, or less", move, "chips"
            )
        return None

    def _refuse(self, what: str, allowed: str, move: Move, rule: str) -> TableError:
        return refuse(what, allowed, move.cents, rule, self.article, move.seat)

    def fate(self, seat: int, spot: str, cents: int, end: str, last: bool) -> Fate:
        """What becomes of a deposit when its stake has come to an end."""
        if end in self._kept:
            kept = Transfer(on(seat, spot), "house", cents, "lost", self.article)
            return Fate((Event("lost", seat, spot, cents),), (kept,))
        if end in (WON, LOST) or last:
            return returned(seat, spot, cents, self.article)
        return Fate((), ())


def insured(state: JsonView, seat: int, spot: str) -> bool:
    """Whether a deposit lies for a stake."""
    return laid(state, seat, SEGURO + spot) > 0


def returned(seat: int, spot: str, cents: int, article: str) -> Fate:
    """A stake or deposit goes back whole."""
    back = Transfer(on(seat, spot), f"seat {seat}", cents, "back", article)
    return Fate((Event("back", seat, spot, cents),), (back,))
