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
        reels_front(model, serial, test, _mount, _how, _rows(model)),
        simultaneous_max=model.simultaneous_max,
        hold=model.hold,
        reserve=model.reserve,
        dare=model.draft.gamble is not None,
    )


def _mount(kit: Kit, _tray: Rect) -> Mounted:
    return Mounted(Flanks(kit), Reels(kit))


def _how(kit: Kit) -> list[str]:
    front, say = kit.front, kit.say
    steps = [say("Press START.")]
    if front.hold:
        steps.append(say("HOLD keeps a reel for the next play."))
    if front.dare:
        plain, doubles = say("DOUBLE UP dares a prize, COLLECT keeps it."), front.simultaneous_max > 1
        steps.append(say("DOUBLE dares a prize, COLLECT keeps it.") if doubles else plain)
    return [*steps, say("Pick up what you win from the tray.")]


def _rows(model: CycleModel) -> list[PrizeRow]:
    """One for each row of the paytable; its lamp is the prize's class."""
    classes = {cents: lamp for lamp, cents in enumerate(model.tables.prizes_cents)}
    return [
        PrizeRow(classes[pay.cents], pay.cents, tuple(drawing_of(model, name) for name in pay.symbols))
        for pay in model.paytable
        if pay.cents in classes
    ]
