# SPDX-License-Identifier: MIT
"""
Commands of several verbs: ``azar link serve``, each verb with options of its own.

    counter = group("Read the sealed counter of a machine, or check one.", EXAMPLE)

    @verb(counter, "azar counter read cierzo --serial 2")
    def read(...) -> None: ...

Options may stand before the verb, too (``azar link --store carrusel.db status``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn, Protocol, TypeVar

import typer
from typer.core import TyperCommand, TyperGroup

Function = TypeVar("Function", bound=Callable[..., None])


def group(help_text: str, example: str) -> typer.Typer:
    """Return a command without verbs, which ``verb`` adds."""
    return typer.Typer(
        cls=VerbGroup,
        help=help_text,
        epilog=f"Example: {example}",
        subcommand_metavar="VERB ...",
        rich_markup_mode=None,
    )


def verb(app: typer.Typer, example: str) -> Callable[[Function], Function]:
    """Add a function to a group, under its own name."""
    return app.command(cls=Verb, epilog=f"Example: {example}")


class _Source(Protocol):
    name: str


class _Context(Protocol):
    """What a command line is read with; the library keeps its class in different places."""

    help_option_names: list[str]

    def get_parameter_source(self, name: str) -> _Source: ...

    def fail(self, message: str) -> NoReturn: ...


_Process = Callable[[_Context, object], object]


class _Option(Protocol):
    name: str
    required: bool
    multiple: bool
    nargs: int
    callback: Callable[[_Context, _Option, object], object] | None
    process_value: _Process


class Spared:
    """
    A command whose options cost nothing where nobody gives them.

    The library makes a validator for each option, whether or not there is anything to validate, and loads
    pydantic for it: half of the time of many a verb.
    """

    def get_params(self, ctx: object) -> list[Any]:
        """All that the library reads, its own --help with them."""
        found: list[_Option] = super().get_params(ctx)  # type: ignore[misc]  # of the library's class beside it
        for one in found:
            if not isinstance(one.process_value, partial):
                one.process_value = partial(_process, one, one.process_value)
        return found


class Verb(Spared, TyperCommand):
    """A verb, with options of its own."""


def _process(option: _Option, process: _Process, ctx: _Context, value: object) -> object:
    """The value of an option; the library's way where somebody gave one, or where several may come."""
    ours = value is None or (type(value) is str and ctx.get_parameter_source(option.name).name == "DEFAULT")
    if not ours or option.required or option.multiple or option.nargs != 1:
        return process(ctx, value)
    return value if option.callback is None else option.callback(ctx, option, value)


class VerbGroup(Spared, TyperGroup):
    """A command whose first word is a verb, before or behind the options of that verb."""

    # The context is Any because the library keeps its class in different places from version to version.
    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put the verb first, and refuse what it does not take."""
        named, at = self._read(args)
        if not ctx.resilient_parsing and at is None and not {*named} & {*ctx.help_option_names}:
            self._require_known(ctx, named)
            ctx.fail(self._wanted("nothing"))
        if at is not None:
            if not ctx.resilient_parsing:
                self._check(ctx, args, at, named)
            args = [args[at], *args[:at], *args[at + 1 :]]
        return super().parse_args(ctx, args)

    def verb_of(self, args: Sequence[str]) -> str | None:
        """The verb that a command line names, if it is one of this command's."""
        _, at = self._read(args)
        return args[at] if at is not None and args[at] in self.commands else None

    def _read(self, args: Sequence[str]) -> tuple[list[str], int | None]:
        """The names of the options on a command line, and the place of its verb."""
        takes = self._options()
        named: list[str] = []
        verb_at, at = None, 0
        while at < len(args):
            word = args[at]
            if word == "--":  # what follows is no option
                if verb_at is None and at + 1 < len(args):
                    verb_at = at + 1
                break
            if word.startswith("-") and word != "-":
                name, value = word[:2], word[2:]
                if word.startswith("--"):
                    name, _, value = word.partition("=")
                named.append(name)
                at += takes.get(name, False) and not value
            elif verb_at is None:
                verb_at = at
            at += 1
        return named, verb_at

    def _options(self) -> dict[str, bool]:
        """Every option of every verb, and whether a value follows it."""
        return {name: takes for one in self.commands.values() for name, takes in _options_of(one).items()}

    def _check(self, ctx: _Context, args: Sequence[str], at: int, named: Sequence[str]) -> None:
        self._require_known(ctx, self._read(args[:at])[0])
        if args[at] not in self.commands:
            ctx.fail(self._wanted(args[at]))
        own = _options_of(self.commands[args[at]])
        for name in named:
            if name in self._options() and name not in own:
                ctx.fail(f"{args[at]} takes no {name}")

    def _require_known(self, ctx: _Context, named: Sequence[str]) -> None:
        """Options before the verb: any verb may have them."""
        for name in named:
            if name not in self._options() and name not in ctx.help_option_names:
                ctx.fail(f"no such option: {name}")

    def _wanted(self, got: str) -> str:
        return f"verb must be one of {', '.join(self.commands)} (got {got})"


def _options_of(command: Any) -> dict[str, bool]:
    """The options of a command, and whether a value follows each."""
    options = [one for one in command.params if one.param_type_name == "option"]
    return {name: not one.is_flag for one in options for name in (*one.opts, *one.secondary_opts)}
