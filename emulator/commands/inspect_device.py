# SPDX-License-Identifier: MIT
"""azar inspect of a table's device: the memory of an electronic wheel or a dice cup, as the hall keeps it."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from emulator.commands.console import facts, print_table, table
from machines.support.plain import Json, JsonView

if TYPE_CHECKING:
    from emulator.records.images import Image
    from machines.tables.device_works import Memory

_SECRET = "state"
_SKIPPED = ("version", "length", "seal", "crc")


def kind_of(image: Image) -> str | None:
    """The kind of device that a machine's file is of, "wheel" or "cup"; None: it is of a coin machine."""
    from machines.tables.devices import device_kind

    return device_kind(image.model) if image.kind == "machine" and image.model is not None else None


def memory_of(image: Image, kind: str) -> Json:
    """What the memory of a device says: its record, and its ring, newest first."""
    memory = _memory(kind)
    record, recent = memory.read(image.nvram, image.seals), memory.recent(image.nvram, image.seals)
    if record is None:
        forged = memory.read(image.nvram) is not None
        verdict = "forged: sealed by another chip" if forged else "locked: no copy is whole"
        return {"verdict": verdict, "record": None, "recent": []}
    return {"verdict": "whole", "record": _plain(record), "recent": [_plain(row) for row in recent]}


def _memory(kind: str) -> Memory:
    from machines.tables import cup, wheel

    return cup.MEMORY if kind == "cup" else wheel.MEMORY


def _plain(row: JsonView) -> Json:
    """Values as a person reads them, or JSON has them; nobody learns the key of what is to come."""
    found: Json = {}
    for name, value in row.items():
        if name in _SKIPPED:
            continue
        if name == _SECRET:
            found[name] = f"secret, sha256 {hashlib.sha256(bytes(value)).hexdigest()[:16]}"
        else:
            found[name] = bytes(value).rstrip(b"\0").hex() if isinstance(value, bytes | bytearray) else value
    return found


def show(head: JsonView, said: JsonView) -> None:
    """The same for people."""
    whose = f"{head['model']} {head['serial']}" + (" TEST" if head["test"] else "")
    rows = [("file", str(head["source"])), ("device", whose), ("verdict", str(said["verdict"]))]
    rows += [(name, str(value)) for name, value in (said["record"] or {}).items()]
    print_table(facts("memory of a table's device", rows))
    recent = said["recent"]
    if recent:
        names = [name for name in recent[0] if name != "time_s"]
        shown = table("the last results, newest first", *(f">{name}" for name in names))
        for row in recent:
            shown.add_row(*(str(row[name]) for name in names))
        print_table(shown)
