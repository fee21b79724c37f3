# SPDX-License-Identifier: MIT
"""The transcript of treinta y cuarenta: both rows card by card, their points as they are called, deposits."""

from __future__ import annotations

from collections.abc import Sequence

from machines.tables.game import Event, Move
from machines.tables.games.treinta_y_cuarenta.coup import NEGRA, ROJA, points
from machines.tables.games.treinta_y_cuarenta.insurance import SEGURO
from machines.tables.table import Table
from machines.tables.transcript import Transcript, euros


class ThirtyTranscript(Transcript):
    """Coups with their cards by name."""

    def moved(self, move: Move, events: Sequence[Event]) -> None:
        """Tell a move."""
        if move.kind == "shuffle":
            self.say("shuffled")
            self.say("opening")
        elif move.kind == "bet" and move.spot.startswith(SEGURO):
            spot = self.name(move.spot.removeprefix(SEGURO))
            self.say("insures", seat=move.seat, spot=spot, amount=euros(move.cents))
        elif move.kind == "no_more_bets":
            self.say("no_more_bets")
        elif move.kind == "deal":
            self._dealt(events)
        else:
            super().moved(move, events)

    def _dealt(self, events: Sequence[Event]) -> None:
        rows = {name: self.table.state[name] for name in (NEGRA, ROJA)}
        for name, cards in rows.items():
            if cards:
                whole = any(one.kind == "row" and one.spot == name for one in events)
                self.say(name, cards=self._cards(cards, whole))
        if self.table.state["result"]:
            self.say("rows", black=self._points(rows[NEGRA]), red=self._points(rows[ROJA]))
        self._called(events)

    def _called(self, events: Sequence[Event]) -> None:
        """What has won, or that nothing has."""
        state = self.table.state
        for one in events:
            if one.kind == "null":
                self.say("null", points=self._points(state[NEGRA]).capitalize())
            elif one.kind in ("doublet", "red_card", "counted"):
                self.say(one.kind)
        if state["colour"]:
            least = min((state[NEGRA], state[ROJA]), key=points)
            pair = self._words["pairs"][f"{state['result']}_{state['colour']}"]
            color = self._words["colours"][state["colour"]]
            self.say("won", points=self._points(least).capitalize(), bets=pair, color=color)

    def settled(self, events: Sequence[Event]) -> None:
        """What becomes of deposits and insured stakes stands beside the rest."""
        for one in events:
            if one.kind == "insured":
                self._row("insured", one, euros(one.cents))
            elif one.kind == "lost" and one.spot.startswith(SEGURO):
                self._row("deposit", one._replace(spot=one.spot.removeprefix(SEGURO)), euros(one.cents))
            else:
                halves = [more for more in events if more.kind == "back" and _place(more) == _place(one)]
                super().settled([one, *halves] if one.kind == "lost" else [one])

    def _points(self, cards: Sequence[int]) -> str:
        """The points of a row as they are called: what is above thirty."""
        return str(self._words["numbers"][points(cards) - 31])

    def _cards(self, cards: Sequence[int], whole: bool) -> str:
        names = [
            f"{self._words['ranks'][card % 52 // 4]} de {self._words['suits'][card % 4]}" for card in cards
        ]
        return ", ".join(names[:-1]) + f" y {names[-1]}" if whole else ", ".join(names)


def _place(event: Event) -> tuple[int, str]:
    return event.seat, event.spot


def open_transcript(table: Table) -> ThirtyTranscript:
    """The transcript of a table of treinta y cuarenta."""
    return ThirtyTranscript(table)
