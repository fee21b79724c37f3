# SPDX-License-Identifier: MIT
"""azar replay: a journal's run done again, byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from emulator.commands.console import AsJson, CommandError, print_json, progress, valued
from emulator.commands.firmware import (
    ConsoleName,
    FirmwareFolder,
    RuntimeName,
    TrustFirmware,
    console_at,
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
    firmware: FirmwareFolder = None,
    runtime: RuntimeName = None,
    trust_firmware: TrustFirmware = False,
    console: ConsoleName = None,
    as_json: AsJson = False,
) -> None:
    """
    Do a recorded run again and compare every line with the file.

    An altered line is named, and so is the first line that the machine does not reproduce. What ran the
    firmware then, and who trusted it, says nothing of this time. What a firmware printed can be heard again:
    azar replay x.jsonl --console prints.txt.
    """
    from emulator.cctalk.record import is_line
    from emulator.records.journal import read
    from emulator.records.replay import replay as run_again

    if journal.is_file() and is_line(journal):
        _replay_line(journal, as_json)
        return

    build = _builder(str(read(journal).header["model"]))
    made: list[Any] = []

    def built(origin: JsonView, **options: Any) -> Any:
        asked = {} if runtime is None and "runtime" in options else {"runtime": runtime}
        made.append(build(origin, console=line, **{**options, **asked}))
        tell_choice(made[0].choice)
        return made[0]

    with (
        console_at(console, journal, model) as line,
        progress("replaying", wanted=not as_json) as at,
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


def _replay_line(journal: Path, as_json: bool) -> None:
    """Do the recorded run of a ccTalk line again; its bytes are compared on the way."""
    from emulator.cctalk.record import replay_line

    heard = replay_line(journal)
    if as_json:
        print_json({"journal": str(journal), "host_heard_bytes": heard, "same": True})
    else:
        print(f"{journal}: the host hears the same {heard:,} bytes at the same times")


def _builder(name: str) -> Callable[..., Any]:
    """What builds the machine of a journal: a cabinet, a dice cup, or a table with its cup."""
    from emulator.cabinet import Cabinet
    from emulator.tables.dice_cup import DiceCup
    from emulator.tables.pai_gow_game import TABLE, PaiGowGame
    from machines.tables.cup import cup_names

    def table(origin: JsonView, *, trust_firmware: bool = False, **options: Any) -> Any:
        # Its cup has our firmware and no other: there is nothing to trust.
        return PaiGowGame.from_origin(origin, **options)

    if name == TABLE:
        return table
    return DiceCup.from_origin if name in cup_names() else Cabinet.from_origin
