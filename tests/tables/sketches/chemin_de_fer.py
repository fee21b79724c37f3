# SPDX-License-Identifier: MIT
"""
A sketch of chemin de fer on the engine's contract: a limited bank, its auction, garage, associates.

It shows that nothing of the engine has to be torn open for a bank that a player holds. Source: Decreto
159/2002 de Aragón, catálogo, art. 3, epígrafe 7, V. The cards are left to who wins, as a croupier says it.
"""

from __future__ import annotations

from machines.support.plain import Json, JsonView
from machines.tables.bank import commission, cover
from machines.tables.game import (
    CROUPIER,
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
)
from machines.tables.refusal import TableError, refuse
from machines.tables.rules import Rules

MINIMUM = 10_00
MOST = 100 * MINIMUM
ARTICLE = "7, V"


class CheminDeFer:
    """A bank that goes to the highest bidder, covers in the order of seats, and may put half aside."""

    version = 1
    phases = ("auction", "bets", "result")
    chance_moves = ("result",)
    spent = ()
    leaving = ("bets", "shoe", "burn", "closed")
    seats = 9

    def __init__(self) -> None:
        self.rules = Rules(
            "chemin-de-fer", "Ferrocarril", "Decreto 159/2002", {}, {}, {}, {}, {"articles": {}}
        )

    def start(self) -> Json:
        return {
            "phase": "auction",
            "round": 0,
            "bids": {},
            "banker": 0,
            "associate": 0,
            "shares": [0, 0],
            "passes": 0,
        }

    def legal(self, state: JsonView, seat: int) -> list[Choice]:
        phase, banker = state["phase"], state["banker"]
        if phase == "auction":
            if seat == CROUPIER:
                return [Choice("award", CROUPIER)] if state["bids"] else []
            most = min(chips(state, seat), MOST)
            return [Choice("bid", seat, "", MINIMUM, most)] if seat > 0 and most >= MINIMUM else []
        if phase == "bets":
            if seat == CROUPIER:
                return [Choice("no_more_bets", CROUPIER)]
            return self._against(state, seat, banker)
        return [Choice("result", CROUPIER, words=("punto", "banca", "tie"))] if seat == CROUPIER else []

    def _against(self, state: JsonView, seat: int, banker: int) -> list[Choice]:
        bank = state["money"].get("bank", 0)
        if seat == banker:
            found = [Choice("pass_bank", seat)]
            return [*found, Choice("garage", seat)] if state["passes"] >= 1 and bank >= 2 * MINIMUM else found
        most = min(chips(state, seat), bank) - laid(state, seat, "punto")
        found = [Choice("bet", seat, "punto", MINIMUM, most)] if most >= MINIMUM else []
        room = min(chips(state, seat), MOST - bank)
        joins = not state["associate"] and state["passes"] == 0 and room >= MINIMUM
        return [*found, Choice("associate", seat, "", MINIMUM, room)] if joins else found

    def refusal(self, state: JsonView, move: Move) -> TableError | None:
        if move.kind == "bet" and move.seat == state["banker"]:
            return refuse("a bet", "against the bank of another", move.seat, "own_bank", ARTICLE, move.seat)
        return None

    def asks(self, state: JsonView, move: Move) -> Ask | None:
        return None

    def apply(self, state: JsonView, move: Move) -> Step:
        moved: Step = getattr(self, f"_{move.kind}")(state, move)
        return moved

    def _bid(self, state: JsonView, move: Move) -> Step:
        bids = {**state["bids"], str(move.seat): move.cents}
        # A bid is sealed until all are in: it reaches who made it.
        return Step(changed(state, bids=bids), (Event("bid", move.seat, cents=move.cents, to=(move.seat,)),))

    def _award(self, state: JsonView, move: Move) -> Step:
        """The highest bid; of equal ones the seat with the lower number, however late it came."""
        seat, cents = min(((int(s), c) for s, c in state["bids"].items()), key=lambda row: (-row[1], row[0]))
        made = changed(state, phase="bets", banker=seat, bids={}, shares=[cents, 0], associate=0, passes=0)
        return Step(
            made,
            (Event("banker", seat, cents=cents),),
            (Transfer(f"seat {seat}", "bank", cents, "bank", ARTICLE),),
        )

    def _associate(self, state: JsonView, move: Move) -> Step:
        made = changed(state, associate=move.seat, shares=[state["shares"][0], move.cents])
        paid = Transfer(f"seat {move.seat}", "bank", move.cents, "associate", ARTICLE)
        return Step(made, (Event("associate", move.seat, cents=move.cents),), (paid,))

    def _bet(self, state: JsonView, move: Move) -> Step:
        paid = Transfer(f"seat {move.seat}", on(move.seat, "punto"), move.cents, "bet", ARTICLE)
        return Step(dict(state), (Event("bet", move.seat, "punto", move.cents),), (paid,))

    def _garage(self, state: JsonView, move: Move) -> Step:
        half = state["money"]["bank"] // 2
        return Step(
            dict(state),
            (Event("garage", move.seat, cents=half),),
            (Transfer("bank", "garage", half, "garage", ARTICLE),),
        )

    def _pass_bank(self, state: JsonView, move: Move) -> Step:
        back = [
            Transfer(on(s, "punto"), f"seat {s}", laid(state, s, "punto"), "back")
            for s in seated(state)
            if laid(state, s, "punto")
        ]
        return self._ended(state, [], back, {"bank": state["money"].get("bank", 0)})

    def _no_more_bets(self, state: JsonView, move: Move) -> Step:
        """The bank covers from its right on; what it cannot cover goes back."""
        order = [s for s in seated(state) if laid(state, s, "punto")]
        order.sort(key=lambda s: (s - state["banker"]) % (self.seats + 1))
        covered = cover(state["money"].get("bank", 0), [laid(state, s, "punto") for s in order])
        back = [
            Transfer(on(s, "punto"), f"seat {s}", c, "uncovered", ARTICLE)
            for s, c in zip(order, covered.returned, strict=True)
            if c
        ]
        return Step(changed(state, phase="result"), (Event("no_more_bets"),), tuple(back))

    def _result(self, state: JsonView, move: Move) -> Step:
        stakes = {s: laid(state, s, "punto") for s in seated(state) if laid(state, s, "punto")}
        events = [Event("result", says="")]
        if move.word == "tie":
            back = [Transfer(on(s, "punto"), f"seat {s}", c, "tie", "7, VI") for s, c in stakes.items()]
            return Step(changed(state, phase="bets", round=state["round"] + 1), tuple(events), tuple(back))
        if move.word == "banca":
            won = [Transfer(on(s, "punto"), "bank", c, "banca", "7, VI") for s, c in stakes.items()]
            if fee := commission(sum(stakes.values()), 500):
                won.append(Transfer("bank", "commission", fee, "commission", ARTICLE))
            return self._limited(state, won, sum(stakes.values()) - fee)
        lost = [Transfer(on(s, "punto"), f"seat {s}", c, "back") for s, c in stakes.items()]
        lost += [Transfer("bank", f"seat {s}", c, "punto", "7, VI") for s, c in stakes.items()]
        return self._ended(
            state, events, lost, {"bank": state["money"].get("bank", 0) - sum(stakes.values())}
        )

    def _limited(self, state: JsonView, won: list[Transfer], more: int) -> Step:
        """What the bank may not play with goes to the garage: 100 times the minimum are the most."""
        over = state["money"].get("bank", 0) + more - MOST
        if over > 0:
            won.append(Transfer("bank", "garage", over, "garage_improper", ARTICLE))
        made = changed(state, phase="bets", round=state["round"] + 1, passes=state["passes"] + 1)
        return Step(made, (Event("won", state["banker"]),), tuple(won))

    def _ended(
        self, state: JsonView, events: list[Event], moved: list[Transfer], held: dict[str, int]
    ) -> Step:
        """The bank ends: it and its garage are shared as they were put in."""
        own, other = state["shares"]
        for account, cents in (*held.items(), ("garage", state["money"].get("garage", 0))):
            part = cents * other // (own + other)
            for seat, owed in ((state["associate"], part), (state["banker"], cents - part)):
                if owed:
                    moved.append(Transfer(account, f"seat {seat}", owed, "bank_ends", ARTICLE))
        made = changed(state, phase="auction", banker=0, associate=0, round=state["round"] + 1)
        return Step(made, (*events, Event("bank_ends")), tuple(moved))

    def next_move(self, state: JsonView) -> Move:
        phase = state["phase"]
        if phase == "auction" and not state["bids"]:
            seat = next((s for s in seated(state) if chips(state, s) >= MINIMUM), 0)
            if not seat:
                raise TableError("a bank must have a bidder with chips (got none)")
            return Move("bid", seat, cents=MINIMUM)
        return {"auction": Move("award"), "bets": Move("no_more_bets"), "result": Move("result", word="tie")}[
            phase
        ]

    def view(self, state: JsonView, seat: int) -> Json:
        """Everybody sees their own bid, and how many there are."""
        seen = dict(state)
        seen["bids"] = {s: c if int(s) == seat else None for s, c in state["bids"].items()}
        return seen
