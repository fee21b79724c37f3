# SPDX-License-Identifier: MIT
"""
One table: any game, its key, who sits at it; moves in, events out, every cent accounted for.

    table = Table("french-roulette", bytes(32), {1: 100_00})
    table.act(Move("bet", 1, "rojo", 10_00))
    for _ in range(3):
        table.act(table.next_move())               # no va más, the ball, paying
    table.view(1)["money"]["seat 1"], table.total_cents()

The same key and moves give the same table to the byte.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Self

from machines.support.plain import Json, JsonView
from machines.tables.bank import carry
from machines.tables.chance import ChanceDevice, draw
from machines.tables.game import (
    CROUPIER,
    INSPECTOR,
    ONLOOKER,
    Answered,
    Ask,
    Choice,
    Event,
    Followed,
    Game,
    Move,
    Step,
    seated,
)  # fmt: skip
from machines.tables.refusal import TableError, refuse
from machines.tables.registry import open_game
from machines.tables.room import KINDS, OUTSIDE, new_room, next_round, room_choices, room_refusal, room_step

Heard = Callable[[Move, list[Event]], None]
SAVE_VERSION = 1
_SAVED = ("version", "game", "game_version", "rules", "readings", "key", "machine", "state", "moves")


class Table:
    """
    One table and what has happened at it.

    Args:
        game: its name, or the game itself.
        key: 32 bytes, from which every chance that is not given follows.
        chips: cents that seats sit down with.
        rules: what the house declares.
        readings: values of readings that differ from the ones taken.
        machine: number of the table's random stream.

    Attributes:
        device: makes the chance that it can, instead of the core's stream; its answers stand in the moves,
            so that a replay needs no device.
    """

    def __init__(
        self,
        game: str | Game,
        key: bytes,
        chips: Mapping[int, int] | None = None,
        *,
        rules: Mapping[str, int | str] | None = None,
        readings: Mapping[str, str] | None = None,
        machine: int = 0,
    ) -> None:
        self.rules, self.readings = dict(rules or {}), dict(readings or {})
        self.name = game if isinstance(game, str) else game.rules.game
        self.game = open_game(game, self.rules, self.readings) if isinstance(game, str) else game
        self.key, self.machine = key, machine
        self.device: ChanceDevice | None = None
        draw(key, machine, Ask("pocket", 2), 0)  # a key or machine that is none is refused here
        self.state: Json = {**self.game.start(), **new_room(), "money": {"cage": 0, "house": 0}, "drawn": {}}
        self.moves: list[Move] = []
        self._listeners: list[Heard] = []
        for seat, cents in sorted((chips or {}).items()):
            self.act(Move("sit", seat, cents=cents))

    # -- what can be done ---------------------------------------------------------------------------

    def legal(self, seat: int) -> list[Choice]:
        """Every move that a seat, the croupier (0) or the inspector (-1) may make now."""
        game = self.game.legal(self.state, seat) if seat < 1 or seat in seated(self.state) else []
        rulings = [Choice("annul", INSPECTOR), Choice("correct", INSPECTOR)] if "before" in self.state else []
        if (errors := self.game.rules.data.get("errors")) and self._can_be_null():
            rulings.append(Choice("error", INSPECTOR, words=tuple(errors)))
        own = [*game, *room_choices(self.game, self.state, seat)]
        return [*own, *rulings] if seat == INSPECTOR else own

    def check(self, move: Move) -> None:
        """Raise TableError, and say why, unless a move is legal now."""
        move.check()
        choice = next((c for c in self.legal(move.seat) if (c.kind, c.spot) == (move.kind, move.spot)), None)
        if move.kind in KINDS:
            known = room_refusal(self.game, self.state, move)
        else:
            known = self.game.refusal(self.state, move)
        if known is not None:
            raise known
        if choice is None:
            allowed = ", ".join(sorted({c.kind for c in self.legal(move.seat)})) or "nothing now"
            came = f"{move.kind} {move.spot}".strip()
            raise refuse(f"a move of seat {move.seat}", allowed, came, "phase", "", move.seat)
        self._check_bounds(move, choice)

    @staticmethod
    def _check_bounds(move: Move, choice: Choice) -> None:
        if choice.words and move.word not in choice.words:
            raise refuse(
                move.kind, f"one of {', '.join(choice.words)}", repr(move.word), "choice", "", move.seat
            )
        if choice.most and not (choice.least <= move.cents <= choice.most and move.cents % choice.step == 0):
            if move.kind == "unbet" and not move.cents:
                return
            bounds = f"{choice.least} to {choice.most} in steps of {choice.step}"
            raise refuse(f"cents of {move.kind}", bounds, move.cents, "bounds", "", move.seat)
        if not choice.most and move.cents:
            raise refuse(f"cents of {move.kind}", "0", move.cents, "bounds", "", move.seat)

    # -- doing it -----------------------------------------------------------------------------------

    def act(self, move: Move) -> list[Event]:
        """
        Do a move; returns what it brought.

        Raises:
            TableError: the move is not legal now; the table is as it was.
        """
        self.check(move)
        move = self._by_device(move)
        if move.kind == "annul":
            events = self._annul()
        elif move.kind == "correct":
            events = self._correct(move)
        elif move.kind == "error":
            events = self._error(move)
        else:
            events = self._do(move)
        self.moves.append(move)
        for heard in self._listeners:
            heard(move, events)
        return events

    def done_anyway(self, move: Move) -> list[Event]:
        """
        Do a move that the text does not allow, because it was done: a bet beyond the limits that was taken.

        It is in no journal: an inspector asks a copy of a table what would have come of it.
        """
        move.check()
        return self._do(move)

    def listen(self, heard: Heard) -> None:
        """Call ``heard`` with every move from now on and what it brought."""
        self._listeners.append(heard)

    def leave_off(self, heard: Heard) -> None:
        """Call it no more."""
        self._listeners.remove(heard)

    def _do(self, move: Move) -> list[Event]:
        before = self.state
        if move.kind in KINDS:
            step = room_step(self.game, before, move)
        else:
            ask = self.game.asks(before, move)
            if ask is not None and not move.values:
                number = before["drawn"].get(ask.name, 0) if ask.number < 0 else ask.number
                values = draw(self.key, self.machine, ask, number)
                move = move._replace(values=self._answer(values))
                if ask.number < 0:
                    before = {**before, "drawn": {**before["drawn"], ask.name: number + 1}}
            step = self.game.apply(before, move)
            if move.kind in self.game.chance_moves:
                kept = {name: value for name, value in self.state.items() if name != "before"}
                step = step._replace(state={**step.state, "before": kept})
            elif move.kind in ("bet", "no_more_bets"):
                step.state.pop("before", None)  # the round is paid: no claim once the next has begun
        if move.kind in OUTSIDE:
            step.state.pop("before", None)  # what came from outside cannot be unmade
        self._carry(before, step, move)
        return list(step.events)

    def _by_device(self, move: Move) -> Move:
        """The move with what the table's device has drawn, if it needs chance that the device makes."""
        if self.device is None or move.values or move.kind in KINDS or move.seat == INSPECTOR:
            return move
        ask = self.game.asks(self.state, move)
        values = None if ask is None else self.device.answer(ask)
        if values is None:
            return move
        given = move._replace(values=self._answer(values))
        self.check(given)
        return given

    def _answer(self, values: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(self.game.answer(values)) if isinstance(self.game, Answered) else values

    def _carry(self, before: JsonView, step: Step, move: Move) -> None:
        """Move the money of a step, after proof that its game has touched none."""
        owned = {n: c for n, c in before["money"].items() if c}
        if {n: c for n, c in step.state["money"].items() if c} != owned:
            raise TableError("a game must leave money to the table", "money")
        if move.kind not in OUTSIDE and any("cage" in (one.payer, one.payee) for one in step.transfers):
            raise TableError(f"{move.kind} must leave the cage alone", "money")
        money = carry(step.state["money"], step.transfers)
        if move.kind == "leave":
            money = {name: cents for name, cents in money.items() if name != f"seat {move.seat}"}
        state = next_round(step.state) if step.state["round"] > before["round"] else step.state
        self.state = {**state, "money": money}
        if isinstance(self.game, Followed) and move.kind in KINDS:
            self.state = {**self.game.follows(self.state), "money": money}

    def _annul(self) -> list[Event]:
        """The round is as it was before its chance, and its chance is asked for anew."""
        self.state = self._unmade()
        return [Event("annulled", INSPECTOR, says="annulled")]

    def _can_be_null(self) -> bool:
        """Whether chance is about to come, or has come and is not yet followed by new bets."""
        coming = any(one.kind in self.game.chance_moves for one in self.game.legal(self.state, CROUPIER))
        return coming or "before" in self.state

    def _error(self, move: Move) -> list[Event]:
        """An error that the text lists: chance is null and comes again, every stake as it lay."""
        if "before" in self.state:
            self.state = self._unmade()
        return [Event("null", INSPECTOR, says=self.game.rules.data["errors"][move.word]["says"])]

    def _unmade(self) -> Json:
        """The state before the last chance; what was drawn, or is out of the shoe, is so for good."""
        spent = {name: self.state[name] for name in ("drawn", *self.game.spent)}
        return {**self.state["before"], **spent}

    def _correct(self, move: Move) -> list[Event]:
        """A chance that was read wrongly is replaced by what it was, as if that had been said at once."""
        before = self.state["before"]
        kind = next(c.kind for c in self.game.legal(before, CROUPIER) if c.kind in self.game.chance_moves)
        right = Move(kind, values=move.values)
        if (known := self.game.refusal(before, right)) is not None or not move.values:
            raise known or refuse("a correction", "the right result", "none", "ruling")
        kept = self.state
        self.state = self._unmade()
        try:
            return [Event("corrected", INSPECTOR, values=move.values, says="corrected"), *self._do(right)]
        except TableError:
            self.state = kept
            raise

    def next_move(self) -> Move:
        """A move that goes on: the croupier's own, or that of a player who decides nothing."""
        return self.game.next_move(self.state)

    # -- who sees what, money, files ----------------------------------------------------------------

    def view(self, seat: int = ONLOOKER) -> Json:
        """What somebody may see; what was before a ruling is no business of theirs."""
        seen = self.game.view(self.state, seat)
        return {name: value for name, value in seen.items() if name != "before"}

    @staticmethod
    def heard(events: Sequence[Event], seat: int = ONLOOKER) -> list[Event]:
        """Events that somebody hears."""
        return [one for one in events if not one.to or seat in one.to]

    @property
    def opening(self) -> str:
        """What the croupier says as long as bets are taken, in the words of the text; nothing otherwise."""
        return self.game.rules.words("open") if self.state["phase"] == "bets" else ""

    def words(self, event: Event) -> str:
        """What the croupier says at an event, in the text's own Spanish; nothing where nothing is said."""
        if not event.says:
            return ""
        key, _, number = event.says.partition(" ")
        words = self.game.rules.words(key)
        return words.format(number=number, simples=self._simples(event)).rstrip(", ") if number else words

    def _simples(self, event: Event) -> str:
        """The simple bets that a number wins, as they are announced with it."""
        number = event.values[0] if event.values else 0
        names = self.game.rules.data.get("simple", [])
        return ", ".join(name for name in names if number in self.game.rules.spots[name].covers)

    def total_cents(self) -> int:
        """All money at the table; only sitting down, buying, cashing, leaving and fills change it."""
        return sum(cents for name, cents in self.state["money"].items() if name != "cage")

    def save(self) -> Json:
        """Everything as plain values, as ``load`` takes them."""
        return {
            "version": SAVE_VERSION,
            "game": self.name,
            "game_version": self.game.version,
            "rules": dict(self.rules),
            "readings": dict(self.readings),
            "key": self.key.hex(),
            "machine": self.machine,
            "state": self.state,
            "moves": [move.to_list() for move in self.moves],
        }

    def journal(self) -> Json:
        """What a replay needs: everything but the state."""
        return {name: value for name, value in self.save().items() if name != "state"}

    @classmethod
    def replay(cls, journal: JsonView, game: Game | None = None) -> Self:
        """The table that a journal describes, made anew by its moves; ``game`` is one of no registry."""
        _require(journal, tuple(name for name in _SAVED if name != "state"))
        table = cls(
            game or journal["game"], bytes.fromhex(journal["key"]), rules=journal["rules"],
            readings=journal["readings"], machine=journal["machine"],
        )  # fmt: skip
        if journal["game_version"] != table.game.version:
            raise TableError(
                f"game_version of {table.name} must be {table.game.version} (got {journal['game_version']})"
            )
        for row in journal["moves"]:
            table.act(Move.from_list(row))
        return table

    @classmethod
    def load(cls, saved: JsonView) -> Self:
        """
        The table that ``save`` wrote.

        Raises:
            TableError: it is no such table, or its state does not follow from its moves.
        """
        _require(saved, _SAVED)
        table = cls.replay(saved)
        if table.state != saved["state"]:
            raise TableError("state must be what the moves make of the table")
        return table


def _require(saved: JsonView, names: tuple[str, ...]) -> None:
    if missing := [name for name in names if name not in saved]:
        raise TableError(f"a table must have {', '.join(names)} (got none of {', '.join(missing)})")
    if saved["version"] != SAVE_VERSION:
        raise TableError(f"version must be {SAVE_VERSION} (got {saved['version']})")
