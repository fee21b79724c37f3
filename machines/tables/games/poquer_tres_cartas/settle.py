# SPDX-License-Identifier: MIT
"""What becomes of ante, second bet and Pareja Plus: 17, V.2 and V.5."""

from __future__ import annotations

from collections.abc import Sequence

from machines.support.plain import JsonView
from machines.tables.game import Event, Transfer, laid, on
from machines.tables.games.poquer_tres_cartas.hands import kind, qualifies, worth
from machines.tables.riders import ANTE, SECOND, spot_on
from machines.tables.rules import Rules

PLUS = "pareja-plus"
Made = tuple[list[Event], list[Transfer]]


class Settlement:
    """
    The end of hands at one table.

    Args:
        rules: with the bonus, the declared table of Pareja Plus and the reading ``fold_plus``.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.bonus: dict[str, int] = rules.data["bonus"]
        self.plus: dict[str, int] = rules.data["plus"][str(rules.declared["plus_table"])]

    def folded(self, state: JsonView, seat: int, hand: int) -> Made:
        """What a seat has on a hand that retires is lost."""
        made: Made = ([], [])
        spot = spot_on(PLUS, seat, hand)
        self._lost(made, seat, spot_on(ANTE, seat, hand), laid(state, seat, spot_on(ANTE, seat, hand)))
        if plus := laid(state, seat, spot):
            if self.rules.readings["fold_plus"] == "lost":
                self._lost(made, seat, spot, plus)
            else:
                self._by_plus(made, state["hands"][str(hand)], seat, spot, plus)
        return made

    def of(self, state: JsonView, seat: int, hand: int) -> Made:
        """What a seat has on a hand against the bank's."""
        made: Made = ([], [])
        cards, bank = state["hands"][str(hand)], state["bank"]
        on_ante, on_second = spot_on(ANTE, seat, hand), spot_on(SECOND, seat, hand)
        ante, second = laid(state, seat, on_ante), laid(state, seat, on_second)
        mine, theirs = worth(cards), worth(bank)
        if not qualifies(bank, self.rules.data["bank_needs"]):
            self._paid(made, seat, on_ante, ante, ante)
            self._back(made, seat, on_second, second)
        elif mine > theirs:
            self._paid(made, seat, on_ante, ante, ante)
            self._paid(made, seat, on_second, second, second)
        elif mine < theirs:
            self._lost(made, seat, on_ante, ante)
            self._lost(made, seat, on_second, second)
        else:
            self._back(made, seat, on_ante, ante)
            self._back(made, seat, on_second, second)
        if times := self.bonus.get(kind(cards), 0):
            self._gain(made, seat, on_ante, times * ante, "bonus")
        on_plus = spot_on(PLUS, seat, hand)
        if plus := laid(state, seat, on_plus):
            self._by_plus(made, cards, seat, on_plus, plus)
        return made

    def _by_plus(self, made: Made, cards: Sequence[int], seat: int, spot: str, plus: int) -> None:
        """By the hand alone; nothing below a pair."""
        if times := self.plus.get(kind(cards), 0):
            self._paid(made, seat, spot, plus, times * plus)
        else:
            self._lost(made, seat, spot, plus)

    def _lost(self, made: Made, seat: int, spot: str, cents: int) -> None:
        made[0].append(Event("lost", seat, spot, cents))
        made[1].append(Transfer(on(seat, spot), "house", cents, "lost", self._article(spot)))

    def _back(self, made: Made, seat: int, spot: str, cents: int) -> None:
        made[0].append(Event("back", seat, spot, cents))
        made[1].append(Transfer(on(seat, spot), f"seat {seat}", cents, "back", self._article(spot)))

    def _paid(self, made: Made, seat: int, spot: str, stake: int, won: int) -> None:
        self._gain(made, seat, spot, won, spot)
        self._back(made, seat, spot, stake)

    def _gain(self, made: Made, seat: int, spot: str, won: int, rule: str) -> None:
        article = self.rules.article("bonus") if rule == "bonus" else self._article(spot)
        made[0].append(Event("paid", seat, spot, won))
        made[1].append(Transfer("house", f"seat {seat}", won, rule, article))

    def _article(self, spot: str) -> str:
        return self.rules.spots[spot].article
