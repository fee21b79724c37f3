# SPDX-License-Identifier: MIT
"""The transcript of punto y banca: what each hand has, who draws, and who has won."""

from __future__ import annotations

from collections.abc import Sequence

from machines.tables.game import Event, Move
from machines.tables.games.punto_y_banca.coup import points
from machines.tables.table import Table
from machines.tables.transcript import Transcript, euros


class PuntoTranscript(Transcript):
    """Coups with their cards by name."""

    def moved(self, move: Move, events: Sequence[Event]) -> None:
        """Tell a move."""
        if move.kind == "burn":
            card, many = events[0].values
            self.say("burnt", card=self._card(card).split(" de ")[0], many=self._words["numbers"][many])
        elif move.kind == "deal":
            self._dealt(events)
        elif move.kind == "red_card":
            self.say("red_card")
        elif move.kind == "settle":
            self.settled(events)
        elif move.kind != "shuffle":
            super().moved(move, events)

    def _dealt(self, events: Sequence[Event]) -> None:
        state = self.table.state
        for hand in ("punto", "banca"):
            first, second = map(self._card, state[hand][:2])
            self.say(f"{hand}_cards", first=first, second=second)
            self.say(f"{hand}_points", points=points(state[hand][:2]))
        for one in events:
            if one.kind in ("punto", "banca"):
                self.say(one.says.split(" ")[0])
                if one.values:
                    self.say(
                        f"{one.kind}_third", card=self._card(one.values[0]), points=points(state[one.kind])
                    )
            elif one.kind == "won":
                self.say(f"{one.spot}_wins", points=max(one.values))
            elif one.kind == "red_card":
                self.say("red_card")

    def settled(self, events: Sequence[Event]) -> None:
        """What banca is paid stands whole, and the house's share behind it."""
        fees = {one.seat: one.cents for one in events if one.kind == "fee"}
        for one in events:
            if one.kind == "paid" and one.spot == "banca":
                whole = one._replace(cents=one.cents + fees.get(one.seat, 0))
                self._row("paid", whole, euros(whole.cents), ratio=self.ratio(one))
            elif one.kind in ("lost", "paid", "fee"):
                super().settled([one])

    def _card(self, card: int) -> str:
        return f"{self._words['ranks'][card % 52 // 4]} de {self._words['suits'][card % 4]}"


def open_transcript(table: Table) -> PuntoTranscript:
    """The transcript of a table of punto y banca."""
    return PuntoTranscript(table)
