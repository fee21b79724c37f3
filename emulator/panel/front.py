# SPDX-License-Identifier: MIT
"""What the panel needs to know of a model: its strips as drawings, its prizes as rows, its texts."""

from __future__ import annotations

from dataclasses import dataclass

from emulator.panel.theme import Theme, theme_for
from machines.model import CycleModel
from machines.schema import ANY_SYMBOL


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
    simultaneous_max: int
    hold: bool
    drawings: tuple[str, ...]
    """The drawings in use, each once."""
    strips: tuple[tuple[int, ...], ...]
    """For each reel, at each stop, an index into ``drawings``; the next stop stands above."""
    rows: tuple[PrizeRow, ...]
    """From the largest prize down."""
    coins_cents: tuple[int, ...]
    texts: dict[str, str]
    theme: Theme
    test: bool


def read_front(model: CycleModel, serial: int, test: bool) -> Front:
    """What to draw for ``model``."""
    drawings = tuple(dict.fromkeys(symbol.drawing for symbol in model.symbols.values()))
    number = {name: drawings.index(symbol.drawing) for name, symbol in model.symbols.items()}
    classes = {cents: lamp for lamp, cents in enumerate(model.tables.prizes_cents)}
    rows = [
        PrizeRow(
            classes[pay.cents],
            pay.cents,
            tuple(None if name == ANY_SYMBOL else model.symbols[name].drawing for name in pay.symbols),
        )
        for pay in model.paytable
        if pay.cents in classes
    ]
    return Front(
        title=model.title,
        serial=serial,
        price_cents=model.price_cents,
        simultaneous_max=model.simultaneous_max,
        hold=model.hold,
        drawings=drawings,
        strips=tuple(tuple(number[name] for name in strip) for strip in model.strips),
        rows=tuple(sorted(rows, key=lambda row: -row.cents)),
        coins_cents=model.coins_cents,
        # The print on the glass is part of the machine and Spanish whatever the panel speaks (K-21).
        texts=model.texts["es"],
        theme=theme_for(model.art),
        test=test,
    )
