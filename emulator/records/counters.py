# SPDX-License-Identifier: MIT
"""Finds the memory of a sealed counter in a kept machine, a journal or a dump."""

from __future__ import annotations

from pathlib import Path

from emulator.cabinet.physical import require_physical
from emulator.devices.counter_memory import SIZE
from emulator.records import journal, storage
from emulator.records.images import Image, of_user, read_image
from emulator.support.errors import ImageError
from machines.support.plain import JsonView


def find_counter(what: str, serial: int | None = None) -> tuple[str, bytes]:
    """
    The memory of the counter of a machine, without current.

    Args:
        what: a machine's file, a journal (as of its beginning), a dump of the counter, or a model for the
            user's own machine of it.
        serial: which of the user's machines; the newest if None.

    Returns:
        Where it comes from, and the memory.

    Raises:
        ImageError: there is no such machine, or the file holds no counter.
    """
    path = Path(what)
    if not path.is_file():
        return _of_file(Path(of_user(what, serial).source))
    if serial is not None:
        raise ImageError("serial is for your own machines, not for a file", f"azar counter read {what}")
    return _of_file(path)


def _of_file(path: Path) -> tuple[str, bytes]:
    data = path.read_bytes()
    if len(data) == SIZE:
        return str(path), data
    image = read_image(path)
    physical: JsonView | None = None
    if image.kind == "machine":
        physical = storage.read_file(path).physical
    elif image.kind == "journal":
        physical = journal.read(path).header["physical"]
    if not physical or "counter" not in physical:
        raise ImageError(
            f"{path} must hold a sealed counter (got a {image.kind} without one)", _where_one_lies(image)
        )
    require_physical(physical)
    return str(path), bytes.fromhex(physical["counter"])


def _where_one_lies(image: Image) -> str:
    """The hint for a file without a counter."""
    if image.kind == "dump":
        return f"name the machine's file, or the {SIZE} bytes of the counter: it has a memory of its own"
    if image.kind == "machine":
        return "a machine of type B or C has one, one of type A if its model says counters.sealed = true"
    began = "a journal holds the counter as its run found it, and a fresh machine has none yet: "
    if image.test:
        return began + f"keep the TEST machine with azar play {image.model} --nvram FILE, then read FILE"
    return began + f"read the machine's file, or azar counter read {image.model} --serial {image.serial}"
