# SPDX-License-Identifier: MIT
"""The transcript of Pai Gow: who banks, what the dice say, how every hand stands to the bank's."""

from __future__ import annotations

from collections.abc import Sequence

from cext.cards import PAI_GOW
from machines.support.plain import Json
from machines.tables.game import CROUPIER, Event, Move
from machines.tables.games.pai_gow.hands import FOUL
from machines.tables.table import Table
from machines.tables.transcript import Transcript, euros, plain

JOKER = PAI_GOW.deck - 1


class PaiGowTranscript(Transcript):
    """Deals with their hands by name; packets are told once they lie face up."""

    def limits(self) -> tuple[int, int]:
        """As the house declares them."""
        rules = self.table.game.rules
        return rules.number("least_cents"), rules.number("most_cents")

    def moved(self, move: Move, events: Sequence[Event]) -> None:
        """Tell a move."""
        seat, kind = move.seat, move.kind
        if kind == "accept":
            self.say("banks" if seat else "croupier_banks", seat=seat)
        elif kind == "cut":
            self.say("cut", seat=seat, many=move.values[0])
        elif kind in ("bet", "no_more_bets", "pass", "set"):
            self.say("passes" if kind == "pass" else kind, seat=seat, amount=euros(move.cents))
        elif kind == "throw":
            *faces, _ = events[0].values
            self.say("dice", number=sum(faces))
        elif kind == "deal":
            self._dealt()
        elif kind == "show":
            self._shown(events)
        elif kind == "settle":
            for event in events:
                self._settled(event)

    def _dealt(self) -> None:
        cloth = self.table.state["cloth"]
        many = sum(bool(row["cards"]) for row in cloth["seats"].values())
        self.say("first", whose=self._whose(cloth["start"]), many=many, left=len(cloth["used"]))

    def _shown(self, events: Sequence[Event]) -> None:
        for event in events:
            cards = self.table.state["cloth"]["seats"][str(event.seat)]["cards"]
            high = [card for card in cards if card not in event.values]
            self.say("shown", whose=self._whose(event.seat))
            self.say("hands", high=self._cards(high), low=self._cards(event.values))

    def _settled(self, event: Event) -> None:
        if event.kind == "bank_result" and event.cents:
            self.say("bank_fee", seat=event.seat, amount=euros(event.cents))
        if event.kind != "compared":
            return
        stake, fee, *cards = event.values
        whose, result = self._whose(event.seat), event.says.partition(" ")[0].removeprefix("croupier_")
        if event.seat != CROUPIER:
            self.say("hands", high=self._cards(cards[2:]), low=self._cards(cards[:2]))
        key = "foul" if event.spot == FOUL.name else "compared"
        self.say(key, whose=whose, case=event.spot, result=self._words[result])
        if not stake:
            return
        if result == "win":
            share = plain(self.table.game.rules.number("commission_bp"))
            self.say("paid", whose=whose, amount=euros(stake), share=share, fee=euros(fee))
        else:
            self.say("back" if result == "push" else "lost", whose=whose, amount=euros(stake))

    def _whose(self, seat: int) -> str:
        return str(self._words["player"]).format(seat=seat) if seat else str(self._words["croupier"])

    def _cards(self, cards: Sequence[int]) -> str:
        return ", ".join(self._card(card) for card in sorted(cards, key=_order, reverse=True))

    def _card(self, card: int) -> str:
        words: Json = self._words
        if card == JOKER:
            return str(words["joker"])
        return f"{words['ranks'][card // 4]} de {words['suits'][card % 4]}"


def _order(card: int) -> tuple[int, int]:
    return card // 4, card % 4


def open_transcript(table: Table) -> PaiGowTranscript:
    """The transcript of a table of Pai Gow."""
    return PaiGowTranscript(table)
