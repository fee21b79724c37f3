# SPDX-License-Identifier: MIT
"""
What goes on by itself at a Pai Gow table: the croupier's moves, and those of the house's players.

    croupier = Croupier(table, CupChance(cup), {1}, emit, pace_us=700_000, best=False)
    croupier.go_on()                           # the next move, if nobody is waited for
    croupier.act(Move("bet", 1, 1000))         # what somebody does: told, and followed at their pace
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from emulator.tables.cup_chance import CupChance
from machines.firmware.chance_device.device_record import PHASE_REST
from machines.tables.games.pai_gow.hands import best_setting, house_setting
from machines.tables.games.pai_gow.moves import Event, Move
from machines.tables.games.pai_gow.state import CROUPIER
from machines.tables.games.pai_gow.table import Table
from machines.tables.games.pai_gow.way import load_way

SHAKE_WAIT_MS = 12_000
"""How long the croupier waits for somebody to shake the cup, or to lift its lid."""
LOOK_MS = 2_200
"""How long the dice are looked at before the deal."""
CUT_WAIT_MS = 4_000
CLEAR_MS = 3_500


class Croupier:
    """
    Who leads a table, and plays for those whom the house plays.

    Args:
        table, device: what the croupier has before them; the table asks the cup for its throws.
        people: places of people, whom the croupier waits for.
        emit: called with (kind, place=, **values) for whatever a move brings.
        pace_us: between two moves.
        best: the house's players set exactly, not in its way.
        guests_cents: what one of the house's players buys who has less than the least stake; 0: nothing.

    Attributes:
        happened: what the last deal brought so far, in order.
        due_us: when the next move is due.
        ready: people who have staked, or stake nothing in this deal.
        buying: chips that somebody asked for and that have not come yet, place -> cents.
    """

    def __init__(
        self,
        table: Table,
        device: CupChance,
        people: Iterable[int],
        emit: Callable[..., None],
        *,
        pace_us: int,
        best: bool,
        guests_cents: int = 0,
    ) -> None:
        self.table, self.device, self.people = table, device, frozenset(people)
        self.cup = device.cup
        table.engine.device = device
        self.happened: list[Event] = []
        self.due_us = pace_us
        self.ready: set[int] = set()
        self.buying: dict[int, int] = {}
        self._emit, self._pace_us, self._best = emit, pace_us, best
        self._phase_us = 0
        self._guests_cents = guests_cents
        self._guests = [place for place in table.state.players() if place not in self.people]

    def act(self, move: Move) -> None:
        """Do a move, tell what it brought, and plan what comes next."""
        phase = self.table.state.phase
        events = self.table.act(move)
        if move.kind == "cut":
            self.happened = []
        self.happened += events
        for event in events:
            self._emit(event.kind, place=event.place, **event.values)
        if self.table.state.phase != phase:
            self._phase_us = self.cup.now_us
            self.ready.clear()
        # The house's players do not think long.
        self.due_us = self.cup.now_us + (self._pace_us // 3 if move.place else self._pace_us)

    def waits_for(self) -> list[int]:
        """Places of people whom the table waits for."""
        state = self.table.state
        if state.phase == "bets":
            return self._not_ready()
        kinds = {"bank": ("accept", "pass"), "set": ("set",), "cut": ("cut",)}.get(state.phase, ())
        return sorted({one.place for one in self.table.legal() if one.kind in kinds} & self.people)

    def _not_ready(self) -> list[int]:
        """People who can stake and have not said that they are ready."""
        able = {one.place for one in self.table.legal() if one.kind == "bet"}
        return sorted((able & self.people) - self.ready)

    def _since_ms(self) -> int:
        return (self.cup.now_us - self._phase_us) // 1000

    def go_on(self) -> None:
        """The croupier's next move, or that of one of the house's players."""
        state = self.table.state
        if state.phase == "throw":
            self._throw()
            return
        if state.phase == "bets":
            self._bets()
            return
        if state.phase == "bank" and self.buying:
            place, cents = self.buying.popitem()
            if place in state.seats:
                self.act(Move("buy", place, cents))
            return
        if state.phase == "bank" and (place := self._broke()):
            self.act(Move("buy", place, self._guests_cents))
            return
        if state.phase == "deal" and self.cup.lid_open:
            if self._since_ms() >= LOOK_MS:
                self.cup.cover()
            return
        if state.phase == "clear" and self.people and self._since_ms() < CLEAR_MS:
            return
        for choice in self.table.legal():
            if choice.place in self.people:
                if choice.kind == "cut" and self._since_ms() >= CUT_WAIT_MS:
                    self.act(self.table.next_move())
                    return
                continue
            if choice.kind == "set":
                self.act(Move("set", choice.place, 0, self._setting(choice.place)))
                return
            if choice.kind in ("sit", "leave", "buy") or (
                choice.kind == "accept" and choice.place != CROUPIER
            ):
                continue
            amount = choice.most // 2 if choice.kind == "cut" else 0
            self.act(Move(choice.kind, choice.place, amount))
            return

    def _broke(self) -> int:
        """Place of one of the house's own players who buys chips now; 0: nobody does."""
        least_cents = self.table.rules.least_cents
        broke = [place for place in self._guests if self.table.seat(place).chips_cents < least_cents]
        return broke[0] if broke and self._guests_cents else 0

    def _bets(self) -> None:
        """The house's players stake; then the croupier closes, when all are ready or the time is over."""
        legal = self.table.legal()
        for choice in legal:
            free = choice.kind == "bet" and choice.place not in self.people
            if free and not self.table.seat(choice.place).stake_cents:
                self.act(Move("bet", choice.place, choice.least))
                return
        if not self._not_ready() or self._since_ms() >= self.table.rules.bets_ms:
            self.act(Move(next(one.kind for one in legal if one.place == CROUPIER)))

    def _setting(self, place: int) -> tuple[int, ...]:
        cards, way = self.table.seat(place).cards, load_way(self.table.rules.way)
        if self._best:
            return best_setting(cards, way).low
        return house_setting(cards, way).low

    def _throw(self) -> None:
        """See that the cup is shaken and lifted, and let the table ask it for what it shows."""
        cup, record = self.cup, self.cup.record
        at_rest = record["phase"] == PHASE_REST and not cup.lid_open
        in_order = not record["tilt"] and not cup.key_turned
        if len(cup.faces) == cup.cup.dice:
            self.act(Move("throw", CROUPIER))
        elif in_order and record["bank"] != self.table.state.bank and at_rest:
            if not cup.moving:
                cup.press("bank")
        else:
            self.device.tend(hands=not self.people or self._since_ms() >= SHAKE_WAIT_MS)
