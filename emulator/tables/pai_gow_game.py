# SPDX-License-Identifier: MIT
"""
A Pai Gow table that goes on by itself: the croupier, the house's players, the dice cup, and people.

    from emulator.tables.pai_gow_game import PaiGowGame

    game = PaiGowGame(seed="00", players=6, people=[1])
    game.run(ms=3000)                          # the croupier offers the bank, shuffles, has the deck cut
    game.bet(1, 1000); game.ready(1)           # the croupier closes once all have staked or are ready
    game.run(ms=10_000)                        # nobody shakes the cup: the croupier does
    game.set_hand(1, game.table.seat(1).cards[:2])

Time is that of the cup's board. Whatever people do is an input and whatever happens is told to the
listeners, so a ``Recorder`` keeps a journal; ``replay(path, build=PaiGowGame.from_origin)`` does it again.
"""

from __future__ import annotations

import os
from collections.abc import Collection
from typing import Self, Unpack

from emulator.cabinet.errors import CabinetError, require_time
from emulator.cabinet.face import act, require_known
from emulator.cabinet.listeners import Listeners
from emulator.cabinet.options import Running
from emulator.cabinet.physical import require_table
from emulator.support.seed import KEY_BYTES, seed_key
from emulator.tables.croupier import Croupier
from emulator.tables.cup_chance import CupChance
from emulator.tables.dice_cup import DiceCup
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json, JsonView
from machines.tables.games.pai_gow.audience import ONLOOKER, heard
from machines.tables.games.pai_gow.choices import CHIPS_MAX_CENTS
from machines.tables.games.pai_gow.moves import Event, Move
from machines.tables.games.pai_gow.rules import TableError, TableRules
from machines.tables.games.pai_gow.state import CROUPIER
from machines.tables.games.pai_gow.table import Table
from machines.tables.games.pai_gow.way import load_way
from machines.tables.table import Table as EngineTable

CHIPS_CENTS = 100_000
PACE_MS = 700
BEST = "best"
TABLE = "pai-gow"
"""What stands for a model in a table's journal."""
VERSION = 3
"""
Of the table's inputs and events: 2 since the croupier closes the bets and settings are told to nobody, 3
since the table stands on the engine of the table games. What is told is the same.
"""
READS = (2, VERSION)
"""Versions of journals that are replayed."""


class GameOptions(Running, total=False):
    """All keywords of a game; ``key``, ``version``, ``cup_origin``: of one that is begun again."""

    seed: str | None
    players: int
    people: Collection[int]
    chips_cents: int
    rules: TableRules | None
    language: str
    play: str
    pace_ms: int
    table: EngineTable | None
    cup: CupChance | None
    key: str | None
    version: int
    cup_origin: JsonView | None


class PaiGowGame:
    """
    One table with its cup.

    Args:
        seed: hex digits of a key that repeats a game. None: a key from the system.
        players: how many sit down, 1 to 6, at places 1 on.
        people: places of people; the house plays the others, least stakes, in its way.
        chips_cents: what each sits down with.
        rules: what the house declares of the table.
        language: of the cup's message line.
        play: how the house's players set: "house" or "best" (exact, half a second a hand).
        pace_ms: between two moves of the croupier.
        table: an engine's that stands already, and keeps its own journal: it goes on as it was left, with its
            players, chips and rules. A throw is a move of it before the dice are seen, and players of the
            house who are broke buy ``chips_cents``.
        cup: one that stands already, with whoever tends it; else a new one.
        entropy: what the cup absorbs after each throw; by default the system's, nothing with a seed.
        runtime, console: what runs the cup's firmware, and what takes its prints.
    """

    def __init__(self, **options: Unpack[GameOptions]) -> None:
        require_known("PaiGowGame", options, GameOptions)
        self._listeners = Listeners(lambda: self.board.now_us)
        seed, language = options.get("seed"), options.get("language", DEFAULT_LANGUAGE)
        players, people = options.get("players", 6), options.get("people", ())
        chips_cents, pace_ms = options.get("chips_cents", CHIPS_CENTS), options.get("pace_ms", PACE_MS)
        play = options.get("play", "house")
        _require(players, people, chips_cents, pace_ms, play)
        self.seed, self.language = seed, language
        self._version = options.get("version", VERSION)
        key = options.get("key")
        self._key = bytes.fromhex(key) if key else os.urandom(KEY_BYTES) if seed is None else seed_key(seed)
        self._options = {"players": players, "chips_cents": chips_cents, "play": play, "pace_ms": pace_ms}
        self.chips_cents = chips_cents
        self._pace_us = pace_ms * 1000
        self._stood = options.get("table")
        self.rules = options.get("rules") or TableRules()
        begun = options.get("cup_origin")
        run: Running = {
            "entropy": options.get("entropy"), "runtime": options.get("runtime"),
            "console": options.get("console"), "probe": options.get("probe"),
        }  # fmt: skip
        chance = options.get("cup") or CupChance(
            DiceCup(seed=seed, language=language, **run)
            if begun is None
            else DiceCup.from_origin(begun, **run)
        )
        self.cup = chance.cup
        self.choice, self.runtime = self.cup.choice, self.cup.runtime
        self.board = self.cup.board
        self._cup_origin = {**self.cup.origin(), "nvram": self.cup.origin()["nvram"].hex()}
        if self._stood is None:
            chips = dict.fromkeys(range(1, players + 1), chips_cents)
            self.table = Table(self._key, chips, self.rules, machine=1)
        else:
            self.table = Table.on(self._stood)
            self.rules = self.table.rules
        self.croupier = Croupier(
            self.table,
            chance,
            people,
            self._listeners.emit,
            pace_us=self._pace_us,
            best=play == BEST,
            guests_cents=chips_cents if self._stood is not None else 0,
        )
        if self._stood is not None:
            self.croupier.happened = self.table.told_before()
        self.cup.listen(lambda kind, t_us, fields: self._listeners.emit(f"cup_{kind}", **fields))
        # What it absorbs was told by the cup, whose inputs are the game's.
        self.cup.listen_inputs(self._cup_input)

    listen = act("_listeners", Listeners.listen)
    listen_inputs = act("_listeners", Listeners.listen_inputs)
    waits_for = act("croupier", Croupier.waits_for)

    @property
    def last_fault(self) -> str | None:
        """The last crash or hang of the cup's firmware."""
        return self.cup.last_fault

    @property
    def people(self) -> frozenset[int]:
        """Places of people."""
        return self.croupier.people

    @property
    def happened(self) -> list[Event]:
        """What the last deal brought so far, in order."""
        return self.croupier.happened

    def _cup_input(self, name: str, t_us: int, arguments: JsonView) -> None:
        if name == "entropy":
            self._listeners.tell("entropy", **arguments)

    # -- what people do ------------------------------------------------------------------------------

    def take_bank(self, place: int, take: bool = True) -> None:
        """Accept the bank that is offered, or pass it on."""
        self._person(place)
        self._do("take_bank", {"place": place, "take": take}, Move("accept" if take else "pass", place))

    def away(self, place: int) -> None:
        """Somebody goes: the house plays for them until they come back."""
        self._person(place)
        self._listeners.tell("away", place=place)
        self.croupier.people -= {place}

    def back(self, place: int) -> None:
        """Somebody comes back to their place."""
        if place not in self.table.state.players() or place in self.people:
            raise TableError(f"place must be one that the house plays (got {place})")
        self._listeners.tell("back", place=place)
        self.croupier.people |= {place}

    def cut(self, place: int, cards: int) -> None:
        """Cut the deck."""
        self._person(place)
        self._do("cut", {"place": place, "cards": cards}, Move("cut", place, cards))

    def bet(self, place: int, cents: int) -> None:
        """Stake, or change the stake before no more bets are taken."""
        self._person(place)
        self._do("bet", {"place": place, "cents": cents}, Move("bet", place, cents))

    def ready(self, place: int) -> None:
        """Somebody has staked, or stakes nothing in this deal: the croupier need not wait for them."""
        self._person(place)
        self._need_bets()
        self._listeners.tell("ready", place=place)
        self.croupier.ready.add(place)

    def no_more_bets(self) -> None:
        """All people are ready; the croupier closes the bets once the other players have staked."""
        self._need_bets()
        self._listeners.tell("no_more_bets")
        self.croupier.ready |= self.people

    def buy(self, place: int, cents: int) -> None:
        """Buy chips, between deals: at once, or as soon as this deal is over."""
        self._person(place)
        move = Move("buy", place, cents)
        move.check()
        most = CHIPS_MAX_CENTS - self.table.seat(place).chips_cents
        if not 0 < cents <= most or cents % self.rules.step_cents:
            step = self.rules.step_cents
            raise TableError(f"cents must be {step} to {most} in steps of {step} (got {cents})")
        self._listeners.tell("buy", place=place, cents=cents)
        self.croupier.buying[place] = cents

    def buying(self, place: int) -> bool:
        """Whether chips that somebody asked for have not come yet."""
        return place in self.croupier.buying

    def _need_bets(self) -> None:
        if self.table.state.phase != "bets":
            raise TableError(f"phase must be bets (got {self.table.state.phase})")

    def set_hand(self, place: int, low: Collection[int]) -> None:
        """Set a packet: the two cards of the low hand; the other five are the high one."""
        self._person(place)
        cards = list(low)
        self._do("set_hand", {"place": place, "low": cards}, Move("set", place, 0, tuple(cards)))

    def shake(self, ms: int, strength: int = 1) -> None:
        """Shake the cup; only after no more bets are taken."""
        self._need_throw("shake")
        self.cup.check_shake(ms, strength)
        self._listeners.tell("shake", ms=ms, strength=strength)
        self.cup.shake(ms, strength)

    def lift(self) -> None:
        """Lift the lid."""
        self._need_throw("lift")
        self._listeners.tell("lift")
        self.cup.lift()

    def cover(self) -> None:
        """Put the lid back."""
        self._listeners.tell("cover")
        self.cup.cover()

    def _need_throw(self, what: str) -> None:
        if self.table.state.phase != "throw":
            raise TableError(f"{what} must wait for no more bets (phase is {self.table.state.phase})")

    def _person(self, place: int) -> None:
        if type(place) is not int or place not in self.people:
            raise TableError(f"place must be one of people, {sorted(self.people) or 'none'} (got {place})")

    def _do(self, name: str, arguments: Json, move: Move) -> None:
        """What somebody does: told only if it is legal."""
        self.table.check(move)
        self._listeners.tell(name, **arguments)
        self.croupier.act(move)

    # -- what goes on by itself ----------------------------------------------------------------------

    def run(self, ms: int) -> None:
        """Let ``ms`` milliseconds pass."""
        self.run_us(ms * 1000)

    def run_us(self, us: int) -> None:
        """Let ``us`` microseconds pass; how they are divided into calls changes nothing."""
        require_time(us)
        until_us = self.now_us + us
        while self.croupier.due_us <= until_us:
            if self.croupier.due_us > self.now_us:
                self._run_cup(self.croupier.due_us - self.now_us)
            self.croupier.due_us = self.now_us + self._pace_us
            self.croupier.go_on()
        if until_us > self.now_us:
            self._run_cup(until_us - self.now_us)

    def _run_cup(self, us: int) -> None:
        """Time of the cup's; a table that keeps its moves has the dice before a picture shows them."""
        self.cup.run_us(us)
        seen = len(self.cup.faces) == self.cup.cup.dice
        if self._stood is not None and seen and self.table.state.phase == "throw":
            self.croupier.act(Move("throw", CROUPIER))

    def heard(self, place: int = ONLOOKER) -> list[Event]:
        """Return what the last deal brought so far, as somebody at a place takes note of it."""
        return [heard(event, place) for event in self.happened]

    # -- what a journal needs --------------------------------------------------------------------------

    @property
    def now_us(self) -> int:
        """Virtual time of the cup's board."""
        return self.board.now_us

    @property
    def nvram(self) -> bytes:
        """The cup's FRAM."""
        return self.cup.nvram

    @property
    def meters(self) -> JsonView:
        """The cup's counters and the table's money."""
        state = self.table.state
        chips = {f"chips_{place}": seat.chips_cents for place, seat in state.seats.items() if place}
        return {
            **self.cup.meters,
            **chips,
            "house_cents": state.house_cents,
            "commission_cents": state.commission_cents,
        }

    def origin(self) -> Json:
        """
        How this game began.

        Raises:
            CabinetError: its table stood before, and keeps a journal of its own.
        """
        if self._stood is not None:
            raise CabinetError("a table that stood before must be replayed from its own journal (got a game)")
        return {
            "model": TABLE,
            "profile": "",
            "serial": self.cup.serial,
            "language": self.language,
            "seed": self.seed,
            "test": self.seed is not None,
            "chip_key": self._cup_origin["chip_key"],
            "powered": True,
            "digests": {**self.cup.digests, "way": load_way(self.rules.way).digest},
            "physical": {
                "key": self._key.hex(),
                "people": sorted(self.people),
                "rules": self.rules.to_dict(),
                "table": self._version,
                "cup": self._cup_origin,
                **self._options,
            },
            "nvram": bytes.fromhex(self._cup_origin["nvram"]),
        }

    @classmethod
    def from_origin(cls, origin: JsonView, *, firmware: object = None, **options: Unpack[Running]) -> Self:
        """Begin again as another game began; the same inputs and entropy give the same game."""
        kept = origin["physical"]
        version = kept.get("table", 1)
        if version not in READS:
            raise CabinetError(
                f"a table's journal must be of version {' or '.join(map(str, READS))} (got {version}): replay"
                " it with the release of azar that recorded it"
            )
        require_table(kept)
        cup = {**kept["cup"], "nvram": bytes.fromhex(kept["cup"]["nvram"])}
        return cls(
            seed=origin["seed"],
            players=kept["players"],
            people=kept["people"],
            chips_cents=kept["chips_cents"],
            rules=TableRules.from_dict(kept["rules"]),
            language=origin["language"],
            play=kept["play"],
            pace_ms=kept["pace_ms"],
            key=kept["key"],
            version=version,
            cup_origin=cup,
            **options,
        )

    def remember(self, at: object = None) -> object:
        """A table goes back to no earlier time."""
        raise CabinetError("a table must not be rewound (got a journal that does)")


def _require(players: int, people: Collection[int], chips_cents: int, pace_ms: int, play: str) -> None:
    """Raise TableError unless a table can be made of these."""
    numbers = [("players", players), ("chips_cents", chips_cents), ("pace_ms", pace_ms)]
    for name, value in [*numbers, *(("people", place) for place in people)]:
        if type(value) is not int:
            raise TableError(f"{name} must be whole (got {value!r})")
    if pace_ms < 1:
        raise TableError(f"pace_ms must be 1 millisecond or more (got {pace_ms})")
    if not 1 <= players <= 6 or not set(people) <= set(range(1, players + 1)):
        raise TableError(f"players must be 1 to 6 and people among them (got {players}, {sorted(people)})")
    if play not in ("house", BEST):
        raise TableError(f'play must be "house" or "best" (got {play})')
