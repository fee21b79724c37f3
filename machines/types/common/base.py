# SPDX-License-Identifier: MIT
"""What a checked machine of any type is: names, reels, symbols, money and texts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple, Protocol

from machines import MachinesError
from machines.check.draft import CommonDraft, Inherited, ReelsDraft
from machines.check.lines import coin_lines, hopper_lines
from machines.check.problems import ModelError, Problem
from machines.check.schema_parts import Link, Plate, Symbol, Text
from machines.rules import Profile
from machines.support.currency import EURO, Currency
from machines.support.languages import DEFAULT_LANGUAGE, languages, translator
from machines.support.plain import Json, JsonView
from machines.types.common.meters import MeterUnits
from machines.types.common.settings import Value


class HopperSpec(NamedTuple):
    """A hopper as the model has it."""

    cents: int
    """Value of its coin."""
    capacity: int
    """Coins that it can hold."""
    fill: int
    """Coins in it when the machine is put into service."""


class PlayTables(Protocol):
    """All that decides a play of a machine, as a ROM seals it."""

    @property
    def digest(self) -> str:
        """SHA-256 of it in hex digits."""

    @property
    def blob(self) -> bytes:
        """All of it as bytes."""

    @property
    def price_cents(self) -> int:
        """Price of a play."""


@dataclass(frozen=True)
class Model(ABC):
    """
    A checked machine; ``load_model`` makes it and nothing in it can break the profile's rules.

    A draft, which ``load_draft`` makes, breaks those that its ``problems`` name.
    """

    name: str
    title: str
    type: str
    price_cents: int
    profile: Profile
    strips: tuple[tuple[str, ...], ...]
    """Symbol of each stop, reel by reel; the next stop stands above."""
    rows: int
    paylines: tuple[tuple[int, ...], ...]
    """Row that a line reads on each reel, 0 the uppermost; none where all ways pay."""
    symbols: Mapping[str, Symbol]
    draft: CommonDraft
    tables: PlayTables
    """What the core plays; of type A what decides its game."""
    motor_steps: tuple[int, ...]
    """Steps in a turn of each reel's motor; empty where it has none, or shows its reels on a screen."""
    problems: tuple[Problem, ...] = field(default=(), kw_only=True)
    """Of a draft: each rule of the law that it breaks, with what came and the limit."""
    slips: tuple[Problem, ...] = field(default=(), kw_only=True)
    """Where it pays more than it takes, of a model that may."""
    variants: tuple[str, ...] = field(default=(), kw_only=True)
    """Names of the payout variants that its file has besides; a variant has none."""
    pictures: Mapping[str, bytes] = field(default_factory=dict, kw_only=True, repr=False)
    """Pictures and fonts of the maker's own by the names that symbols and art have for them."""

    sounds: Mapping[str, bytes] = field(default_factory=dict, kw_only=True, repr=False)
    """Sounds of the maker's own, WAV, OGG or FLAC, by the names of their files."""

    @abstractmethod
    def first_state(self, key: bytes, serial: int) -> bytes:
        """The state of the play program of a new machine, 256 bytes; the key has 32."""

    @abstractmethod
    def first_stops(self) -> tuple[int, ...]:
        """Where the reels of a new machine stand: on a window that wins nothing; empty without reels."""

    @abstractmethod
    def settings(self, language: str = DEFAULT_LANGUAGE) -> dict[str, Value]:
        """The constants that its firmware is built with, names in a language."""

    def warnings(self) -> list[Problem]:
        """Warnings: allowed by the profile, and perhaps not meant; examined at every call."""
        return list(self.slips)

    @property
    def special(self) -> bool:
        """Whether it is a special machine, for gaming halls, bingo halls and casinos (art. 8)."""
        return False

    @property
    def payout(self) -> Fraction | None:
        """Share of the stakes that it returns, pots and gamble apart; None where skill alone decides."""
        return None

    @property
    def bets_cents(self) -> tuple[int, ...]:
        """The bets of a play, ascending; its price alone where there is no choice."""
        return (self.price_cents,)

    @property
    def gamble(self) -> object | None:
        """The gamble of a prize of its cycle (B-22); None where there is none."""
        return None

    @property
    def pots(self) -> tuple[str, ...]:
        """Names of the pots of its own, by level."""
        return ()

    def pots_cents(self, record: JsonView) -> tuple[int, ...]:
        """The value of each pot by the books."""
        return ()

    @property
    def local_pots_cents(self) -> int:
        """The most that they hold together."""
        return 0

    @property
    def largest_prize_cents(self) -> int:
        """The most that a single play wins, pots apart."""
        return 0

    @property
    def tokens(self) -> object | None:
        """The house's tokens that it takes and pays; None where it takes legal tender (C-10)."""
        return None

    @property
    def card_name(self) -> Text | None:
        """The house's name of its card; None where the machine takes none (C-10)."""
        return None

    @property
    def tickets(self) -> int | None:
        """Tickets in its dispenser when it is put into service; None if it has none."""
        return None

    @property
    def reel_sets(self) -> tuple[tuple[tuple[str, ...], ...], ...]:
        """The strips of its reels, once for each set that a screen can show in their place."""
        return (self.strips,)

    @property
    def reserve_counter(self) -> bool:
        """Whether it shows credits, reserve and prizes; if not, it has two wider counters."""
        return False

    @property
    def hides_prize(self) -> bool:
        """Whether its books count a prize before it is shown, as the last outcome tells."""
        return False

    @property
    def art(self) -> Json:
        """Style, colours by name, and of each symbol its drawing, or its picture, and its colour."""
        assert self.draft.art
        looks = {name: {"drawing": s.look, "colour": s.colour} for name, s in self.symbols.items()}
        return {"style": self.draft.art.style, "colours": self.draft.art.colours.given, "symbols": looks}

    @property
    def plate(self) -> Plate:
        """What the plate says, each line of which may be azar's where the maker left it out (K-19)."""
        return self.draft.plate or Plate()

    @property
    def art_files(self) -> Mapping[str, bytes]:
        """Every file of the maker's own, by its name in the folder art."""
        return {**self.pictures, **self.sounds}

    @property
    def own_sounds(self) -> Mapping[str, bytes]:
        """The maker's own sounds, by the name of what each is heard in place of."""
        named = self.draft.art.sounds if self.draft.art else {}
        return {name: self.sounds[file] for name, file in named.items() if file in self.sounds}

    @property
    def inherited(self) -> tuple[Inherited, ...]:
        """The values that its file leaves to its rule profile."""
        return self.draft.inherited

    @property
    def link(self) -> Link | None:
        """The pots that it shares; None: it stands alone."""
        return self.draft.link if isinstance(self.draft, ReelsDraft) else None

    @property
    def mechanisms(self) -> str:
        """How acceptor and hoppers are wired: "parallel" or "cctalk"."""
        return self.draft.mechanisms or "parallel"

    @property
    def sealed(self) -> bool:
        """Whether it has the sealed counter: machines of types B and C must (Orden ICT/155/2020)."""
        return True

    @property
    def meter_units(self) -> MeterUnits:
        """The units of its electromechanical meters."""
        assert self.draft.counters
        return MeterUnits(self.draft.counters.unit_cents, self.draft.counters.of_prizes_cents)

    @property
    def hoppers(self) -> tuple[HopperSpec, ...]:
        """Its hoppers, ascending by coin."""
        rows = self.draft.hoppers or ()
        return tuple(HopperSpec(row.cents, row.capacity_coins, row.fill_coins) for row in rows)

    @property
    def coins_cents(self) -> tuple[int, ...]:
        """Coins accepted, ascending."""
        assert self.draft.money
        return tuple(self.draft.money.coins_cents)

    @property
    def coin_lines(self) -> Mapping[int, int]:
        """By coin the number in the names of its lines on the board, its own cents of a coin of the euro."""
        return coin_lines(self.coins_cents)

    @property
    def hopper_lines(self) -> Mapping[int, int]:
        """By a hopper's coin the number in the names of its lines on the board."""
        return hopper_lines([hopper.cents for hopper in self.hoppers])

    @property
    def currency(self) -> Currency:
        """The money that it takes and pays; keys in _cents count its minor unit."""
        money = self.draft.money
        return EURO if money is None or money.currency is None else money.currency.currency

    @property
    def note_cents(self) -> int:
        """Note accepted, 0 for none."""
        assert self.draft.money
        return self.draft.money.note_cents or 0

    @property
    def texts(self) -> dict[str, dict[str, str]]:
        """By language, the texts of the front (B-29, C-21) by name."""
        assert self.draft.texts
        rows = [(name, text) for name, text in self.draft.texts if text is not None]
        rows += [("link", self.link.text)] if self.link else []
        return {language: {name: text_in(text, language) for name, text in rows} for language in languages()}

    def symbol_name(self, symbol: str, language: str = DEFAULT_LANGUAGE) -> str:
        """A symbol's name for the player."""
        return text_in(self.symbols[symbol].name, language)

    def window(self, stops: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
        """The symbols that these stops show: one tuple a row, from the top, one symbol a reel."""
        return window_of(self.strips, stops, self.rows)


class WrongTypeError(MachinesError):
    """A machine of another type than the one that is needed; ``hint`` is a next step."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def window_of(
    strips: tuple[tuple[str, ...], ...], stops: tuple[int, ...], rows: int
) -> tuple[tuple[str, ...], ...]:
    """The symbols that stops of these strips show: one tuple a row, from the top, one symbol a reel."""
    middle = rows // 2
    return tuple(
        tuple(strip[(stop + middle - row) % len(strip)] for strip, stop in zip(strips, stops, strict=True))
        for row in range(rows)
    )


def text_in(text: Text, language: str) -> str:
    """A text in a language: the maker's own, else that of the catalogue, else in the default language."""
    return text.words.get(language) or translator(language, "models")(text.default)


def refused(source: str, message: str, hint: str) -> ModelError:
    """A file that cannot be read or built at all: one problem, whose path is the file."""
    return ModelError(source, [Problem("file", message, source, None, None, None, None, hint)])
