# SPDX-License-Identifier: MIT
"""What becomes of ante and second bet, of who sits and who stands behind: 10.A, V.1 and V.4."""

from __future__ import annotations

from collections.abc import Sequence

from machines.support.plain import JsonView
from machines.tables.game import Event, Transfer, laid, on
from machines.tables.games.poquer_sin_descarte.hands import hand_order, kind, qualifies
from machines.tables.riders import ANTE, SECOND, riders_of, spot_on
from machines.tables.rules import Rules

Made = tuple[list[Event], list[Transfer]]


def bets_on(state: JsonView, hand: int) -> list[tuple[int, str, str]]:
    """Who has an ante on a hand, with the spots of ante and second bet; its own player first."""
    who = (hand, *riders_of(state, hand))
    return [(one, spot_on(ANTE, one, hand), spot_on(SECOND, one, hand)) for one in who]


class Settlement:
    """
    The end of hands at one table.

    Args:
        rules: with the payments and the readings ``order`` and ``raise``.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.order = hand_order(rules.readings["order"])
        self.pays: dict[str, int] = rules.data["pays"]
        self.needs: list[int] = rules.data["bank_needs"]
        self.raises = 2 if rules.readings["raise"] == "double" else 1
        """The second bet in antes."""

    def folded(self, state: JsonView, seat: int) -> Made:
        """Whoever retires loses the ante, and so does who stands behind."""
        made: Made = ([], [])
        for one, ante, _ in bets_on(state, seat):
            self._lost(made, one, ante, laid(state, one, ante))
        return made

    def of(self, state: JsonView, seat: int) -> Made:
        """A hand against the bank's."""
        made: Made = ([], [])
        for one, ante, second in bets_on(state, seat):
            self._bet(made, state, state["hands"][str(seat)], (one, ante, second))
        return made

    def _bet(self, made: Made, state: JsonView, cards: Sequence[int], bet: tuple[int, str, str]) -> None:
        """One bet on a hand."""
        seat, ante, second = bet
        first, raised = laid(state, seat, ante), laid(state, seat, second)
        mine, theirs = self.order.score(cards), self.order.score(state["bank"])
        if not qualifies(state["bank"], self.needs):
            self._paid(made, seat, ante, first, first)
            self._back(made, seat, second, raised)
        elif mine > theirs:
            self._paid(made, seat, ante, first, first)
            self._paid(made, seat, second, raised, self.pays[kind(self.order, cards)] * raised)
        elif mine < theirs:
            self._lost(made, seat, ante, first)
            self._lost(made, seat, second, raised)
        else:
            self._back(made, seat, ante, first)
            self._back(made, seat, second, raised)

    def _lost(self, made: Made, seat: int, spot: str, cents: int) -> None:
        made[0].append(Event("lost", seat, spot, cents))
        made[1].append(Transfer(on(seat, spot), "house", cents, "lost", self._article(spot)))

    def _back(self, made: Made, seat: int, spot: str, cents: int) -> None:
        made[0].append(Event("back", seat, spot, cents))
        made[1].append(Transfer(on(seat, spot), f"seat {seat}", cents, "back", self._article(spot)))

    def _paid(self, made: Made, seat: int, spot: str, stake: int, won: int) -> None:
        made[0].append(Event("paid", seat, spot, won))
        made[1].append(Transfer("house", f"seat {seat}", won, spot, self._article(spot)))
        self._back(made, seat, spot, stake)

    def _article(self, spot: str) -> str:
        return self.rules.spots[spot].article
