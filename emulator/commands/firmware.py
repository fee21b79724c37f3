# SPDX-License-Identifier: MIT
"""What every verb that runs a firmware shares: runtime, trust in another's firmware, console, last fault."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, TextIO

import typer

from emulator.commands.console import CommandError, flag, say, valued
from machines.support.plain import Json

if TYPE_CHECKING:
    from emulator.cabinet.trust import Choice

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
FirmwareFolder = Annotated[
    Path | None, valued("--firmware", "DIR", "The folder of a firmware instead of ours (docs/rom.md).")
]
ConsoleName = Annotated[
    str | None, valued("--console", "F", 'Write what the firmware prints to this file; "-": standard error.')
]
Line = Callable[[str], None]


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
