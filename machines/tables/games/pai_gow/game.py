# SPDX-License-Identifier: MIT
"""
Pai Gow on the engine of the table games: a bank that goes round, packets that only their players see.

    table = Table(PaiGow(TableRules()), bytes(32), {1: 100_00})      # the engine's

``apply`` is pure. What it tells is told to those who may hear it: a packet to whom it was dealt, and what is
left over to nobody at the table. A bet is the whole stake of a place, not what is added to it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from machines.support.plain import Json, JsonView
from machines.tables.game import CROUPIER, INSPECTOR, Ask, Banked, Choice, Followed, Step, Transfer, on
from machines.tables.game import Event as Told
from machines.tables.game import Move as Done
from machines.tables.games.pai_gow.audience import view
from machines.tables.games.pai_gow.choices import legal
from machines.tables.games.pai_gow.dice import DICE, FACES, PLACES, start_of
from machines.tables.games.pai_gow.hands import DECK, PACKET, house_setting
from machines.tables.games.pai_gow.moves import Event, Move
from machines.tables.games.pai_gow.rules import TableError, TableRules
from machines.tables.games.pai_gow.settle import ARTICLE, hand, settle
from machines.tables.games.pai_gow.state import STAKE, Seat, TableState
from machines.tables.games.pai_gow.text import FOLDER, TEXT
from machines.tables.games.pai_gow.way import load_way
from machines.tables.refusal import refuse
from machines.tables.rules import load_rules

ARTICLES: dict[str, str] = TEXT["articles"]
Made = tuple[list[Event], list[Transfer]]


class PaiGow:
    """
    The game under what a house declares.

    Args:
        house: limits, commission, way of setting.
    """

    version = 2
    phases: tuple[str, ...] = ("bank", "cut", "bets", "throw", "deal", "set", "show", "settle", "clear")
    chance_moves: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ("bank",)
    seats = PLACES - 1

    def __init__(self, house: TableRules) -> None:
        self.house = house
        self.rules = load_rules(FOLDER, house.to_dict())

    def start(self) -> Json:
        """Nobody banks yet."""
        return TableState(seats={CROUPIER: Seat(0)}).into({})

    def follows(self, state: JsonView) -> Json:
        """The bank is offered where somebody sits: a place left empty passes by itself."""
        now = TableState.of(state)
        now.seats = {place: now.seats[place] for place in sorted(now.seats)}
        _offer_on(now)
        return now.into(state)

    def holds(self, state: JsonView, seat: int) -> int:
        """What a bank has to keep in hand: it covers every stake (reading ``bank_covers``)."""
        now = TableState.of(state)
        others = (one.stake_cents for place, one in now.seats.items() if place != seat)
        return sum(others) if seat == now.bank else 0

    def legal(self, state: JsonView, seat: int) -> list[Choice]:
        """What a place may do; coming and going is the room's."""
        now = TableState.of(state)
        return [
            Choice(one.kind, seat, STAKE if one.kind == "bet" else "", one.least, one.most, one.step)
            if one.kind != "cut"
            else Choice("cut", seat)
            for one in legal(now, self.house)
            if one.place == seat and one.kind not in ("sit", "leave", "buy")
        ]

    def refusal(self, state: JsonView, move: Done) -> TableError | None:
        """Why a cut, a setting, or chance that was given is not taken."""
        values = list(move.values)
        if move.kind == "cut" and not (len(values) == 1 and 0 < values[0] < DECK):
            return refuse("a cut", f"1 to {DECK - 1} cards", values, "cut", ARTICLES["cut"], move.seat)
        if move.kind == "set":
            own = state["cloth"]["seats"].get(str(move.seat), {"cards": []})["cards"]
            if len(values) != 2 or len(set(values)) != 2 or not set(values) <= set(own):
                return refuse("cards", "two of the own packet", values, "set", ARTICLES["set"], move.seat)
        faces = len(values) == DICE and set(values) <= set(range(1, FACES + 1))
        if move.kind == "throw" and values and not faces:
            return refuse("a throw", f"{DICE} faces, 1 to {FACES}", values, "dice", ARTICLES["dice"])
        if move.kind == "deal" and values and sorted(values) != list(range(DECK)):
            return refuse("a deck", f"{DECK} cards, each once", len(values), "cards", ARTICLES["cards"])
        return None

    def asks(self, state: JsonView, move: Done) -> Ask | None:
        """Deal i throws throw i and deals deck i."""
        if move.kind == "throw":
            return Ask("dice", DICE, state["round"])
        return Ask("deck", DECK, state["round"]) if move.kind == "deal" else None

    def apply(self, state: JsonView, move: Done) -> Step:
        """The state after a legal move."""
        now = TableState.of(state)
        events, owed = getattr(self, f"_{move.kind}")(now, move)
        return Step(now.into(state), tuple(told for event in events for told in tell(event)), tuple(owed))

    # -- moves: each changes its copy of the state, and says who owes whom ------------------------------

    def _pass(self, now: TableState, move: Done) -> Made:
        now.offered = (move.seat + 1) % PLACES
        _offer_on(now)
        return [Event("passes", move.seat, {})], []

    def _accept(self, now: TableState, move: Done) -> Made:
        now.bank, now.phase = move.seat, "cut"
        least = self.house.least_cents  # reading ``croupier_stake``
        owed = [Transfer("house", on(CROUPIER, STAKE), least, "stake", ARTICLE)] if move.seat else []
        return [Event("banks", move.seat, {})], owed

    def _cut(self, now: TableState, move: Done) -> Made:
        now.cut, now.phase = move.values[0], "bets"
        return [Event("cut", move.seat, {"cards": now.cut})], []

    def _bet(self, now: TableState, move: Done) -> Made:
        """The stake becomes as large as this."""
        more = move.cents - now.seats[move.seat].stake_cents
        ends = (hand(move.seat), on(move.seat, STAKE))
        owed = (
            [Transfer(*(ends if more > 0 else ends[::-1]), abs(more), "bet", ARTICLES["bet"])] if more else []
        )
        return [Event("bets", move.seat, {"stake_cents": move.cents})], owed

    def _no_more_bets(self, now: TableState, move: Done) -> Made:
        now.phase = "throw"
        return [Event("no_more_bets", CROUPIER, {})], []

    def _throw(self, now: TableState, move: Done) -> Made:
        now.dice, now.phase = list(move.values), "deal"
        now.start = start_of(sum(now.dice), now.bank, now.playing())
        told = {"faces": now.dice, "sum": sum(now.dice), "start": now.start}
        return [Event("dice", CROUPIER, told)], []

    def _deal(self, now: TableState, move: Done) -> Made:
        deck = [*move.values[now.cut :], *move.values[: now.cut]]
        order = [place % PLACES for place in range(now.start, now.start + PLACES)]
        places = [place for place in order if place in now.playing()]
        events = []
        for i, place in enumerate(places):
            now.seats[place].cards = deck[PACKET * i : PACKET * (i + 1)]
            events.append(Event("dealt", place, {"cards": list(now.seats[place].cards)}))
        now.phase, now.used = "set", deck[PACKET * len(places) :]
        return [*events, Event("discards", CROUPIER, {"cards": list(now.used)})], []

    def _set(self, now: TableState, move: Done) -> Made:
        now.seats[move.seat].low = list(move.values)
        if all(now.seats[place].low for place in now.playing() if place != CROUPIER):
            now.phase = "show"
        # Face down: whether the hand is foul is seen when it is compared.
        return [Event("sets", move.seat, {})], []

    def _show(self, now: TableState, move: Done) -> Made:
        croupier = now.seats[CROUPIER]
        croupier.low = list(house_setting(croupier.cards, load_way(self.house.way)).low)
        order = [(now.bank + i) % PLACES for i in range(1, PLACES)]
        # The croupier first, then the players clockwise (reading ``compare_order``).
        now.queue = sorted((p for p in order if p in now.playing()), key=lambda place: place != CROUPIER)
        now.phase = "settle"
        shown = sorted({CROUPIER, now.bank})
        return [Event("shows", place, {"low": list(now.seats[place].low)}) for place in shown], []

    def _settle(self, now: TableState, move: Done) -> Made:
        made = settle(now, self.house, now.queue.pop(0))
        if not now.queue:
            now.phase = "clear"
        return made

    def _clear(self, now: TableState, move: Done) -> Made:
        """Nobody staked: what the croupier staked against a player's bank goes back."""
        back = now.seats[CROUPIER].stake_cents
        owed = [Transfer(on(CROUPIER, STAKE), "house", back, "back", ARTICLE)] if back else []
        now.seats = {place: Seat(0) for place in now.seats}
        now.deal, now.phase, now.offered = now.deal + 1, "bank", (now.bank + 1) % PLACES
        now.bank, now.start, now.cut, now.dice, now.bank_won_cents, now.used = -1, -1, 0, [], 0, []
        _offer_on(now)
        return [Event("clears", CROUPIER, {})], owed

    # -- going on, and who sees what ----------------------------------------------------------------------

    def next_move(self, state: JsonView) -> Done:
        """The croupier's next move, or that of players who stake least, never bank and set as the house."""
        return done(next_move(TableState.of(state), self.house))

    def view(self, state: JsonView, seat: int) -> Json:
        """What somebody may see: cards that lie face down reach nobody else."""
        seen = view(TableState.of(state), seat)
        cloth = {name: seen[name] for name in state["cloth"] if name != "seats"}
        seats = {
            str(place): {name: row[name] for name in Seat(0).laid()} for place, row in seen["seats"].items()
        }
        return {**state, "cloth": {**cloth, "seats": seats}}


_BANKED: type[Banked] = PaiGow
_FOLLOWED: type[Followed] = PaiGow


def _offer_on(now: TableState) -> None:
    while now.offered not in now.seats:
        now.offered = (now.offered + 1) % PLACES


def next_move(now: TableState, house: TableRules) -> Move:
    """
    A move that goes on: the croupier's own, else that of players who stake least and never bank.

    Players who have not set their cards set them in the house way.
    """
    for choice in legal(now, house):
        if choice.kind == "set":
            low = house_setting(now.seats[choice.place].cards, load_way(house.way)).low
            return Move("set", choice.place, 0, low)
        if choice.kind == "bet" and not now.seats[choice.place].stake_cents:
            return Move("bet", choice.place, choice.least)
        if choice.kind == "cut":
            return Move("cut", choice.place, DECK // 2)
        if choice.kind not in ("sit", "leave", "buy", "bet") and not (
            choice.kind == "accept" and choice.place
        ):
            return Move(choice.kind, choice.place)
    raise TableError("players must be 1 or more: let somebody sit down with chips first (got none)")


def done(move: Move) -> Done:
    """A move of a Pai Gow table as the engine has it."""
    if move.kind == "cut":
        return Done("cut", move.place, values=(move.amount,))
    spot = STAKE if move.kind == "bet" else ""
    return Done(move.kind, move.place, spot, move.amount, values=tuple(move.cards))


def tell(event: Event) -> Sequence[Told]:
    """An event as the engine tells it: a packet to whom it was dealt, what is left over to no player."""
    values, place = event.values, event.place
    if event.kind in ("dealt", "discards"):
        to = (place,) if event.kind == "dealt" and place != CROUPIER else (INSPECTOR,)
        packet = tuple(values["cards"])
        return (Told(event.kind, place), Told(f"{event.kind}_cards", place, values=packet, to=to))
    if event.kind == "compared":
        money = (values["stake_cents"], values["commission_cents"])
        cards = (*values["low"], *values["high_cards"])
        said = f"{values['result']} {place}" if place else f"croupier_{values['result']}"
        told = Told("compared", place, values["case"], values["paid_cents"], (*money, *cards), said)
        return (told, *_stake_told(place, *money, values["result"]))
    if event.kind == "dice":
        faces = (*values["faces"], values["start"])
        return (Told("dice", place, values=faces, says=f"dice {values['sum']}"),)
    if event.kind == "banks":
        return (Told("banks", place, says=f"banks {place}" if place else "croupier_banks"),)
    if event.kind in ("passes", "no_more_bets"):
        return (Told(event.kind, place, says=event.kind),)
    if event.kind == "bank_result":
        won = values["won_cents"]
        return (Told("bank_result", place, cents=values["commission_cents"], values=(won,)),)
    if event.kind in ("cut", "collects"):
        return (Told(event.kind, place, values=(values["cards"],)),)
    return (Told(event.kind, place, cents=values.get("stake_cents", 0), values=tuple(values.get("low", ()))),)


def _stake_told(place: int, stake: int, commission: int, result: str) -> list[Told]:
    """What became of a stake, as every game tells it."""
    if not stake:
        return []
    if result == "loss":
        return [Told("lost", place, STAKE, stake)]
    won = [Told("paid", place, STAKE, stake - commission)] if result == "win" else []
    fee = [Told("fee", place, STAKE, commission)] if result == "win" and commission else []
    return [*won, *fee, Told("back", place, STAKE, stake)]


def open_game(rules: Mapping[str, int | str], readings: Mapping[str, str]) -> PaiGow:
    """
    The game under what a house declares.

    Raises:
        TableError: it declares what the text does not allow, or another reading, of which there is none.
    """
    held = load_rules(FOLDER, rules, readings)
    return PaiGow(TableRules.from_dict(dict(held.declared)))
