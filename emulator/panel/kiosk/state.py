# SPDX-License-Identifier: MIT
"""What a kiosk tells of its machines, read off them now and then, not at every picture."""

from __future__ import annotations

import time
from collections.abc import Sequence

from emulator.panel.machine.parts.kiosk import resting
from emulator.panel.machine.registry import look
from emulator.records.session import Session
from machines.support.plain import Json

EVERY_S = 5.0


class State:
    """
    Attributes:
        sessions: the machines that run.
        shows: what is on the screen: a machine's name, or "hall".
    """

    def __init__(self) -> None:
        self.sessions: Sequence[Session] = ()
        self.shows = ""
        self._told_s = float("-inf")

    def __call__(self) -> Json:
        """All of it where it is due; nothing otherwise."""
        now_s = time.monotonic()
        if now_s - self._told_s < EVERY_S:
            return {}
        self._told_s = now_s
        return {"shows": self.shows, "machines": [state_of(session) for session in self.sessions]}


def state_of(session: Session) -> Json:
    """One machine, as plain JSON values; money in whole cents."""
    cabinet, machine = session.cabinet, session.machine
    seen = look(cabinet)
    meters = dict(cabinet.meters)
    return {
        "name": machine.model,
        "title": cabinet.model.title,
        "serial": machine.serial,
        "test": cabinet.test,
        "state": _condition(seen.powered, cabinet.tilt, seen.dead, resting(seen)),
        "tilt": cabinet.tilt or None,
        "credits": seen.display.credits.strip(),
        "plays": meters.get("book_plays", 0),
        "purse_cents": sum(cents * count for cents, count in cabinet.purse.items()),
        "tray_cents": cabinet.tray_cents,
        "cash_box_cents": cabinet.cash_box_cents,
        "hoppers": {str(cents): level for cents, level in cabinet.hopper_levels.items()},
        "pots_cents": list(cabinet.pots_cents),
        "meters": meters,
        "journal": None if session.journal is None else session.journal.name,
    }


def _condition(powered: bool, tilt: str, dead: bool, rests: bool) -> str:
    if not powered:
        return "off"
    if tilt or dead:
        return "tilt"
    return "idle" if rests else "in use"
