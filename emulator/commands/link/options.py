# SPDX-License-Identifier: MIT
"""Options that several verbs of azar link take: the definition, the database, screen and language."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import WRONG_USAGE, CommandError, LanguageName, flag, valued

LinkName = Annotated[
    str, valued("--link", "LINK", "A link that ships, or a definition file.", autocompletion=complete.links)
]
StoreName = Annotated[str | None, valued("--store", "DB", "SQLite file, or postgresql:// address.")]
StoreFile = Annotated[
    Path | None,
    valued("--store-file", "FILE", "A file of mode 0600 that holds DB: for an address with a password."),
]
Language = Annotated[LanguageName, typer.Option("--lang", help="Language of the wall.")]
Fullscreen = Annotated[bool, flag("--fullscreen", "The wall on the whole screen.")]
ErrorAsJson = Annotated[bool, flag("--json", "Print an error as one JSON object.")]


def database(verb: str, store: str | None, file: Path | None) -> str:
    """Where the link is kept; never with a password that everybody reads in the list of processes."""
    from emulator.link.address import HOW, passwords, read_address, shown

    if (store is None) == (file is None):
        problem = (
            f"{verb} needs --store" if store is None else "--store and --store-file must not come together"
        )
        raise CommandError(problem, f"azar link {verb} --store carrusel.db", status=WRONG_USAGE)
    if file is not None:
        return read_address(file)
    assert store is not None
    if passwords(store):
        message = (
            f"--store must hold no password, which every user of this computer can read (got {shown(store)})"
        )
        raise CommandError(message, HOW, status=WRONG_USAGE)
    return store
