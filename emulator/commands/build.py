# SPDX-License-Identifier: MIT
"""azar build: a model sealed into one ROM file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from emulator.commands.console import (
    AsJson,
    LanguageName,
    ModelName,
    ProfileName,
    facts,
    print_json,
    print_table,
    valued,
)
from machines.support import figures
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json

EXAMPLE = "azar build cierzo -o cierzo.rom"

Output = Annotated[Path, typer.Option("--output", "-o", metavar="F", help="The ROM file to write.")]
SignKey = Annotated[Path | None, valued("--sign", "KEY", "Sign it with this private key (azar rom keygen).")]
FirmwareFolder = Annotated[Path | None, valued("--firmware", "DIR", "Your own firmware instead of ours.")]
Language = Annotated[LanguageName, typer.Option("--lang", help="Language of the message line.")]


def build(
    model: ModelName,
    output: Output,
    sign: SignKey = None,
    firmware: FirmwareFolder = None,
    language: Language = DEFAULT_LANGUAGE,
    profile: ProfileName = None,
    as_json: AsJson = False,
) -> None:
    """
    Seal a model, its law, tables and firmware into one ROM file.

    The same input gives the same bytes in any folder, for any user, on any day.
    """
    from emulator.support import files
    from machines.rom.build import build_file
    from machines.rom.file import unpack
    from machines.rom.seal import read_private, signer

    figures.keeper = figures.computed  # what is sealed rests on no kept figure
    key = None if sign is None else read_private(sign)
    data = build_file(model, profile=profile, language=language, firmware=firmware, key=key)
    box = unpack(data)
    files.replace(output, data)
    output.chmod(0o644)  # a ROM holds no secret
    found: Json = {
        "rom": str(output),
        "model": box.manifest["model"],
        "profile": box.manifest["profile"],
        "language": box.manifest["language"],
        "size_bytes": len(data),
        "parts": len(box.parts),
        "digest": box.digest,
        "signer": signer(box),
    }
    if as_json:
        print_json(found)
        return
    rows = [
        ("size", f"{len(data):,} bytes in {len(box.parts)} parts"),
        ("signature", "none" if found["signer"] is None else f"by {found['signer']}"),
    ]
    print_table(facts(f"{output}: {found['model']}, profile {found['profile']}", rows))
    print(f"digest: {box.digest}")
