# SPDX-License-Identifier: MIT
"""azar service: a machine that has lost its memory, on the technician's workbench."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from emulator.commands.console import (
    FAILED,
    WRONG_USAGE,
    AsJson,
    CommandError,
    euro,
    facts,
    print_json,
    print_table,
    say,
)

if TYPE_CHECKING:
    from emulator.records.images import Image
    from emulator.service import Mended

EXAMPLE = "azar service machine.nvram"

Locked = Annotated[Path, typer.Argument(metavar="FILE", help="A machine's file, or a dump of its NVRAM.")]
Mend = Annotated[bool, typer.Option("--mend", help="Write whole records; else the file is only judged.")]
Reseal = Annotated[
    bool,
    typer.Option("--reseal", help="Seal its records for a new chip: you answer for what they say."),
]
Backup = Annotated[
    Path | None,
    typer.Option("--backup", metavar="IMAGE", help="An earlier file or dump of this machine, or a journal."),
]
ModelFile = Annotated[
    str | None,
    typer.Option("--model", metavar="FILE", help="The model or ROM, if the file does not name it."),
]
ChipKey = Annotated[
    Path | None,
    typer.Option("--chip-key", metavar="FILE", help="The key of its chip, if it does not lie beside FILE."),
]


def service(
    file: Locked,
    mend: Mend = False,
    reseal: Reseal = False,
    backup: Backup = None,
    model: ModelFile = None,
    chip_key: ChipKey = None,
    as_json: AsJson = False,
) -> None:
    """
    Judge the memory of a machine, and mend one that is locked up.

    Nothing is made up and nothing is written unasked: books come from a backup of the same machine, the marks
    of the meters from whole books, and both only where the machine's own chip has sealed them. The damaged
    file is kept beside the mended one. Exit 0 if the memory is whole, or mended; 1 if it is locked up.
    """
    from emulator.records.images import read_image
    from emulator.service import lost

    if mend and reseal:
        raise CommandError("either --mend or --reseal must be asked for", status=WRONG_USAGE)
    if reseal:
        _reseal(file, chip_key, as_json)
        return
    image = read_image(file, chip_key)
    if not mend:
        missing = lost(image.nvram, image.seals)
        found = {"file": str(file), "serial": image.serial, "locked": bool(missing), "lost": list(missing)}
        found |= {"forged": bool(missing) and not lost(image.nvram), "seals": _seals(image)}
        _judge(found, image, as_json)
        return
    made, meters = _mend(file, image, backup, model)
    _done(file, image, made, meters, as_json)


def _seals(image: Image) -> str:
    from machines.nvram_map import CHECKED, NOT_CHECKED

    return CHECKED if image.seals else NOT_CHECKED


def _done(file: Path, image: Image, made: Mended, meters: dict[str, int] | None, as_json: bool) -> None:
    """Write what was made and say what it is."""
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


def _reseal(file: Path, named: Path | None, as_json: bool) -> None:
    """Seal all records for the chip whose key is there, or for a new one."""
    from emulator.records.chip_key import create, key_file
    from emulator.records.images import read_image
    from emulator.reseal import require_whole, reseal
    from emulator.service import ServiceError

    image = read_image(file)
    if image.kind == "journal":
        raise ServiceError("a journal must stay as it was recorded", "name a machine's file or a dump")
    if image.kind == "dump" and named is None:
        raise ServiceError(
            "the key must be named to seal a dump", f"azar service {file} --reseal --chip-key F"
        )
    # No key is made for a memory that cannot be sealed under it.
    require_whole(image.nvram)
    if not image.test:
        image = replace(image, chip_key=create(named or key_file(file)))
    _done(file, image, reseal(image.nvram, image.seals), None, as_json)


def _judge(found: dict[str, Any], image: Image, as_json: bool) -> None:
    if as_json:
        print_json(found)
        if found["locked"]:
            raise typer.Exit(FAILED)
        return
    if image.unchecked:
        say(f"warning: seals are not checked: {image.unchecked}")
    if found["forged"]:
        raise CommandError(
            f"{found['file']}: locked up, no copy of {' and '.join(found['lost'])} is sealed by its chip",
            "another than the machine has written it: keep it for the laboratory; --mend --backup IMAGE "
            "gives the machine books of its own again, --reseal takes these for genuine",
        )
    if found["locked"]:
        raise CommandError(
            f"{found['file']}: locked up, no copy of {' and '.join(found['lost'])} is whole",
            f"azar inspect {found['file']} shows what is left; --mend --backup IMAGE gives it books again",
        )
    print(f"{found['file']}: whole, seals {found['seals']}, nothing to mend")


def _mend(
    file: Path, image: Image, backup: Path | None, model: str | None
) -> tuple[Mended, dict[str, int] | None]:
    """The mended memory, and how far the mechanical meters are ahead of it where they are known."""
    from emulator.bootrom import model_of
    from emulator.counter_memory import read_memory
    from emulator.records.images import read_image
    from emulator.records.storage import read_file
    from emulator.service import ServiceError, behind, mend

    earlier = None if backup is None else read_image(backup)
    # A dump that has lost its books does not say whose it is; its backup does.
    whose = image if image.seals or earlier is None else replace(earlier, chip_key=image.chip_key)
    if image.chip_key is None or not whose.seals:
        raise ServiceError(
            "the key of the machine's chip must be there to seal what is mended: "
            + (image.unchecked or "nothing says which machine it is of"),
            f"azar service {file} --mend --chip-key F",
        )
    name = model or image.model
    if name is None:
        raise ServiceError("the model must be known to mend a dump", f"azar service {file} --mend --model M")
    known = model_of(name)
    if earlier is not None and earlier.model not in (None, image.model) and image.model is not None:
        raise ServiceError(f"the backup must be of a {image.model} (got {earlier.model})", "take another")
    physical = (read_file(file).physical or {}) if image.kind == "machine" else {}
    made = mend(
        image.nvram,
        None if earlier is None else earlier.nvram,
        units=known.meter_units,
        seals=whose.seals,
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
