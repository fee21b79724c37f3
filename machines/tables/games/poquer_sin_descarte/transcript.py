# SPDX-License-Identifier: MIT
"""The transcript of póquer sin descarte: who goes on, whether the bank plays, what every hand is paid."""

from __future__ import annotations

from collections.abc import Sequence

from machines.tables.game import Event, Move
from machines.tables.games.poquer_sin_descarte.hands import hand_order, kind
from machines.tables.table import Table
from machines.tables.transcript import Transcript, euros, plain

CARROUSEL = "carrousel"


class SinDescarteTranscript(Transcript):
    """Deals with their cards by name, once they lie face up."""

    def moved(self, move: Move, events: Sequence[Event]) -> None:
        """Tell a move."""
        if move.kind == "bet":
            super().moved(move, events)
        elif move.kind == "no_more_bets":
            self.say("no_more_bets")
        elif move.kind == "deal":
            self.say("dealt", cards=self._cards(events[-1].values))
        elif move.kind == "choose":
            self._chosen(move, events)
        elif move.kind == "show":
            bank = events[-1]
            self.say("bank", cards=self._cards(bank.values))
            self.say(bank.says)
        elif move.kind in ("settle", CARROUSEL):
            self._hands(events)

    def name(self, spot: str) -> str:
        """A bet as people call it; behind a hand, with whose hand it is."""
        first, _, place = spot.partition(" ")
        if place:
            return str(self._words["behind"][first]).format(place=place)
        return super().name(spot)

    def _chosen(self, move: Move, events: Sequence[Event]) -> None:
        if any(event.kind == "folds" for event in events):
            self.say("folds", seat=move.seat)
        for event in events:
            if event.kind == "bet":
                words = "plays" if event.seat == move.seat else "follows"
                self.say(words, seat=event.seat, amount=euros(event.cents), spot=self.name(event.spot))
            elif event.kind == "lost":
                self._row("lost", event, euros(event.cents))

    def _hands(self, events: Sequence[Event]) -> None:
        """Hand after hand; a stake that goes back with what it won is not told twice."""
        order = hand_order(self.table.game.rules.readings["order"])
        paid: set[tuple[int, str]] = set()
        for event in events:
            amount = euros(event.cents)
            if event.spot == CARROUSEL:
                self.say("coin" if event.kind == "lost" else CARROUSEL, seat=event.seat, amount=amount)
            elif event.kind == "turned":
                what = self._words["kinds"][kind(order, event.values)]
                self.say("hand", seat=event.seat, cards=self._cards(event.values, high_first=True), kind=what)
            elif event.kind == "paid":
                paid.add((event.seat, event.spot))
                self._row("paid", event, amount, ratio=self.ratio(event))
            elif event.kind == "lost" or (event.kind == "back" and (event.seat, event.spot) not in paid):
                self._row(event.kind, event, amount)

    def ratio(self, event: Event) -> str:
        """How a payment follows from its stake."""
        stake = self._lay.get((event.seat, event.spot), 0)
        words = self._words["even" if event.cents == stake else "times"]
        return str(words).format(times=event.cents // stake, stake=plain(stake))

    def _cards(self, cards: Sequence[int], *, high_first: bool = False) -> str:
        words = self._words
        order = sorted(cards, reverse=True) if high_first else cards
        return ", ".join(f"{words['ranks'][card // 4]} de {words['suits'][card % 4]}" for card in order)


def open_transcript(table: Table) -> SinDescarteTranscript:
    """The transcript of a table of póquer sin descarte."""
    return SinDescarteTranscript(table)
