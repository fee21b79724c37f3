# SPDX-License-Identifier: MIT
"""Punto y banca: a shoe of six decks that lasts over rounds; normal, mini and midi."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from machines.support.plain import Json, JsonView
from machines.tables.bank import commission
from machines.tables.bets import Cloth, Limit
from machines.tables.game import (
    CROUPIER,
    Ask,
    Choice,
    Event,
    Followed,
    Move,
    Step,
    Transfer,
    changed,
    laid,
    on,
    stakes,
)
from machines.tables.games.punto_y_banca.coup import Coup, play_coup, points, value
from machines.tables.games.punto_y_banca.turn import ARTICLE, Turn
from machines.tables.refusal import TableError, refuse
from machines.tables.rules import Rules, load_rules
from machines.tables.spots import Spot

PAST = 40
MOST_CARDS = 6
DECK = 52


class PuntoYBanca:
    """The game under its rules."""

    version = 1
    phases = ("shoe", "burn", "bets", "deal", "settle")
    chance_moves = ("shuffle", "deal")
    spent = ("dealt", "red", "shoes")
    leaving = ("bets", "shoe", "burn", "closed")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = min(rules.number("seats"), rules.data["seats_of"][rules.declared["variant"]])
        self.cards = DECK * int(rules.data["decks"])
        self.cloth = Cloth(rules, self._limit)
        self.turn = Turn(rules)

    def start(self) -> Json:
        """No shoe is on the table yet."""
        return {
            "phase": "shoe", "round": 0, "shoes": 0, "shoe": [], "dealt": 0, "punto": [], "banca": [],
            "winner": "", "red": False, "past": [],
        }  # fmt: skip

    def legal(self, state: JsonView, seat: int) -> list[Choice]:
        """Bets of a seat, and the croupier's moves."""
        phase = state["phase"]
        if seat == CROUPIER:
            kinds = {
                "shoe": ["shuffle"], "burn": ["burn"], "bets": ["no_more_bets", "red_card"], "deal": ["deal"],
                "settle": ["settle"],
            }  # fmt: skip
            waits = phase == "bets" and not self.turn.ready(state)
            return [Choice(kind, CROUPIER) for kind in kinds[phase] if not (waits and kind == "no_more_bets")]
        if phase != "bets" or seat < 1:
            return []
        spots = [spot for spot in self.rules.spots if laid(state, seat, spot)]
        found = [*self.cloth.lays(state, seat), *self.cloth.takes(state, seat, spots)]
        return [*found, Choice("pass_shoe", seat)] if seat == self.shooter(state) else found

    def shooter(self, state: JsonView) -> int:
        """Who gives the cards; 0 the croupier."""
        return self.turn.holder(state)

    def follows(self, state: JsonView) -> Json:
        """Where players deal, the shoe does not stay with an empty seat."""
        return self.turn.follows(state)

    def refusal(self, state: JsonView, move: Move) -> TableError | None:
        """Why a bet, or the cards given, are not taken."""
        if move.kind in ("bet", "unbet") and move.seat > 0 and state["phase"] != "bets":
            article = self.rules.article("no_more_bets")
            return refuse("a bet", "made before «no va más»", move.spot, "no_more_bets", article, move.seat)
        if move.kind == "bet" and move.seat > 0:
            return self.cloth.refusal(state, move)
        if move.kind == "no_more_bets" and state["phase"] == "bets" and not self.turn.ready(state):
            allowed = "on banca, or the shoe passed on"
            return refuse("a stake of who deals", allowed, "none", "holder", ARTICLE, self.shooter(state))
        if move.kind == "deal" and move.values:
            return self._cards_refusal(move.values)
        whole = sorted(move.values) == list(range(self.cards))
        if move.kind == "shuffle" and move.values and not whole:
            return refuse("a shoe", f"{self.cards} cards, each once", len(move.values), "cards", "6, II.1")
        return None

    def _cards_refusal(self, cards: tuple[int, ...]) -> TableError | None:
        """Cards of a real shoe are as many as the rules deal."""
        article = self.rules.article("cards")
        if not all(0 <= card < self.cards for card in cards):
            return refuse("cards", f"0 to {self.cards - 1}", cards, "cards", article)
        try:
            used = play_coup(cards, self.rules.data).used
        except TableError as error:
            return error
        if used != len(cards):
            return refuse("cards of this coup", f"{used}", len(cards), "cards", article)
        return None

    def _limit(self, state: JsonView, seat: int, spot: Spot) -> Limit | None:
        if state["phase"] != "bets":
            return None
        least = self.rules.minimum_cents(state)
        most = least * self.rules.number("most_times")
        if spot.name == "tie":
            return Limit(least, most // 8, self.rules.article("tie"))
        return Limit(least, most, self.rules.article("maximum"))

    def asks(self, state: JsonView, move: Move) -> Ask | None:
        """A shoe is asked for when one is shuffled; a coup takes the next cards of it."""
        if move.kind == "shuffle":
            return Ask("shoe", self.cards)
        return None

    def apply(self, state: JsonView, move: Move) -> Step:
        """The state after a legal move."""
        if move.kind in ("bet", "unbet"):
            return self.cloth.apply(state, move)
        return {
            "shuffle": self._shuffle, "burn": self._burn, "no_more_bets": self._no_more_bets,
            "red_card": self._red_card, "deal": self._deal, "settle": self._settle,
            "pass_shoe": self._pass_shoe,
        }[move.kind](state, move)  # fmt: skip

    def _shuffle(self, state: JsonView, move: Move) -> Step:
        made = changed(state, phase="burn", shoe=list(move.values), dealt=0, red=False, past=[])
        made["shoes"] = state["shoes"] + 1
        return Step(made, (Event("shuffled", cents=0),))

    def _burn(self, state: JsonView, move: Move) -> Step:
        """The first card says how many more go unseen; tens and courts say ten."""
        first = state["shoe"][0]
        many = value(first) or 10
        made, told = self.turn.begun(changed(state, phase="bets", dealt=1 + many))
        return Step(made, (Event("burnt", values=(first, many), says=f"burn {many}"), *told))

    def _pass_shoe(self, state: JsonView, move: Move) -> Step:
        made, told = self.turn.passed(state, move.seat)
        return Step(made, tuple(told))

    def _no_more_bets(self, state: JsonView, move: Move) -> Step:
        made = changed(state, phase="deal", punto=[], banca=[], winner="")
        return Step(made, (Event("no_more_bets", says="no_more_bets"), *self.turn.hand(state)))

    def _red_card(self, state: JsonView, move: Move) -> Step:
        """In a real shoe the red card is seen by who deals: this coup is the last."""
        return Step(changed(state, red=True), (Event("red_card", says="red_card"),))

    def _deal(self, state: JsonView, move: Move) -> Step:
        at = state["dealt"]
        coup = play_coup(move.values or state["shoe"][at : at + MOST_CARDS], self.rules.data)
        dealt = at if move.values else at + coup.used
        red = state["red"] or dealt > self.cards - int(self.rules.data["below_red"])
        made = changed(
            state, phase="settle", dealt=dealt, red=red, punto=list(coup.punto), banca=list(coup.banca),
            winner=coup.winner, past=[coup.winner, *state["past"]][:PAST],
        )  # fmt: skip
        events = self._told(coup)
        if red and not state["red"]:
            events.append(Event("red_card", says="red_card"))
        return Step(made, tuple(events))

    @staticmethod
    def _told(coup: Coup) -> list[Event]:
        """The cards in dealing order, and what is announced of them."""
        punto, banca = coup.punto, coup.banca
        order = [("punto", punto[0]), ("banca", banca[0]), ("punto", punto[1]), ("banca", banca[1])]
        events = [Event("card", spot=hand, values=(card,)) for hand, card in order]
        if max(points(punto[:2]), points(banca[:2])) < 8:
            says = "draws" if len(punto) > 2 else f"stands {points(punto)}"
            events.append(Event("punto", values=punto[2:], says=says))
            says = "bank_draws" if len(banca) > 2 else f"bank_stands {points(banca)}"
            events.append(Event("banca", values=banca[2:], says=says))
        won = max(points(punto), points(banca))
        both = (points(punto), points(banca))
        return [*events, Event("won", spot=coup.winner, values=both, says=f"{coup.winner} {won}")]

    def _settle(self, state: JsonView, move: Move) -> Step:
        """Lost bets are taken, won ones paid, and the house's share of what banca won deducted."""
        events: list[Event] = []
        transfers: list[Transfer] = []
        winner = state["winner"]
        for seat, spot, cents in sorted(stakes(state), key=lambda row: row[1] == winner):
            bet, there, hand = self.rules.spots[spot], on(seat, spot), f"seat {seat}"
            if spot == winner:
                won = bet.win_cents(cents)
                fee = commission(won, self.rules.number("commission_bp")) if spot == "banca" else 0
                events += [Event("paid", seat, spot, won - fee), Event("back", seat, spot, cents)]
                transfers.append(Transfer(there, hand, cents, "back", bet.article))
                if won > fee:
                    transfers.append(Transfer("house", hand, won - fee, spot, bet.article))
                if fee:
                    events.append(Event("fee", seat, spot, fee))
                    article = self.rules.article("commission")
                    transfers.append(Transfer("house", "commission", fee, "commission", article))
            elif winner != "tie":
                events.append(Event("lost", seat, spot, cents))
                transfers.append(Transfer(there, "house", cents, "lost", bet.article))
        made = changed(state, phase="shoe" if state["red"] else "bets", round=state["round"] + 1)
        made, told = self.turn.settled(made, winner)
        return Step(made, (*events, *told), tuple(transfers))

    def next_move(self, state: JsonView) -> Move:
        """The croupier's next move; whoever has the shoe and no stake on banca passes it on."""
        if state["phase"] == "bets" and not self.turn.ready(state):
            return Move("pass_shoe", self.shooter(state))
        kinds = {
            "shoe": "shuffle",
            "burn": "burn",
            "bets": "no_more_bets",
            "deal": "deal",
            "settle": "settle",
        }
        return Move(kinds[state["phase"]])

    def view(self, state: JsonView, seat: int) -> Json:
        """Nobody knows what is left in the shoe, or was burnt: only how many cards are left."""
        seen = dict(state)
        seen["shoe"] = self.cards - state["dealt"] if state["shoe"] else 0
        return seen


_FOLLOWED: type[Followed] = PuntoYBanca


def open_game(rules: Mapping[str, int | str], readings: Mapping[str, str]) -> PuntoYBanca:
    """The game under what a house declares."""
    return PuntoYBanca(load_rules(Path(__file__).parent, rules, readings))
