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
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from emulator.commands.console import CommandError, explain, in_money_of, report_failure
from emulator.commands.groups import Spared, Verb, VerbGroup
from machines.support import figures

# Set by the shell, which asks for completions instead of running a command.
_COMPLETE = "_AZAR_COMPLETE"

NAMES = (
    "hall", "play", "kiosk", "new", "models", "check", "art", "counter", "par", "tune", "simulate", "lab",
    "dossier", "rng", "build", "rom", "board", "powercut", "scenario", "trace", "replay", "recall", "inspect",
    "service", "cctalk", "link", "pai-gow", "table", "wheel", "cup", "version",
)  # fmt: skip
"""The verbs as help lists them."""

_HELP = (
    "Emulates, measures and tests coin machines as Spanish law defines them. No real money is involved. "
    "Without a verb it opens the hall, where there is a display."
)


class Azar(Spared, TyperGroup):
    """The verbs in the order of NAMES, whether or not they have verbs of their own."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [name for name in NAMES if name in self.commands]


def azar(
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", help="Print the version with the digests of core, tables and VM.")
    ] = False,
) -> None:
    if show_version:
        from emulator.commands.version import version

        version()
    elif context.invoked_subcommand is None:
        _enter(context)


def _enter(context: typer.Context) -> None:
    """The hall; the help and why there is no hall where nothing can show it."""
    from emulator.commands.hall import enter, why_not

    if (reason := why_not()) is None:
        enter()
        return
    typer.echo(context.get_help())
    typer.echo(reason, err=True)
    raise typer.Exit(2)


def command_line(names: Sequence[str] = NAMES, *, listed: bool = False) -> Any:
    """
    Build the command with these of its verbs, which are imported; all take longer than the help of one.

    Args:
        names: of the verbs.
        listed: for the list of them alone; no verb has its options then.
    """
    app = typer.Typer(
        name="azar",
        cls=Azar,
        callback=azar,
        invoke_without_command=True,
        help=_HELP,
        epilog="Example: azar play cierzo",
        rich_markup_mode=None,  # plain help: it starts faster and reads the same without colour
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    for name in names:
        module = _module(name)
        made = getattr(module, name.replace("-", "_"))
        if listed:
            app.command(name, help=made.info.help if isinstance(made, typer.Typer) else made.__doc__)(
                _nothing
            )
        elif isinstance(made, typer.Typer):  # a group: its verbs are commands of their own
            app.add_typer(made, name=name)
        else:
            examples = "\n\n".join(f"Example: {line}" for line in module.EXAMPLE.splitlines())
            app.command(name, cls=Verb, epilog=examples)(made)
    return typer.main.get_command(app)


def _nothing() -> None:
    """In the place of a verb that is listed."""


def load(arguments: Sequence[str]) -> None:
    """Import what a command line, without the program's name, needs to be read."""
    for name in _named(arguments):
        _module(name)


def run(arguments: Sequence[str]) -> int:
    """Do one command line, without the program's name; return its exit status."""
    in_money_of(None)
    command = command_line(_named(arguments), listed=_asks_for_list(arguments))
    try:
        with command.make_context("azar", list(arguments)) as context:
            command.invoke(context)
            sys.stdout.flush()
    except typer.Exit as leaving:
        return leaving.exit_code
    except SystemExit as leaving:  # --install-completion and --show-completion
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except BrokenPipeError:
        _let_go_of_stdout()
        return 1
    except (Exception, KeyboardInterrupt) as error:
        if os.environ.get("AZAR_TRACEBACK") and isinstance(error, Exception):
            raise
        return _report(explain(error, _help_of(command, arguments)), as_json="--json" in arguments)
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


def _verb_at(arguments: Sequence[str]) -> int | None:
    """The place of the verb, which is the first word that is no option."""
    at = next((at for at, word in enumerate(arguments) if not word.startswith("-")), None)
    return at if at is not None and arguments[at] in NAMES else None


def _named(arguments: Sequence[str]) -> Sequence[str]:
    """The verb of a command line, or all of them where it has none."""
    at = _verb_at(arguments)
    return NAMES if at is None else arguments[at : at + 1]


def _asks_for_list(arguments: Sequence[str]) -> bool:
    """Whether a command line wants to know the verbs, and nothing of any."""
    return tuple(arguments) in (("--help",), ("-h",))


def _module(name: str) -> ModuleType:
    return import_module(f"emulator.commands.{name.replace('-', '_')}")


def _help_of(command: Any, arguments: Sequence[str]) -> str:
    """The command line that explains the one that failed."""
    at = _verb_at(arguments)
    if at is None:
        return "azar --help"
    name = arguments[at]
    below = command.commands[name]
    verb = below.verb_of(arguments[at + 1 :]) if isinstance(below, VerbGroup) else None
    return f"azar {name} {verb} --help" if verb else f"azar {name} --help"


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


def _kept(name: str, make: Callable[[], figures.Texts]) -> figures.Texts:
    from emulator.support.cache import figure  # few commands need a figure

    return figure(name, make)


def main() -> None:
    """The entry point that the ``azar`` script calls."""
    _have_streams()
    figures.keeper = _kept
    try:
        if _COMPLETE in os.environ:
            command_line()(prog_name="azar")  # ends the process
        status = run(sys.argv[1:])
    except KeyboardInterrupt:  # a second Ctrl-C while the first is being reported
        status = 1
    sys.exit(status)


if __name__ == "__main__":
    main()
