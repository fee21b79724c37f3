# SPDX-License-Identifier: MIT
"""What becomes of ante, second bet and Pareja Plus: 17, V.2 and V.5."""

from __future__ import annotations

from machines.support.plain import JsonView
from machines.tables.game import Event, Transfer, laid, on
from machines.tables.games.poquer_tres_cartas.hands import kind, qualifies, worth
from machines.tables.rules import Rules

ANTE, SECOND, PLUS = "ante", "segunda", "pareja-plus"
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

    def folded(self, state: JsonView, seat: int) -> Made:
        """Whoever retires loses what lies there."""
        made: Made = ([], [])
        self._lost(made, seat, ANTE, laid(state, seat, ANTE))
        if plus := laid(state, seat, PLUS):
            if self.rules.readings["fold_plus"] == "lost":
                self._lost(made, seat, PLUS, plus)
            else:
                self._by_plus(made, state, seat, plus)
        return made

    def of(self, state: JsonView, seat: int) -> Made:
        """A hand against the bank's."""
        made: Made = ([], [])
        cards, bank = state["hands"][str(seat)], state["bank"]
        ante, second = laid(state, seat, ANTE), laid(state, seat, SECOND)
        mine, theirs = worth(cards), worth(bank)
        if not qualifies(bank, self.rules.data["bank_needs"]):
            self._paid(made, seat, ANTE, ante, ante)
            self._back(made, seat, SECOND, second)
        elif mine > theirs:
            self._paid(made, seat, ANTE, ante, ante)
            self._paid(made, seat, SECOND, second, second)
        elif mine < theirs:
            self._lost(made, seat, ANTE, ante)
            self._lost(made, seat, SECOND, second)
        else:
            self._back(made, seat, ANTE, ante)
            self._back(made, seat, SECOND, second)
        if times := self.bonus.get(kind(cards), 0):
            self._gain(made, seat, ANTE, times * ante, "bonus")
        if plus := laid(state, seat, PLUS):
            self._by_plus(made, state, seat, plus)
        return made

    def _by_plus(self, made: Made, state: JsonView, seat: int, plus: int) -> None:
        """By the hand alone; nothing below a pair."""
        if times := self.plus.get(kind(state["hands"][str(seat)]), 0):
            self._paid(made, seat, PLUS, plus, times * plus)
        else:
            self._lost(made, seat, PLUS, plus)

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
