# SPDX-License-Identifier: MIT
"""The transcript of black jack: cards as they fall, what every hand does, what every stake comes to."""

from __future__ import annotations

from collections.abc import Sequence

from machines.tables.game import Event, Move
from machines.tables.games.black_jack.boxes import INSURANCE, box_of
from machines.tables.games.black_jack.hands import points
from machines.tables.games.black_jack.turns import DOUBLE, EVEN, FOLLOW, HIT, INSURE, PASS, SPLIT, STAND, STAY
from machines.tables.table import Table
from machines.tables.transcript import Transcript, euros

_BANK = "banca"
_SIMPLE = {PASS: "passes", EVEN: "even_money", HIT: "hits", STAND: "stands", STAY: "stays"}


class BlackJackTranscript(Transcript):
    """Rounds with their cards by name."""

    def moved(self, move: Move, events: Sequence[Event]) -> None:
        """Tell a move."""
        if move.kind == "bet" and move.spot.startswith(INSURANCE):
            self.say("insures", seat=move.seat, amount=euros(move.cents), box=box_of(move.spot))
        elif move.kind == "bet":
            super().moved(move, events)
        elif move.kind == "deal":
            self._dealt(events)
        elif move.kind == "card":
            self._card(events)
        elif move.kind == "choose":
            self._chosen(move, events)
        elif move.kind == "settle":
            self._ends(events)
        else:
            self.said(events)

    def _dealt(self, events: Sequence[Event]) -> None:
        cards = [one for one in events if one.kind == "card"]
        half = next(i for i, one in enumerate(cards) if one.spot == _BANK) + 1
        for key, some in (("first", cards[:half]), ("second", cards[half:])):
            said = [f"{self._hand(one.spot)}, {self._name(one.values[0])}" for one in some]
            self.say(key, cards="; ".join(said))
        for one in events:
            if one.kind == "black_jack":
                self.say("natural", hand=self._hand(one.spot).capitalize())
        self.said([one for one in events if one.kind != "black_jack"])

    def _card(self, events: Sequence[Event]) -> None:
        first = events[0]
        hand = self._hand(first.spot).capitalize()
        self.say("card", hand=hand, card=self._name(first.values[0]), points=points(self._cards(first.spot)))
        self.said(events)
        self._ends(events)

    def _chosen(self, move: Move, events: Sequence[Event]) -> None:
        laid = next((one for one in events if one.kind == "bet"), None)
        if move.word in _SIMPLE:
            self.say(_SIMPLE[move.word], seat=move.seat)
        elif laid is not None:
            key = {INSURE: "insures", DOUBLE: "doubles", SPLIT: "parts", FOLLOW: "follows"}[move.word]
            self.say(
                key, seat=move.seat, amount=euros(laid.cents), box=box_of(move.spot), other=laid.spot,
                spot=laid.spot if move.word == FOLLOW else move.spot,
            )  # fmt: skip
        self._ends(events)

    def _ends(self, events: Sequence[Event]) -> None:
        """Stakes that are taken and paid; one that goes back with what it won is not told twice."""
        paid = {(one.seat, one.spot) for one in events if one.kind == "paid"}
        for one in events:
            if one.kind == "paid":
                self._row("paid", one, euros(one.cents), ratio=self.ratio(one))
            elif one.kind == "lost" or (one.kind == "back" and (one.seat, one.spot) not in paid):
                self._row(one.kind, one, euros(one.cents))

    def ratio(self, event: Event) -> str:
        """At par, three for two or two for one."""
        stake = self._lay.get((event.seat, event.spot), 0)
        if event.cents == stake:
            return str(self._words["even"])
        return str(self._words["double" if event.cents == 2 * stake else "three_two"])

    def _cards(self, spot: str) -> list[int]:
        state = self.table.state
        if spot == _BANK:
            return list(state["bank"])
        return next(list(hand["cards"]) for hand in state["boxes"][str(box_of(spot))] if hand["spot"] == spot)

    def _hand(self, spot: str) -> str:
        return str(self._words["bank"]) if spot == _BANK else spot

    def _name(self, card: int) -> str:
        return f"{self._words['ranks'][card % 52 // 4]} de {self._words['suits'][card % 4]}"


def open_transcript(table: Table) -> BlackJackTranscript:
    """The transcript of a table of black jack."""
    return BlackJackTranscript(table)
