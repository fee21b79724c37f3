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
from collections.abc import Callable, Collection
from typing import Any, Self

from emulator.cabinet.console import Sink, Stream
from emulator.cabinet.errors import CabinetError, require_time
from emulator.cabinet.listeners import Heard, Listeners
from emulator.cabinet.physical import require_table
from emulator.support.seed import KEY_BYTES, seed_key
from emulator.tables.dice_cup import DiceCup
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json, JsonView
from machines.tables.games.pai_gow.audience import ONLOOKER, heard
from machines.tables.games.pai_gow.choices import CHIPS_MAX_CENTS
from machines.tables.games.pai_gow.hands import best_setting, house_setting
from machines.tables.games.pai_gow.moves import Event, Move
from machines.tables.games.pai_gow.rules import TableError, TableRules
from machines.tables.games.pai_gow.state import CROUPIER
from machines.tables.games.pai_gow.table import Table
from machines.tables.games.pai_gow.way import load_way

CHIPS_CENTS = 100_000
PACE_MS = 700
SHAKE_WAIT_MS = 12_000
"""How long the croupier waits for somebody to shake the cup, or to lift its lid."""
LOOK_MS = 2_200
"""How long the dice are looked at before the deal."""
CUT_WAIT_MS = 4_000
CLEAR_MS = 3_500
BEST = "best"
TABLE = "pai-gow"
"""What stands for a model in a table's journal."""
VERSION = 2
"""Of the table's inputs and events: 2 since the croupier closes the bets and settings are told to nobody."""


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
        entropy: what the cup absorbs after each throw; by default the system's, nothing with a seed.
        runtime, console: what runs the cup's firmware, and what takes its prints.
    """

    def __init__(
        self,
        *,
        seed: str | None = None,
        players: int = 6,
        people: Collection[int] = (),
        chips_cents: int = CHIPS_CENTS,
        rules: TableRules | None = None,
        language: str = DEFAULT_LANGUAGE,
        play: str = "house",
        pace_ms: int = PACE_MS,
        entropy: Callable[[], bytes | None] | None = None,
        runtime: str | None = None,
        console: Stream | Sink | None = None,
        key: str | None = None,
        cup_origin: JsonView | None = None,
    ) -> None:
        self._listeners = Listeners(lambda: self.board.now_us)
        numbers = [("players", players), ("chips_cents", chips_cents), ("pace_ms", pace_ms)]
        for name, value in [*numbers, *(("people", place) for place in people)]:
            if type(value) is not int:
                raise TableError(f"{name} must be whole (got {value!r})")
        if pace_ms < 1:
            raise TableError(f"pace_ms must be 1 millisecond or more (got {pace_ms})")
        if not 1 <= players <= 6 or not set(people) <= set(range(1, players + 1)):
            raise TableError(
                f"players must be 1 to 6 and people among them (got {players}, {sorted(people)})"
            )
        if play not in ("house", BEST):
            raise TableError(f'play must be "house" or "best" (got {play})')
        self.seed, self.people, self.language = seed, frozenset(people), language
        self._key = bytes.fromhex(key) if key else os.urandom(KEY_BYTES) if seed is None else seed_key(seed)
        self._options = {"players": players, "chips_cents": chips_cents, "play": play, "pace_ms": pace_ms}
        self.chips_cents = chips_cents
        self._best, self._pace_us = play == BEST, pace_ms * 1000
        self.rules = rules or TableRules()
        if cup_origin is None:
            self.cup = DiceCup(
                seed=seed, language=language, entropy=entropy, runtime=runtime, console=console
            )
        else:
            self.cup = DiceCup.from_origin(cup_origin, entropy=entropy, runtime=runtime, console=console)
        self.choice, self.runtime = self.cup.choice, self.cup.runtime
        self.board = self.cup.board
        self._cup_origin = {**self.cup.origin(), "nvram": self.cup.origin()["nvram"].hex()}
        chips = dict.fromkeys(range(1, players + 1), chips_cents)
        self.table = Table(self._key, chips, self.rules, machine=1)
        self.happened: list[Event] = []
        """What the last deal brought so far, in order."""
        self._due_us = self._pace_us
        self._phase_us = 0
        self._ready: set[int] = set()
        self._buying: dict[int, int] = {}
        self.cup.listen(lambda kind, t_us, fields: self._listeners.emit(f"cup_{kind}", **fields))
        # What it absorbs was told by the cup, whose inputs are the game's.
        self.cup.listen_inputs(self._cup_input)

    def listen(self, heard: Heard) -> None:
        """Call ``heard(kind, t_us, fields)`` for every output from now on."""
        self._listeners.listen(heard)

    def listen_inputs(self, heard: Heard) -> None:
        """Call ``heard(name, t_us, arguments)`` for every input, before it acts."""
        self._listeners.listen_inputs(heard)

    @property
    def last_fault(self) -> str | None:
        """The last crash or hang of the cup's firmware."""
        return self.cup.last_fault

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
        self.people -= {place}

    def back(self, place: int) -> None:
        """Somebody comes back to their place."""
        if place not in self.table.state.players() or place in self.people:
            raise TableError(f"place must be one that the house plays (got {place})")
        self._listeners.tell("back", place=place)
        self.people |= {place}

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
        self._ready.add(place)

    def no_more_bets(self) -> None:
        """All people are ready; the croupier closes the bets once the other players have staked."""
        self._need_bets()
        self._listeners.tell("no_more_bets")
        self._ready |= self.people

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
        self._buying[place] = cents

    def buying(self, place: int) -> bool:
        """Whether chips that somebody asked for have not come yet."""
        return place in self._buying

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
        self._act(move)

    def _act(self, move: Move) -> None:
        """Do a move, tell what it brought, and plan what comes next."""
        phase = self.table.state.phase
        events = self.table.act(move)
        if move.kind == "cut":
            self.happened = []
        self.happened += events
        for event in events:
            self._listeners.emit(event.kind, place=event.place, **event.values)
        if self.table.state.phase != phase:
            self._phase_us = self.now_us
            self._ready.clear()
        # The house's players do not think long.
        self._due_us = self.now_us + (self._pace_us // 3 if move.place else self._pace_us)

    # -- what goes on by itself ----------------------------------------------------------------------

    def run(self, ms: int) -> None:
        """Let ``ms`` milliseconds pass."""
        self.run_us(ms * 1000)

    def run_us(self, us: int) -> None:
        """Let ``us`` microseconds pass; how they are divided into calls changes nothing."""
        require_time(us)
        until_us = self.now_us + us
        while self._due_us <= until_us:
            if self._due_us > self.now_us:
                self.cup.run_us(self._due_us - self.now_us)
            self._due_us = self.now_us + self._pace_us
            self._go_on()
        if until_us > self.now_us:
            self.cup.run_us(until_us - self.now_us)

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
        return sorted((able & self.people) - self._ready)

    def heard(self, place: int = ONLOOKER) -> list[Event]:
        """Return what the last deal brought so far, as somebody at a place takes note of it."""
        return [heard(event, place) for event in self.happened]

    def _since_ms(self) -> int:
        return (self.now_us - self._phase_us) // 1000

    def _go_on(self) -> None:
        """The croupier's next move, or that of one of the house's players."""
        state = self.table.state
        if state.phase == "throw":
            self._throw()
            return
        if state.phase == "bets":
            self._bets()
            return
        if state.phase == "bank" and self._buying:
            place, cents = self._buying.popitem()
            if place in state.seats:
                self._act(Move("buy", place, cents))
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
                    self._act(self.table.next_move())
                    return
                continue
            if choice.kind == "set":
                self._act(Move("set", choice.place, 0, self._setting(choice.place)))
                return
            if choice.kind in ("sit", "leave", "buy") or (
                choice.kind == "accept" and choice.place != CROUPIER
            ):
                continue
            amount = choice.most // 2 if choice.kind == "cut" else 0
            self._act(Move(choice.kind, choice.place, amount))
            return

    def _bets(self) -> None:
        """The house's players stake; then the croupier closes, when all are ready or the time is over."""
        legal = self.table.legal()
        for choice in legal:
            free = choice.kind == "bet" and choice.place not in self.people
            if free and not self.table.seat(choice.place).stake_cents:
                self._act(Move("bet", choice.place, choice.least))
                return
        if not self._not_ready() or self._since_ms() >= self.rules.bets_ms:
            self._act(Move(next(one.kind for one in legal if one.place == CROUPIER)))

    def _setting(self, place: int) -> tuple[int, ...]:
        cards, way = self.table.seat(place).cards, load_way(self.rules.way)
        if self._best:
            return best_setting(cards, way).low
        return house_setting(cards, way).low

    def _throw(self) -> None:
        """See that the cup is shaken and lifted, and take what it shows."""
        cup, record = self.cup, self.cup.record
        if len(cup.faces) == cup.cup.dice:
            self._act(Move("throw", CROUPIER, 0, cup.faces))
        elif record["tilt"]:
            # The croupier closes the cup and turns the key; the shake is made again.
            if cup.lid_open:
                cup.cover()
            elif not cup.key_turned:
                cup.turn_key(on=True)
        elif cup.key_turned:
            cup.turn_key(on=False)
        elif record["bank"] != self.table.state.bank and record["phase"] == 0 and not cup.lid_open:
            if not cup.moving:
                cup.press("bank")
        elif not self.people or self._since_ms() >= SHAKE_WAIT_MS:
            if record["phase"] == 0 and not cup.moving and not cup.lid_open:
                cup.press("shake")
            elif record["phase"] == 1 and not cup.lid_open:
                cup.lift()

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
        """How this game began."""
        return {
            "model": TABLE,
            "profile": "",
            "serial": self.cup.serial,
            "language": self.language,
            "seed": self.seed,
            "test": self.seed is not None,
            "chip_key": self._cup_origin["chip_key"],
            "powered": True,
            "digests": {**self.cup.rom.digests, "way": load_way(self.rules.way).digest},
            "physical": {
                "key": self._key.hex(),
                "people": sorted(self.people),
                "rules": self.rules.to_dict(),
                "table": VERSION,
                "cup": self._cup_origin,
                **self._options,
            },
            "nvram": bytes.fromhex(self._cup_origin["nvram"]),
        }

    @classmethod
    def from_origin(
        cls,
        origin: JsonView,
        *,
        firmware: Any = None,
        entropy: Callable[[], bytes | None] | None = None,
        runtime: str | None = None,
        console: Stream | Sink | None = None,
    ) -> Self:
        """Begin again as another game began; the same inputs and entropy give the same game."""
        kept = origin["physical"]
        version = kept.get("table", 1)
        if version != VERSION:
            raise CabinetError(
                f"a table's journal must be of version {VERSION} (got {version}): replay it with the release"
                " of azar that recorded it"
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
            entropy=entropy,
            runtime=runtime,
            console=console,
            key=kept["key"],
            cup_origin=cup,
        )

    def remember(self, at: Any = None) -> object:
        """A table goes back to no earlier time."""
        raise CabinetError("a table must not be rewound (got a journal that does)")
