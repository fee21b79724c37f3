# SPDX-License-Identifier: MIT
"""azar service: a machine that has lost its memory or its file, on the technician's workbench."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from emulator.commands.console import (
    FAILED,
    WRONG_USAGE,
    AsJson,
    CommandError,
    euro,
    facts,
    flag,
    print_json,
    print_table,
    say,
    valued,
)
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.cabinet.service import Mended
    from emulator.records.images import Image
    from emulator.records.storage import Machine
    from emulator.records.workbench import Parts, Piece

EXAMPLE = "azar service machine.nvram"

Locked = Annotated[Path, typer.Argument(metavar="FILE", help="A machine's file, or a dump of its NVRAM.")]
Mend = Annotated[bool, flag("--mend", "Write whole records; else the file is only judged.")]
Reseal = Annotated[
    bool, flag("--reseal", "Seal its records anew, for its chip or a new one: you answer for what they say.")
]
Backup = Annotated[
    Path | None, valued("--backup", "IMAGE", "An earlier file or dump of this machine, or a journal.")
]
ModelFile = Annotated[
    str | None, valued("--model", "FILE", "The model or ROM, if the file does not name it.")
]
ChipKey = Annotated[
    Path | None, valued("--chip-key", "FILE", "The key of its chip, if it does not lie beside FILE.")
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
    Judge the memory of a machine and its file, and mend them.

    What is locked up or damaged is mended. Nothing is made up and nothing is written unasked: books come from
    a backup of the same machine, the marks of the meters from whole books, and both only where the machine's
    own chip has sealed them; coins and meters of a damaged file come from an earlier one. The file as it was
    is kept beside the mended one. Exit 0 if all is whole, or mended; 1 if it is not.
    """
    from emulator.commands.inspect_device import kind_of
    from emulator.records.images import read_image
    from emulator.records.workbench import lay_out

    if mend and reseal:
        raise CommandError("either --mend or --reseal must be asked for", status=WRONG_USAGE)
    image = read_image(file, None if reseal else chip_key)
    if kind_of(image) is not None:
        hint = "azar inspect shows it; where its file is put out of the way its table gets another device"
        raise CommandError(
            f"{file}: must be of a coin machine (got a device of a table, {image.model})", hint
        )
    piece = lay_out(file) if image.kind == "machine" else None
    if reseal:
        made = _resealed(file, image, piece, chip_key)
    elif mend:
        made = _mended(file, image, piece, backup, model)
    else:
        _judge(_found(file, image, piece), image, piece, as_json)
        return
    result = {
        "file": str(file),
        "serial": image.serial,
        "test": image.test,
        "kept": str(_write(file, made)),
        "notes": list(made.mended.notes),
        "owed_cents": made.mended.owed_cents,
        "meters_ahead": made.meters_ahead,
    }
    if as_json:
        print_json(result)
    else:
        _print("sealed anew" if reseal else "mended", result)


def _found(file: Path, image: Image, piece: Piece | None) -> Json:
    from emulator.cabinet.service import lost
    from machines.memory.nvram_map import CHECKED, NOT_CHECKED

    missing = lost(image.nvram, image.seals)
    return {
        "file": str(file),
        "serial": image.serial,
        "test": image.test,
        "locked": bool(missing),
        "lost": list(missing),
        "forged": bool(missing) and not lost(image.nvram),
        "seals": CHECKED if image.seals else NOT_CHECKED,
        "damaged": (piece.damaged if piece is not None else "") or None,
        "warnings": list(image.warnings),
    }


def _judge(found: Json, image: Image, piece: Piece | None, as_json: bool) -> None:
    """Say what is wrong with the records, or else with the file around them."""
    from emulator.records.workbench import ALTERED

    if as_json:
        print_json(found)
        if found["locked"] or found["damaged"]:
            raise typer.Exit(FAILED)
        return
    file = found["file"]
    if piece is not None and piece.damaged == ALTERED:
        raise CommandError(f"{file}: {piece.problem}", piece.cure)
    if image.unchecked:
        say(f"warning: seals are not checked: {image.unchecked}")
    if found["forged"]:
        raise CommandError(
            f"{file}: locked up, no copy of {' and '.join(found['lost'])} is sealed by its chip",
            "another than the machine has written it: keep it for the laboratory; --mend --backup IMAGE "
            "gives the machine books of its own again, --reseal takes these for genuine",
        )
    if found["locked"]:
        cure = "--mend --backup IMAGE gives it books again"
        if found["lost"] == ["marks"]:
            cure = "--mend sets the marks to the books, which are whole"
        raise CommandError(
            f"{file}: locked up, no copy of {' and '.join(found['lost'])} is whole",
            f"azar inspect {file} shows what is left; {cure}",
        )
    if piece is not None and piece.damaged:
        raise CommandError(f"{file}: every record is whole, and the file is not: {piece.problem}", piece.cure)
    for warning in found["warnings"]:
        say(warning)
    print(f"{file}:{' TEST,' if found['test'] else ''} whole, seals {found['seals']}, nothing to mend")


class _Made(NamedTuple):
    """What is written instead of a file."""

    mended: Mended
    parts: Parts | None
    """Of a machine's file; None: a bare dump."""
    meters_ahead: dict[str, int] | None
    """How far the mechanical meters are ahead of the books, where they are known."""


def _mended(file: Path, image: Image, piece: Piece | None, backup: Path | None, model: str | None) -> _Made:
    """Records made whole, and the file around them made anew of what is whole in it."""
    from emulator.cabinet.bootrom import model_of
    from emulator.cabinet.physical import require_fitting
    from emulator.cabinet.service import ServiceError, astray, behind, lost, mend, untouched
    from emulator.devices.counter_memory import read_memory
    from emulator.records.images import read_image
    from machines.types.registry import TYPES

    earlier = None if backup is None else read_image(backup)
    parts = None if piece is None else piece.parts(_machine(backup, earlier))
    # A memory that has lost its books does not say whose it is; its backup does.
    key = _key(image, earlier)
    whose = image if image.serial is not None or earlier is None else earlier
    seals = replace(whose, chip_key=key).seals
    if not seals:
        raise ServiceError(
            "the key of the machine's chip must be there to seal what is mended: "
            + (image.unchecked or "nothing says which machine it is of"),
            f"azar service {file} --mend --chip-key F",
        )
    name = model or image.model or (earlier.model if earlier is not None and piece is not None else None)
    if name is None:
        raise ServiceError("the model must be known to mend a dump", f"azar service {file} --mend --model M")
    known = model_of(name)
    if earlier is not None and earlier.model not in (None, image.model) and image.model is not None:
        raise ServiceError(f"the backup must be of a {image.model} (got {earlier.model})", "take another")
    if parts is not None:
        require_fitting(parts.physical, known)
    memory, physical = (image.nvram, {}) if parts is None else (parts.nvram, parts.physical)
    counter = read_memory(bytes.fromhex(physical["counter"])) if "counter" in physical else None
    judged: Json = {
        "units": known.meter_units,
        "seals": seals,
        "counter": counter,
        "chance": TYPES[known.type].keeps_steps,
    }
    if piece is not None and piece.damaged and not lost(memory, seals) and not astray(memory, **judged):
        made = untouched(memory, seals)
    else:
        made = mend(
            memory,
            None if earlier is None else earlier.nvram,
            serial=image.serial if parts is None else parts.serial,
            **judged,
        )
    notes = (*(parts.notes if parts is not None else ()), *made.notes)
    ahead = behind(made.nvram, physical["meters"], known.meter_units) if "meters" in physical else None
    return _Made(replace(made, notes=notes), parts, ahead)


def _key(image: Image, earlier: Image | None) -> bytes | None:
    """The key to seal with: of a TEST machine whose seed is lost with its header, that of its backup."""
    if image.chip_key is None and earlier is not None and earlier.test:
        return earlier.chip_key
    return image.chip_key


def _resealed(file: Path, image: Image, piece: Piece | None, named: Path | None) -> _Made:
    """All records sealed for the chip whose key is there, or for a new one."""
    from emulator.cabinet.reseal import require_whole, reseal
    from emulator.cabinet.service import ServiceError
    from emulator.records.chip_key import create, key_file
    from emulator.records.storage import SERIAL_MAX

    if image.kind == "journal":
        raise ServiceError("a journal must stay as it was recorded", "name a machine's file or a dump")
    if piece is None and named is None:
        raise ServiceError(
            "the key must be named to seal a dump", f"azar service {file} --reseal --chip-key F"
        )
    parts = None if piece is None else piece.parts(None)
    memory = image.nvram if parts is None else parts.nvram
    # No key is made for a memory that cannot be sealed under it.
    books = require_whole(memory)
    number = books["serial"] if image.serial is None else image.serial
    if not 0 <= number <= SERIAL_MAX:
        raise ServiceError(f"the serial number must be 0 to {SERIAL_MAX} (got {number})", "take another copy")
    if image.test and image.chip_key is None:
        raise ServiceError(
            "the memory of a TEST machine must keep the seals that follow from its seed (got a dump of one)",
            "name the machine's file, which has its seed",
        )
    if not image.test:
        image = replace(image, chip_key=create(named or key_file(file)))
    made = reseal(memory, image.seals)
    notes = (*(parts.notes if parts is not None else ()), *made.notes)
    return _Made(replace(made, notes=notes), parts, None)


def _machine(backup: Path | None, earlier: Image | None) -> Machine | None:
    """The backup as a machine with coins and meters, if it is a whole file of one."""
    from emulator.records.storage import read_file

    return (
        read_file(backup)
        if backup is not None and earlier is not None and earlier.kind == "machine"
        else None
    )


def _write(file: Path, made: _Made) -> Path:
    """Copy the file as it was to a new one beside it, then write the mended one; return the copy."""
    from emulator.records.storage import Machine
    from emulator.support import files

    number = 1
    while (kept := file.with_name(f"{file.name}.damaged-{number}")).exists():
        number += 1
    before = file.read_bytes()
    if made.parts is None:
        files.replace(kept, before)
        files.replace(file, made.mended.nvram)
        return kept
    machine = Machine(made.parts.model, made.parts.serial, seed=made.parts.seed, path=file)
    machine.lock()
    try:
        files.replace(kept, before)
        machine.save(made.mended.nvram, made.parts.physical)
    finally:
        machine.close()
    return kept


def _print(done: str, result: Json) -> None:
    rows = [
        (done, result["file"] + (", TEST" if result["test"] else "")),
        ("the file as it was", result["kept"]),
    ]
    rows += [("note", note) for note in result["notes"]]
    rows.append(("owes its visitor", euro(result["owed_cents"])))
    ahead = result["meters_ahead"]
    if ahead is not None:
        said = ", ".join(f"{name} {count:+d}" for name, count in ahead.items() if count) or "nowhere"
        rows.append(("meters ahead of the books", said))
    print_table(facts("service", rows))
