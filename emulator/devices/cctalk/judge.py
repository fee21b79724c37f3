# SPDX-License-Identifier: MIT
"""What judges money and has a host that polls it for events: inhibits, master inhibit, counters, events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from emulator.devices.cctalk.events import EventBuffer
from emulator.devices.cctalk.identity import Identity
from emulator.devices.cctalk.peripheral import Habits, Peripheral, Reply, Row, gives
from machines.support.plain import Json, JsonView

ALL_OPEN = 0xFFFF


class Judge(Peripheral):
    """
    Sixteen positions or types, one bit of ``open_mask`` each; the mask and the poll are forgotten at a reset.

    Attributes:
        events: the event buffer.
    """

    HEADERS: ClassVar[Mapping[int, Row]] = {
        **Peripheral.HEADERS,
        249: ("_polling", (0,)),
        230: (gives("open_mask", 2), (0,)),
        228: ("_master_set", (1,)),
        227: (gives("master"), (0,)),
        194: (gives("rejected", 3), (0,)),
        193: (gives("fraud", 3), (0,)),
    }

    def __init__(self, address: int, identity: Identity, *, crc: bool, habits: Habits | None) -> None:
        super().__init__(address, identity, crc=crc, habits=habits)
        self.events = EventBuffer()
        self.rejected = self.fraud = 0

    def _forget(self) -> None:
        self.open_mask = ALL_OPEN if self.habits.open else 0
        self.master = True
        self.polled_us = -self.habits.silence_us - 1

    def restart(self, now_us: int) -> None:
        """Power-up or reset: all inhibited, the event counter at 0; counters stay."""
        super().restart(now_us)
        self._forget()
        self.polled_us += now_us
        self.events.clear()

    def _master_set(self, data: bytes) -> Reply:
        self.master = bool(data[0] & 1)
        return b""

    def save(self) -> Json:
        """Everything that changes."""
        return super().save() | {"events": self.events.save()}

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        super().load(saved)
        self.events.load(saved["events"])
