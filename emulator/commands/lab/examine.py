# SPDX-License-Identifier: MIT
"""azar lab examine: from a machine to a signed report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import (
    FAILED,
    AsJson,
    ProfileName,
    Seed,
    flag,
    print_json,
    print_table,
    progress,
    say,
    table,
    valued,
)
from emulator.commands.firmware import RuntimeName
from emulator.commands.lab import options
from machines.support.languages import DEFAULT_LANGUAGE, SOURCE_LANGUAGE
from machines.support.plain import Json

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    from emulator.lab.exam.run import Exam

Output = Annotated[Path, typer.Option("--output", "-o", metavar="DIR", help="Folder of report and evidence.")]
Jobs = Annotated[int | None, valued("--jobs", "J", "Processes; the evidence is the same for any.", min=1)]
Cluster = Annotated[str | None, valued("--cluster", "URL", "A dask scheduler whose workers do the checks.")]
Serial = Annotated[int, valued("--serial", "N", "Serial number of the sample.", min=0)]
Delivered = Annotated[str, valued("--delivered", "TEXT", "Who delivered the sample, and when.")]
Resume = Annotated[bool, flag("--resume", "Go on with the examination that DIR holds.")]

SIGNS = {
    "conforme": "Conforme",
    "no conforme": "No conforme",
    "no aplica": "No aplica",
    "no examinado": "No examinado",
}


def examine(
    machine: options.Machine,
    output: Output,
    quick: options.Quick = False,
    full: options.Full = False,
    seed: Seed = None,
    profile: ProfileName = None,
    declared: options.Declared = None,
    firmware: options.Firmware = None,
    check_file: options.Checks = None,
    serial: Serial = 1,
    delivered: Delivered = "",
    entity: options.Entity = None,
    lang: options.Language = DEFAULT_LANGUAGE,
    key: options.Key = None,
    runtime: RuntimeName = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    resume: Resume = False,
    as_json: AsJson = False,
) -> None:
    """
    Examine a machine and write its report.

    Every row of the law that could apply gets its grade: Conforme, No conforme, No aplica, No examinado.
    Exit 0 if no row is No conforme, 1 otherwise.
    """
    import time

    from emulator.lab.exam.intake import taken_in
    from emulator.lab.exam.run import begin
    from emulator.lab.report.pdf import require

    require()
    mode = options.mode_of(quick, full)
    own, signs, filled = options.own_checks(check_file), options.private_key(key), options.entity_of(entity)
    sample = taken_in(
        machine, profile=profile, declared=declared, firmware=firmware, serial=serial, delivered=delivered
    )
    exam = begin(output, sample, mode, seed=seed or "00", more=own, runtime=runtime, resume=resume)
    began = time.monotonic()
    with progress("examining", wanted=not as_json) as at:
        exam.carry_out(jobs=jobs, cluster=cluster, told=at)
    report = finish(exam, filled, lang, signs, jobs or 0, time.monotonic() - began)
    tell(report, output, as_json=as_json)


def finish(
    exam: Exam, entity: Json, language: str, key: Ed25519PrivateKey | None, jobs: int, seconds: float
) -> Json:
    """Gather the report, write it in its three forms, and seal the folder."""
    from emulator.lab.exam.folder import ABOUT, EVIDENCE, note_journals, seal, write_json
    from emulator.lab.exam.gather import about, gather
    from emulator.lab.exam.pictures import PICTURES, take
    from emulator.lab.report import write_report

    note_journals(exam.folder)
    report = gather(exam, entity)
    write_json(exam.folder / ABOUT / "run.json", about(jobs, seconds, exam.orders.runtime))
    take(exam.sample, exam.folder / PICTURES, language)
    _keep_vm(exam.folder)
    write_report(exam.folder, report, exam.folder / EVIDENCE, language)
    seal(exam.folder, key)
    return report


def _keep_vm(folder: Path) -> None:
    """Lay the derived MicroPython beside the evidence, if it is at hand; docs/laboratory.md says what for."""
    from emulator.lab.exam.folder import VM
    from emulator.vm.derive import derived_module
    from emulator.vm.errors import VMUnavailableError

    try:
        module = derived_module(say)
    except VMUnavailableError as error:
        say(f"{folder / VM}: left out: {error}")
        return
    (folder / VM).mkdir(exist_ok=True)
    (folder / VM / "micropython.wasm").write_bytes(module)


def tell(report: Json, folder: Path, *, as_json: bool) -> None:
    """Print verdict, counts and what is red; leave with 1 if something is."""
    red = [row for row in report["rows"] if row["grade"] == "no conforme"]
    if as_json:
        print_json(report)
    else:
        title = f"{report['sample']['title']}: {SIGNS[report['verdict']]}"
        shown = table(title, "area", *(f">{name}" for name in SIGNS.values()))
        for area, counts in report["areas"].items():
            shown.add_row(area, *(str(counts[grade]) for grade in SIGNS))
        print_table(shown)
        if red:
            rows = table("No conforme", "row", "article", "what was seen")
            for row in red:
                seen = "; ".join(
                    one["said"][SOURCE_LANGUAGE] for one in row["findings"] if one["grade"] == "no conforme"
                )
                rows.add_row(row["id"], row["article"], seen)
            print_table(rows)
        print(f"{folder}: report.html, report.pdf, report.json; code {report['code']}")
        print(f"repeat it: azar lab verify {folder}")
    if red:
        raise typer.Exit(FAILED)
