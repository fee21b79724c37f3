# SPDX-License-Identifier: MIT
"""What a kiosk tells of its machines, read off them now and then, not at every picture."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from pathlib import Path

from emulator.hall.standing import AWAY, DAMAGED, standing
from emulator.panel.machine.parts.kiosk import resting
from emulator.panel.machine.registry import look
from emulator.records.session import Session
from machines.support.plain import Json

EVERY_S = 5.0


class State:
    """
    Args:
        places: every machine's model and serial number, with the file that keeps it.

    Attributes:
        sessions: the machines that run now.
        shows: what is on the screen: a machine's name, or "hall".
    """

    def __init__(self, places: Sequence[tuple[str, int, Path]]) -> None:
        self._places = places
        self._known: dict[Path, Json] = {}
        self._told_s = float("-inf")
        self.sessions: Callable[[], Sequence[Session]] = tuple
        self.shows: Callable[[], str] = str

    def __call__(self) -> Json:
        """All of it where it is due; nothing otherwise."""
        now_s = time.monotonic()
        if now_s - self._told_s < EVERY_S:
            return {}
        self._told_s = now_s
        running = {session.machine.path: session for session in self.sessions()}
        for path, session in running.items():
            if path is not None:
                self._known[path] = state_of(session)
        return {"shows": self.shows(), "machines": [self._of(*place, running) for place in self._places]}

    def _of(self, name: str, serial: int, path: Path, running: Collection[Path | None]) -> Json:
        """A machine that runs, as it is; one that does not, as it was left."""
        known = self._known.get(path)
        if known is None:
            known = self._known[path] = at_rest(name, serial, path)
        elif path not in running:
            known["state"] = "tilt" if known["tilt"] else "idle"
        return known


def at_rest(name: str, serial: int, path: Path) -> Json:
    """A machine that nobody has opened since the kiosk began, by its file."""
    stands = standing(path)
    state = {AWAY: "in use elsewhere", DAMAGED: "damaged"}.get(stands.state, "idle")
    return {
        "name": name,
        "title": name,
        "serial": serial,
        "test": False,
        "state": "tilt" if stands.tilt else state,
        "tilt": stands.tilt or None,
        "credits": f"{stands.credits_cents / 100:.2f}",
        "plays": None,
        "purse_cents": 0,
        "tray_cents": stands.tray_cents,
        "cash_box_cents": None,
        "hoppers": {},
        "pots_cents": [stands.pot_cents] if stands.pot_cents else [],
        "meters": {},
        "journal": None,
    }


def state_of(session: Session) -> Json:
    """One machine that runs, as plain JSON values; money in whole cents."""
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
