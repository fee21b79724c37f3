# SPDX-License-Identifier: MIT
"""azar service: a machine that has lost its memory, on the technician's workbench."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from emulator.commands.console import FAILED, AsJson, CommandError, euro, facts, print_json, print_table

if TYPE_CHECKING:
    from emulator.records.images import Image
    from emulator.service import Mended

EXAMPLE = "azar service machine.nvram"

Locked = Annotated[Path, typer.Argument(metavar="FILE", help="A machine's file, or a dump of its NVRAM.")]
Mend = Annotated[bool, typer.Option("--mend", help="Write whole records; else the file is only judged.")]
Backup = Annotated[
    Path | None,
    typer.Option("--backup", metavar="IMAGE", help="An earlier file or dump of this machine, or a journal."),
]
ModelFile = Annotated[
    str | None,
    typer.Option("--model", metavar="FILE", help="The model or ROM, if the file does not name it."),
]


def service(
    file: Locked, mend: Mend = False, backup: Backup = None, model: ModelFile = None, as_json: AsJson = False
) -> None:
    """
    Judge the memory of a machine, and mend one that is locked up.

    Nothing is made up and nothing is written unasked: books come from a backup of the same machine, the marks
    of the meters from whole books. The damaged file is kept beside the mended one. Exit 0 if the memory
    is whole, or mended; 1 if it is locked up.
    """
    from emulator.records.images import read_image
    from emulator.service import lost

    image = read_image(file)
    missing = lost(image.nvram)
    if not mend:
        found = {"file": str(file), "serial": image.serial, "locked": bool(missing), "lost": list(missing)}
        _judge(found, as_json)
        return
    made, meters = _mend(file, image, backup, model)
    result = {
        "file": str(file),
        "serial": image.serial,
        "kept": str(_write(file, image, made.nvram)),
        "notes": list(made.notes),
        "owed_cents": made.owed_cents,
        "meters_ahead": meters,
    }
    if as_json:
        print_json(result)
    else:
        _print(result)


def _judge(found: dict[str, Any], as_json: bool) -> None:
    if as_json:
        print_json(found)
        if found["locked"]:
            raise typer.Exit(FAILED)
        return
    if found["locked"]:
        raise CommandError(
            f"{found['file']}: locked up, no copy of {' and '.join(found['lost'])} is whole",
            f"azar inspect {found['file']} shows what is left; --mend --backup IMAGE gives it books again",
        )
    print(f"{found['file']}: whole, nothing to mend")


def _mend(
    file: Path, image: Image, backup: Path | None, model: str | None
) -> tuple[Mended, dict[str, int] | None]:
    """The mended memory, and how far the mechanical meters are ahead of it where they are known."""
    from emulator.bootrom import model_of
    from emulator.counter_memory import read_memory
    from emulator.records.images import read_image
    from emulator.records.storage import read_file
    from emulator.service import ServiceError, behind, mend

    name = model or image.model
    if name is None:
        raise ServiceError("the model must be known to mend a dump", f"azar service {file} --mend --model M")
    known = model_of(name)
    earlier = None if backup is None else read_image(backup)
    if earlier is not None and earlier.model not in (None, image.model) and image.model is not None:
        raise ServiceError(f"the backup must be of a {image.model} (got {earlier.model})", "take another")
    physical = (read_file(file).physical or {}) if image.kind == "machine" else {}
    made = mend(
        image.nvram,
        None if earlier is None else earlier.nvram,
        units=known.meter_units,
        serial=image.serial,
        counter=read_memory(bytes.fromhex(physical["counter"])) if "counter" in physical else None,
        chance=known.type == "C",
    )
    if image.kind != "machine":
        return made, None
    return made, behind(made.nvram, physical["meters"], known.meter_units)


def _write(file: Path, image: Image, nvram: bytes) -> Path:
    """Keep the damaged file as evidence, then put the mended memory into the other; return the former."""
    from emulator.records import files
    from emulator.records.storage import Machine, read_file

    number = 1
    while (kept := file.with_name(f"{file.name}.damaged-{number}")).exists():
        number += 1
    damaged = file.read_bytes()
    if image.kind != "machine":
        files.replace(kept, damaged)
        files.replace(file, nvram)
        return kept
    read = read_file(file)
    machine = Machine(read.model, read.serial, seed=read.seed, path=file)
    machine.lock()
    try:
        files.replace(kept, damaged)
        machine.save(nvram, read.physical or {})
    finally:
        machine.close()
    return kept


def _print(result: dict[str, Any]) -> None:
    rows = [("mended", result["file"]), ("damaged file kept as", result["kept"])]
    rows += [("note", note) for note in result["notes"]]
    rows.append(("owes its visitor", euro(result["owed_cents"])))
    ahead = result["meters_ahead"]
    if ahead is not None:
        said = ", ".join(f"{name} {count:+d}" for name, count in ahead.items() if count) or "nowhere"
        rows.append(("meters ahead of the books", said))
    print_table(facts("service", rows))
