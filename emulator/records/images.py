# SPDX-License-Identifier: MIT
"""Finds an NVRAM image wherever one can lie: a kept machine, a bare dump, the beginning of a journal."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from emulator import EmulatorError
from emulator.records import journal, machine_file, storage
from emulator.records.standing import Told, contradiction, is_test
from machines.firmware import nvram
from machines.plain import read_json


class ImageError(EmulatorError):
    """A file holds no NVRAM; ``hint`` is what to do next."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True)
class Image:
    """An NVRAM image and what is known of where it comes from."""

    source: str
    kind: str
    """"machine", "dump" or "journal"."""
    nvram: bytes
    model: str | None
    serial: int | None
    test: bool
    warnings: tuple[str, ...] = ()


def read_image(path: str | Path) -> Image:
    """
    Read a machine's file, a dump of 32 KiB, or a journal, of which it is the image that the run began with.

    A machine's file that is damaged is read all the same, with a warning: inspecting is for finding out.

    Raises:
        StorageError: a machine's file of another version.
        ImageError: the file cannot be read or is none of these.
        JournalError: a journal that is altered.
    """
    path = Path(path)
    try:
        data = path.read_bytes()
    except OSError as error:
        raise ImageError(
            f"{path}: {error.strerror or error}", "name a file, or a model for your machine"
        ) from error
    header = _header(data)
    if header.get("azar") == journal.FORMAT:
        read = journal.read(path)
        head = read.header
        return Image(str(path), "journal", read.nvram, head["model"], head["serial"], bool(head["test"]))
    if machine_file.looks_like_one(data):
        return _of_machine(path)
    if len(data) == nvram.SIZE:
        return Image(str(path), "dump", data, None, None, test=is_test(data))
    message = (
        f"{path} must be a machine's file, a journal or a dump of {nvram.SIZE} bytes (got {len(data)} bytes)"
    )
    raise ImageError(message, "azar play --nvram F keeps a machine in a file")


def of_user(model: str, serial: int | None) -> Image:
    """The user's own machine of a model, the newest unless a serial number says which; ImageError if none."""
    serials = [number for name, number in storage.machines() if name == model]
    wanted = max(serials, default=0) if serial is None else serial
    if wanted not in serials:
        which = f"with serial number {serial} " if serial is not None and serials else ""
        there = ", ".join(str(number) for number in serials) or "none"
        raise ImageError(
            f"there must be a machine {model} {which}(got {there})", f"azar play {model} commissions one"
        )
    return read_image(storage.own_path(model, wanted))


def _of_machine(path: Path) -> Image:
    kept = storage.read_kept(path)
    header, physical = kept.header, kept.physical
    device_key = physical.get("device_key") if isinstance(physical, dict) else None
    model, serial, seed = header.get("model"), header.get("serial"), header.get("seed")
    denied = contradiction(Told(seed, seed is not None, device_key), kept.nvram)
    warnings = []
    if kept.damaged:
        warnings.append(f"{path}: damaged, {kept.problem}")
    elif denied is not None:
        warnings.append(f"{path}: line 1 is altered: {denied}")
    elif kept.torn_bytes:
        warnings.append(
            f"{path}: {kept.torn_bytes} bytes at its end are of a step that was cut off as it was written"
        )
    return Image(
        str(path),
        "machine",
        kept.nvram,
        model if isinstance(model, str) else None,
        serial if type(serial) is int else None,
        seed is not None or is_test(kept.nvram, device_key),
        tuple(warnings),
    )


def _header(data: bytes) -> dict[str, object]:
    try:
        header = read_json(data.partition(b"\n")[0])
    except ValueError:
        return {}
    return header if isinstance(header, dict) else {}
