# SPDX-License-Identifier: MIT
"""Póquer de tres cartas: an ante, a decision behind the cards, a bank that needs a queen, Pareja Plus."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from machines.support.plain import Json, JsonView
from machines.tables.bets import Cloth, Limit
from machines.tables.game import (
    CROUPIER,
    Advised,
    Ask,
    Choice,
    Event,
    Move,
    Step,
    Transfer,
    changed,
    chips,
    laid,
    on,
    seated,
)  # fmt: skip
from machines.tables.games.poquer_tres_cartas.hands import DECK, qualifies
from machines.tables.games.poquer_tres_cartas.play import plays
from machines.tables.games.poquer_tres_cartas.riders import Consented
from machines.tables.games.poquer_tres_cartas.settle import PLUS, Settlement
from machines.tables.refusal import TableError, refuse
from machines.tables.riders import ANTE, SECOND, part, riders_of, spot_on
from machines.tables.rules import Rules, load_rules
from machines.tables.spots import Spot

HAND = 3
PAST = 40
PLAY, FOLD = "ir", "retirarse"
_KINDS = {"bets": "no_more_bets", "deal": "deal", "show": "show", "settle": "settle"}


class PoquerTresCartas:
    """The game under its rules."""

    version = 1
    phases = ("bets", "deal", "choices", "show", "settle")
    chance_moves = ("deal",)
    spent: tuple[str, ...] = ()
    leaving = ("bets",)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = rules.number("seats")
        self.cloth = Cloth(rules, self._limit)
        self.settlement = Settlement(rules)
        self.riders = Consented(rules)

    def start(self) -> Json:
        """No card is on the table yet."""
        empty = {"phase": "bets", "round": 0, "hands": {}, "bank": [], "asked": [], "folded": [], "past": []}
        return {**empty, **self.riders.start()}

    def legal(self, state: JsonView, seat: int) -> list[Choice]:
        """Bets, whether to go on, and the croupier's moves."""
        phase = state["phase"]
        if seat == CROUPIER:
            return [Choice(_KINDS[phase], CROUPIER)] if phase in _KINDS else []
        if phase == "choices" and seat in state["asked"]:
            able = chips(state, seat) >= laid(state, seat, ANTE)
            return [Choice("choose", seat, ANTE, words=(PLAY, FOLD) if able else (FOLD,))]
        if phase != "bets" or seat < 1:
            return []
        hand = self.riders.rides(state, seat) or seat
        ante, plus = spot_on(ANTE, seat, hand), spot_on(PLUS, seat, hand)
        found = [*self.cloth.lays(state, seat), *self.cloth.takes(state, seat, [plus])]
        alone = not laid(state, seat, plus) and not riders_of(state, seat)
        found += self.cloth.takes(state, seat, [ante]) if alone else []
        return [*found, *self.riders.choices(state, seat)]

    def _limit(self, state: JsonView, seat: int, spot: Spot) -> Limit | None:
        """Of ante and Pareja Plus; the second bet is laid by going on."""
        name, hand = part(spot.name)
        if state["phase"] != "bets" or name == SECOND or self.riders.refusal(state, seat, spot.name):
            return None
        least = self.rules.minimum_cents(state)
        others = self.riders.others_cents(state, seat, name, hand or seat)
        if name == ANTE:
            most = least * self.rules.number("most_times")
            return Limit(least, most - others, self.rules.article("maximum"))
        if not laid(state, seat, spot_on(ANTE, seat, hand or seat)):
            return None
        half = self.rules.declared["plus_half"] == "yes"
        most = least * int(self.rules.data["plus_most"])
        return Limit(least // 2 if half else least, most - others, self.rules.article("plus"))

    def refusal(self, state: JsonView, move: Move) -> TableError | None:
        """Why a bet, or the cards given, are not taken."""
        if move.kind in ("bet", "unbet") and move.seat > 0 and state["phase"] != "bets":
            article = self.rules.article("no_more_bets")
            return refuse("a bet", "made before «no va más»", move.spot, "no_more_bets", article, move.seat)
        if move.kind == "bet" and move.seat > 0:
            if move.spot == PLUS and not laid(state, move.seat, ANTE):
                article = self.rules.article("plus")
                return refuse("Pareja Plus", "laid beside an ante", "none", "ante", article, move.seat)
            if move.spot in self.rules.spots and part(move.spot)[0] != SECOND:
                known = self.riders.refusal(state, move.seat, move.spot)
                return known or self.cloth.refusal(state, move)
            return self.cloth.refusal(state, move)
        if move.kind == "deal" and move.values:
            return self._cards_refusal(state, move.values)
        return None

    def _cards_refusal(self, state: JsonView, cards: tuple[int, ...]) -> TableError | None:
        """Cards that were dealt are three for each place that plays and three for the bank, each once."""
        many = HAND * (len(self._playing(state)) + 1)
        article = self.rules.article("cards")
        if len(cards) != many:
            return refuse("cards of this deal", f"{many}", len(cards), "cards", article)
        if len(set(cards)) != len(cards) or not set(cards) <= set(range(DECK)):
            return refuse("cards", f"of one deck of {DECK}, each once", cards, "cards", article)
        return None

    @staticmethod
    def _playing(state: JsonView) -> list[int]:
        return [seat for seat in seated(state) if laid(state, seat, ANTE)]

    def asks(self, state: JsonView, move: Move) -> Ask | None:
        """A fresh deck for every deal: the first cards of deal i of the table's key."""
        if move.kind != "deal":
            return None
        return Ask("deck", DECK, state["round"], HAND * (len(self._playing(state)) + 1))

    def apply(self, state: JsonView, move: Move) -> Step:
        """The state after a legal move."""
        if move.kind in ("bet", "unbet"):
            return self.cloth.apply(state, move)
        return {
            "no_more_bets": self._no_more_bets, "deal": self._deal, "choose": self._choose,
            "show": self._show, "settle": self._settle,
        }[move.kind](state, move)  # fmt: skip

    def _no_more_bets(self, state: JsonView, move: Move) -> Step:
        return Step(changed(state, phase="deal"), (Event("no_more_bets", says="no_more_bets"),))

    def _deal(self, state: JsonView, move: Move) -> Step:
        """One by one to each place from the croupier's left, and to the bank last, three times."""
        playing = self._playing(state)
        places = [*playing, CROUPIER]
        hands: dict[int, list[int]] = {place: [] for place in places}
        events = []
        for i, card in enumerate(move.values):
            place = places[i % len(places)]
            hands[place].append(card)
            events.append(Event("dealt", place))
            if place != CROUPIER:
                events.append(Event("dealt_card", place, f"mano {place}", values=(card,), to=(place,)))
        bank = hands.pop(CROUPIER)
        rows = {str(place): cards for place, cards in hands.items()}
        phase = "choices" if playing else "show"
        made = changed(state, phase=phase, hands=rows, bank=bank, asked=playing, folded=[])
        return Step(made, tuple(events))

    def _choose(self, state: JsonView, move: Move) -> Step:
        """To go on with as much again, or to lose what lies there."""
        seat = move.seat
        if state["phase"] == "bets":
            return self.riders.said(state, move)
        asked = [one for one in state["asked"] if one != seat]
        made = changed(state, asked=asked, phase="choices" if asked else "show")
        events: list[Event] = []
        transfers: list[Transfer] = []
        plays = move.word == PLAY
        if plays:
            events.append(Event("plays", seat, SECOND, laid(state, seat, ANTE), says=f"plays {seat}"))
        else:
            made["folded"] = [*state["folded"], seat]
            events.append(Event("folds", seat, says=f"folds {seat}"))
        for who in (seat, *riders_of(state, seat)):
            ante = laid(state, who, spot_on(ANTE, who, seat))
            if plays and chips(state, who) >= ante:
                second = spot_on(SECOND, who, seat)
                article = self.rules.article("decide")
                transfers.append(Transfer(f"seat {who}", on(who, second), ante, SECOND, article))
                events.append(Event("bet", who, second, ante))
            else:
                told, owed = self.settlement.folded(state, who, seat)
                events += told
                transfers += owed
        return Step(made, tuple(events), tuple(transfers))

    def _show(self, state: JsonView, move: Move) -> Step:
        """The croupier's cards are turned up."""
        bank = state["bank"]
        goes = qualifies(bank, self.rules.data["bank_needs"])
        says = "bank_plays" if goes else "bank_out"
        past = ["juega" if goes else "fuera", *state["past"]][:PAST]
        return Step(
            changed(state, phase="settle", past=past),
            (Event("turned", spot="banca", values=tuple(bank), says=says),),
        )

    def _settle(self, state: JsonView, move: Move) -> Step:
        """Place after place; then the cards go."""
        events: list[Event] = []
        transfers: list[Transfer] = []
        for place, cards in state["hands"].items():
            if int(place) in state["folded"]:
                continue
            events.append(Event("turned", int(place), f"mano {place}", values=tuple(cards)))
            for who in (int(place), *riders_of(state, int(place))):
                told, owed = self.settlement.of(state, who, int(place))
                events += told
                transfers += owed
        shown = {place: cards for place, cards in state["hands"].items() if int(place) not in state["folded"]}
        over = changed(state, phase="bets", round=state["round"] + 1, asked=[], folded=[], hands=shown)
        return Step(over, tuple(events), tuple(transfers))

    def next_move(self, state: JsonView) -> Move:
        """The croupier's next move; whoever decides nothing goes on with a hand that is worth it."""
        if state["phase"] == "choices":
            seat = state["asked"][0]
            return Move("choose", seat, ANTE, word=self.advised(state, seat))
        return Move(_KINDS[state["phase"]])

    def advised(self, state: JsonView, seat: int) -> str:
        """Best play: with queen, six and four or better one goes on."""
        (choice,) = self.legal(state, seat)
        return PLAY if PLAY in choice.words and plays(state["hands"][str(seat)]) else FOLD

    def view(self, state: JsonView, seat: int) -> Json:
        """Cards that lie face down reach nobody but whose they are."""
        open_now = state["phase"] in ("settle", "bets")
        folded = [str(one) for one in state["folded"]]
        hands = {
            place: cards if str(seat) == place or (open_now and place not in folded) else []
            for place, cards in state["hands"].items()
        }
        return {**state, "hands": hands, "bank": state["bank"] if open_now else []}


_ADVISED: type[Advised] = PoquerTresCartas


def open_game(rules: Mapping[str, int | str], readings: Mapping[str, str]) -> PoquerTresCartas:
    """The game under what a house declares."""
    return PoquerTresCartas(load_rules(Path(__file__).parent, rules, readings))
