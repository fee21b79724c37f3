# SPDX-License-Identifier: MIT
"""What the panel needs to know of a model: its strips as drawings, its prizes as rows, its texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from emulator.panel.art.coins import Struck
from emulator.panel.art.scenery.livery import PLAIN, Livery, livery_of
from emulator.panel.art.sounds import LARGE_FROM_CENTS
from emulator.panel.art.theme import Theme, theme_for
from emulator.panel.machine.parts.layout import TURNS_SEEN
from emulator.panel.machine.parts.mounted import Fittings
from emulator.panel.machine.parts.seen import AWARD_FIRST
from machines.check.schema_parts import ANY_SYMBOL, Art, Plate, Text
from machines.model import Model
from machines.support.currency import EURO, Currency
from machines.support.languages import DEFAULT_LANGUAGE


@dataclass(frozen=True)
class PrizeRow:
    """One row of the prize table; ``lamp`` is the number of its lamp, the prize's class."""

    lamp: int
    cents: int
    drawings: tuple[str | None, ...]
    """A drawing for each reel, None where any symbol will do."""


@dataclass(frozen=True)
class Front:
    """Everything printed or mounted on the front of one machine."""

    title: str
    serial: int
    price_cents: int
    drawings: tuple[str, ...]
    """The drawings in use, each once, and the maker's own pictures by their names."""
    strips: tuple[tuple[int, ...], ...]
    """For each reel, at each stop, an index into ``drawings``; the next stop stands above."""
    rows: tuple[PrizeRow, ...]
    """From the largest prize down."""
    coins_cents: tuple[int, ...]
    note_cents: int
    texts: dict[str, str]
    theme: Theme
    test: bool
    fittings: Fittings
    currency: Currency = EURO
    simultaneous_max: int = 1
    hold: bool = False
    reserve: bool = False
    """It has a counter, and a button, for money that is kept for later plays (B-13)."""
    screen: bool = False
    """Its reels are pictures on a screen, of which whole rows are seen."""
    free_strips: tuple[tuple[int, ...], ...] = ()
    """As ``strips``, of free plays."""
    weights: tuple[tuple[int, ...], ...] = ()
    """How often each stop of ``strips`` comes; none where all come alike."""
    free_weights: tuple[tuple[int, ...], ...] = ()
    """As ``weights``, of free plays."""
    free_multiplier: int = 0
    """What a prize of a free play is multiplied by; 0 where it has none."""
    free_symbol: tuple[str, int] | None = None
    """The drawing that gives free plays, and how many of it do."""
    paylines: int = 1
    """0 where all ways pay."""
    bets_cents: tuple[int, ...] = ()
    """What a play may be staked at, ascending; none where there is no choice."""
    prices_cents: tuple[int, ...] = ()
    """Prices of a play that the operator may choose from."""
    awards: tuple[tuple[int, str, int], ...] = ()
    """What points earn: points, what, how many; ascending."""
    pots: tuple[Text, ...] = ()
    """Title of each pot on the crown: the machine's own by level, then the link's."""
    linked: bool = False
    """Whether the last of the pots is one that machines share."""
    model_title: str = ""
    """Name under which the model is registered, where its title is that of another game of it."""
    card: Text | None = None
    """What the house calls the card that it takes."""
    tokens: bool = False
    """It takes tokens of the house, no legal tender."""
    token_colour: str = ""
    """Of their rim, as ``#RRGGBB``."""
    style: str = ""
    """Which scenery and sounds it has; those of most machines where nobody made any of that name."""
    cabinet: str = "bar"
    """Which kind of cabinet it is built into, one of ``KINDS``."""
    accept_lamp: bool = False
    """A lamp beside its slot is lit while coins are taken."""
    flank_share: float = 0.0
    """Of a cabinet's width: what the flanks need at least."""
    left_pane: float = 0.5
    """Of two panes of glass beside each other under the prize table: what the left one has of their width."""
    symbols_seen: float = TURNS_SEEN
    """Rows of symbols that are seen: of a drum the one on the line and what turns away above and below it."""
    pads: int = 0
    """Pads that show and sound a tune."""
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    """The maker's own, SVG or PNG."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Of each drawing and picture of a symbol, ``#RRGGBB``."""
    livery: Livery = PLAIN
    plate: Plate = field(default_factory=Plate)
    in_hall: bool = False
    """Whoever plays has come from a hall, and goes back there with the purse."""

    translations: Mapping[str, dict[str, str]] = field(default_factory=dict)
    """The texts by language where no law says in which one they are printed; else none."""

    @property
    def struck(self) -> Struck | None:
        """The coins of its money; None where they are those of the euro, or there are none."""
        foreign = self.currency != EURO and self.coins_cents
        return Struck(self.coins_cents, self.currency) if foreign else None

    @property
    def columns(self) -> int:
        """Columns of the middle of the front."""
        return len(self.strips) or self.pads or 3

    @property
    def lamps(self) -> list[tuple[int, int]]:
        """The lamp of each prize and award, and how large it sounds in cents; awards by their place."""
        awards = [(AWARD_FIRST + number, 100 * (number + 1)) for number in range(len(self.awards))]
        awards[-1:] = [(lamp, LARGE_FROM_CENTS) for lamp, _ in awards[-1:]]
        return [(row.lamp, row.cents) for row in self.rows] + awards


def reels_front(
    model: Model,
    serial: int,
    test: bool,
    fittings: Fittings,
    rows: Iterable[PrizeRow],
    titles: Iterable[Text] = (),
) -> Front:
    """The front of a machine with reels: ``rows`` of its prize table, and ``titles`` of pots of its own."""
    drawings, number = numbered(model)
    pots = [*titles, model.link.name] if model.link else [*titles]
    return Front(
        title=model.title,
        serial=serial,
        price_cents=model.price_cents,
        drawings=drawings,
        strips=tuple(tuple(number[name] for name in strip) for strip in model.strips),
        rows=tuple(sorted(rows, key=lambda row: -row.cents)),
        coins_cents=model.coins_cents,
        note_cents=model.note_cents,
        currency=model.currency,
        # The print on the glass is part of the machine and Spanish whatever the panel speaks (K-21).
        texts=model.texts[DEFAULT_LANGUAGE],
        translations=model.texts if model.profile.free else {},
        theme=theme_for(model.art["colours"]),
        test=test,
        fittings=fittings,
        pots=tuple(pots),
        linked=model.link is not None,
        style=model.art["style"],
        pictures=model.pictures,
        colours={symbol.look: symbol.colour for symbol in model.symbols.values()},
        livery=livery_of(model.draft.art, model.pictures),
        plate=model.plate,
    )


def numbered(model: Model) -> tuple[tuple[str, ...], dict[str, int]]:
    """The drawings in use, each once, and for each symbol's name the place of its drawing among them."""
    drawings = tuple(dict.fromkeys(symbol.look for symbol in model.symbols.values()))
    return drawings, {name: drawings.index(symbol.look) for name, symbol in model.symbols.items()}


def cabinet_for(art: Art | None, usual: str) -> str:
    """The cabinet that a model names, or that of its type."""
    return usual if art is None or art.cabinet is None else art.cabinet


def drawing_of(model: Model, name: str) -> str | None:
    return None if name == ANY_SYMBOL else model.symbols[name].look
