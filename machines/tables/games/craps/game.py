# SPDX-License-Identifier: MIT
"""Craps: bets that travel, their odds, who throws, the puck, and throws that do not count."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from machines.support.plain import Json, JsonView
from machines.tables.bets import Cloth, Limit
from machines.tables.game import (
    CROUPIER,
    Ask,
    Choice,
    Event,
    Move,
    Step,
    Transfer,
    changed,
    laid,
    on,
    seated,
    stakes,
)
from machines.tables.games.craps.outcome import NUMBERS, STANDS, Outcome, outcome
from machines.tables.refusal import TableError, refuse
from machines.tables.rules import Rules, load_rules
from machines.tables.spots import Spot

PAST = 20
FLATS = {"win-odds": "win", "dont-win-odds": "dont-win", "come-odds": "come", "dont-come-odds": "dont-come"}
"""The simple bet whose fate an associated one shares."""


class Craps:
    """The game under its rules."""

    version = 1
    phases = ("bets", "throw", "settle")
    chance_moves = ("throw",)
    spent = ()
    leaving = ("bets", "shoe", "burn", "closed")

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats = rules.number("seats")
        self.cloth = Cloth(rules, self._limit)

    def start(self) -> Json:
        """Before the first throw; the dice go to the first seat."""
        return {
            "phase": "bets", "round": 0, "point": 0, "shooter": 0, "dice": [], "past": [],
            "fresh": {},
        }  # fmt: skip

    # -- what can be done ---------------------------------------------------------------------------

    def shooter(self, state: JsonView) -> int:
        """Who throws: who has the dice, or the next clockwise who is there; 0 nobody."""
        places = seated(state)
        after = [seat for seat in places if seat >= state["shooter"]]
        return (after or places or [0])[0]

    def legal(self, state: JsonView, seat: int) -> list[Choice]:
        """Bets, the dice refused, and what croupier and stickman do."""
        phase = state["phase"]
        if seat == CROUPIER:
            moves = {"throw": ["throw", "null_throw"], "settle": ["settle"]}
            ready = ["no_more_bets"] if phase == "bets" and self._may_throw(state) else []
            change = ["dice_change"] if phase == "bets" and not state["point"] else []
            return [Choice(kind, CROUPIER) for kind in [*moves.get(phase, []), *ready, *change]]
        if phase != "bets" or seat < 1:
            return []
        found = [*self.cloth.lays(state, seat), *self.cloth.takes(state, seat, self._loose(state, seat))]
        if seat == self.shooter(state) and not state["point"] and len(seated(state)) > 1:
            found.append(Choice("pass_dice", seat))
        return found

    def _may_throw(self, state: JsonView) -> bool:
        """Whoever throws has a stake on win or don't win."""
        shooter = self.shooter(state)
        return bool(laid(state, shooter, "win") or laid(state, shooter, "dont-win"))

    def _loose(self, state: JsonView, seat: int) -> list[str]:
        """Spots of a seat whose stakes can be taken back."""
        return [
            spot
            for who, spot, _ in stakes(state)
            if who == seat
            and (spot.split(" ")[0] not in self.rules.data["contracts"] or on(seat, spot) in state["fresh"])
            and not self._throws_with(state, seat, spot)
        ]

    def _throws_with(self, state: JsonView, seat: int, spot: str) -> bool:
        """Whether this is the stake with which the shooter throws for a point: no other can be laid then."""
        alone = spot == "dont-win" and not laid(state, seat, "win")
        return alone and bool(state["point"]) and seat == self.shooter(state)

    def refusal(self, state: JsonView, move: Move) -> TableError | None:
        """Why a bet, a withdrawal or a throw is not taken."""
        article = self.rules.article
        if move.kind in ("bet", "unbet") and state["phase"] != "bets":
            allowed = "made before «ya no va más»"
            return refuse("a bet", allowed, move.spot, "no_more_bets", article("no_more_bets"), move.seat)
        if move.kind == "bet" and move.seat > 0:
            return self._bet_refusal(state, move)
        lies = move.kind == "unbet" and laid(state, move.seat, move.spot)
        if lies and move.spot not in self._loose(state, move.seat):
            allowed = "left until it has won or lost"
            rule = "shooter" if self._throws_with(state, move.seat, move.spot) else "contract"
            return refuse("a stake", allowed, move.spot, rule, article(rule), move.seat)
        if move.kind == "no_more_bets" and state["phase"] == "bets" and not self._may_throw(state):
            allowed = "on win or don't win before the throw"
            return refuse("a stake of the shooter", allowed, "none", "shooter", article("shooter"))
        wrong = len(move.values) != 2 or not set(move.values) <= set(range(1, 7))
        if move.kind == "throw" and move.values and wrong:
            return refuse("a throw", "two faces, 1 to 6", move.values, "dice", article("dice"))
        return None

    def _bet_refusal(self, state: JsonView, move: Move) -> TableError | None:
        spot = self.rules.spots.get(move.spot)
        if spot is not None and self._limit(state, move.seat, spot) is None:
            rule, allowed = "first_throw", "before the first throw, or come after it"
            if spot.name.split(" ")[0] in FLATS:
                rule, allowed = "odds", "beside a simple bet whose point is known"
            return refuse(
                f"a bet on {spot.name}",
                f"laid {allowed}",
                move.cents,
                rule,
                self.rules.article(rule),
                move.seat,
            )
        return self.cloth.refusal(state, move)

    def _limit(self, state: JsonView, seat: int, spot: Spot) -> Limit | None:
        """The limits of a spot for one seat, as the point and its simple bets stand."""
        least, simple = self.rules.minimum_cents(state), self.simple_most_cents(state)
        name, _, number = spot.name.partition(" ")
        if name in ("win", "dont-win", "come", "dont-come"):
            open_now = bool(state["point"]) == name.endswith("come")
            return Limit(least, simple, self.rules.article("maximum")) if open_now else None
        if name in FLATS:
            return self._odds_limit(state, seat, name, number)
        if name in ("right", "wrong"):
            percent = self.rules.data[f"{name}_most"][number]
            return Limit(least, simple * percent // 100, spot.article)
        if name in self.rules.data["simple"]:
            return Limit(least, simple, self.rules.article("maximum"))
        most = (
            -(-simple * self.rules.number("multiple_gain") * spot.pays[1] // (spot.pays[0] * least)) * least
        )
        return Limit(least, most, self.rules.article("maximum"))

    def simple_most_cents(self, state: JsonView) -> int:
        """The maximum of simple bets."""
        return self.rules.minimum_cents(state) * self.rules.number("simple_times")

    def _odds_limit(self, state: JsonView, seat: int, name: str, number: str) -> Limit | None:
        point = int(number) if number else state["point"]
        flat = laid(state, seat, f"{FLATS[name]} {number}".strip())
        if not point or not flat:
            return None
        percent = self.rules.data["dont_odds_most"][str(point)] if name.startswith("dont") else 100
        most = flat * percent // 100
        return Limit(min(self.rules.minimum_cents(state), most), most, self.rules.article("odds"))

    def asks(self, state: JsonView, move: Move) -> Ask | None:
        """A throw is of two dice."""
        return Ask("dice", 2) if move.kind == "throw" else None

    # -- doing it -----------------------------------------------------------------------------------

    def apply(self, state: JsonView, move: Move) -> Step:
        """The state after a legal move."""
        if move.kind == "bet":
            step = self.cloth.apply(state, move)
            fresh = {**state["fresh"], on(move.seat, move.spot): 1}
            kept = fresh if laid(state, move.seat, move.spot) == 0 else dict(state["fresh"])
            return step._replace(state=changed(step.state, fresh=kept))
        if move.kind == "unbet":
            return self._unbet(state, move)
        if move.kind == "throw":
            return self._throw(state, move)
        if move.kind == "settle":
            return self._settle(state)
        if move.kind == "no_more_bets":
            made = changed(state, phase="throw", fresh={}, shooter=self.shooter(state))
            return Step(made, (Event("no_more_bets", says="no_more_bets"),))
        if move.kind == "pass_dice":
            made = changed(state, shooter=self._next(state, move.seat))
            return Step(made, (Event("shooter", made["shooter"]),))
        return Step(dict(state), (Event(move.kind, says=move.kind),))  # a null throw, a change of dice

    def _unbet(self, state: JsonView, move: Move) -> Step:
        """A stake goes back, and with it the odds that lie beside it."""
        step = self.cloth.apply(state, move)
        name, _, number = move.spot.partition(" ")
        odds = f"{name}-odds {number}".strip()
        if not (name in FLATS.values() and (cents := laid(state, move.seat, odds))):
            return step
        back = Transfer(on(move.seat, odds), f"seat {move.seat}", cents, "unbet")
        return step._replace(
            events=(*step.events, Event("unbet", move.seat, odds, cents)), transfers=(*step.transfers, back)
        )

    def _next(self, state: JsonView, seat: int) -> int:
        places = seated(state)
        return ([one for one in places if one > seat] or places or [0])[0]

    def _throw(self, state: JsonView, move: Move) -> Step:
        faces = list(move.values)
        events = (Event("drawn", self.shooter(state), values=move.values, says=f"throw {sum(faces)}"),)
        return Step(changed(state, phase="settle", dice=faces, past=[faces, *state["past"]][:PAST]), events)

    def _settle(self, state: JsonView) -> Step:
        """Lost bets are taken, won ones paid, come bets move to their number, and the puck follows."""
        faces, point = (state["dice"][0], state["dice"][1]), int(state["point"])
        total = sum(faces)
        events: list[Event] = []
        transfers: list[Transfer] = []
        rows = [
            (seat, spot, cents, outcome(spot, faces, point, self.rules))
            for seat, spot, cents in stakes(state)
        ]
        for seat, spot, cents, fate in sorted(rows, key=lambda row: row[3].fate != "lose"):
            self._one(seat, spot, cents, fate, total, events, transfers)
        made = changed(state, phase="bets", round=state["round"] + 1)
        if point and total == 7:
            made |= {"point": 0, "shooter": self._next(state, self.shooter(state))}
            events.append(Event("seven_out", made["shooter"], says="seven_out"))
        elif point == total:
            made["point"] = 0
            events.append(Event("puck", spot="off"))
        elif not point and total in NUMBERS:
            made["point"] = total
            events.append(Event("puck", spot=str(total), says=f"point {total}"))
        return Step(made, tuple(events), tuple(transfers))

    def _one(
        self, seat: int, spot: str, cents: int, fate: Outcome, total: int,
        events: list[Event], transfers: list[Transfer],
    ) -> None:  # fmt: skip
        """What a throw does to one stake, as events and transfers."""
        there, hand = on(seat, spot), f"seat {seat}"
        row = self.rules.spots.get(spot) or self.rules.spots[spot.split(" ")[0]]
        if fate.fate == "lose":
            events.append(Event("lost", seat, spot, cents))
            transfers.append(Transfer(there, "house", cents, "lost", row.article))
        elif fate.fate == "move" and spot in ("come", "dont-come"):
            events.append(Event("moved", seat, spot, cents, values=(total,)))
            transfers.append(Transfer(there, f"{there} {total}", cents, "travels", row.article))
        elif fate.fate in ("win", "back"):
            won = cents * fate.pays[0] // fate.pays[1] if fate.fate == "win" else 0
            if won:
                events.append(Event("paid", seat, spot, won))
                transfers.append(Transfer("house", hand, won, row.kind, row.article))
            events.append(Event("back", seat, spot, cents))
            transfers.append(Transfer(there, hand, cents, "back", row.article))

    def next_move(self, state: JsonView) -> Move:
        """The croupier's next move; a shooter without a stake lays the least on win, or passes on."""
        kinds = {"throw": "throw", "settle": "settle"}
        if state["phase"] in kinds:
            return Move(kinds[state["phase"]])
        if self._may_throw(state):
            return Move("no_more_bets")
        shooter = self.shooter(state)
        for choice in self.legal(state, shooter) if shooter else []:
            if choice.spot == "win" or choice.kind == "pass_dice":
                return Move(choice.kind, shooter, choice.spot, choice.least)
        raise TableError("a shooter must have chips for a bet on win (got none)", "shooter")

    def view(self, state: JsonView, seat: int) -> Json:
        """Everything lies open on the cloth."""
        return dict(state)


def open_game(rules: Mapping[str, int | str], readings: Mapping[str, str]) -> Craps:
    """The game under what a house declares."""
    return Craps(load_rules(Path(__file__).parent, rules, readings))


__all__ = ["STANDS", "Craps", "open_game"]
