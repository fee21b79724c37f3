# SPDX-License-Identifier: MIT
"""azar board: a prompt on the board of a TEST machine."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from emulator.commands.console import (
    DONE,
    FAILED,
    WRONG_USAGE,
    CommandError,
    MachineName,
    ProfileName,
    Seed,
    VariantName,
    flag,
    progress,
    say,
    valued,
)
from emulator.commands.firmware import FirmwareFolder, RuntimeName, TrustFirmware, printable, tell_choice

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet
    from emulator.prompt.prompt import Prompt
    from emulator.prompt.row import Row
    from emulator.prompt.terminal import Interrupt
    from emulator.records.journal import Recorder

EXAMPLE = """\
azar board cierzo --seed 00
azar board cierzo --seed 00 -c ".run 4s" -c "main.state.credits_cents"
azar board cierzo --seed 00 --firmware my_firmware --journal bench.jsonl < commands.txt"""

Commands = Annotated[
    list[str] | None,
    typer.Option("-c", "--command", metavar="LINE", help="Do this line and end; several in their order."),
]
JournalPath = Annotated[Path | None, valued("--journal", "FILE", "Write the journal here, for azar replay.")]
LinkHere = Annotated[
    Literal["here"] | None,
    typer.Option(
        "--link", help="A controller of its pots for this run, without which a linked machine waits."
    ),
]
JsonLines = Annotated[bool, flag("--json", "Print one object a line: what is typed, and each thing said.")]
_HISTORY = "board_history"


def board(
    model: MachineName = "cierzo",
    seed: Seed = None,
    commands: Commands = None,
    firmware: FirmwareFolder = None,
    runtime: RuntimeName = None,
    trust_firmware: TrustFirmware = False,
    journal: JournalPath = None,
    profile: ProfileName = None,
    variant: VariantName = None,
    link: LinkHere = None,
    as_json: JsonLines = False,
) -> None:
    """
    A prompt on the board of a TEST machine.

    Python is done inside its firmware, on genuine MicroPython unless --runtime cpython is given; commands
    begin with a dot (.help). Time stands while you type. What you do is recorded, and azar replay does it
    again. With -c, or from a file or pipe, the exit status is 1 if a line failed.
    """
    if seed is None:
        raise CommandError(
            "seed must be given: a prompt is of TEST machines, nobody types into a machine of record",
            f"azar board {model} --seed 00",
            status=WRONG_USAGE,
        )
    from emulator.prompt.terminal import Interrupt

    interrupt, told = Interrupt(), _Told(as_json=as_json)
    model = model if variant is None else f"{model}@{variant}"
    cabinet = _cabinet(model, seed, firmware, runtime, trust_firmware, profile, told.printed)
    tell_choice(cabinet.choice)
    with contextlib.closing(cabinet), _recorded(cabinet, journal) as recorder:
        _join(cabinet, link)
        from emulator.prompt.prompt import Prompt

        restore = partial(
            type(cabinet).restore, firmware=firmware, trust_firmware=trust_firmware, console=told.printed
        )
        prompt = Prompt(
            cabinet,
            told.row,
            recorder=recorder,
            journal=journal,
            going=interrupt.going,
            restore=restore,
            passing=partial(progress, "running", wanted=not as_json),
        )
        if commands is None and sys.stdin.isatty() and not as_json:
            _by_hand(prompt, interrupt)
            return
        lines = sys.stdin if commands is None else commands
        with interrupt.listening():
            _by_script(prompt, lines, told, whole=commands is not None)
    if as_json:
        told.end()
        raise typer.Exit(FAILED if told.failed else DONE)
    if told.failed:
        raise CommandError(f"{told.failed} of {told.lines} lines failed", "azar board --help", status=FAILED)


def _join(cabinet: Cabinet, link: str | None) -> None:
    """Lead a line to a controller of its own, or say that a linked machine takes no play without one."""
    name = cabinet.model.name
    if link is None:
        if cabinet.model.link is not None:
            say(f"{name} shares a pot and takes no play alone: --link here")
        return
    from emulator.link.room import Room

    cabinet.join(Room.beside(name), own=True)


def _by_hand(prompt: Prompt, interrupt: Interrupt) -> None:
    from emulator.prompt.terminal import talk
    from emulator.records.storage import machines_folder

    cabinet = prompt.cabinet
    runs = "genuine MicroPython" if cabinet.runtime == "micropython" else "CPython"
    say(f"{cabinet.model.name} TEST, seed {cabinet.seed}, on {runs}; time stands. .help, .run 4s, .quit")
    talk(prompt, interrupt, machines_folder().parent / _HISTORY)


def _by_script(prompt: Prompt, lines: Iterator[str] | list[str], told: _Told, *, whole: bool) -> None:
    """Lines of a file or of the command line, which are told as they are done."""
    more = False
    for line in lines:
        told.typed(line.rstrip("\n"), more=more)
        if whole:
            prompt.do(line)
        else:
            more = prompt.feed(line.rstrip("\n"))
        if prompt.ended:
            return
    prompt.flush()


def _cabinet(
    model: str,
    seed: str,
    firmware: Path | None,
    runtime: str | None,
    trust_firmware: bool,
    profile: str | None,
    console: Callable[[str], None],
) -> Cabinet:
    from emulator.cabinet import Cabinet
    from emulator.vm.choose import CPYTHON, MICROPYTHON, require_micropython
    from emulator.vm.errors import VMUnavailableError

    if runtime != CPYTHON:
        try:
            require_micropython(say)
            runtime = MICROPYTHON
        except VMUnavailableError as error:
            say(f"CPython runs our firmware, since genuine MicroPython cannot: {error}")
            runtime = None
    return Cabinet(
        model,
        seed=seed,
        profile=profile,
        firmware=firmware,
        runtime=runtime,
        trust_firmware=trust_firmware,
        console=console,
    )


@contextlib.contextmanager
def _recorded(cabinet: Cabinet, path: Path | None) -> Iterator[Recorder | None]:
    """Write the journal of a cabinet while this lasts; None where none is wanted."""
    if path is None:
        yield None
        return
    from emulator.records.journal import Recorder
    from emulator.records.journal_file import open_journal

    with open_journal(path) as stream:
        recorder = Recorder(cabinet, stream)
        try:
            yield recorder
        finally:
            recorder.close()


class _Told:
    """What is typed and said, as text or as one JSON object a line."""

    def __init__(self, *, as_json: bool) -> None:
        self._as_json = as_json
        self.lines = self.failed = 0
        self._failed_at = 0

    def typed(self, line: str, *, more: bool = False) -> None:
        """A line that is about to be done; ``more``: it goes on with the one before."""
        self.lines += not more and bool(line.strip())
        if self._as_json:
            self._print({"kind": "typed", "line": line})
        else:
            print(f"{'...' if more else '>>>'} {line}".rstrip())

    def row(self, row: Row) -> None:
        """Something that was said."""
        if row.kind == "error" and self._failed_at != self.lines:
            self._failed_at = self.lines
            self.failed += 1
        if self._as_json:
            self._print({"kind": row.kind, **row.fields, "text": row.text})
        elif row.text or row.kind != "answer":
            print("\n".join(printable(line) for line in row.text.splitlines()), flush=True)

    def printed(self, line: str) -> None:
        """A line that the firmware printed by itself."""
        if self._as_json:
            self._print({"kind": "print", "text": line.rstrip("\n")})
        else:
            print(f"{'print':>14}  {printable(line.rstrip())}", flush=True)

    def end(self) -> None:
        """The last object."""
        self._print({"kind": "end", "lines": self.lines, "failed": self.failed})

    def _print(self, found: dict[str, object]) -> None:
        print(json.dumps(found), flush=True)
