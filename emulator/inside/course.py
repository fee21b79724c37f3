# SPDX-License-Identifier: MIT
"""What has happened in a run, as marks on its time: coins, plays, prizes, faults, doors, cuts, commits."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

from machines.support.plain import JsonView

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

COIN, PLAY, PAID, FAULT, DOOR, POWER, COMMIT = "coin", "play", "paid", "fault", "door", "power", "commit"
# Some minutes of a busy machine: what is drawn anew ten times a second must not be long.
MOST = 6_000
_EVENTS = {
    "coin_slot": COIN,
    "note_in": COIN,
    "step": PLAY,
    "hopper_coin": PAID,
    "ticket": PAID,
    "fault": FAULT,
    "watchdog": FAULT,
    "door": DOOR,
    "key": DOOR,
    "power": POWER,
    "commit": COMMIT,
}
_INPUTS = {"damage": FAULT, "mend": FAULT, "unplug": FAULT, "plug": FAULT, "cut_power": POWER}


class Event(NamedTuple):
    """One mark: when, and what kind."""

    t_us: int
    kind: str


class Course:
    """
    Marks of a run from the beginning of listening.

    Args:
        cabinet: who is listened to; a mark costs one look at a table for every event.
    """

    def __init__(self, cabinet: Cabinet) -> None:
        self.marks: deque[Event] = deque(maxlen=MOST)
        self.changes = 0
        self._cabinet = cabinet
        self.hushed = False
        cabinet.listen(self._heard)
        cabinet.listen_inputs(self._told)

    def close(self) -> None:
        """Listen no more."""
        for heard in (self._heard, self._told):
            self._cabinet.listeners.forget(heard)

    def back_to(self, to_us: int) -> None:
        """Time ran back: what came later has not happened."""
        while self.marks and self.marks[-1].t_us > to_us:
            self.marks.pop()
        self.changes += 1

    def _heard(self, kind: str, t_us: int, fields: JsonView) -> None:
        mark = _EVENTS.get(kind)
        if mark is not None and not self.hushed:
            self.marks.append(Event(t_us, mark))
            self.changes += 1

    def _told(self, name: str, t_us: int, arguments: JsonView) -> None:
        mark = _INPUTS.get(name)
        if mark is not None and not self.hushed:
            self.marks.append(Event(t_us, mark))
            self.changes += 1
        if name == "rewind":
            self.back_to(int(arguments["to_us"]))
