# SPDX-License-Identifier: MIT
"""The front of a machine of type B: the rows of its paytable, hold, reserve, double or nothing."""

from __future__ import annotations

from dataclasses import replace

from pygame import Rect

from emulator.panel.machine.parts.flanks import Flanks
from emulator.panel.machine.parts.front import Front, PrizeRow, drawing_of, reels_front
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.mounted import Mounted
from emulator.panel.machine.parts.reels import Reels
from machines.model import CycleModel


def cycle_front(model: CycleModel, serial: int, test: bool, _game: int) -> Front:
    """What to draw for ``model``."""
    return replace(
        reels_front(model, serial, test, _mount, _rows(model)),
        simultaneous_max=model.simultaneous_max,
        hold=model.hold,
        reserve=model.reserve,
        dare=model.draft.gamble is not None,
    )


def _mount(kit: Kit, _tray: Rect) -> Mounted:
    return Mounted(Flanks(kit), Reels(kit))


def _rows(model: CycleModel) -> list[PrizeRow]:
    """One for each row of the paytable; its lamp is the prize's class."""
    classes = {cents: lamp for lamp, cents in enumerate(model.tables.prizes_cents)}
    return [
        PrizeRow(classes[pay.cents], pay.cents, tuple(drawing_of(model, name) for name in pay.symbols))
        for pay in model.paytable
        if pay.cents in classes
    ]
