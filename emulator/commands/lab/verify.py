# SPDX-License-Identifier: MIT
"""azar lab verify: list, signature and journals, and the checks done again to the same bytes."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from emulator.commands.console import AsJson, CommandError, print_json, progress, valued
from emulator.commands.firmware import RuntimeName
from emulator.commands.lab import options

Only = Annotated[list[str] | None, valued("--only", "ROW", "A row or a check to do again; again for more.")]
Public = Annotated[Path | None, valued("--key", "F", "Public key that must have signed the folder.")]
Jobs = Annotated[int, valued("--jobs", "J", "Processes.", min=1)]


def verify(
    folder: options.Folder,
    only: Only = None,
    key: Public = None,
    check_file: options.Checks = None,
    runtime: RuntimeName = None,
    jobs: Jobs = 1,
    as_json: AsJson = False,
) -> None:
    """
    Repeat an examination.

    Exit 0 if the folder is as it was sealed and every check left the same bytes again, 1 otherwise.
    """
    from emulator.lab.exam.verify import verify as repeat
    from machines.rom.seal import read_public

    with progress("repeating", wanted=not as_json) as at:
        made = repeat(
            folder,
            only=only or (),
            more=options.own_checks(check_file),
            key=None if key is None else read_public(key),
            runtime=runtime,
            jobs=jobs,
            told=at,
        )
    faults = [str(fault) for fault in made.faults]
    found = {"holds": made.holds, "signer": made.signer, "checks": [*made.repeated], "files": made.files}
    if not made.holds:
        raise CommandError(
            f"{folder}: {len(faults)} files are not as they were sealed; the first: {faults[0]}",
            "the other files still stand; examine the sample anew",
            details={**found, "faults": faults},
            report="\n".join([f"{folder}:", *(f"  {fault}" for fault in faults)]),
        )
    if as_json:
        print_json({**found, "faults": []})
        return
    print(f"{len(made.repeated)} checks done again: {made.files} files, the same to the byte")
    print("signed by " + made.signer if made.signer else "not signed")
