# SPDX-License-Identifier: MIT
"""azar link key: the key of one machine or display, and the file of the link's own key."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from emulator.commands.console import WRONG_USAGE, AsJson, CommandError, print_json, say, valued
from machines.support import private

LinkKey = Annotated[Path | None, valued("--key", "FILE", "The link's key: a file of 64 hex digits.")]
Machine = Annotated[int | None, typer.Option("--machine", min=1, help="Number of the machine whose key.")]
Display = Annotated[int | None, typer.Option("--display", min=1, help="Number of the display whose key.")]
Out = Annotated[Path | None, valued("--out", "FILE", "Write the key here, mode 0600, and print none.")]


def key(
    key: LinkKey = None,
    machine: Machine = None,
    display: Display = None,
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """Print the own key of a machine or of a display."""
    from emulator.link.wire import display_key, machine_key

    if (machine is None) == (display is None):
        raise CommandError(
            "key needs --machine or --display", "azar link key --key F --machine 1", status=WRONG_USAGE
        )
    link_key = read_key(key, make=False)
    if machine is not None:
        whose, made = {"machine": machine}, machine_key(link_key, machine).hex()
    else:
        assert display is not None
        whose, made = {"display": display}, display_key(link_key, display).hex()
    if out is not None:
        try:
            private.create(out, made.encode() + b"\n")
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}", "name another file") from error
        print_json({**whose, "file": str(out)}) if as_json else say(f"the key is in {out}")
    elif as_json:
        print_json({**whose, "key": made})
    else:
        print(made)


def read_key(path: Path | None, *, make: bool) -> bytes:
    """Read a key of 32 bytes from a file that its owner alone may read; ``make`` one if there is no file."""
    if path is None:
        raise CommandError("--key must name the file of the link's key", "azar link serve --key carrusel.key")
    if make and not path.exists():
        private.create(path, os.urandom(32).hex().encode() + b"\n")
        say(f"a new key in {path}; each machine has its own: azar link key --machine 1")
    try:
        text = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", "azar link serve --key FILE makes one") from error
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise CommandError(f"{path}: key must be 64 hex digits (got {len(text)} characters)")
    private.require_private(path)
    return key
