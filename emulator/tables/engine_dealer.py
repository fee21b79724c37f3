# SPDX-License-Identifier: MIT
"""
The dealer of every game of the engine: its table, its rules' spots and words, told as a picture needs it.

    dealer = EngineDealer("french-roulette", bytes(32), dict.fromkeys(range(1, 7), 100_000))
    game = TableGame(dealer, people=[4])
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from emulator.tables.cloth_places import places
from emulator.tables.last_result import last_result
from emulator.tables.told import (
    COLLECTED_MS,
    DOWN,
    OPEN,
    RESTS_MS,
    SAID_BEFORE_MS,
    Bounds,
    DeviceSeen,
    Rolling,
    Stake,
    Told,
)
from emulator.tables.told_odds import Returned, told_odds
from machines.support.plain import Json, JsonView
from machines.support.shipped import read_table
from machines.tables.chance import RED_CARD
from machines.tables.game import CROUPIER, Advised, Choice, Event, Move, Pooled, chips, seated, stakes
from machines.tables.refusal import TableError
from machines.tables.registry import FOLDER, GAMES, OWN_TABLE
from machines.tables.spots import Spot
from machines.tables.table import Table

PRISON = "prison "
# What a picture shows of an event, by its kind; others are only heard.
_SHOWN = {
    "bet": "stake", "unbet": "taken", "lost": "lost", "paid": "paid", "back": "back", "released": "back",
    "won": "won", "fee": "fee", "commission": "fee", "moved": "moved",
}  # fmt: skip
_SPUN = ("wheel", "cups", "fortune")
_DEALT = ("dealt", "dealt_card", "folds", "turned")
_HANDS = ("punto", "banca")


class EngineDealer:
    """
    One table of the engine.

    Args:
        name: of the game, as the command line has it.
        key: 32 bytes; ``seats`` cents that seats sit down with.
        rules, readings: as the table takes them.
    """

    def __init__(
        self,
        name: str,
        key: bytes,
        seats: Mapping[int, int],
        *,
        rules: Mapping[str, int | str] | None = None,
        readings: Mapping[str, str] | None = None,
    ) -> None:
        if name in OWN_TABLE:
            raise TableError(
                f"game must have a cloth of spots (got {name}: azar {name} is its table)", "game"
            )
        self._sits_at(Table(name, key, seats, rules=rules, readings=readings))

    @classmethod
    def of(cls, table: Table) -> EngineDealer:
        """The dealer of a table that stands already."""
        dealer = cls.__new__(cls)
        dealer._sits_at(table)
        return dealer

    def _sits_at(self, table: Table) -> None:
        self.table = table
        self.hears: frozenset[int] = frozenset()
        self._came_ms = int(table.state["now_ms"])
        self.game = GAMES[table.name]
        felt = FOLDER / self.game / "felt.toml"
        self._felt: Json = read_table(felt.read_text(encoding="utf-8"), "felt.toml", TableError)
        self.decides = str(self._felt["decides"])
        self._spots: Mapping[str, Spot] = self.table.game.rules.spots
        layouts = [self._felt[way] for way in ("tall", "wide") if way in self._felt]
        self.readings = self.table.game.rules.readings
        self._lies: Json = {
            name: lies for layout in layouts for name, lies in places(layout, self.readings).items()
        }
        self._known: tuple[int, dict[int, list[Choice]]] = (-1, {})

    # -- what it is like now -----------------------------------------------------------------------------

    @property
    def _state(self) -> Json:
        return self.table.state

    @property
    def phase(self) -> str:
        """Of the game."""
        return str(self._state["phase"])

    @property
    def puck(self) -> str:
        """Where the puck stands: a number, ``off``, or nothing."""
        if self.decides != "dice":
            return ""
        return str(self._state.get("point") or "off")

    @property
    def pot_cents(self) -> int | None:
        """What is in the table's pot; None where it has none of its own."""
        game = self.table.game
        return game.pot_cents(self._state) if isinstance(game, Pooled) else None

    @property
    def joined(self) -> bool:
        """No: a table whose pot is that of several has a ``LinkedDealer``."""
        return False

    def hear(self, now_ms: int) -> None:
        """Nobody is there to be heard."""

    @property
    def shooter(self) -> int:
        """Who throws the dice or gives the cards; 0 the croupier."""
        shooter = getattr(self.table.game, "shooter", None)
        return int(shooter(self._state)) if shooter else 0

    @property
    def round(self) -> int:
        """So many rounds are over."""
        return int(self._state["round"])

    def must_lay(self, seat: int) -> bool:
        """Whether a shooter has no stake yet without which nobody throws."""
        if seat != self.shooter or self.phase != "bets":
            return False
        return not any(one.kind == "no_more_bets" for one in self.table.legal(CROUPIER))

    @property
    def least_cents(self) -> int:
        """The table's minimum, as the house declares it."""
        return max(1, int(self._declared("minimum_cents", 1)))

    def chips(self) -> Mapping[int, int]:
        """Cents in hand by seat."""
        return {seat: chips(self._state, seat) for seat in seated(self._state)}

    def stakes(self) -> Sequence[Stake]:
        """What lies on the cloth; what is in prison stands by the spot that it came from."""
        return [_stake(*row) for row in stakes(self._state)]

    def _legal(self, seat: int) -> list[Choice]:
        """What a seat may do now; asked once a move."""
        moves, known = self._known
        if moves != len(self.table.moves):
            known = {}
            self._known = (len(self.table.moves), known)
        if seat not in known:
            known[seat] = self.table.legal(seat)
        return known[seat]

    def spots(self, seat: int) -> Sequence[str]:
        """Spots that a seat may bet on now."""
        return [one.spot for one in self._legal(seat) if one.kind == "bet" and self._has(one.spot, seat)]

    def _has(self, spot: str, seat: int) -> bool:
        """Whether the cloth has a spot, for this seat where every seat has its own."""
        return spot in self._lies and (not self._of_seats(spot) or str(seat) in self._lies[spot])

    def _of_seats(self, spot: str) -> bool:
        """Whether every seat has a place of its own for a spot."""
        return isinstance(self._lies.get(spot), dict)

    def bounds(self, seat: int, spot: str) -> Bounds | None:
        """What a seat may add to a spot now."""
        choice = next((one for one in self._legal(seat) if (one.kind, one.spot) == ("bet", spot)), None)
        if choice is None or not self._has(spot, seat):
            return None
        if choice.least == choice.most:  # an amount that the rules fix, whatever the chips
            return Bounds(choice.least, choice.most, 1)
        step = choice.step if choice.step > 1 else self.least_cents
        return Bounds(max(choice.least, min(step, choice.most)), choice.most, step)

    def _declared(self, name: str, other: int) -> int | str:
        return self.table.game.rules.declared.get(name, other)

    def choices(self) -> Mapping[int, Sequence[str]]:
        """What seats have to decide: of each the first spot, as ``half rojo``."""
        found: dict[int, Sequence[str]] = {}
        if self.phase != "choices":
            return found
        for seat in seated(self._state):
            choice = next((one for one in self._legal(seat) if one.kind == "choose"), None)
            if choice is not None:
                found[seat] = _said(choice)
        return found

    def says(self, seat: int) -> Sequence[str]:
        """What a seat may say while bets are taken; nothing in most games."""
        if self.phase != "bets":
            return ()
        return [what for one in self._legal(seat) if one.kind == "choose" for what in _said(one)]

    def advice(self, seat: int) -> str | None:
        """What best play says, in games that have one."""
        game = self.table.game
        if self.phase != "choices" or not isinstance(game, Advised):
            return None
        choice = next(one for one in self._legal(seat) if one.kind == "choose")
        return f"{game.advised(self._state, seat)} {choice.spot}".strip()

    # -- what is done ------------------------------------------------------------------------------------

    def bet(self, seat: int, spot: str, cents: int) -> Sequence[Told]:
        """Lay chips; TableError: they are not taken."""
        return self._act(Move("bet", seat, spot, cents))

    def unbet(self, seat: int, spot: str) -> Sequence[Told]:
        """Take back what lies on a spot; TableError: it must stay."""
        return self._act(Move("unbet", seat, spot))

    def choose(self, seat: int, what: str) -> Sequence[Told]:
        """Decide, as ``half rojo``; a word may be several, as ``no consiente mano 4``."""
        asked = [one for one in self._legal(seat) if one.kind == "choose"]
        known = ((word, one.spot) for one in asked for word in one.words)
        word, spot = next((row for row in known if " ".join(row).strip() == what), (what, ""))
        return self._act(Move("choose", seat, spot, word=word))

    def buy(self, seat: int, cents: int) -> Sequence[Told]:
        """Somebody buys chips."""
        return self._act(Move("buy", seat, cents=cents))

    def pass_dice(self, seat: int) -> Sequence[Told]:
        """A shooter refuses the dice, or whoever should deal the shoe."""
        return self._act(Move("pass_shoe" if self.decides == "cards" else "pass_dice", seat))

    def rolls(self, closed: bool) -> None:
        """The ball is thrown, or no more bets are taken."""
        device = self.table.device
        if isinstance(device, Rolling):
            (device.close if closed else device.launch)()

    def device(self, falling: bool) -> DeviceSeen | None:
        """What the table's electronic wheel shows, if it has one."""
        device = self.table.device
        return device.seen(falling) if isinstance(device, Rolling) else None

    def time(self, ms: int) -> Sequence[Told]:
        """So many milliseconds have passed since the dealer came: an input of the table."""
        return self._act(Move("time", CROUPIER, cents=self._came_ms + ms))

    def go_on(self, given: tuple[int, ...] = ()) -> Sequence[Told]:
        """The croupier's next move, with the chance that was given."""
        move = self.table.next_move()
        if given and move.kind not in self.table.game.chance_moves:
            raise TableError(f"chance must be given when it comes (got it before {move.kind})", "chance")
        return self._act(move._replace(values=given) if given else move)

    def _act(self, move: Move) -> list[Told]:
        return self._seen(self.table.act(move))

    def _seen(self, events: Sequence[Event]) -> list[Told]:
        """What people at the table see and hear of events."""
        own = {event.seat for event in events if event.kind == "dealt_card"} & self.hears
        heard = [event for event in events if not event.to or self.hears & set(event.to)]
        told = [
            one for event in heard if not (event.kind == "dealt" and event.seat in own)
            for one in self._told(event)
        ]  # fmt: skip
        if self.decides not in _SPUN:  # a wheel has shown what won
            won = [(t.seat if self._of_seats(t.spot) else 0, t.spot) for t in told if t.kind == "paid"]
            told += [Told(0, "won", seat, spot) for seat, spot in dict.fromkeys(won)]
        return told

    def _told(self, event: Event) -> list[Told]:
        """What a picture shows of an event, and what is said: of what was drawn once it lies still."""
        late_ms = RESTS_MS[self.decides] - SAID_BEFORE_MS if event.kind == "drawn" else 0
        said = [Told(late_ms, "said", to=self._words(event.says))] if event.says else []
        if event.kind == "drawn":
            won = self._winning(event.values[0]) if self.decides in _SPUN else []
            faces = event.values[-1:] if self.decides in _SPUN else event.values
            return [Told(0, "drawn", faces=faces), *said, *(Told(late_ms, "won", spot=spot) for spot in won)]
        if event.kind in ("card", *_HANDS):  # a third card is announced before it comes
            hand = event.spot or event.kind
            way = OPEN if self._felt.get("open") else ""
            dealt = [Told(0, "card", spot=hand, faces=(card % 52,), to=way) for card in event.values[:1]]
            return [*said, *dealt]
        if event.kind == "collected":  # the stake before its cards
            return [*said, Told(COLLECTED_MS, "gone", event.seat, event.spot)]
        if event.kind in _DEALT:
            return [*self._hidden(event), *said]
        if event.kind == "red_card" and event.spot:  # it lies where the next card would have
            return [Told(0, "card", spot=event.spot, faces=(RED_CARD,), to=OPEN), *said]
        if event.kind == "row":  # of cards that lie already
            return [Told(0, "row", spot=event.spot, faces=event.values[:1]), *said]
        return [*self._moved(event), *said]

    @staticmethod
    def _hidden(event: Event) -> list[Told]:
        """Cards that lie face down, their own player's face up, and hands that are turned or taken up."""
        hand = f"mano {event.seat}" if event.seat else "banca"
        if event.kind == "dealt":
            return [Told(0, "card", event.seat, hand, to=DOWN)]
        if event.kind == "dealt_card":
            return [Told(0, "card", event.seat, hand, faces=event.values, to=OPEN)]
        kind = "gone" if event.kind == "folds" else "turn"
        return [Told(0, kind, event.seat, hand, faces=event.values)]

    def _moved(self, event: Event) -> list[Told]:
        """Chips that an event moves, and a spot that it lights."""
        if event.kind == "prison":
            plain = event.spot.split(" ")[1]
            return [Told(0, "moved", event.seat, plain, event.cents, to=plain)]
        if event.kind == "moved":
            return [
                Told(0, "moved", event.seat, event.spot, event.cents, to=f"{event.spot} {event.values[0]}")
            ]
        if event.kind == "parted":
            return [Told(0, "parted", event.seat, event.spot, faces=event.values, to=event.into)]
        kind = _SHOWN.get(event.kind)
        if kind is None:
            return []
        stake = _stake(event.seat, event.spot, event.cents)
        return [Told(0, kind, event.seat, stake.spot, event.cents)]

    def _winning(self, number: int) -> list[str]:
        """The number itself, and the simple chances that it has."""
        simple = set(self.table.game.rules.data.get("simple", ()))
        return [
            name
            for name, spot in self._spots.items()
            if number in spot.covers and (name == str(number) or name in simple)
        ]

    # -- what is said ------------------------------------------------------------------------------------

    @property
    def opening(self) -> str:
        """What the croupier says when a round begins, in the words of the text."""
        return self._words("open")

    def _words(self, key: str) -> str:
        """The words of a key, with the number that it goes with."""
        name, _, number = key.partition(" ")
        words: JsonView = self.table.game.rules.data.get("words", {})
        text = str(words.get(name, ""))
        if "{" not in text:
            return text
        simples = [spot for spot in self._winning(int(number)) if spot != number] if number.isdigit() else []
        return text.replace("{number}", number).replace("{simples}", ", ".join(simples)).strip(" ,")

    def result(self) -> tuple[str, str]:
        """The last result as a board shows it, and its colour."""
        past = self._state.get("past", [])
        return last_result(past[0], self.decides, self._felt) if past else ("", "plain")

    def journal(self) -> Json:
        """Key, rules and moves of the table: ``Table.replay`` makes it anew."""
        return self.table.journal()

    def pays(self, spot: str) -> Fraction | None:
        """How many times the stake a spot pays."""
        row = self._spots.get(spot)
        return Fraction(*row.pays) if row is not None else None

    def returns(self, spot: str) -> Sequence[Returned] | None:
        """What comes back by each way of playing that is priced; else of odds by the point, and with half."""
        rows = told_odds(self.table.game.rules).of(spot)
        if rows is None or any(row.win is None for row in rows):
            return rows
        here = [row for row in rows if row.choice == f"point {self._state.get('point')}"]
        return (here or [row for row in rows if not row.choice.startswith("point")])[:1]


def _said(choice: Choice) -> list[str]:
    """The decisions of a choice, as ``half rojo``."""
    return [f"{word} {choice.spot}".strip() for word in choice.words]


def _stake(seat: int, spot: str, cents: int) -> Stake:
    """Chips on an account's spot, ``prison rojo 1`` by the line of its prison."""
    if spot.startswith(PRISON):
        return Stake(seat, spot.split(" ")[1], cents, held=True)
    return Stake(seat, spot, cents)
