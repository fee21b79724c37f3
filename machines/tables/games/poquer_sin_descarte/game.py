# SPDX-License-Identifier: MIT
"""Póquer sin descarte: an ante, five cards against the bank's, one of whose lies open, a decision."""

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
    stakes,
)
from machines.tables.games.poquer_sin_descarte.carrousel import Hit, new_pot, paid, stands_cents, winners
from machines.tables.games.poquer_sin_descarte.hands import DECK, HAND, qualifies
from machines.tables.games.poquer_sin_descarte.play import goes_on
from machines.tables.games.poquer_sin_descarte.settle import Settlement, bets_on
from machines.tables.refusal import TableError, refuse
from machines.tables.riders import ANTE, SECOND, Riders, part, riders_of
from machines.tables.rules import Rules, load_rules
from machines.tables.spots import Spot

PAST = 40
PLAY, FOLD = "ir", "retirarse"
CARROUSEL, LINK = "carrousel", "link"
MOST_BETS = 3
"""Of a place: number of the text, under the reading ``riders_most`` of riders alone."""
_KINDS = {
    "bets": "no_more_bets", "deal": "deal", "show": "show", "settle": "settle", CARROUSEL: CARROUSEL,
}  # fmt: skip


class PoquerSinDescarte:
    """The game under its rules."""

    version = 1
    phases = ("bets", "deal", "choices", "show", "settle", CARROUSEL)
    chance_moves = ("deal",)
    spent: tuple[str, ...] = ()
    leaving = ("bets",)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = rules.number("seats")
        self.cloth = Cloth(rules, self._limit)
        self.settlement = Settlement(rules)
        self._carrousel = str(rules.declared[CARROUSEL])
        readings = rules.readings
        most = MOST_BETS - (readings["riders_most"] == "three_in_all")
        together = readings["riders_limit"] == "together"
        self.riders = Riders(rules, most, together=together, one_box=False, rule="riders")

    def start(self) -> Json:
        """No card is on the table yet; the carrousel is empty."""
        pot = {"pot": new_pot(self.rules)} if self._carrousel == "own" else {}
        cards: Json = {"hands": {}, "bank": [], "asked": [], "folded": []}
        return {"phase": "bets", "round": 0, **cards, "past": [], "hit": [], **pot}

    # -- bets ---------------------------------------------------------------------------------------

    def legal(self, state: JsonView, seat: int) -> list[Choice]:
        """Bets, whether to go on, and the croupier's moves."""
        phase = state["phase"]
        if seat == CROUPIER:
            return [Choice(_KINDS[phase], CROUPIER)] if phase in _KINDS else []
        if phase == "choices" and seat in state["asked"]:
            able = chips(state, seat) >= self.settlement.raises * laid(state, seat, ANTE)
            return [Choice("choose", seat, ANTE, words=(PLAY, FOLD) if able else (FOLD,))]
        if phase != "bets" or seat < 1:
            return []
        return [*self.cloth.lays(state, seat), *self.cloth.takes(state, seat, self._loose(state, seat))]

    def _loose(self, state: JsonView, seat: int) -> list[str]:
        """Spots from which a seat may take back: its ante as long as nothing is laid upon it."""
        alone = not laid(state, seat, CARROUSEL) and not riders_of(state, seat)
        return [spot for who, spot, _ in stakes(state) if who == seat and (spot != ANTE or alone)]

    def _limit(self, state: JsonView, seat: int, spot: Spot) -> Limit | None:
        """Of ante, coin, and antes behind others; the second bet is laid by going on."""
        if state["phase"] != "bets":
            return None
        if spot.kind == CARROUSEL:
            coin = self.rules.number("coin_cents")
            there = self._carrousel != "none" and laid(state, seat, ANTE)
            return Limit(coin, coin, self.rules.article(CARROUSEL)) if there else None
        name, hand = part(spot.name)
        if name != ANTE or self.riders.refusal(state, seat, spot.name):
            return None
        least = self.rules.minimum_cents(state)
        most = least * self.rules.number("most_times")
        most -= self.riders.others_cents(state, seat, ANTE, hand or seat)
        return Limit(least, most, self.rules.article("maximum")) if most >= least else None

    def refusal(self, state: JsonView, move: Move) -> TableError | None:
        """Why a bet, the cards given, or an answer of the link are not taken."""
        if move.kind in ("bet", "unbet") and move.seat > 0 and state["phase"] != "bets":
            article = self.rules.article("no_more_bets")
            return refuse("a bet", "made before «no va más»", move.spot, "no_more_bets", article, move.seat)
        if move.kind == "bet" and move.seat > 0:
            return self._bet_refusal(state, move) or self.cloth.refusal(state, move)
        if move.kind == "deal" and move.values:
            return self._cards_refusal(state, move.values)
        if move.kind == CARROUSEL and state["phase"] == CARROUSEL:
            article = self.rules.article(CARROUSEL)
            if len(move.values) != 1 or move.values[0] < 0:
                return refuse("cents to each winner", "as the link has them", move.values, LINK, article)
        return None

    def _bet_refusal(self, state: JsonView, move: Move) -> TableError | None:
        """Bets that go with a hand: the coin with one's own, an ante behind with another's."""
        name, hand = part(move.spot)
        if name == CARROUSEL and not laid(state, move.seat, ANTE):
            article = self.rules.article(CARROUSEL)
            return refuse("carrousel", "a coin beside an ante", "none", ANTE, article, move.seat)
        if name == ANTE and hand and move.spot not in self.rules.spots:
            article = self.rules.article("riders")
            return refuse(
                "a bet behind a hand", "where somebody may", move.spot, "riders", article, move.seat
            )
        return self.riders.refusal(state, move.seat, move.spot) if name == ANTE else None

    def _cards_refusal(self, state: JsonView, cards: tuple[int, ...]) -> TableError | None:
        """Cards that were dealt are five for each place that plays and five for the bank, each once."""
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

    # -- a deal -------------------------------------------------------------------------------------

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
            "show": self._show, "settle": self._settle, CARROUSEL: self._award,
        }[move.kind](state, move)  # fmt: skip

    def _no_more_bets(self, state: JsonView, move: Move) -> Step:
        return Step(changed(state, phase="deal"), (Event("no_more_bets", says="no_more_bets"),))

    def _deal(self, state: JsonView, move: Move) -> Step:
        """One by one to each place from the croupier's left and to the bank; its last one lies open."""
        playing = self._playing(state)
        places = [*playing, CROUPIER]
        hands: dict[int, list[int]] = {place: [] for place in places}
        events = []
        for i, card in enumerate(move.values):
            place = places[i % len(places)]
            hands[place].append(card)
            if i == len(move.values) - 1:
                events.append(Event("dealt_card", CROUPIER, "banca", values=(card,)))
                break
            events.append(Event("dealt", place))
            if place != CROUPIER:
                events.append(Event("dealt_card", place, f"mano {place}", values=(card,), to=(place,)))
        bank = hands.pop(CROUPIER)
        rows = {str(place): cards for place, cards in hands.items()}
        phase = "choices" if playing else "show"
        made = changed(state, phase=phase, hands=rows, bank=bank, asked=playing, folded=[])
        return Step(made, tuple(events))

    def _choose(self, state: JsonView, move: Move) -> Step:
        """To go on with twice as much more, or to lose what lies there."""
        seat = move.seat
        asked = [one for one in state["asked"] if one != seat]
        made = changed(state, asked=asked, phase="choices" if asked else "show")
        if move.word == PLAY:
            return self._goes(made, seat)
        made["folded"] = [*state["folded"], seat]
        told, owed = self.settlement.folded(state, seat)
        return Step(made, (Event("folds", seat, says=f"folds {seat}"), *told), tuple(owed))

    def _goes(self, state: Json, seat: int) -> Step:
        """The second bet of who sits and of who stands behind; who cannot pay it loses what lies there."""
        article = self.rules.article("decide")
        events: list[Event] = []
        moved: list[Transfer] = []
        for one, ante, second in bets_on(state, seat):
            first = laid(state, one, ante)
            cents = self.settlement.raises * first
            if chips(state, one) >= cents:
                moved.append(Transfer(f"seat {one}", on(one, second), cents, SECOND, article))
                events.append(Event("bet", one, second, cents))
            else:
                moved.append(Transfer(on(one, ante), "house", first, "lost", article))
                events.append(Event("lost", one, ante, first))
        plays = Event("plays", seat, SECOND, events[0].cents, says=f"plays {seat}")
        return Step(state, (plays, *events), tuple(moved))

    def _show(self, state: JsonView, move: Move) -> Step:
        """The croupier's other cards are turned up."""
        bank = state["bank"]
        goes = qualifies(bank, self.rules.data["bank_needs"])
        says = "bank_plays" if goes else "bank_out"
        past = ["juega" if goes else "fuera", *state["past"]][:PAST]
        return Step(
            changed(state, phase="settle", past=past),
            (Event("turned", spot="banca", values=tuple(bank), says=says),),
        )

    def _settle(self, state: JsonView, move: Move) -> Step:
        """Place after place, then the carrousel; then the cards go."""
        events: list[Event] = []
        owed: list[Transfer] = []
        stay = [int(place) for place in state["hands"] if int(place) not in state["folded"]]
        for seat in stay:
            events.append(Event("turned", seat, f"mano {seat}", values=tuple(state["hands"][str(seat)])))
            told, moved = self.settlement.of(state, seat)
            events += told
            owed += moved
        made = changed(state, phase="bets", round=state["round"] + 1, asked=[], hit=[])
        coins = [(seat, laid(state, seat, CARROUSEL)) for seat in self._coins(state)]
        if not coins or self._carrousel == "none":  # a coin that may not lie there comes to nothing
            return Step(made, tuple(events), tuple(owed))
        article = self.rules.article(CARROUSEL)
        owed += [Transfer(on(seat, CARROUSEL), LINK, cents, CARROUSEL, article) for seat, cents in coins]
        events += [Event("lost", seat, CARROUSEL, cents) for seat, cents in coins]
        hit = winners({seat: state["hands"][str(seat)] for seat, _ in coins if seat in stay}, self.rules)
        staked = sum(cents for _, cents in coins)
        if self._carrousel == "linked":
            return self._told(made, (events, owed), staked, hit)
        made["pot"], cents = paid(state["pot"], staked, hit)
        told, moved = self._prize(hit, cents)
        return Step(made, (*events, *told), (*owed, *moved))

    @staticmethod
    def _coins(state: JsonView) -> list[int]:
        return [who for who, spot, _ in stakes(state) if spot == CARROUSEL]

    def _told(self, made: Json, so_far: tuple[list[Event], list[Transfer]], staked: int, hit: Hit) -> Step:
        """What the link is told of a deal, which nobody can unmake then; a prize waits for its answer."""
        made.pop("before", None)
        events, owed = so_far
        if hit.prize:
            made |= {"phase": CARROUSEL, "round": made["round"] - 1, "hit": [hit.prize, *hit.seats]}
        told = Event(LINK, cents=staked, values=(hit.prize, *hit.seats))
        return Step(made, (*events, told), tuple(owed))

    def _award(self, state: JsonView, move: Move) -> Step:
        """What the link has answered is paid."""
        prize, *seats = state["hit"]
        told, moved = self._prize(Hit(prize, tuple(seats)), move.values[0])
        return Step(changed(state, phase="bets", round=state["round"] + 1, hit=[]), tuple(told), tuple(moved))

    def _prize(self, hit: Hit, cents: int) -> tuple[list[Event], list[Transfer]]:
        """The same to each winner, out of what the tables have put together."""
        seats = hit.seats if cents else ()
        article = self.rules.article(CARROUSEL)
        events = [Event("paid", seat, CARROUSEL, cents, says=f"carrousel {seat}") for seat in seats]
        return events, [Transfer(LINK, f"seat {seat}", cents, CARROUSEL, article) for seat in seats]

    # -- what goes on, and who sees it --------------------------------------------------------------

    def next_move(self, state: JsonView) -> Move:
        """The croupier's next; who decides nothing plays well."""
        if state["phase"] == "choices":
            seat = state["asked"][0]
            return Move("choose", seat, ANTE, word=self.advised(state, seat))
        return Move(_KINDS[state["phase"]])

    def advised(self, state: JsonView, seat: int) -> str:
        """Best play for one's own cards and the one of the bank that lies open."""
        (choice,) = self.legal(state, seat)
        if PLAY not in choice.words:
            return FOLD
        good = goes_on(state["hands"][str(seat)], state["bank"][-1], self.rules)
        return PLAY if good else FOLD

    def pot_cents(self, state: JsonView) -> int | None:
        """Of the table's own carrousel; one over several tables is told by its link."""
        return stands_cents(state["pot"]) if "pot" in state else None

    def view(self, state: JsonView, seat: int) -> Json:
        """Cards that lie face down reach nobody but whose they are; the bank's last one lies open."""
        open_now = state["phase"] in ("settle", "bets", CARROUSEL)
        folded = [str(one) for one in state["folded"]]
        hands = {
            place: cards if str(seat) == place or (open_now and place not in folded) else []
            for place, cards in state["hands"].items()
        }
        return {**state, "hands": hands, "bank": state["bank"] if open_now else state["bank"][-1:]}


_ADVISED: type[Advised] = PoquerSinDescarte


def open_game(rules: Mapping[str, int | str], readings: Mapping[str, str]) -> PoquerSinDescarte:
    """The game under what a house declares."""
    return PoquerSinDescarte(load_rules(Path(__file__).parent, rules, readings))
