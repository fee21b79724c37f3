# SPDX-License-Identifier: MIT
"""
Who deals where players may: a turn that begins at number 1 and passes on when banca has lost.

Source: Decreto 159/2002 de Aragón, catálogo, artículo 3, epígrafe 6, IV.
"""

from __future__ import annotations

from machines.support.plain import Json, JsonView
from machines.tables.game import CROUPIER, Event, laid, seated
from machines.tables.rules import Rules

ARTICLE = "6, IV"


class Turn:
    """
    The turn of a table under its rules.

    Args:
        rules: ``dealing`` says who deals, the reading ``shoe_turn`` which way the shoe goes.
    """

    def __init__(self, rules: Rules) -> None:
        self.players = rules.declared["dealing"] == "players"
        self._back = rules.readings["shoe_turn"] == "previous_number"

    @staticmethod
    def holder(state: JsonView) -> int:
        """The seat that deals; 0 the croupier."""
        return int(state.get("holder", CROUPIER))

    def ready(self, state: JsonView) -> bool:
        """Whether whoever deals has the stake on banca without which nobody does."""
        holder = self.holder(state)
        return not holder or laid(state, holder, "banca") > 0

    def begun(self, state: Json) -> tuple[Json, list[Event]]:
        """A shoe is ready: its holder stays, the first one sits at the lowest number."""
        if not self.players:
            return state, []
        places = seated(state)
        before = self.holder(state)
        holder = before if before in places else min(places, default=CROUPIER)
        return {**state, "holder": holder, "passed": []}, [] if holder == before else [_goes(holder)]

    def passed(self, state: JsonView, seat: int) -> tuple[Json, list[Event]]:
        """Somebody will not deal: the next one is asked; once all have passed the croupier deals."""
        refused = [*state["passed"], seat]
        holder = self._after(state, seat, refused)
        return {**state, "holder": holder, "passed": refused}, [_goes(holder)]

    def settled(self, state: Json, winner: str) -> tuple[Json, list[Event]]:
        """Whoever deals loses the shoe when banca does; after a coup of the croupier all are asked anew."""
        if not self.players:
            return state, []
        before = self.holder(state)
        holder = before
        if not before:
            holder = min(seated(state), default=CROUPIER)
        elif winner == "punto":
            holder = self._after(state, before, [])
        told = [] if holder == before else [_goes(holder)]
        return {**state, "holder": holder, "passed": []}, told

    def follows(self, state: JsonView) -> Json:
        """Whoever deals has left: the next one does."""
        holder = self.holder(state)
        if not holder or holder in seated(state):
            return dict(state)
        return {**state, "holder": self._after(state, holder, state["passed"])}

    def hand(self, state: JsonView) -> list[Event]:
        """The cards of the player's hand go to the highest stake on it (reading ``highest_equal``)."""
        if not self.players:
            return []
        bets = [(laid(state, seat, "punto"), -seat) for seat in seated(state)]
        cents, seat = max(bets, default=(0, 0))
        return [Event("hand", -seat if cents else CROUPIER, "punto", cents)]

    def _after(self, state: JsonView, seat: int, refused: list[int]) -> int:
        """The next seat of the turn that has not refused; 0 where there is none."""
        places = [place for place in seated(state) if place not in refused]
        order = sorted(places, reverse=self._back)
        beyond = [place for place in order if (place < seat if self._back else place > seat)]
        return (beyond or order or [CROUPIER])[0]


def _goes(holder: int) -> Event:
    return Event("shoe", holder, says=f"shoe {holder}" if holder else "croupier_deals")
