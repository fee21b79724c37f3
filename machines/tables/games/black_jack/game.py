# SPDX-License-Identifier: MIT
"""Black jack: seven boxes, a shoe of six decks, decisions hand by hand, then the croupier's cards."""

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
    Parted,
    Step,
    changed,
    laid,
    seated,
)  # fmt: skip
from machines.tables.games.black_jack.boxes import (
    HAND,
    INSURANCE,
    box_of,
    hand_spot,
    holder,
    new_hand,
    played,
    staked,
)  # fmt: skip
from machines.tables.games.black_jack.hands import MOST, black_jack, points
from machines.tables.games.black_jack.settle import Settlement
from machines.tables.games.black_jack.strategy import advised
from machines.tables.games.black_jack.turns import Turns, carried
from machines.tables.refusal import TableError, refuse
from machines.tables.rules import Rules, load_rules
from machines.tables.spots import Spot

DECK, PAST = 52, 40
_KINDS = {
    "shoe": "shuffle", "burn": "burn", "bets": "no_more_bets", "deal": "deal", "draw": "card",
    "croupier": "card", "settle": "settle",
}  # fmt: skip
_DEALING = ("bets", "deal", "draw", "croupier")


class BlackJack:
    """The game under its rules."""

    version = 1
    phases = ("shoe", "burn", "bets", "deal", "choices", "draw", "croupier", "settle")
    chance_moves = ("shuffle", "deal", "card")
    spent = ("dealt", "red", "shoes")
    leaving = ("bets", "shoe", "burn")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = rules.number("seats")
        self.decks = int(rules.data["decks"])
        self.cards = DECK * self.decks
        self.cloth = Cloth(rules, self._limit)
        self.settlement = Settlement(rules)
        self.turns = Turns(rules, self.settlement)

    def start(self) -> Json:
        """No shoe is on the table yet."""
        return {
            "phase": "shoe", "round": 0, "shoes": 0, "shoe": [], "dealt": 0, "red": False, "boxes": {},
            "holders": {}, "laid": {}, "bank": [], "asked": [], "turn": [], "past": [],
        }  # fmt: skip

    # -- what may be done ----------------------------------------------------------------------------

    def legal(self, state: JsonView, seat: int) -> list[Choice]:
        """Bets on boxes, decisions on their hands, and the croupier's moves."""
        phase = state["phase"]
        if seat == CROUPIER:
            kinds = [_KINDS[phase]] if phase in _KINDS else []
            if phase in _DEALING and not state["red"]:
                kinds += ["red_card", *(["remove"] if phase != "bets" else [])]
            return [Choice(kind, CROUPIER) for kind in kinds]
        if phase == "choices":
            return self.turns.choices(state, seat)
        if phase != "bets" or seat < 1:
            return []
        mine = [hand_spot(box, 0) for box in self._boxes() if self._may_take(state, seat, box)]
        return [*self.cloth.lays(state, seat), *self.cloth.takes(state, seat, mine)]

    def _boxes(self) -> range:
        return range(1, self.seats + 1)

    @staticmethod
    def _may_take(state: JsonView, seat: int, box: int) -> bool:
        """Who sits before a box does not leave riders on it alone."""
        return seat != box or len(staked(state, box)) < 2

    def _limit(self, state: JsonView, seat: int, spot: Spot) -> Limit | None:
        """Of a box: its maximum is that of all stakes together, at most three of them."""
        box = box_of(spot.name)
        if state["phase"] != "bets" or spot.kind != HAND or box > self.seats:
            return None
        there = staked(state, box)
        if self._unheld(state, seat, box) or (
            seat not in there and len(there) >= int(self.rules.data["players_of_a_box"])
        ):
            return None
        least = self.rules.minimum_cents(state)
        others = sum(there.values()) - there.get(seat, 0)
        return Limit(least, least * self.rules.number("most_times") - others, self.rules.article("maximum"))

    @staticmethod
    def _unheld(state: JsonView, seat: int, box: int) -> bool:
        """Whether somebody else sits before a box and has laid nothing there."""
        return seat != box and box in seated(state) and not laid(state, box, hand_spot(box, 0))

    def refusal(self, state: JsonView, move: Move) -> TableError | None:
        """Why a bet, or the cards given, are not taken."""
        if move.kind in ("bet", "unbet") and move.seat > 0:
            return self._bet_refusal(state, move)
        if move.kind == "shuffle" and move.values and sorted(move.values) != list(range(self.cards)):
            article = self.rules.article("shoe")
            return refuse("a shoe", f"{self.cards} cards, each once", len(move.values), "cards", article)
        if move.kind in ("deal", "card") and move.values:
            return self._cards_refusal(state, move.values)
        return None

    def _bet_refusal(self, state: JsonView, move: Move) -> TableError | None:
        seat, box = move.seat, box_of(move.spot)
        if state["phase"] == "choices" and move.kind == "bet" and move.spot.startswith(INSURANCE):
            return None  # its bounds are those of the choice
        if state["phase"] != "bets":
            article = self.rules.article("no_more_bets")
            return refuse("a bet", "made before «no va más»", move.spot, "no_more_bets", article, seat)
        if move.kind == "unbet":
            if box and not self._may_take(state, seat, box):
                article = self.rules.article("holder")
                return refuse(
                    "a box", "held as long as others ride on it", move.spot, "holder", article, seat
                )
            return None
        if move.spot in self.rules.spots and move.spot.startswith(HAND):
            there = staked(state, box)
            if self._unheld(state, seat, box):
                article = self.rules.article("holder")
                return refuse(
                    "a rider", "on a box whose player has a stake", move.spot, "holder", article, seat
                )
            if seat not in there and len(there) >= int(self.rules.data["players_of_a_box"]):
                most = self.rules.data["players_of_a_box"]
                article = self.rules.article("players")
                return refuse(
                    f"players on {move.spot}", f"{most} at most", most + 1, "players", article, seat
                )
        return self.cloth.refusal(state, move)

    def _cards_refusal(self, state: JsonView, cards: tuple[int, ...]) -> TableError | None:
        """Cards of a real shoe are as many as this move deals."""
        article, many = self.rules.article("cards"), self.takes(state)
        if not all(0 <= card < self.cards for card in cards):
            return refuse("cards", f"0 to {self.cards - 1}", cards, "cards", article)
        if len(cards) != many:
            return refuse("cards of this move", f"{many}", len(cards), "cards", article)
        return None

    def takes(self, state: JsonView) -> int:
        """Two cards for each box and one for the croupier; then one by one."""
        return 2 * len(played(state)) + 1 if state["phase"] in ("bets", "deal") else 1

    def asks(self, state: JsonView, move: Move) -> Ask | None:
        """A shoe when one is shuffled, and another one if a hand empties it; else its next cards."""
        out = move.kind == "card" and state["dealt"] >= self.cards
        return Ask("shoe", self.cards) if move.kind == "shuffle" or out else None

    # -- what it brings ------------------------------------------------------------------------------

    def apply(self, state: JsonView, move: Move) -> Step:
        """The state after a legal move."""
        if state["phase"] == "choices" and move.kind == "bet":
            return self.turns.insured(state, move.seat, move.spot, move.cents)
        if move.kind in ("bet", "unbet"):
            return self.cloth.apply(state, move)
        if move.kind == "choose":
            return self.turns.chosen(state, move.seat, move.spot, move.word)
        return {
            "shuffle": self._shuffle, "burn": self._burn, "no_more_bets": self._no_more_bets,
            "deal": self._deal, "card": self._card, "settle": self._settle, "red_card": self._red_card,
            "remove": self._remove,
        }[move.kind](state, move)  # fmt: skip

    def _shuffle(self, state: JsonView, move: Move) -> Step:
        made = changed(state, phase="burn", shoe=list(move.values), dealt=0, red=False)
        made["shoes"] = state["shoes"] + 1
        return Step(made, (Event("shuffled"),))

    def _burn(self, state: JsonView, move: Move) -> Step:
        """The first cards are put aside unseen."""
        many = int(self.rules.data["burnt"])
        return Step(
            changed(state, phase="bets", dealt=state["dealt"] + many), (Event("burnt", values=(many,)),)
        )

    def _no_more_bets(self, state: JsonView, move: Move) -> Step:
        """A round of too few hands is none."""
        boxes = played(state)
        least = (
            int(self.rules.data["hands_least"]) if self.rules.readings["two_hands"] == "every_round" else 1
        )
        few = len(boxes) < least
        there = {f"{seat} {box}": cents for box in boxes for seat, cents in staked(state, box).items()}
        made = changed(
            state, phase="settle" if few else "deal", boxes={}, bank=[], asked=[], turn=[], laid=there,
            holders={str(box): holder(state, box) for box in boxes},
        )  # fmt: skip
        events = [Event("no_more_bets", says="no_more_bets"), *([Event("few", says="few")] if few else [])]
        return Step(made, tuple(events))

    def _red_card(self, state: JsonView, move: Move) -> Step:
        """In a real shoe the croupier shows the separator: this round is the last."""
        return Step(changed(state, red=True), (Event("red_card", says="red_card"),))

    def _remove(self, state: JsonView, move: Move) -> Step:
        """A card that lies face up in the shoe is out of the game."""
        at = state["dealt"]
        made, told = self._behind(changed(state, dealt=at + 1))
        return Step(made, (Event("removed", values=(state["shoe"][at],), says="removed"), *told))

    def _behind(self, state: Json) -> tuple[Json, list[Event]]:
        """The separator comes up when the cards before it are dealt."""
        ends = self.cards - self.rules.number("reserve_cards")
        if state["red"] or state["dealt"] <= ends:
            return state, []
        return changed(state, red=True), [Event("red_card", says="red_card")]

    def _deal(self, state: JsonView, move: Move) -> Step:
        """One card to each box from the croupier's left, one to himself, a second to each box."""
        boxes, at = played(state), state["dealt"]
        many = len(boxes)
        cards = list(move.values or state["shoe"][at : at + 2 * many + 1])
        bank, second = cards[many], cards[many + 1 :]
        hands = {
            str(box): [new_hand(hand_spot(box, 0), [cards[i], second[i]])] for i, box in enumerate(boxes)
        }
        made = changed(state, boxes=hands, bank=[bank], dealt=at if move.values else at + len(cards))
        names = [hand_spot(box, 0) for box in boxes]
        events = [
            Event("card", spot=spot, values=(card,))
            for spot, card in zip([*names, "banca", *names], cards, strict=True)
        ]
        events += [
            Event("black_jack", spot=rows[0]["spot"], says="black_jack")
            for rows in hands.values() if black_jack(rows[0]["cards"])
        ]  # fmt: skip
        made, told = self._behind(made)
        after = self.turns.offered(made)
        if any(spot.startswith(INSURANCE) for _, spot, _ in after["asked"]):
            told.append(Event("insurance", says="insurance"))
        return Step(after, (*events, *told))

    def _card(self, state: JsonView, move: Move) -> Step:
        """One card, to the hand whose turn it is or to the croupier."""
        made = dict(state)
        if len(move.values) == self.cards:  # the shoe was empty
            made |= {"shoe": list(move.values), "dealt": 1, "shoes": state["shoes"] + 1}
            card = move.values[0]
        elif move.values:
            card = move.values[0]
        else:
            card = state["shoe"][state["dealt"]]
            made["dealt"] = state["dealt"] + 1
        made, told = self._behind(made)
        if state["phase"] == "croupier":
            return self._to_bank(made, card, told)
        box, place = state["turn"]
        boxes = {name: [dict(hand) for hand in hands] for name, hands in made["boxes"].items()}
        hand = boxes[str(box)][place]
        hand["cards"] = [*hand["cards"], card]
        spot, total = hand["spot"], points(hand["cards"])
        made = changed(made, boxes=boxes)
        events = [Event("card", spot=spot, values=(card,)), *told]
        if total <= MOST:
            return Step(self.turns.advanced(made), tuple(events))
        hand["done"] = True
        lost, owed = self.settlement.busted(state, spot)
        events += [
            Event("bust", spot=spot, values=(total,), says=f"bust {total}"),
            *lost,
            Event("collected", spot=spot),
        ]
        after = self.turns.advanced(carried(made, tuple(owed)))
        return Step(changed(after, money=state["money"]), tuple(events), tuple(owed))

    def _to_bank(self, state: Json, card: int, told: list[Event]) -> Step:
        """The croupier's own card; once he has done he announces his points."""
        made = changed(state, bank=[*state["bank"], card])
        events = [Event("card", spot="banca", values=(card,)), *told]
        if self.turns.draws(made):
            return Step(made, tuple(events))
        return Step(changed(made, phase="settle"), (*events, self._announced(made["bank"])))

    @staticmethod
    def _announced(bank: list[int]) -> Event:
        total = points(bank)
        says = "bank_black_jack" if black_jack(bank) else f"{'bank_bust' if total > MOST else 'bank'} {total}"
        return Event("bank", spot="banca", values=(total,), says=says)

    def _settle(self, state: JsonView, move: Move) -> Step:
        """Every stake to its end; then the cards go, and behind the separator the shoe with them."""
        told, owed = self.settlement.all(state) if state["boxes"] else self.settlement.void(state)
        bank = state["bank"]
        said = ["BJ" if black_jack(bank) else str(points(bank))] if len(bank) > 1 else []
        over = changed(
            state, phase="shoe" if state["red"] else "bets", round=state["round"] + 1, turn=[], asked=[],
            past=[*said, *state["past"]][:PAST],
        )  # fmt: skip
        return Step(over, tuple(told), tuple(owed))

    # -- how it goes on ------------------------------------------------------------------------------

    def next_move(self, state: JsonView) -> Move:
        """The croupier's next move; whoever decides nothing plays as the declared strategy says."""
        if state["phase"] == "choices":
            seat, spot, _ = state["asked"][0]
            return Move("choose", seat, spot, word=self._advised(state, seat, spot))
        return Move(_KINDS[state["phase"]])

    def advised(self, state: JsonView, seat: int) -> str:
        """What the declared strategy does in the first decision that a seat is asked for."""
        spot = next(spot for who, spot, _ in state["asked"] if who == seat)
        return self._advised(state, seat, spot)

    def _advised(self, state: JsonView, seat: int, spot: str) -> str:
        choice = next(
            one for one in self.turns.choices(state, seat) if (one.kind, one.spot) == ("choose", spot)
        )
        hands = state["boxes"][str(box_of(spot))]
        hand = next((one for one in hands if one["spot"] == spot), hands[0])
        return advised(choice.words, hand["cards"], state["bank"][0])

    def view(self, state: JsonView, seat: int) -> Json:
        """Nobody knows what is left in the shoe, or was burnt: only how many cards are left."""
        seen = dict(state)
        seen["shoe"] = self.cards - state["dealt"] if state["shoe"] else 0
        return seen


_ADVISED: type[Advised] = BlackJack
_PARTED: type[Parted] = BlackJack


def open_game(rules: Mapping[str, int | str], readings: Mapping[str, str]) -> BlackJack:
    """The game under what a house declares."""
    return BlackJack(load_rules(Path(__file__).parent, rules, readings))
