# SPDX-License-Identifier: MIT
"""What every verb shares: output as one JSON object or as tables, errors in one line, progress bars."""

from __future__ import annotations

import contextlib
import json
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from emulator.commands import complete
from emulator.support.errors import EmulatorError
from machines import MachinesError
from machines.support.currency import EURO, tell_in, told
from machines.support.languages import languages
from machines.support.plain import JsonView

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.measure import Measurement
    from rich.table import Table

    from machines.model import Model

    LanguageName = str
else:
    LanguageName = Literal[languages()]


def written_in(known: Sequence[str], what: str, help_: str) -> object:
    """The option --lang of something that is not written in every language; it names those that it is in."""

    def checked(value: str) -> str:
        if value not in known:
            raise typer.BadParameter(f"{what} in {' and '.join(known)} only (got {value})")
        return value

    def complete(incomplete: str) -> list[str]:
        return [one for one in known if one.startswith(incomplete)]

    return typer.Option(
        "--lang", metavar=f"[{'|'.join(known)}]", help=help_, callback=checked, autocompletion=complete
    )


def valued(
    name: str,
    metavar: str,
    help_: str,
    min: float | None = None,
    max: float | None = None,
    callback: Callable[..., object] | None = None,
    autocompletion: Callable[..., object] | None = None,
) -> object:
    """An option with a value."""
    return typer.Option(
        name, metavar=metavar, help=help_, min=min, max=max, callback=callback, autocompletion=autocompletion
    )


def flag(name: str, help_: str) -> object:
    """An option that is there or not."""
    return typer.Option(name, help=help_)


AsJson = Annotated[bool, flag("--json", "Print one JSON object and nothing else.")]
ModelName = Annotated[
    str,
    typer.Argument(help="A model that ships, or the path of a model file.", autocompletion=complete.models),
]
MachineName = Annotated[
    str,
    typer.Argument(
        metavar="MODEL",
        help="A model that ships, or the path of a model or ROM file.",
        autocompletion=complete.models,
    ),
]
ProfileName = Annotated[
    str | None,
    valued("--profile", "P", "Rule profile instead of the model's own.", autocompletion=complete.profiles),
]
VariantName = Annotated[
    str | None, valued("--variant", "NAME", "One of the model's payout variants; the same as MODEL@NAME.")
]


def _seed(value: str | None) -> str | None:
    if value is not None and not re.fullmatch(r"([0-9A-Fa-f]{2}){1,32}", value):
        raise typer.BadParameter(f"seed must be an even number of hex digits, 2 to 64 (got {value})")
    return value


Seed = Annotated[
    str | None,
    valued("--seed", "HEX", "Repeat a run: an even number of hex digits, at most 64.", callback=_seed),
]

# The library that reads the command line keeps this class in different places from version to version.
_WRONG_USAGE: Any = typer.BadParameter.__mro__[1]

DONE, FAILED, WRONG_USAGE = 0, 1, 2
_ANY_WIDTH = 1_000


class CommandError(EmulatorError):
    """
    Why a command ended without its result.

    Args:
        message: one line: what is allowed and what came.
        hint: a next step.
        rule: id of the legal rule that was broken, such as B-12.
        details: further keys of the JSON error object.
        status: exit status, FAILED or WRONG_USAGE.
        report: printed instead of message and hint where several lines say more.
    """

    def __init__(
        self,
        message: str,
        hint: str = "",
        *,
        rule: str | None = None,
        details: JsonView | None = None,
        status: int = FAILED,
        report: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.rule = rule
        self.details = dict(details or {})
        self.status = status
        self.report = report


def explain(error: BaseException, usage: str = "azar --help") -> CommandError:
    """Turn whatever stopped a command into a line that helps; ``usage`` is the hint of last resort."""
    if isinstance(error, CommandError):
        return error
    if isinstance(error, KeyboardInterrupt | typer.Abort):
        return CommandError("interrupted")
    if isinstance(error, _WRONG_USAGE):
        message = " ".join(error.format_message().split()).rstrip(".")
        return CommandError(message[:1].lower() + message[1:], usage, status=WRONG_USAGE)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return CommandError(f"{where}{error.strerror or error}", "check the path and its permissions")
    if isinstance(error, MachinesError | EmulatorError) and getattr(error, "problems", None):
        return _problems(error, usage)
    if isinstance(error, MachinesError | EmulatorError) or type(error).__module__.startswith("cext"):
        line, _, hint = str(error).partition("\n\nhint: ")
        hint = getattr(error, "hint", "") or hint or usage
        return CommandError(" ".join(line.split()), hint, rule=getattr(error, "rule", None))
    hint = "set AZAR_TRACEBACK=1 to see where it happened, and report it"
    return CommandError(f"internal error, {type(error).__name__}: {_one_line(error)}", hint)


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def _problems(error: Any, usage: str) -> CommandError:
    """A model or profile with mistakes: all of them, the first one's rule and hint at the top."""
    first = error.problems[0]
    if isinstance(first, str):
        # A script that cannot be read is wrong usage; a profile is what the command was to judge.
        script = isinstance(error, EmulatorError)
        return CommandError(
            str(error).partition("\n")[0],
            usage if script else "docs/rules.md explains the keys of a profile",
            details={"problems": error.problems},
            status=WRONG_USAGE if script else FAILED,
            report=str(error),
        )
    problems = [problem._asdict() for problem in error.problems]
    message = str(error).partition("\n")[0]
    return CommandError(
        f"{message}; the first: {first.path}: {first.message}",
        first.hint,
        rule=next((problem.rule for problem in error.problems if problem.rule), None),
        details={"problems": problems},
        report=str(error),
    )


def report_failure(failure: CommandError, *, as_json: bool) -> None:
    """Tell a failure: one JSON object on standard output, or lines on standard error."""
    if as_json:
        error = {"message": failure.message, "hint": failure.hint, "rule": failure.rule, **failure.details}
        print_json({"error": error})
        return
    sys.stdout.flush()
    hint = f"\n\nhint: {failure.hint}" if failure.hint else ""
    if failure.report is not None and "hint: " in failure.report:
        hint = ""
    print(f"error: {failure.report or failure.message}{hint}", file=sys.stderr)


def print_json(result: JsonView) -> None:
    """Print one object; exact ratios become "p/q"."""
    print(json.dumps(result, ensure_ascii=False, indent=2, default=str), flush=True)


def print_table(table: RenderableType) -> None:
    """Print a table or a text as wide as the terminal, or as its longest words where that is too narrow."""
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False, emoji=False)
    wide = console.options.update(max_width=_ANY_WIDTH)
    needs = console.measure(table, options=wide)
    console.width = max(console.width, needs.minimum)
    if isinstance(table, Table) and console.width < needs.maximum:
        least = _share(table, needs.maximum, console.width, lambda cell: console.measure(cell, options=wide))
        console.width = max(console.width, least)
    console.print(table)


def _share(table: Table, natural: int, width: int, measure: Callable[[RenderableType], Measurement]) -> int:
    """
    Give each column its longest word, or all of a number, and to those that want more a part of the rest.

    Left alone rich makes the widest columns alike, and cuts the words that are longer.

    Args:
        natural: width of the table with every cell in one line.
        width: what there is; less is spare where numbers alone need more.

    Returns:
        The width without which something would be cut.
    """
    spans = []
    for column in table.columns:
        if column.width is not None:
            spans.append((column.width, column.width))
            continue
        sizes = [measure(cell) for cell in (column.header, *column.cells)]
        most = max(size.maximum for size in sizes)
        whole = column.no_wrap or column.justify == "right"
        spans.append((most if whole else max(size.minimum for size in sizes), most))
    least = natural - sum(most - few for few, most in spans)
    spare = max(0, width - least)
    waiting = sorted(range(len(spans)), key=lambda at: spans[at][1] - spans[at][0])
    for left, at in zip(range(len(waiting), 0, -1), waiting, strict=True):
        few, most = spans[at]
        more = min(most - few, spare // left)
        spare -= more
        table.columns[at].width = few + more
    return least


def table(title: str | None, *columns: str) -> Table:
    """A table; a column whose name starts with ">" is set flush right."""
    from rich import box
    from rich.table import Table

    made = Table(title=title, box=box.SIMPLE_HEAD, title_justify="left", title_style="bold")
    for name in columns:
        made.add_column(name.lstrip(">"), justify="right" if name.startswith(">") else "left")
    return made


def facts(title: str | None, rows: Sequence[tuple[str, str]]) -> Table:
    """A table of names and values without a heading line."""
    made = table(title, "", "")
    made.show_header = False
    made.columns[0].no_wrap = True
    made.columns[1].overflow = "fold"
    for name, value in rows:
        made.add_row(name, value)
    return made


def say(line: str) -> None:
    """A message, apart from the result."""
    print(line, file=sys.stderr, flush=True)


@contextlib.contextmanager
def progress(what: str, *, wanted: bool = True) -> Iterator[Callable[..., None]]:
    """
    A progress bar on standard error that shows itself only if the work takes more than a second.

    Yields:
        A function to be called with (done, total) and, where something may be said meanwhile, a note.
    """
    if not wanted or not sys.stderr.isatty():
        yield lambda done, total, note="": None
        return
    bar = _Bar(what)
    try:
        yield bar.at
    finally:
        bar.stop()


@contextlib.contextmanager
def working(what: str, *, wanted: bool = True) -> Iterator[None]:
    """A bar without an end on standard error for work that cannot tell how far it is, after a second."""
    if not wanted or not sys.stderr.isatty():
        yield
        return
    from threading import Timer

    bar = _Bar(what)
    timer = Timer(1, bar.pulse)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        bar.stop()


class _Bar:
    def __init__(self, what: str) -> None:
        self._what = what
        self._began = monotonic()
        self._bar: Any = None

    def at(self, done: int, total: int, note: str = "") -> None:
        if self._bar is None:
            if monotonic() - self._began < 1:
                return
            self._bar = self._start()
        what = f"{self._what} {note}".rstrip()
        self._bar.update(self._task, completed=done, total=total, description=what)

    def pulse(self) -> None:
        """Show that work goes on; the bar moves by itself."""
        self._bar = self._start(None)

    def _start(self, total: int | None = 100) -> Any:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
        bar = Progress(*columns, console=Console(stderr=True), transient=True, get_time=monotonic)
        self._task = bar.add_task(self._what, total=total)
        bar.start()
        return bar

    def stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()


def open_model(name: str, profile: str | None = None) -> Model:
    """Load a model without making those commands wait that need none."""
    from machines.model import load_model

    return load_model(name, profile)


def in_money_of(model: Model | None) -> None:
    """From now on amounts are in the money of this model; None: in euro."""
    tell_in(EURO if model is None else model.currency)


def euro(cents: int) -> str:
    """An amount exactly, in euro or in the money of the model that the command is about."""
    return told(cents)
