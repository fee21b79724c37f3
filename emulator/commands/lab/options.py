# SPDX-License-Identifier: MIT
"""Options that several verbs of ``azar lab`` share, and what they stand for."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands import complete
from emulator.commands.console import CommandError, flag, valued, written_in
from machines.support.languages import PAPER_LANGUAGES

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from emulator.lab.exam.catalogue import Check

Machine = Annotated[
    str,
    typer.Argument(
        metavar="MODEL|ROM",
        help="A model or a device of a table that ships, or the path of a file of one.",
        autocompletion=complete.examinees,
    ),
]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="The folder of an examination.")]
Quick = Annotated[bool, flag("--quick", "A prototype's check, under a minute on two cores.")]
Full = Annotated[bool, flag("--full", "For a filing: hours, resumable.")]
Checks = Annotated[
    list[Path] | None, valued("--check-file", "F", "A check of your own, its TOML file; again for more.")
]
Firmware = Annotated[Path | None, valued("--firmware", "DIR", "Build with this firmware instead of ours.")]
Declared = Annotated[
    Path | None, valued("--declared", "F", "The model that the maker filed, to compare a ROM with.")
]
Key = Annotated[Path | None, valued("--key", "F", "Ed25519 private key that signs the folder.")]
Entity = Annotated[
    Path | None, valued("--entity", "F", "TOML file: entity, address, signatory, accreditation, dates.")
]
Language = Annotated[
    str, written_in(PAPER_LANGUAGES, "reports of a laboratory are written", "Language of the report.")
]


def mode_of(quick: bool, full: bool) -> str:
    """The mode of an examination; CommandError for both flags."""
    if quick and full:
        raise typer.BadParameter("--quick and --full must not both be given")
    return "quick" if quick else "full" if full else "standard"


def own_checks(paths: list[Path] | None) -> tuple[Check, ...]:
    """The checks of the laboratory's own."""
    from emulator.lab.exam.catalogue import added

    return added(paths or ())


def private_key(path: Path | None) -> Ed25519PrivateKey | None:
    """The key that signs, if one is named."""
    if path is None:
        return None
    from machines.rom.seal import read_private

    return read_private(path)


def entity_of(path: Path | None) -> dict[str, object]:
    """What a laboratory says of itself."""
    if path is None:
        return {}
    from emulator.lab.exam.gather import ENTITY_KEYS
    from machines.support.plain import read_toml

    try:
        raw = read_toml(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise CommandError(
            f"{path}: must be TOML ({error})", "docs/laboratory.md shows such a file"
        ) from None
    unknown = sorted(raw.keys() - set(ENTITY_KEYS))
    if unknown:
        known = ", ".join(ENTITY_KEYS)
        raise CommandError(f"{path}: {unknown[0]} must be one of {known}", "leave it out, or name it so")
    return dict(raw)
