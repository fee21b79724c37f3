# SPDX-License-Identifier: MIT
"""azar inspect: the NVRAM of a machine, every row named."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import (
    WRONG_USAGE,
    AsJson,
    CommandError,
    euro,
    in_money_of,
    print_json,
    say,
    valued,
)
from emulator.commands.inspect_device import kind_of, memory_of, show

if TYPE_CHECKING:
    from emulator.records.images import Image
    from machines.memory.nvram_map import NvramMap, Record
    from machines.model import Model

EXAMPLE = "azar inspect cierzo"
_KINDS = ("paid turn", "pick", "free turn", "gamble", "win kept")

What = Annotated[
    str,
    typer.Argument(
        metavar="[FILE|MODEL]",
        help="A machine's file, a dump, a journal; or a model, for your own machine of it.",
        autocompletion=complete.models,
    ),
]
NamedModel = Annotated[
    str | None,
    typer.Argument(
        metavar="[MODEL]",
        help="The model or ROM that names coins and play state, if FILE does not.",
        autocompletion=complete.models,
    ),
]
Serial = Annotated[
    int | None, valued("--serial", "N", "Which of your machines; the newest if not given.", min=1)
]
ChipKey = Annotated[
    Path | None, valued("--chip-key", "FILE", "The key of its chip, if it does not lie beside FILE.")
]


def inspect(
    what: What = "cierzo",
    model: NamedModel = None,
    serial: Serial = None,
    chip_key: ChipKey = None,
    as_json: AsJson = False,
) -> None:
    """
    Show the NVRAM of a machine, and the check of every slot.

    Every row has its name, place, encoding and value. Nothing is written, and a damaged slot is shown as one;
    so is one that another than the machine's chip has written, where its key is at hand. The play state holds
    the key of plays to come and is shown by its fingerprint. A device of a table that the hall keeps is shown
    as well.
    """
    from machines.memory.nvram_map import nvram_map

    image = _image(what, serial, chip_key)
    warnings = list(image.warnings)
    if image.unchecked:
        warnings.append(f"seals are not checked: {image.unchecked}")
    for warning in warnings:
        say(f"warning: {warning}")
    if (kind := kind_of(image)) is not None:
        told = {"source": image.source, "kind": image.kind, "model": image.model, "serial": image.serial,
                "test": image.test, "warnings": warnings}  # fmt: skip
        said = memory_of(image, kind)
        print_json({**told, **said}) if as_json else show(told, said)
        return
    known = _model(model, image)
    in_money_of(known)
    found = nvram_map(image.nvram, known, image.seals)
    head = {
        "source": image.source,
        "kind": image.kind,
        "model": known.name if known is not None else image.model,
        "serial": image.serial,
        "test": image.test,
        "warnings": warnings,
    }
    held = _deposits(known, image)
    if as_json:
        print_json({**head, **({} if held is None else {"deposits": held}), **found.as_dict()})
        return
    _print(image, head["model"], found, held)


def _image(what: str, serial: int | None, key: Path | None) -> Image:
    from emulator.records.images import of_user, read_image

    if not Path(what).is_file() and not what.endswith((".nvram", ".jsonl", ".bin")) and "/" not in what:
        return of_user(what, serial, key)
    if serial is not None:
        hint = f"azar inspect {what}"
        raise CommandError("serial is for your own machines, not for a file", hint, status=WRONG_USAGE)
    return read_image(what, key)


def _model(name: str | None, image: Image) -> Model | None:
    """The model that was named, or the one that the image names if it is at hand."""
    from emulator.cabinet.bootrom import model_of
    from machines import MachinesError

    if name is not None:
        return model_of(name)
    try:
        return None if image.model is None else model_of(image.model)
    except MachinesError:
        return None


def _deposits(model: Model | None, image: Image) -> dict[str, int] | None:
    """The two deposits of a machine of chance (C-13), empty where it needs none; None for any other."""
    from machines.memory.record import decode
    from machines.types.registry import TYPES

    record, held = decode(image.nvram), None if model is None else TYPES[model.type].deposits
    return None if held is None or record is None else held(model, record)


def _print(image: Image, model: object, found: NvramMap, held: dict[str, int] | None) -> None:
    whose = [str(part) for part in (model, image.serial) if part is not None] + ["TEST"] * image.test
    print(f"{image.source}: {' '.join(whose) or 'machine unknown'}")
    if image.kind == "journal":
        print("as of the beginning of the journal")
    print(f"verdict: {found.verdict}")
    print(f"seals: {found.seals}")
    if held:
        parts = (euro(held["reserve_cents"]), euro(held["winnings_cents"]))
        print("deposits: {} in the reserve of payments, {} went to the winnings (C-13)".format(*parts))
    elif held is not None:
        print("deposits: none, it takes cards only (C-13)")
    if found.strays:
        print(f"outside: {len(found.strays)} bytes belong to no record, from 0x{found.strays[0]:04x}")
    ring = [record for record in found.records if record.name.startswith("play row")]
    steps = [record for record in found.records if record.name.startswith("step row")]
    for record in found.records[: len(found.records) - len(ring) - len(steps)]:
        _print_record(record)
    _print_ring(ring)
    _print_steps(steps)
    _print_log(found)


def _print_log(found: NvramMap) -> None:
    print(f"\nevent log: {len(found.log)} rows, {found.log_missing} of the counted ones not whole")
    for row in found.log:
        at = datetime.fromtimestamp(row["time_s"], UTC).strftime("%Y-%m-%d %H:%M:%S")
        print(f"  {row['number']:>6}  {at}  {row['text']}")


def _print_record(record: Record) -> None:
    print(f"\n0x{record.place:04x} {record.name}: {', '.join(filter(None, (record.check, record.role)))}")
    # The older copy says nothing new; a damaged one may.
    if record.role == "older" or record.check == "empty":
        return
    for row in record.rows:
        print(f"  0x{row.place:04x}  {row.name:<18} {row.encoding:<10} {row.shown}".rstrip())


def _print_ring(ring: list[Record]) -> None:
    empty = sum(record.check == "empty" for record in ring)
    print(f"\nlast plays: {len(ring)} rows, {empty} of them empty")
    for record in ring:
        if record.check == "empty":
            continue
        check = f"  0x{record.place:04x}  {', '.join(filter(None, (record.check, record.role)))}"
        if not record.whole:
            print(check)
            continue
        prize_cents = sum(record.value("prizes_cents"))
        before, after = (record.value(f"credits_{when}_cents") for when in ("before", "after"))
        print(
            f"{check}: play {record.value('sequence'):,}, stake {euro(record.value('stake_cents'))}, "
            f"prize {euro(prize_cents)}, credits {euro(before)} to {euro(after)}"
        )


def _print_steps(rows: list[Record]) -> None:
    """The steps of the last plays of chance, by play; nothing for machines that keep none."""
    if not rows:
        return
    print(f"\nsteps of plays: {len(rows)} rows written")
    for record in rows:
        check = f"  0x{record.place:04x}  {', '.join(filter(None, (record.check, record.role)))}"
        if not record.whole:
            print(check)
            continue
        kind = _KINDS[record.value("kind")] if record.value("kind") < len(_KINDS) else "no kind"
        won = f"won {euro(record.value('step_cents'))}, in all {euro(record.value('won_cents'))}"
        print(f"{check}: play {record.value('play'):,}, step {record.value('step') + 1}, {kind}, {won}")
