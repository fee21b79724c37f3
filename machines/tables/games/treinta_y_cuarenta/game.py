# SPDX-License-Identifier: MIT
"""Treinta y cuarenta: two rows from a shoe of six decks, four bets, the prison of 31, insurance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from machines.support.plain import Json, JsonView
from machines.tables.bets import Cloth, Limit
from machines.tables.chance import RED_CARD
from machines.tables.game import CROUPIER, Ask, Choice, Event, Move, Step, changed, laid
from machines.tables.games.treinta_y_cuarenta.coup import DOUBLET, NEGRA, ROJA, Coup, deal_coup
from machines.tables.games.treinta_y_cuarenta.coup import NULL as NULO
from machines.tables.games.treinta_y_cuarenta.insurance import SEGURO, insured
from machines.tables.games.treinta_y_cuarenta.settle import Settlement
from machines.tables.prison import Fate
from machines.tables.refusal import TableError, refuse
from machines.tables.rules import Rules, load_rules
from machines.tables.spots import Spot

PAST = 40
DECK = 52
_KINDS = {"shoe": "shuffle", "bets": "no_more_bets", "deal": "deal", "settle": "settle"}


class TreintaYCuarenta:
    """The game under its rules."""

    version = 1
    phases = ("shoe", "bets", "deal", "settle", "choices", "closed")
    chance_moves = ("shuffle", "deal")
    spent = ("dealt", "shoes")
    leaving = ("bets", "shoe", "closed")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = rules.number("seats")
        self.decks = int(rules.data["decks"])
        self.cards = DECK * self.decks
        self.cloth = Cloth(rules, self._limit)
        self.settlement = Settlement(rules)
        self.insurance = self.settlement.insurance

    def start(self) -> Json:
        """No shoe is on the table yet."""
        return {
            "phase": "shoe", "round": 0, "shoes": 0, "shoe": [], "dealt": 0, NEGRA: [], ROJA: [],
            "result": "", "colour": "", "past": [], "asked": [], "last": False,
        }  # fmt: skip

    def legal(self, state: JsonView, seat: int) -> list[Choice]:
        """Bets and deposits of a seat, decisions after 31, and the croupier's moves."""
        phase = state["phase"]
        if seat == CROUPIER:
            kinds = [_KINDS[phase]] if phase in _KINDS else []
            last = ["last_round"] if phase == "bets" and not state["last"] else []
            return [Choice(kind, CROUPIER) for kind in [*kinds, *last]]
        if phase == "choices":
            asked = [row for row in state["asked"] if row[0] == seat]
            return [Choice("choose", seat, spot, words=tuple(words)) for _, spot, words in asked]
        if phase != "bets" or seat < 1:
            return []
        spots = [spot for spot in self.rules.spots if laid(state, seat, spot)]
        lays = [*self.cloth.lays(state, seat), *self.insurance.lays(state, seat)]
        return [*lays, *self.cloth.takes(state, seat, spots)]

    def refusal(self, state: JsonView, move: Move) -> TableError | None:
        """Why a bet, or the cards given, are not taken."""
        if move.kind in ("bet", "unbet") and move.seat > 0 and state["phase"] != "bets":
            article = self.rules.article("no_more_bets")
            return refuse("a bet", "made before «no va más»", move.spot, "no_more_bets", article, move.seat)
        if move.kind == "bet" and move.seat > 0:
            known = self.insurance.refusal(state, move)
            return known or (None if move.spot.startswith(SEGURO) else self.cloth.refusal(state, move))
        if move.kind == "deal" and move.values:
            return self._cards_refusal(move.values)
        whole = sorted(move.values) == list(range(self.cards))
        if move.kind == "shuffle" and move.values and not whole:
            article = self.rules.article("shoe")
            return refuse("a shoe", f"{self.cards} cards, each once", len(move.values), "cards", article)
        return None

    def _cards_refusal(self, cards: tuple[int, ...]) -> TableError | None:
        """Cards of a real shoe are as many as both rows take, or end with the red card."""
        article = self.rules.article("cards")
        if not all(0 <= card < self.cards or card == RED_CARD for card in cards):
            return refuse(
                "cards", f"0 to {self.cards - 1}, or the red one, {RED_CARD}", cards, "cards", article
            )
        most = max(Counter(card % DECK for card in cards if card != RED_CARD).values(), default=0)
        if most > self.decks:
            return refuse("cards", f"{self.decks} of a kind at most", most, "cards", article)
        try:
            coup = deal_coup(cards, self.rules.data["ends_at"])
        except TableError as error:
            return error
        if coup.used + coup.annulled != len(cards):
            return refuse("cards of this coup", f"{coup.used}", len(cards), "cards", article)
        return None

    def _limit(self, state: JsonView, seat: int, spot: Spot) -> Limit | None:
        """Of a bet; a deposit has none, and an insured stake is not raised."""
        if state["phase"] != "bets" or spot.name.startswith(SEGURO) or insured(state, seat, spot.name):
            return None
        least = self.rules.minimum_cents(state)
        return Limit(least, least * self.rules.number("most_times"), self.rules.article("maximum"))

    def asks(self, state: JsonView, move: Move) -> Ask | None:
        """A shoe is asked for when one is shuffled; a coup takes the next cards of it."""
        return Ask("shoe", self.cards) if move.kind == "shuffle" else None

    def apply(self, state: JsonView, move: Move) -> Step:
        """The state after a legal move."""
        return {
            "bet": self.cloth.apply, "unbet": self._unbet, "shuffle": self._shuffle, "deal": self._deal,
            "no_more_bets": self._no_more_bets, "last_round": self._last_round, "settle": self._settle,
            "choose": self._choose,
        }[move.kind](state, move)  # fmt: skip

    def _unbet(self, state: JsonView, move: Move) -> Step:
        """A stake goes back with its deposit."""
        step = self.cloth.apply(state, move)
        if not (deposit := laid(state, move.seat, SEGURO + move.spot)):
            return step
        with_it = self.cloth.apply(state, move._replace(spot=SEGURO + move.spot, cents=deposit))
        return Step(step.state, (*step.events, *with_it.events), (*step.transfers, *with_it.transfers))

    def _shuffle(self, state: JsonView, move: Move) -> Step:
        made = changed(state, phase="bets", shoe=list(move.values), dealt=0, shoes=state["shoes"] + 1)
        return Step(made, (Event("shuffled"),))

    def _no_more_bets(self, state: JsonView, move: Move) -> Step:
        made = changed(state, phase="deal", result="", colour="", **{NEGRA: [], ROJA: []})
        return Step(made, (Event("no_more_bets", says="no_more_bets"),))

    def _last_round(self, state: JsonView, move: Move) -> Step:
        return Step(changed(state, last=True), (Event("last_round", says="last_round"),))

    def _deal(self, state: JsonView, move: Move) -> Step:
        at = state["dealt"]
        left = state["shoe"][at : self.cards - self.rules.data["below_red"]]
        coup = deal_coup(move.values or (*left, RED_CARD), self.rules.data["ends_at"])
        made = changed(
            state, past=[coup.result, *state["past"]][:PAST], dealt=at if move.values else at + coup.used,
            result=coup.result, colour=coup.colour, **{NEGRA: list(coup.negra), ROJA: list(coup.roja)},
        )  # fmt: skip
        if coup.annulled:
            # The coup is void, every stake lies as it lay; the last cards are counted, a new shoe comes.
            made = changed(made, phase="shoe", round=state["round"] + 1)
            return Step(made, (*_rows(coup), *_void(coup, self.rules.data["below_red"])))
        made = changed(made, phase="settle")
        return Step(made, (*_rows(coup), *_told(coup)))

    def _settle(self, state: JsonView, move: Move) -> Step:
        """Every stake to its end; whoever may choose after 31 is asked."""
        fates = self.settlement.fates(state)
        asked = [[seat, fate.asked[0], list(fate.asked[1])] for seat, fate in fates if fate.asked]
        return _after(changed(state, asked=asked), [fate for _, fate in fates])

    def _choose(self, state: JsonView, move: Move) -> Step:
        fate = self.settlement.prison.decide(state, move.seat, move.spot, move.word)
        asked = [row for row in state["asked"] if (row[0], row[1]) != (move.seat, move.spot)]
        return _after(changed(state, asked=asked), [fate])

    def next_move(self, state: JsonView) -> Move:
        """The croupier's next move; who has to decide takes the first that is offered."""
        if state["phase"] == "choices":
            seat, spot, words = state["asked"][0]
            return Move("choose", seat, spot, word=words[0])
        if state["phase"] not in _KINDS:
            raise TableError("the session is over: open the table again (got closed)", "phase")
        return Move(_KINDS[state["phase"]])

    def view(self, state: JsonView, seat: int) -> Json:
        """Nobody knows what is left in the shoe: only how many cards are left."""
        seen = dict(state)
        seen["shoe"] = self.cards - state["dealt"] if state["shoe"] else 0
        return seen


def _rows(coup: Coup) -> list[Event]:
    """Cards as they are laid, and the points of each row that has ended."""
    events = []
    for name, cards, reached in zip((NEGRA, ROJA), (coup.negra, coup.roja), coup.points, strict=True):
        events += [Event("card", spot=name, values=(card,)) for card in cards]
        if reached >= coup.ends_at:
            events.append(Event("row", spot=name, values=(reached,), says=f"{name} {reached}"))
    return events


def _told(coup: Coup) -> list[Event]:
    """What the croupier says of both rows."""
    black, red = coup.points
    if coup.result == DOUBLET:
        return [Event("doublet", values=coup.points, says="doublet")]
    if coup.result == NULO:
        return [Event("null", values=coup.points, says=f"null {black}")]
    said = f"{coup.result}_{coup.colour} {min(black, red) - coup.ends_at + 1}"
    return [
        Event("won", spot=coup.colour, values=coup.points),
        Event("won", spot=coup.result, values=coup.points, says=said),
    ]


def _void(coup: Coup, behind: int) -> list[Event]:
    """The red card has come: the cards behind it are laid out face down and counted."""
    return [
        Event("red_card", spot=ROJA if coup.points[0] >= coup.ends_at else NEGRA, says="red_card"),
        Event("void", says="void"),
        Event("counted", values=(behind,), says="counted"),
    ]


def _after(state: JsonView, fates: Sequence[Fate]) -> Step:
    """What comes when stakes are settled: decisions, the next coup, or the end of the session."""
    events = tuple(event for fate in fates for event in fate.events)
    transfers = tuple(one for fate in fates for one in fate.transfers)
    if state["asked"]:
        return Step(changed(state, phase="choices"), events, transfers)
    phase = "closed" if state["last"] else "bets"
    return Step(changed(state, phase=phase, round=state["round"] + 1), events, transfers)


def open_game(rules: Mapping[str, int | str], readings: Mapping[str, str]) -> TreintaYCuarenta:
    """The game under what a house declares."""
    return TreintaYCuarenta(load_rules(Path(__file__).parent, rules, readings))
