# SPDX-License-Identifier: MIT
"""The front of a machine of type B: the rows of its paytable, hold, reserve, double or nothing."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pygame import Rect

from emulator.panel.machine.cycle.caps import cycle_caps
from emulator.panel.machine.cycle.dare import DARE_LOST, DARE_WON
from emulator.panel.machine.cycle.sides import DareFlanks
from emulator.panel.machine.parts.flanks import Flanks
from emulator.panel.machine.parts.front import Front, PrizeRow, cabinet_for, drawing_of, reels_front
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.mounted import Fittings, Mounted
from emulator.panel.machine.parts.reels import Reels
from emulator.panel.machine.parts.seen import DOUBLE_MARK, PAYLINE_LEFT, PAYLINE_RIGHT
from machines.model import CycleModel

_PRICES = 0.58  # two prices in one pane need more than two words in the other


def cycle_front(model: CycleModel, serial: int, test: bool, _game: int) -> Front:
    """What to draw for ``model``."""
    dare = model.draft.gamble is not None
    fittings = Fittings(
        _mount_dare if dare else _mount, partial(cycle_caps, dare=dare), _counters, partial(_how, dare=dare)
    )
    return replace(
        reels_front(model, serial, test, fittings, _rows(model)),
        simultaneous_max=model.simultaneous_max,
        hold=model.hold,
        left_pane=_PRICES if dare else 0.5,
        cabinet=cabinet_for(model.draft.art, "bar"),
        reserve=model.reserve,
    )


def _mount(kit: Kit, _tray: Rect) -> Mounted:
    return Mounted(Flanks(kit, plays=2), Reels(kit))


def _mount_dare(kit: Kit, _tray: Rect) -> Mounted:
    covering = {PAYLINE_LEFT: frozenset({DOUBLE_MARK}), PAYLINE_RIGHT: frozenset({DARE_WON, DARE_LOST})}
    return Mounted(DareFlanks(kit), Reels(kit, covering))


def _counters(kit: Kit) -> list[tuple[str, int]]:
    kept = [(kit.say("RESERVE"), 4)] if kit.front.reserve else []
    return [(kit.say("CREDITS"), 4), *kept, (kit.say("PRIZES"), 5)]


def _how(kit: Kit, *, dare: bool) -> list[str]:
    front, say = kit.front, kit.say
    steps = [say("Press START.")]
    if front.hold:
        steps.append(say("HOLD keeps a reel for the next play."))
    if dare:
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
