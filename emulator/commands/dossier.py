# SPDX-License-Identifier: MIT
"""azar dossier: the papers that a maker files with a machine."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from emulator.commands.console import (
    AsJson,
    MachineName,
    ProfileName,
    Seed,
    flag,
    print_json,
    progress,
    say,
    valued,
    written_in,
)
from machines.support.languages import DEFAULT_LANGUAGE, PAPER_LANGUAGES

EXAMPLE = """\
azar dossier cierzo -o expediente
azar dossier moncayo -o expediente --full --entity fabricante.toml"""

Folder = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="DIR", help="Folder of the dossier, made where it is missing."),
]
EntityFile = Annotated[
    Path | None, valued("--entity", "F.toml", "Maker, engineer, registry numbers, date; blank without.")
]
Language = Annotated[
    str, written_in(PAPER_LANGUAGES, "documents of a dossier are written", "Language of the documents.")
]
Full = Annotated[bool, flag("--full", "Type C: all plays for ±0.1 % at 99 %.")]
Force = Annotated[bool, flag("--force", "Write into a folder that is not empty.")]


def dossier(
    model: MachineName,
    output: Folder,
    entity: EntityFile = None,
    lang: Language = DEFAULT_LANGUAGE,
    seed: Seed = None,
    full: Full = False,
    force: Force = False,
    profile: ProfileName = None,
    as_json: AsJson = False,
) -> None:
    """
    Write the papers that are filed with a machine.

    Those of RD 2110/1998 arts. 16 and 17: documents as docx and PDF, drawings, a simulation with its
    originals, and the game memory. What nobody filled in stays a visible blank; a competent engineer
    completes and signs them. The same inputs give the same bytes. It needs pip install "azar[lab]".
    """
    from emulator.lab.dossier.bundle import make_dossier
    from emulator.lab.dossier.case import Case
    from emulator.lab.dossier.entity import Entity
    from emulator.lab.exam.sample import Sample

    filed = Entity.read(entity)
    case = Case(Sample.of(model, profile=profile), filed, lang, seed or "00", full)
    with progress("dossier", wanted=not as_json) as at:
        made = make_dossier(case, output, force=force, told=lambda what, done, total: at(done, total, what))
    files = sorted(made.files)
    if as_json:
        print_json(
            {
                "model": case.model.name,
                "folder": str(output),
                "seed": case.seed,
                "rom_sha256": case.sample.rom.digest,
                "files": files,
            }
        )
        return
    for name in files:
        print(name)
    say(f"wrote {len(files)} files to {output}; seed {case.seed}")
