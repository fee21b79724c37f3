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
azar dossier moncayo -o expediente --full --entity fabricante.toml
azar dossier boule -o expediente"""

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
Full = Annotated[
    bool, flag("--full", "Type C: all plays for ±0.1 % at 99 %; of a device the full examination.")
]
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
    completes and signs them. Of a device of a table (a wheel, the dice cup): its examination, row by row,
    with the whole evidence. The same inputs give the same bytes. It needs pip install "azar[lab]".
    """
    from emulator.lab.dossier.bundle import make_dossier
    from emulator.lab.dossier.case import Case
    from emulator.lab.dossier.device import make_device_dossier
    from emulator.lab.dossier.device_case import DeviceCase
    from emulator.lab.dossier.entity import Entity
    from emulator.lab.exam.device_sample import DeviceSample
    from emulator.lab.exam.intake import taken_in
    from emulator.lab.exam.sample import Sample

    filed, sample = Entity.read(entity), taken_in(model, profile=profile)
    with progress("dossier", wanted=not as_json) as at:

        def told(what: str, done: int, total: int) -> None:
            at(done, total, what)

        if isinstance(sample, DeviceSample):
            device = DeviceCase(sample, filed, lang, seed or "00", "full" if full else "quick")
            files = sorted(make_device_dossier(device, output, force=force, told=told).files)
            name, digest = sample.sealed.description.name, sample.sealed.box.digest
        else:
            assert isinstance(sample, Sample)
            case = Case(sample, filed, lang, seed or "00", full)
            files = sorted(make_dossier(case, output, force=force, told=told).files)
            name, digest = case.model.name, sample.rom.digest
    seed = seed or "00"
    if as_json:
        print_json({"model": name, "folder": str(output), "seed": seed, "rom_sha256": digest, "files": files})
        return
    for name in files:
        print(name)
    say(f"wrote {len(files)} files to {output}; seed {seed}")
