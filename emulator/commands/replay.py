# SPDX-License-Identifier: MIT
"""azar replay: a journal's run done again, byte for byte."""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from emulator.commands.console import AsJson, CommandError, print_json, progress

EXAMPLE = "azar replay visit.jsonl"

JournalPath = Annotated[Path, typer.Argument(metavar="JOURNAL", help="A journal that azar play wrote.")]
ModelFile = Annotated[
    str | None,
    typer.Option("--model", metavar="FILE", help="Where the model or ROM file is, if it does not ship."),
]
Runtime = Annotated[
    Literal["cpython", "micropython"],
    typer.Option("--runtime", help="What runs the firmware this time, whatever ran it then."),
]


def replay(
    journal: JournalPath, model: ModelFile = None, runtime: Runtime = "cpython", as_json: AsJson = False
) -> None:
    """
    Do a recorded run again and compare every line that comes out with the file.

    An altered line is named, and so is the first line that the machine does not reproduce.
    """
    from emulator.cctalk.record import is_line, replay_line
    from emulator.records.replay import replay as run_again

    if journal.is_file() and is_line(journal):
        heard = replay_line(journal)
        if as_json:
            print_json({"journal": str(journal), "host_heard_bytes": heard, "same": True})
        else:
            print(f"{journal}: the host hears the same {heard:,} bytes at the same times")
        return

    build = functools.partial(_builder(journal), runtime=runtime)
    with progress("replaying", wanted=not as_json) as at:
        report = run_again(journal, at, model=model, build=build)
    result = {
        "journal": str(journal),
        "lines": report.lines,
        "compared": report.compared,
        "duration_ms": report.duration_us // 1000,
        "test": report.test,
        "complete": report.complete,
        "cut": report.cut,
        "same": report.same,
    }
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


def _builder(journal: Path) -> Callable[..., Any]:
    """What builds the machine of a journal: a cabinet, a dice cup, or a table with its cup."""
    from emulator.cabinet import Cabinet
    from emulator.dice_cup import DiceCup
    from emulator.pai_gow_game import TABLE, PaiGowGame
    from emulator.records.journal import read
    from machines.cup import cup_names

    name = str(read(journal).header["model"])
    if name == TABLE:
        return PaiGowGame.from_origin
    return DiceCup.from_origin if name in cup_names() else Cabinet.from_origin
