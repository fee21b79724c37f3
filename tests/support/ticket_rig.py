# SPDX-License-Identifier: MIT
"""The ticket driver on a board: the shipped cabinet with a dispenser, and a main program of little else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_rig import SEALS, SEED, SERIAL, model

from emulator import Cabinet
from emulator.devices.ticket_dispenser import TicketDispenser
from machines.firmware.skill import rows
from machines.memory.factory import factory_image
from machines.memory.record import decode
from machines.rom.program import firmware_sources

MAIN = """
import time

import board
import store
import doors
import expander
import tickets
import tilt
from state import IDLE_MS, state


def boot():
    state.last_ticks = time.ticks_ms()
    if not store.load(state):
        state.tilt = "memory"
        state.locked = True
    expander.boot(state)


def tick():
    ticks = time.ticks_ms()
    state.now_ms += time.ticks_diff(ticks, state.last_ticks)
    state.last_ticks = ticks
    state.due_ms = state.wish_ms = state.now_ms + IDLE_MS
    board.WATCHDOG.feed()
    expander.poll(state)
    tilt.poll(state)
    doors.poll(state)
    tickets.poll(state)
    return max(min(state.due_ms, state.wish_ms) - state.now_ms, 1)
"""
# Long enough for all tickets of a test, and for a tilt.
LONG_MS = 3_000


def sources(change: Mapping[str, tuple[str, str]] | None = None) -> dict[str, str]:
    """The firmware's modules with MAIN; ``change``: module -> (old, new), which must stand once."""
    skill = firmware_sources(type_="A")
    found = firmware_sources() | {"main": MAIN, "rows": skill["rows"], "tickets": skill["tickets"]}
    for name, (old, new) in (change or {}).items():
        if found[name].count(old) != 1:
            raise LookupError(f"{old} must stand once in {name}: mend it")
        found[name] = found[name].replace(old, new)
    return found


def image(owed: int) -> bytes:
    """The NVRAM of a machine that owes so many tickets."""
    state = rows.put(rows.blank(), "tickets_won", owed)
    return factory_image(state, SERIAL, (300, 200), seals=SEALS)


class Bench:
    """A cabinet with a dispenser; it starts when ``start`` is called."""

    def __init__(
        self,
        owed: int = 0,
        tickets: int = 1_000,
        runtime: str = "cpython",
        change: Mapping[str, tuple[str, str]] | None = None,
    ) -> None:
        self.cab = Cabinet(
            model(),
            seed=SEED,
            serial=SERIAL,
            nvram=image(owed),
            firmware=sources(change),
            trust_firmware=True,
            runtime=runtime,
        )
        self.cab.power_off()
        self.dispenser = TicketDispenser(self.cab.board, tickets)
        self.cab.board.add(self.dispenser)
        self.unseen: list[str] = []
        self.cab.listen(self._hear)

    def _hear(self, kind: str, t_us: int, fields: Mapping[str, Any]) -> None:
        if kind == "fault_ticket":
            self.unseen.append(fields["id"])

    def start(self) -> Bench:
        """Switch it on."""
        self.cab.power_on()
        return self

    def run(self, ms: int = LONG_MS) -> Bench:
        """Let time pass; the program must not crash."""
        self.cab.run(ms=ms)
        if self.cab.fault is not None:
            raise RuntimeError(self.cab.fault)
        return self

    def row(self, name: str) -> int:
        """A row of what it has committed."""
        record = decode(self.cab.nvram)
        assert record is not None
        return rows.get(record["state"], name)

    @property
    def owed(self) -> int:
        """Tickets that it still owes."""
        return self.row("tickets_won") - self.row("tickets_out") - self.row("tickets_hand")

    @property
    def tilt(self) -> str:
        """Its tilt."""
        return self.cab.tilt

    def attend(self) -> Bench:
        """Open the door for a while and close it."""
        self.cab.open_door()
        self.run(500)
        self.cab.close_door()
        return self.run(200)
