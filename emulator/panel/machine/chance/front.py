# SPDX-License-Identifier: MIT
"""The front of a machine of type C: its screen or reels, lines, bets and free plays, and pots of its own."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pygame import Rect

import cext
from emulator.panel.machine.chance.asks import Asks
from emulator.panel.machine.chance.caps import asking
from emulator.panel.machine.chance.lines import Lines
from emulator.panel.machine.parts.caps import plain
from emulator.panel.machine.parts.flanks import Flanks
from emulator.panel.machine.parts.front import Front, PrizeRow, cabinet_for, drawing_of, numbered, reels_front
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.mounted import Fittings, Mounted
from emulator.panel.machine.parts.reels import Reels
from machines.check.schema_parts import ANY_SYMBOL
from machines.model import ChanceModel

# With more drums than a hand has fingers to spare nobody would build it round an arm.
_DRUMS_MAX = 4


def chance_front(model: ChanceModel, serial: int, test: bool, _game: int) -> Front:
    """What to draw for ``model``."""
    titles = [pot.title for pot in model.draft.pots or ()]
    picks, gamble, number = _picks(model), model.draft.gamble is not None, numbered(model)[1]
    fittings = Fittings(
        partial(_mount, model.tables, picks, gamble),
        partial(asking, colours=gamble) if picks or gamble else partial(plain, call=True),
        _counters,
        _how,
    )
    front = replace(
        reels_front(model, serial, test, fittings, _rows(model), titles),
        screen=not model.motor_steps,
        free_strips=tuple(tuple(number[name] for name in strip) for strip in model.free_strips),
        weights=_weights(model.layout.paid.weights),
        free_weights=_weights(model.layout.free.weights),
        free_multiplier=model.draft.free_plays.multiplier if model.draft.free_plays else 0,
        free_symbol=_free_symbol(model),
        paylines=len(model.paylines),
        bets_cents=model.bets_cents if len(model.bets_cents) > 1 else (),
        accept_lamp=True,
        cabinet=cabinet_for(model.draft.art, cabinet_of(model)),
    )
    if not model.motor_steps:
        # Whole rows on a screen, and a gap above them.
        front = replace(front, symbols_seen=model.rows + 0.04)
    if model.card_name:
        front = replace(front, card=model.card_name)
    if model.tokens:
        front = replace(front, tokens=True, token_colour=model.tokens.colour)
    return front


def cabinet_of(model: ChanceModel) -> str:
    """A bandit round few drums; else a video cabinet."""
    return "bandit" if model.motor_steps and len(model.strips) <= _DRUMS_MAX else "video"


def _mount(tables: cext.ChanceTables, picks: str, gamble: bool, kit: Kit, _tray: Rect) -> Mounted:
    asks = Asks(kit, picks, gamble) if picks or gamble else None
    return Mounted(Flanks(kit), Reels(kit), Lines(kit, tables), asks)


def _counters(kit: Kit) -> list[tuple[str, int]]:
    return [(kit.say("CREDITS"), 7), (kit.say("PRIZE"), 7)]


def _how(kit: Kit) -> list[str]:
    say = kit.say
    start = say("Press START.")
    if kit.cabinet.arm:
        start = say("Press START, or pull the arm.")
    elif kit.cabinet.touch:
        start = say("Press START, or touch the screen.")
    return [start, say("Prizes add to your credits."), say("COLLECT pays your credits.")]


def _weights(rows: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """How often each stop comes; none where no strip has one that comes more often than the others."""
    return rows if any(len(set(row)) > 1 for row in rows) else ()


def _picks(model: ChanceModel) -> str:
    """Drawing of the symbol that gives picks; empty where it has none."""
    givers = [row.symbol for row in model.draft.scatters or () if row.picks]
    return model.symbols[givers[0]].look if givers else ""


def _free_symbol(model: ChanceModel) -> tuple[str, int] | None:
    """Drawing of the symbol that gives free plays, and the fewest that do; None where there are none."""
    for row in model.draft.scatters or ():
        drawing = drawing_of(model, row.symbol)
        if row.free_plays and drawing is not None:
            return drawing, min(map(int, row.free_plays))
    return None


def _rows(model: ChanceModel) -> list[PrizeRow]:
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
        PrizeRow(lamp, cents, tuple(drawing_of(model, name) for name in shown))
        for lamp, cents, shown in found
    ]
