# SPDX-License-Identifier: MIT
"""What the panel needs to know of a model: its strips as drawings, its prizes as rows, its texts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cext
from emulator.panel.art.theme import Theme, theme_for
from emulator.panel.machine.parts.skill_front import Skill, skill_of
from machines.check.schema_parts import ANY_SYMBOL
from machines.model import ChanceModel, CycleModel, Model, SkillModel
from machines.types.common.base import text_in


@dataclass(frozen=True)
class PrizeRow:
    """One row of the prize table; ``lamp`` is the number of its lamp, the prize's class."""

    lamp: int
    cents: int
    drawings: tuple[str | None, ...]
    """A drawing for each reel, None where any symbol will do."""


@dataclass(frozen=True)
class Chance:
    """What only a machine of chance has on its front."""

    tables: cext.ChanceTables
    screen: bool
    """Its reels are pictures on a screen, of which whole rows are seen."""
    rows: int
    lines: int
    """Paylines; 0 where all ways pay."""
    free_strips: tuple[tuple[int, ...], ...]
    """As ``Front.strips``, of free plays."""
    free_multiplier: int
    """What a prize of a free play is multiplied by; 0 where it has none."""
    picks: str
    """Drawing of the symbol that gives picks; empty where it has none."""
    gamble: bool
    bets_cents: tuple[int, ...]
    """What a play may be staked at, ascending; one where there is no choice."""


@dataclass(frozen=True)
class Front:
    """Everything printed or mounted on the front of one machine."""

    title: str
    serial: int
    price_cents: int
    simultaneous_max: int
    hold: bool
    reserve: bool
    """It has a counter, and a button, for money that is kept for later plays (B-13)."""
    drawings: tuple[str, ...]
    """The drawings in use, each once."""
    strips: tuple[tuple[int, ...], ...]
    """For each reel, at each stop, an index into ``drawings``; the next stop stands above."""
    rows: tuple[PrizeRow, ...]
    """From the largest prize down."""
    coins_cents: tuple[int, ...]
    note_cents: int
    texts: dict[str, str]
    theme: Theme
    test: bool
    skill: Skill | None = None
    """None but for type A: the game that is in it."""
    chance: Chance | None = None
    """None but for type C."""
    pots: tuple[tuple[str, str], ...] = ()
    """Title of each pot on the crown, Spanish and English: the machine's own by level, then the link's."""
    linked: bool = False
    """Whether the last of the pots is one that machines share."""
    dare: bool = False
    """A prize of its reels may be gambled for double or nothing (B-22)."""
    model_title: str = ""
    """Name under which the model is registered, where its title is that of another game of it."""
    card: str = ""
    """What the house calls the card that it takes, in Spanish; empty where it takes none."""
    card_en: str = ""
    """The same in English."""
    tokens: str = ""
    """What the house calls its tokens, in Spanish; empty where legal tender is taken."""
    token_colour: str = ""
    """Of their rim, as ``#RRGGBB``."""
    style: str = ""
    """Which scenery and sounds it has; those of most machines where nobody made any of that name."""


def read_front(model: Model, serial: int, test: bool, game: int = 0) -> Front:
    """
    What to draw for ``model``.

    Args:
        game: number of the game that is in a machine of type A.
    """
    if isinstance(model, SkillModel):
        return _skill_front(model, serial, test, game)
    cycle = model if isinstance(model, CycleModel) else None
    drawings = tuple(dict.fromkeys(symbol.drawing for symbol in model.symbols.values()))
    number = {name: drawings.index(symbol.drawing) for name, symbol in model.symbols.items()}
    chance = model if isinstance(model, ChanceModel) else None
    rows = _cycle_rows(cycle) if cycle else _chance_rows(chance) if chance else []
    return Front(
        title=model.title,
        serial=serial,
        price_cents=model.price_cents,
        simultaneous_max=cycle.simultaneous_max if cycle else 1,
        hold=cycle.hold if cycle else False,
        reserve=cycle is not None and cycle.reserve,
        drawings=drawings,
        strips=tuple(tuple(number[name] for name in strip) for strip in model.strips),
        rows=tuple(sorted(rows, key=lambda row: -row.cents)),
        coins_cents=model.coins_cents,
        note_cents=model.note_cents,
        # The print on the glass is part of the machine and Spanish whatever the panel speaks (K-21).
        texts=model.texts["es"],
        theme=theme_for(model.art),
        test=test,
        chance=_chance(chance, number) if chance else None,
        pots=_pots(model),
        linked=model.link is not None,
        dare=cycle is not None and cycle.draft.gamble is not None,
        card=chance.card_name.es if chance and chance.card_name else "",
        card_en=text_in(chance.card_name, "en") if chance and chance.card_name else "",
        tokens=chance.tokens.name.es if chance and chance.tokens else "",
        token_colour=chance.tokens.colour if chance and chance.tokens else "",
        style=model.art["style"],
    )


def _skill_front(model: SkillModel, serial: int, test: bool, number: int) -> Front:
    """The front of a game of skill: its title, colours and rules are those of the game that is in it."""
    game = model.games[number]
    rules = {"rules": game.rules.es} if game.rules else {}
    return Front(
        title=game.title,
        serial=serial,
        price_cents=model.price_cents,
        simultaneous_max=1,
        hold=False,
        reserve=False,
        drawings=(),
        strips=(),
        rows=(),
        coins_cents=model.coins_cents,
        note_cents=model.note_cents,
        texts={**model.texts["es"], **rules},
        theme=theme_for({**model.art, "colours": dict(game.colours)}),
        test=test,
        skill=skill_of(model, number),
        model_title=model.title,
        style=game.kind,
    )


def _chance(model: ChanceModel, number: Mapping[str, int]) -> Chance:
    free = model.draft.free_plays
    return Chance(
        tables=model.tables,
        screen=not model.motor_steps,
        rows=model.rows,
        lines=len(model.paylines),
        free_strips=tuple(tuple(number[name] for name in strip) for strip in model.free_strips),
        free_multiplier=free.multiplier if free else 0,
        picks=_picks(model),
        gamble=model.draft.gamble is not None,
        bets_cents=model.bets_cents,
    )


def _pots(model: Model) -> tuple[tuple[str, str], ...]:
    titles = [pot.title for pot in model.draft.pots or ()] if isinstance(model, ChanceModel) else []
    titles += [model.link.name] if model.link else []
    return tuple((text_in(title, "es"), text_in(title, "en")) for title in titles)


def _picks(model: ChanceModel) -> str:
    givers = [row.symbol for row in model.draft.scatters or () if row.picks]
    return model.symbols[givers[0]].drawing if givers else ""


def _cycle_rows(model: CycleModel) -> list[PrizeRow]:
    """One for each row of the paytable; its lamp is the prize's class."""
    classes = {cents: lamp for lamp, cents in enumerate(model.tables.prizes_cents)}
    return [
        PrizeRow(classes[pay.cents], pay.cents, tuple(_drawing(model, name) for name in pay.symbols))
        for pay in model.paytable
        if pay.cents in classes
    ]


def _chance_rows(model: ChanceModel) -> list[PrizeRow]:
    """One for each combination or count of a symbol; lamps in the order of the tables, scatters last."""
    rows = []
    for pay in model.draft.paytable or ():
        if pay.symbols is not None and pay.cents is not None:
            # Where several will do, a different one on each reel: a mixed row must not look like a plain one.
            shown = [
                place if isinstance(place, str) else place[reel % len(place)]
                for reel, place in enumerate(pay.symbols)
            ]
            rows.append((pay.cents, shown))
        for count, cents in (pay.counts or {}).items():
            missing = len(model.strips) - int(count)
            rows.append((cents, [pay.symbol or ANY_SYMBOL] * int(count) + [ANY_SYMBOL] * missing))
    found = [(lamp, cents, shown) for lamp, (cents, shown) in enumerate(rows)]
    names = model.layout.symbols
    for lamp, row in enumerate(model.layout.scatters, start=len(model.layout.combos)):
        if row.prize_cents:
            symbol = names[row.mask.bit_length() - 1]
            shown = [symbol] * row.count + [ANY_SYMBOL] * (len(model.strips) - row.count)
            found.append((lamp, row.prize_cents, shown))
    return [
        PrizeRow(lamp, cents, tuple(_drawing(model, name) for name in shown)) for lamp, cents, shown in found
    ]


def _drawing(model: Model, name: str) -> str | None:
    return None if name == ANY_SYMBOL else model.symbols[name].drawing
