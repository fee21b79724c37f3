# SPDX-License-Identifier: MIT
"""
A sketch of circle poker on the engine's contract: hidden cards, a window with its deadline, side pots, rake.

One round of bets on two hidden cards; the higher sum of ranks wins. Source: Decreto 159/2002 de Aragón,
catálogo, art. 3, epígrafe 10.
"""

from __future__ import annotations

from machines.support.plain import Json, JsonView
from machines.tables.bank import rake, shares, side_pots
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
from machines.tables.refusal import TableError
from machines.tables.rules import Rules

ANTE, WINDOW_MS, RAKE_BP, RAKE_MOST = 1_00, 30_000, 500, 5_00
SPOT = "pot"


class CirclePoker:
    """Everybody answers in one window, in any order; priority at odd cents is by seat."""

    version = 1
    phases = ("shuffle", "ante", "answers", "show")
    chance_moves = ("shuffle",)
    spent = ()
    leaving = ("bets", "shoe", "burn", "closed")
    seats = 8

    def __init__(self) -> None:
        self.rules = Rules(
            "circle-poker", "Póquer de círculo", "Decreto 159/2002", {}, {}, {}, {}, {"articles": {}}
        )

    def start(self) -> Json:
        return {
            "phase": "shuffle",
            "round": 0,
            "deck": [],
            "hands": {},
            "answered": [],
            "folded": [],
            "until_ms": 0,
        }

    def legal(self, state: JsonView, seat: int) -> list[Choice]:
        phase = state["phase"]
        if seat == CROUPIER:
            over = self._over(state)
            kinds = {
                "shuffle": ["shuffle"],
                "ante": ["deal"],
                "answers": ["close"] if over else [],
                "show": ["show"],
            }
            return [Choice(kind, CROUPIER) for kind in kinds[phase]]
        if phase == "answers" and str(seat) in state["hands"] and seat not in state["answered"]:
            if state["now_ms"] >= state["until_ms"]:
                return []
            stays = [Choice("fold", seat), Choice("stay", seat)]
            return [*stays, Choice("raise", seat, "", 1, chips(state, seat))] if chips(state, seat) else stays
        return []

    def _over(self, state: JsonView) -> bool:
        return len(state["answered"]) == len(state["hands"]) or state["now_ms"] >= state["until_ms"]

    def refusal(self, state: JsonView, move: Move) -> TableError | None:
        return None

    def asks(self, state: JsonView, move: Move) -> Ask | None:
        return Ask("shoe", 52) if move.kind == "shuffle" else None

    def apply(self, state: JsonView, move: Move) -> Step:
        if move.kind in ("fold", "stay", "raise"):
            return self._answer(state, move)
        moved: Step = {
            "shuffle": self._shuffle,
            "deal": self._deal,
            "close": self._close,
            "show": self._show,
        }[move.kind](state, move)
        return moved

    def _shuffle(self, state: JsonView, move: Move) -> Step:
        return Step(changed(state, phase="ante", deck=list(move.values)), (Event("shuffled"),))

    def _deal(self, state: JsonView, move: Move) -> Step:
        playing = [s for s in seated(state) if chips(state, s) >= ANTE]
        hands = {str(s): state["deck"][2 * i : 2 * i + 2] for i, s in enumerate(playing)}
        events = [Event("dealt", s, values=tuple(hands[str(s)]), to=(s,)) for s in playing]
        antes = [Transfer(f"seat {s}", on(s, SPOT), ANTE, "ante", "10") for s in playing]
        made = changed(
            state, phase="answers", hands=hands, answered=[], folded=[], until_ms=state["now_ms"] + WINDOW_MS
        )
        return Step(made, tuple(events), tuple(antes))

    def _answer(self, state: JsonView, move: Move) -> Step:
        folded = [*state["folded"], move.seat] if move.kind == "fold" else state["folded"]
        made = changed(state, answered=[*state["answered"], move.seat], folded=folded)
        paid = (
            (Transfer(f"seat {move.seat}", on(move.seat, SPOT), move.cents, "raise", "10"),)
            if move.cents
            else ()
        )
        return Step(made, (Event(move.kind, move.seat, cents=move.cents),), paid)

    def _close(self, state: JsonView, move: Move) -> Step:
        """Who has not answered in time is out, unless nobody else is left."""
        late = [int(s) for s in state["hands"] if int(s) not in state["answered"]]
        folded = sorted({*state["folded"], *late})
        if len(folded) == len(state["hands"]):
            folded = folded[1:]
        return Step(changed(state, phase="show", folded=folded), (Event("closed"),))

    def _show(self, state: JsonView, move: Move) -> Step:
        paid = {int(s): laid(state, int(s), SPOT) for s in state["hands"]}
        moved = [Transfer(on(s, SPOT), "pot", c, "pot", "10") for s, c in paid.items() if c]
        events: list[Event] = []
        for cents, able in side_pots(paid, state["folded"]):
            fee = rake(cents, RAKE_BP, RAKE_MOST)
            if fee:
                moved.append(Transfer("pot", "commission", fee, "rake", "10"))
            best = max(sum(card // 4 for card in state["hands"][str(s)]) for s in able)
            winners = [s for s in able if sum(card // 4 for card in state["hands"][str(s)]) == best]
            for seat, owed in shares(cents - fee, winners).items():
                moved.append(Transfer("pot", f"seat {seat}", owed, "pot", "10"))
                events.append(Event("wins", seat, cents=owed))
        made = changed(state, phase="shuffle", round=state["round"] + 1, deck=[], hands={})
        return Step(made, tuple(events), tuple(moved))

    def next_move(self, state: JsonView) -> Move:
        phase = state["phase"]
        if phase == "answers" and not self._over(state):
            seat = next(int(s) for s in state["hands"] if int(s) not in state["answered"])
            return Move("stay", seat)
        return Move({"shuffle": "shuffle", "ante": "deal", "answers": "close", "show": "show"}[phase])

    def view(self, state: JsonView, seat: int) -> Json:
        """Own cards; of the others and of the deck only how many."""
        seen = dict(state)
        seen["deck"] = len(state["deck"])
        seen["hands"] = {s: cards if int(s) == seat else len(cards) for s, cards in state["hands"].items()}
        return seen
