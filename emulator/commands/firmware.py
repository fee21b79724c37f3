# SPDX-License-Identifier: MIT
"""
What every verb that runs a firmware shares: whose it is, its runtime, trust in it, console, last fault, and
who looks at it line by line.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, TextIO

import typer

from emulator.commands.console import WRONG_USAGE, CommandError, flag, print_table, say, table, valued
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.cabinet.trust import Choice
    from emulator.debug.coverage import Coverage
    from emulator.vm.watch import Watch

RuntimeName = Annotated[
    Literal["cpython", "micropython"] | None,
    typer.Option(
        "--runtime",
        help="What runs the firmware; both give the same run. Default: CPython for our firmware, genuine "
        "MicroPython (the extra [vm]) for another's, which it holds.",
    ),
]
TrustFirmware = Annotated[
    bool,
    flag(
        "--trust-firmware",
        "Let CPython run a firmware that is not ours: it is then a program of yours, with your files "
        "and your network.",
    ),
]
ConsoleName = Annotated[
    str | None, valued("--console", "F", 'Write what the firmware prints to this file; "-": standard error.')
]
FirmwareFolder = Annotated[
    Path | None,
    valued(
        "--firmware", "DIR", "A folder of firmware instead of ours, such as azar new --with-firmware lays."
    ),
]
WithPdb = Annotated[
    bool, flag("--pdb", "Stop in pdb where the firmware boots, at --break, at breakpoint(), where it fails.")
]
Breaks = Annotated[
    list[str] | None, valued("--break", "FILE:LINE", "Stop in pdb at this line; again for more.")
]
WithDebugpy = Annotated[
    str | None,
    valued("--debugpy", "[HOST:]PORT", "Wait there until an editor attaches to debug (the extra [debug])."),
]
CoverageTo = Annotated[
    Path | None,
    valued("--coverage", "F", "Which lines and branches ran: a folder of pages, F.json or F.info (lcov)."),
]
Line = Callable[[str], None]
# Places of a module that a terminal names; the pages have all of them.
_PLACES_SHOWN = 6


class Looking(NamedTuple):
    """Who looks at a firmware line by line, as a command line asks for it."""

    pdb: bool = False
    breaks: list[str] | None = None
    debugpy: str | None = None
    coverage: Path | None = None


class Looker:
    """
    Looks at the firmware of all machines that a command runs.

    Attributes:
        watch: what a cabinet takes; None: nobody looks.
    """

    def __init__(self, looking: Looking) -> None:
        self.watch: Watch | None = None
        self._coverage: Coverage | None = None
        self._file = looking.coverage
        if looking.pdb or looking.breaks:
            from emulator.debug.prompt import Prompt

            self.watch = Prompt(looking.breaks or ())
        elif looking.debugpy is not None:
            from emulator.debug.adapter import Adapter

            self.watch = Adapter.at(looking.debugpy, say)
        elif looking.coverage is not None:
            from emulator.debug.coverage import Coverage

            self.watch = self._coverage = Coverage()

    def found(self) -> Json | None:
        """What was counted, under the names of ``--json``; None where nothing was."""
        if self._coverage is None:
            return None
        from emulator.debug.totals import totals

        return {"file": str(self._file), **totals(self._coverage.modules())}

    def write(self, *, quiet: bool) -> None:
        """Write what was counted, and show it as a table."""
        if self._coverage is None or self._file is None:
            return
        from emulator.debug.report import write
        from emulator.debug.totals import percent, totals

        modules = self._coverage.modules()
        if not modules:
            return
        write(modules, self._file)
        if quiet:
            return
        shown = table(None, "module", ">lines", ">run", ">%", ">branches", "never")
        for one in modules:
            places = one.missing.split(", ") if one.missing else []
            more = len(places) - _PLACES_SHOWN
            never = ", ".join(places[:_PLACES_SHOWN]) + (f", {more} more" if more > 0 else "")
            share = percent(one.lines_run, len(one.lines))
            outcomes = f"{one.branches_taken}/{len(one.branches)}" if one.branches else ""
            shown.add_row(one.name, str(len(one.lines)), str(one.lines_run), share, outcomes, never)
        total = totals(modules)
        outcomes = f"{total['branches_taken']}/{total['branches']}"
        share = percent(total["lines_run"], total["lines"])
        shown.add_row("all", str(total["lines"]), str(total["lines_run"]), share, outcomes, "")
        print_table(shown)
        print(f"coverage: {self._file}")


@contextlib.contextmanager
def looked_at(looking: Looking, runtime: str | None, *, as_json: bool) -> Iterator[Looker]:
    """
    Look at what a command runs while this lasts; what was counted is written however it ends.

    Raises:
        CommandError: more than one is to look, on MicroPython, or pdb where standard output is one object.
    """
    asked = {
        "--pdb": looking.pdb or bool(looking.breaks),
        "--debugpy": looking.debugpy is not None,
        "--coverage": looking.coverage is not None,
    }
    named = [name for name, wanted in asked.items() if wanted]
    if len(named) > 1:
        raise CommandError(
            f"{' and '.join(named)} must not both be given", "look with one at a time", status=WRONG_USAGE
        )
    if named and runtime == "micropython":
        raise CommandError(
            f"{named[0]} must be on CPython (got micropython)",
            "leave --runtime out: both give the same run, to the last operation",
            status=WRONG_USAGE,
        )
    if asked["--pdb"] and as_json:
        raise CommandError("--pdb must be without --json", "pdb talks on standard output", status=WRONG_USAGE)
    looker = Looker(looking)
    try:
        yield looker
    finally:
        looker.write(quiet=as_json)


def whose(choice: Choice) -> Json:
    """Whose firmware ran, under the names of ``--json``."""
    return {"ours": choice.ours, "differs": list(choice.differs), "trusted": choice.trusted}


def tell_choice(choice: Choice, name: str = "") -> None:
    """One line about a firmware that is not ours."""
    if choice.note:
        say(f"{name}: {choice.note}" if name else choice.note)


def tell_fault(fault: str | None, name: str = "") -> None:
    """One line about the last fault of a firmware, if it had any."""
    if fault:
        say(f"{name}{': ' if name else ''}the firmware failed last at {printable(fault)}")


@contextlib.contextmanager
def console_at(name: str | None, *others: str | Path | None) -> Iterator[Line | None]:
    """
    Open a console; None where none is wanted.

    Args:
        name: a file, or "-" for standard error.
        others: files of the same command, which it must not be.

    Raises:
        CommandError: it is one of them, or cannot be written.
    """
    if name is None:
        yield None
        return
    if name == "-":
        yield lambda line: say(printable(line.rstrip("\n")))
        return
    path = Path(name)
    for other in others:
        if other is not None and Path(other).resolve() == path.resolve():
            raise CommandError(f"console must be a file of its own (got {other})", "name another file")
    try:
        stream = path.open("w", encoding="utf-8", newline="\n")
    except OSError as error:
        raise CommandError(
            f"{name}: console cannot be written: {error.strerror or error}",
            'name a file in a folder that can be written, or "-"',
        ) from None
    written = _Written(stream, name)
    try:
        yield written.line
    finally:
        with contextlib.suppress(OSError):
            stream.close()
        written.told()


class _Written:
    """Lines to a file, which may fail without disturbing the machine."""

    def __init__(self, stream: TextIO, name: str) -> None:
        self._stream = stream
        self._name = name
        self._failure: OSError | None = None

    def line(self, line: str) -> None:
        """Write one, and let it be seen at once."""
        if self._failure is not None:
            return
        try:
            self._stream.write(printable(line.rstrip("\n")) + "\n")
            self._stream.flush()
        except OSError as error:
            self._failure = error

    def told(self) -> None:
        """Say it if something could not be written."""
        if self._failure is not None:
            say(f"{self._name}: console is cut short: {self._failure.strerror or self._failure}")


def printable(text: str) -> str:
    """Text of a firmware as a terminal may be given it: no control character gets through."""
    return "".join(
        one if one.isprintable() or one == "\t" else one.encode("unicode_escape").decode() for one in text
    )
