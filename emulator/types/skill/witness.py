# SPDX-License-Identifier: MIT
"""What a machine of type A really did, seen from outside: tickets past its edge, points that were shown."""

from __future__ import annotations

from typing import Any

from emulator.cabinet import Cabinet
from emulator.types.common.witness import Witness
from machines.firmware.skill import rows
from machines.memory.record import decode
from machines.support.plain import Json, JsonView


class SkillWitness(Witness):
    """
    Listens to the board of a cabinet of type A.

    Attributes:
        tickets: that left the dispenser.
        unowed: those that left while nobody was owed one.
        points: of each play that was seen, by its number, the most points that were shown.
    """

    def __init__(self, cabinet: Cabinet) -> None:
        super().__init__(cabinet)
        self.tickets = 0
        self.unowed = 0
        self.points: dict[int, int] = {}
        self._ahead = ""

    def _heard(self, kind: str, **fields: Any) -> None:
        if kind == "ticket":
            self._given()
        elif kind == "display" and fields["name"] == "counters":
            self._read()
        super()._heard(kind, **fields)
        if kind == "power":
            self.early = "" if fields["on"] else self._ahead
            self._ahead = ""

    def _given(self) -> None:
        self.tickets += 1
        record = decode(self._cab.nvram)
        self.unowed += record is not None and rows.tickets_owed(record["state"]) < 1

    def _read(self) -> None:
        """The points on the glass: never other ones than those that are committed."""
        record = decode(self._cab.nvram)
        shown = self._cab.display.prizes
        if record is None or not shown.isdigit() or not self._cab.board.powered:
            return
        points = int(shown)
        self._ahead = ""
        if points != rows.get(record["state"], "points"):
            self._ahead = f"{points} points"
            return
        number = record["starts"]
        self.points[number] = max(points, self.points.get(number, 0))

    def save(self) -> Json:
        """All that was seen, as plain values."""
        return super().save() | {
            "tickets": self.tickets,
            "unowed": self.unowed,
            "points": tuple(self.points.items()),
            "ahead": self._ahead,
        }

    def load(self, saved: JsonView) -> None:
        """See what another witness saw."""
        super().load(saved)
        self.tickets, self.unowed = saved["tickets"], saved["unowed"]
        self.points = dict(saved["points"])
        self._ahead = saved["ahead"]
