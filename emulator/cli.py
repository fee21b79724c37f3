# SPDX-License-Identifier: MIT
"""
The azar command: one verb a file in ``emulator/commands/``.

Exit status: 0 done, 1 failed, 2 wrong usage. Results go to standard output, messages to standard
error; with ``--json`` one object goes to standard output and nothing else. No error is a traceback.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from emulator.commands import (
    build,
    cctalk,
    check,
    counter,
    inspect,
    link,
    models,
    pai_gow,
    par,
    play,
    powercut,
    recall,
    replay,
    rng,
    rom,
    scenario,
    service,
    simulate,
    version,
)
from emulator.commands.console import CommandError, explain, report_failure

VERBS = (
    play,
    models,
    check,
    counter,
    par,
    simulate,
    rng,
    build,
    rom,
    powercut,
    scenario,
    replay,
    recall,
    inspect,
    service,
    cctalk,
    link,
    pai_gow,
    version,
)

app = typer.Typer(
    name="azar",
    help="Emulates, measures and tests coin machines as Spanish law defines them. No real money is involved.",
    epilog="Example: azar play cierzo",
    add_completion=False,
    rich_markup_mode=None,  # plain help: it starts faster and reads the same without colour
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for _verb in VERBS:
    _name = _verb.__name__.rpartition(".")[2]
    app.command(_name.replace("_", "-"), epilog=f"Example: {_verb.EXAMPLE}")(getattr(_verb, _name))


@app.callback(invoke_without_command=True)
def azar(
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", help="Print the version with the digests of core, tables and VM.")
    ] = False,
) -> None:
    if show_version:
        version.version()
    elif context.invoked_subcommand is None:
        typer.echo(context.get_help())
        raise typer.Exit(2)


def run(arguments: Sequence[str]) -> int:
    """Do one command line, without the program's name; return its exit status."""
    command = typer.main.get_command(app)
    try:
        with command.make_context("azar", list(arguments)) as context:
            command.invoke(context)
            sys.stdout.flush()
    except typer.Exit as leaving:
        return leaving.exit_code
    except BrokenPipeError:
        _let_go_of_stdout()
        return 1
    except (Exception, KeyboardInterrupt) as error:
        if os.environ.get("AZAR_TRACEBACK") and isinstance(error, Exception):
            raise
        return _report(explain(error, _help_of(arguments)), as_json="--json" in arguments)
    return 0


def _report(failure: CommandError, *, as_json: bool) -> int:
    """Tell a failure and return its status; where standard output takes nothing more, on standard error."""
    try:
        report_failure(failure, as_json=as_json)
    except BrokenPipeError:
        _let_go_of_stdout()
        return 1
    except OSError:
        _let_go_of_stdout()
        with contextlib.suppress(OSError):
            report_failure(failure, as_json=False)
    return failure.status


def _help_of(arguments: Sequence[str]) -> str:
    """The command line that explains the one that failed."""
    verb = next((word for word in arguments if not word.startswith("-")), "")
    known = {module.__name__.rpartition(".")[2] for module in VERBS}
    return f"azar {verb} --help" if verb in known else "azar --help"


def _let_go_of_stdout() -> None:
    """Whoever read us has gone, or the disk is full: nothing must be written there when Python ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


def _have_streams() -> None:
    """
    Open what the caller closed onto nothing, and let no character fail that the locale lacks.

    Files take the lowest free numbers: left closed, standard output could become the journal.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 (to the end)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def main() -> None:
    """The entry point that the ``azar`` script calls."""
    _have_streams()
    try:
        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # a second Ctrl-C while the first is being reported
        status = 1
    sys.exit(status)


if __name__ == "__main__":
    main()
