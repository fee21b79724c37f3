# SPDX-License-Identifier: MIT
"""
The attendant of a kiosk that has none: comes when a machine stands still, fills it, and turns its keys.

    house = House(cabinet, after_s=20)
    house.look(now_s)                  # between two pictures; one act of the hand at a time

All that it does are inputs of the machine, journalled like those of a person: door, coins, tickets, keys. It
pays no prize: the machine asks for its own hand pay, and a turned key says that it was paid.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable
from functools import partial

from emulator.cabinet import Cabinet, CabinetError

# From one act to the next: the firmware looks at doors and keys meanwhile.
ACT_S = 1.0
# A hopper below this share of its fill may soon have no change.
LOW = 0.25


class House:
    """
    Args:
        cabinet: the machine that is watched.
        after_s: for how long it stands still before somebody comes; 0: nobody ever does.

    Attributes:
        came: how often somebody has come.
    """

    def __init__(self, cabinet: Cabinet, after_s: float) -> None:
        self._cabinet, self._after_s = cabinet, after_s
        self._still_s: float | None = None
        self._acted_s = float("-inf")
        self._todo: deque[Callable[[], object]] = deque()
        self.came = 0

    def look(self, now_s: float) -> bool:
        """Do what is due; whether somebody is at work."""
        if self._todo:
            if now_s - self._acted_s >= ACT_S:
                self._acted_s = now_s
                with contextlib.suppress(CabinetError):
                    self._todo.popleft()()
            return True
        if not self._after_s or not self.needed():
            self._still_s = None
        elif self._still_s is None:
            self._still_s = now_s
        elif now_s - self._still_s >= self._after_s:
            self._still_s = None
            self.came += 1
            self._begin()
        return bool(self._todo)

    def needed(self) -> bool:
        """Whether the machine waits for somebody: tilted, or nearly without change and at rest."""
        cabinet = self._cabinet
        if not cabinet.powered or cabinet.tilt:
            return True
        busy = bool(cabinet.coins) or any(reel.moving for reel in cabinet.reels)
        return not busy and self._short()

    def _short(self) -> bool:
        """Whether a hopper holds little, or little by the machine's own count, or has failed it."""
        cabinet = self._cabinet
        record = cabinet.machine.record() or {}
        if any(record.get("hopper_failed", ())):
            return True
        levels = list(cabinet.hopper_levels.values())
        counts = record.get("hopper_counts", levels)
        fills = [hopper.fill for hopper in cabinet.model.hoppers]
        return any(
            min(level, count) < LOW * fill for level, count, fill in zip(levels, counts, fills, strict=False)
        )

    def _begin(self) -> None:
        cabinet = self._cabinet
        if not cabinet.powered:
            self._todo.append(cabinet.power_on)
            return
        if cabinet.tilt == "handpay":
            self._todo += [partial(cabinet.turn_key, "operator", on) for on in (True, False)]
            return
        self._todo += [
            partial(cabinet.open_door, "main"), self._fill, lambda: None, partial(cabinet.close_door, "main"),
            *(partial(cabinet.turn_key, key, on) for key in ("operator", "service") for on in (True, False)),
        ]  # fmt: skip

    def _fill(self) -> None:
        """To the brim: the full sensor puts a count right that faults have spoilt (firmware/hoppers.py)."""
        cabinet = self._cabinet
        for hopper in cabinet.model.hoppers:
            missing = hopper.capacity - cabinet.hopper_levels[hopper.cents]
            if missing > 0:
                cabinet.refill(hopper.cents, missing)
        if cabinet.model.tickets:
            cabinet.fill_tickets(cabinet.model.tickets)
