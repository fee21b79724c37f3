# SPDX-License-Identifier: MIT
"""The types of machines as the panel shows them, by the letter that a model file says."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.panel_type import PanelType
from emulator.panel.machine.parts.seen import Seen, Viewable
from machines.model import Model
from machines.support.late import Late


def _skill() -> PanelType:
    from emulator.panel.machine.skill.type import SKILL

    return SKILL


def _cycle() -> PanelType:
    from emulator.panel.machine.cycle.type import CYCLE

    return CYCLE


def _chance() -> PanelType:
    from emulator.panel.machine.chance.type import CHANCE

    return CHANCE


TYPES: Mapping[str, PanelType] = Late(A=_skill, B=_cycle, C=_chance)


def type_of(model: Model) -> PanelType:
    """What the panel has for the type of ``model``."""
    return TYPES[model.type]


def read_front(model: Model, serial: int, test: bool, game: int = 0) -> Front:
    """What to draw for ``model``; ``game`` is the number of the game that is in one that has several."""
    return type_of(model).front(model, serial, test, game)


def look(cabinet: Viewable) -> Seen:
    """Read every view of ``cabinet`` once."""
    kind, lamps, glass = type_of(cabinet.model), cabinet.lamps, cabinet.glass
    return Seen(
        now_us=cabinet.now_us,
        powered=cabinet.powered,
        display=cabinet.display,
        lamps=lamps,
        glass=glass,
        reels=cabinet.reels,
        coins=cabinet.coins,
        tray=cabinet.tray,
        purse=cabinet.purse,
        wallet=cabinet.wallet,
        note=cabinet.note,
        note_open=cabinet.note_open,
        door_open=any(cabinet.doors.values()),
        doors=cabinet.doors,
        keys=cabinet.keys,
        pots_cents=cabinet.pots_cents,
        card=cabinet.card,
        tickets=cabinet.tickets_given,
        points=kind.points,
        in_round=kind.in_round(glass, lamps),
        sounding=cabinet.sounding,
        link=cabinet.link,
        firmware_ours=cabinet.firmware_ours,
        dead=cabinet.fault is not None,
        last_fault=cabinet.last_fault,
    )
