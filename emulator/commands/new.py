# SPDX-License-Identifier: MIT
"""azar new: the folder of a machine of one's own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import AsJson, flag, print_json, valued

EXAMPLE = """\
azar new mistral --type B
azar new halls/mistral --from galacho
azar new mistral --type B --with-firmware"""

Folder = Annotated[
    Path, typer.Argument(metavar="NAME", help="Name of the machine, or the path of its folder.")
]
Kind = Annotated[
    str | None, valued("--type", "A|B|C", "Type of machine; that of --from where it is left out.")
]
Base = Annotated[
    str | None,
    typer.Option(
        "--from", metavar="MODEL", help="Begin as this model or file.", autocompletion=complete.models
    ),
]
WithFirmware = Annotated[bool, flag("--with-firmware", "Lay our firmware in it, too, to be changed.")]


def new(
    name: Folder,
    kind: Kind = None,
    base: Base = None,
    firmware: WithFirmware = False,
    as_json: AsJson = False,
) -> None:
    """
    Make a folder for a machine of your own.

    In it: a model to change, a picture for each symbol to replace, a scenario. The model is lawful and
    plays at once. It begins as one that ships (cierzo, moncayo, cometa by type), with a note before each
    part. --with-firmware adds the sources of our program, which docs/firmware.md is about.
    """
    from emulator.prototype.folder import FIRMWARE, new_folder

    made = new_folder(name, kind, base, firmware=firmware)
    if as_json:
        model = {"model": made.model.name, "type": made.model.type, "profile": made.model.profile.id}
        print_json({**model, "folder": str(made.folder), "files": list(made.files)})
        return
    print(f"{made.folder}: {made.model.title}, type {made.model.type}, {len(made.files)} files")
    print(f"see it play:   azar play {made.folder}")
    print(f"change it:     {made.folder / made.model.name}.toml, then azar check {made.folder}")
    if firmware:
        print(f"its program:   azar play {made.folder} --firmware {made.folder / FIRMWARE} --trust-firmware")
