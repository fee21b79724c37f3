# SPDX-License-Identifier: MIT
"""azar replay: a journal's run done again, byte for byte."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from emulator.commands.console import AsJson, CommandError, print_json, progress, valued
from emulator.commands.firmware import (
    Breaks,
    ConsoleName,
    FirmwareFolder,
    Looking,
    RuntimeName,
    TrustFirmware,
    WithDebugpy,
    WithPdb,
    console_at,
    looked_at,
    tell_choice,
    tell_fault,
    whose,
)
from machines.support.plain import JsonView

EXAMPLE = "azar replay visit.jsonl"

JournalPath = Annotated[Path, typer.Argument(metavar="JOURNAL", help="A journal that azar play wrote.")]
ModelFile = Annotated[
    str | None, valued("--model", "FILE", "Where the model or ROM file is, if it does not ship.")
]


def replay(
    journal: JournalPath,
    model: ModelFile = None,
    runtime: RuntimeName = None,
    firmware: FirmwareFolder = None,
    trust_firmware: TrustFirmware = False,
    console: ConsoleName = None,
    pdb: WithPdb = False,
    break_: Breaks = None,
    debugpy: WithDebugpy = None,
    as_json: AsJson = False,
) -> None:
    """
    Do a recorded run again and compare every line with the file.

    An altered line is named, and so is the first line that the machine does not reproduce. What ran the
    firmware then, and who trusted it, says nothing of this time. What a firmware printed can be heard again:
    azar replay x.jsonl --console prints.txt.
    """
    from emulator.records.replay import replay as run_again
    from emulator.tables.rebuild import builder_of

    if journal.is_file() and _is_of_no_machine(journal, as_json):
        return

    build = builder_of(journal)
    made: list[Any] = []

    def built(origin: JsonView, **options: Any) -> Any:
        if looker.watch is not None:
            options["watch"] = looker.watch
        asked = {} if runtime is None and "runtime" in options else {"runtime": runtime}
        made.append(build(origin, console=line, **{**options, **asked}))
        tell_choice(made[0].choice)
        return made[0]

    with (
        console_at(console, journal, model) as line,
        looked_at(Looking(pdb, break_, debugpy), runtime, as_json=as_json) as looker,
        progress("replaying", wanted=not as_json and not (pdb or break_)) as at,
    ):
        report = run_again(
            journal, at, model=model, firmware=firmware, build=built, trust_firmware=trust_firmware
        )
    fault = made[0].last_fault
    result = {
        "journal": str(journal),
        "lines": report.lines,
        "compared": report.compared,
        "duration_ms": report.duration_us // 1000,
        "test": report.test,
        "complete": report.complete,
        "cut": report.cut,
        "same": report.same,
        "firmware": {**whose(made[0].choice), "runtime": made[0].runtime},
        "last_fault": fault,
    }
    tell_fault(fault)
    if report.difference is not None:
        raise CommandError(
            f"{journal}: line {report.difference.line} was not reproduced",
            "the recorded machine, its firmware or the journal differs from what is here",
            details={**result, **report.difference._asdict()},
            report=str(report),
        )
    if as_json:
        print_json(result)
    else:
        print(report)


def _is_of_no_machine(journal: Path, as_json: bool) -> bool:
    """Whether a file is the journal of a ccTalk line or of a sitting at a table; it is replayed if so."""
    from emulator.cctalk.record import is_line
    from emulator.tables.sitting_journal import is_sitting

    if is_line(journal):
        _replay_line(journal, as_json)
        return True
    if is_sitting(journal):
        _replay_sitting(journal, as_json)
        return True
    return False


def _replay_line(journal: Path, as_json: bool) -> None:
    """Do the recorded run of a ccTalk line again; its bytes are compared on the way."""
    from emulator.cctalk.record import replay_line

    heard = replay_line(journal)
    if as_json:
        print_json({"journal": str(journal), "host_heard_bytes": heard, "same": True})
    else:
        print(f"{journal}: the host hears the same {heard:,} bytes at the same times")


def _replay_sitting(journal: Path, as_json: bool) -> None:
    """Do every move of a sitting at a table again; what the table is after each is compared."""
    from emulator.tables.sitting_journal import replay_sitting

    with progress("replaying", wanted=not as_json) as at:
        report = replay_sitting(journal, at)
    if as_json:
        print_json(
            {
                "journal": str(journal),
                "game": report.table.name,
                "moves": report.moves,
                "rounds": report.table.state["round"],
                "cents": report.table.total_cents(),
                "complete": report.complete,
                "cut": report.cut,
                "same": True,
            }
        )
    else:
        print(report)
