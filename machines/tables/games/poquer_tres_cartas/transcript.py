# SPDX-License-Identifier: MIT
"""The transcript of póquer de tres cartas: who goes on, whether the bank plays, what every hand is paid."""

from __future__ import annotations

from collections.abc import Sequence

from machines.tables.game import Event, Move
from machines.tables.games.poquer_tres_cartas.hands import kind
from machines.tables.riders import part
from machines.tables.table import Table
from machines.tables.transcript import Transcript, euros, plain


class TresCartasTranscript(Transcript):
    """Deals with their cards by name, once they lie face up."""

    def name(self, spot: str) -> str:
        """A bet as people call it, and whose hand it is on."""
        bet, hand = part(spot)
        called = super().name(bet)
        return str(self._words["on_hand"]).format(spot=called, hand=hand) if hand else called

    def moved(self, move: Move, events: Sequence[Event]) -> None:
        """Tell a move."""
        if move.kind == "bet":
            super().moved(move, events)
        elif move.kind == "no_more_bets":
            self.say("no_more_bets")
        elif move.kind == "deal":
            self.say("dealt")
        elif move.kind == "choose":
            self._chosen(move, events)
        elif move.kind == "show":
            bank = events[-1]
            self.say("bank", cards=self._cards(bank.values))
            self.say(bank.says)
        elif move.kind == "settle":
            self._hands(events)

    def _chosen(self, move: Move, events: Sequence[Event]) -> None:
        if any(event.kind == "folds" for event in events):
            self.say("folds", seat=move.seat)
            self._hands(events)
        else:
            self.say("plays", seat=move.seat, amount=euros(events[0].cents))
            for event in events:
                if event.kind == "bet" and event.seat != move.seat:
                    self.say("rides", seat=event.seat, hand=move.seat, amount=euros(event.cents))
            self._hands(events)

    def _hands(self, events: Sequence[Event]) -> None:
        """Hand after hand; a stake that goes back with what it won is not told twice."""
        paid: set[tuple[int, str]] = set()
        for event in events:
            where = (event.seat, event.spot)
            if event.kind == "turned":
                what = self._words["kinds"][kind(event.values)]
                self.say("hand", seat=event.seat, cards=self._cards(event.values), kind=what)
            elif event.kind == "paid":
                again = where in paid
                paid.add(where)
                self._paid(event, bonus=again or not self._stake_back(events, where))
            elif event.kind == "lost" or (event.kind == "back" and where not in paid):
                self._row(event.kind, event, euros(event.cents))

    @staticmethod
    def _stake_back(events: Sequence[Event], where: tuple[int, str]) -> bool:
        return any(one.kind == "back" and (one.seat, one.spot) == where for one in events)

    def _paid(self, event: Event, *, bonus: bool) -> None:
        stake = self._lay.get((event.seat, event.spot), 0)
        even = event.cents == stake
        words = self._words["even"] if even else self._words["times"]
        ratio = str(words).format(times=event.cents // stake, stake=plain(stake))
        spot = str(self._words["bonus"]) if bonus else self.name(event.spot)
        self.say("paid", spot=spot, seat=event.seat, amount=euros(event.cents), ratio=ratio)

    def _cards(self, cards: Sequence[int]) -> str:
        words = self._words
        order = sorted(cards, reverse=True)
        return ", ".join(f"{words['ranks'][card // 4]} de {words['suits'][card % 4]}" for card in order)


def open_transcript(table: Table) -> TresCartasTranscript:
    """The transcript of a table of póquer de tres cartas."""
    return TresCartasTranscript(table)
