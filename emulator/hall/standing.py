# SPDX-License-Identifier: MIT
"""
How a machine stands that nobody has open: free, with credits, tilted, in use elsewhere.

    standing("cierzo", own_path("cierzo", 1)).credits_cents
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from emulator.records.storage import StorageError, read_file
from emulator.support import files
from machines.memory.record import decode
from machines.model import Model

FREE, AWAY, DAMAGED = "free", "away", "damaged"


@dataclass(frozen=True)
class Standing:
    """One machine as its file has it."""

    state: str = FREE
    credits_cents: int = 0
    """Credits, reserve and what it still has to pay."""
    tray_cents: int = 0
    tilt: str = ""
    """Code of what the attendant has to clear."""
    pot_cents: int = 0
    """The largest of its own pots; 0 without one."""


def standing(path: Path | None, pots: Model | None = None) -> Standing:
    """
    Read a machine's file.

    Args:
        path: where it is kept; one that is not there yet is a new machine, which stands free.
        pots: its model, if it has pots of its own.
    """
    if path is None:
        return Standing()
    if files.held_elsewhere(path):
        return Standing(AWAY)
    if not path.is_file():
        return Standing()
    try:
        machine = read_file(path)
    except StorageError:
        return Standing(DAMAGED)
    record = None if machine.nvram is None else decode(machine.nvram)
    if record is None:
        return Standing(DAMAGED)
    owed = record["credits_cents"] + record["reserve_cents"] + sum(record["queue_cents"])
    tray = (machine.physical or {}).get("tray", {})
    return Standing(
        FREE,
        owed,
        sum(int(cents) * count for cents, count in tray.items()),
        str(record["tilt"]) if record["tilt"] else "",
        0 if pots is None else max(pots.pots_cents(record), default=0),
    )
