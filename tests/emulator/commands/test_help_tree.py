# SPDX-License-Identifier: MIT
"""The whole tree of help: every command and every verb says what it takes, by an example that it takes."""

from __future__ import annotations

import io
import re
import shlex
from contextlib import redirect_stderr, redirect_stdout
from typing import Annotated, Any

import pytest
import typer

from emulator import cli
from emulator.commands.groups import group, verb

WIDTH_MOST = 100
LISTED_IN = 80
"""The width in which no line of a list of commands is cut."""


def walk(command: Any, path: str = "azar") -> list[tuple[str, Any]]:
    """A command and all below it, each with the words that lead to it."""
    below = getattr(command, "commands", {})
    return [(path, command), *(row for name, one in below.items() for row in walk(one, f"{path} {name}"))]


TREE = dict(walk(cli.command_line()))


def faults(root: Any, path: str, command: Any) -> list[str]:
    """What is wrong with one command's help."""
    found = []
    status, shown = helped(root, path)
    if status != 0:
        found.append(f"status {status}")
    found += [f"wide: {line}" for line in shown.splitlines() if len(line) > WIDTH_MOST]
    summary = command.get_short_help_str(LISTED_IN - 8 - longest_beside(path))
    if " " in path and (not summary or summary.endswith("...")):  # azar itself stands in no list
        found.append(f"no line of help: {summary!r}")
    found += [f"no help for {one.opts}" for one in command.params if not getattr(one, "help", None)]
    return found + example_faults(root, path, command)


def helped(root: Any, path: str) -> tuple[int, str]:
    out = io.StringIO()
    with redirect_stdout(out), redirect_stderr(out):
        try:
            root.main([*path.split()[1:], "--help"], prog_name="azar")
        except SystemExit as end:
            return int(end.code or 0), out.getvalue()
    return 0, out.getvalue()


def longest_beside(path: str) -> int:
    """Length of the longest name in the list in which a command stands."""
    parent = path.rpartition(" ")[0]
    return max((len(other.split()[-1]) for other in TREE if other.rpartition(" ")[0] == parent), default=0)


def example_faults(root: Any, path: str, command: Any) -> list[str]:
    """Whether every example is of this very command or of one below it, and is taken as it stands."""
    examples = (command.epilog or "").split("\n\n")
    return [fault for example in examples for fault in faults_of_example(root, path, example)]


def faults_of_example(root: Any, path: str, example: str) -> list[str]:
    name, _, line = example.partition(": ")
    if name != "Example":
        return ["no example"]
    words = shlex.split(re.split(r" [<>|] ", line)[0])
    if words[: len(path.split())] != path.split():
        return [f"an example of something else: {line}"]
    at, words = root, words[1:]
    context = root.make_context("azar", [])
    try:
        while hasattr(at, "commands") and not alone(at, words):
            at = at.commands[words[0]]
            context = at.make_context(words[0], list(words[1:]), parent=context)
            words = words[1:]
    except Exception as error:
        return [f"an example that is refused: {line}: {error!r}"]
    return []


def alone(command: Any, words: list[str]) -> bool:
    """Whether a command that has verbs is called without one, as some can be."""
    return bool(command.invoke_without_command and (not words or words[0].startswith("-")))


@pytest.mark.parametrize("path", TREE)
def test_help_is_whole(path: str) -> None:
    assert faults(TREE["azar"], path, TREE[path]) == []


def test_the_tree_has_the_verbs_of_every_group() -> None:
    assert {"azar link serve", "azar pai-gow odds", "azar rng test", "azar counter read"} <= set(TREE)
    assert len(TREE) == 1 + len(cli.NAMES) + 7 + 6 + 5 + 3 + 2 + 4 + 2 + 8 + 2 + 1


def test_a_verb_has_only_its_own_options() -> None:
    taken = {path: {name for one in command.params for name in one.opts} for path, command in TREE.items()}
    assert "--port" in taken["azar link serve"]
    assert "--port" not in taken["azar link wall"] | taken["azar link audit"]
    assert max(len(taken[path]) for path in TREE if path.startswith("azar link ")) <= 10


def test_options_of_one_name_take_a_value_in_all_verbs_of_a_group_or_in_none() -> None:
    """Else nobody could say which word is the verb where options stand before it."""
    for command in TREE.values():
        takes: dict[str, set[bool]] = {}
        for one in getattr(command, "commands", {}).values():
            for option in one.params:
                for name in option.opts if option.param_type_name == "option" else ():
                    takes.setdefault(name, set()).add(option.is_flag)
        assert {name for name, kinds in takes.items() if len(kinds) > 1} == set()


# --- help with mistakes in it ---------------------------------------------------------------------

Size = Annotated[int, typer.Option("--size", help="How large, in pixels.")]
Bare = Annotated[int, typer.Option("--bare")]
Wide = Annotated[int, typer.Option("--wide", metavar="W" * 101, help="Too wide.")]


def good(size: Size = 1) -> None:
    """Do it."""


def bare(bare: Bare = 1) -> None:
    """Do it."""


def wide(wide: Wide = 1) -> None:
    """Do it."""


def silent(size: Size = 1) -> None: ...


def talkative(size: Size = 1) -> None:
    """Do it with so many words that nobody can read them in one line of a terminal, whatever it is about."""


@pytest.mark.parametrize(
    ("function", "example", "says"),
    [
        (good, "azar box {} --size 3 > file", ""),
        (good, "azar box {} --sise 3", "refused"),
        (good, "azar box {} --size big", "refused"),
        (good, "azar box {} --size 3 more", "refused"),
        (good, "azar play cierzo", "something else"),
        (bare, "azar box {}", "no help for ['--bare']"),
        (wide, "azar box {}", "wide: "),
        (silent, "azar box {}", "no line of help"),
        (talkative, "azar box {}", "no line of help"),
    ],
)
def test_a_mistake_in_help_is_noticed(function: Any, example: str, says: str) -> None:
    box = group("A box.", "azar box good")
    for one in (good, bare, wide, silent, talkative):
        verb(box, example.format(one.__name__))(one)
    app = typer.Typer(callback=lambda: None, rich_markup_mode=None, add_completion=False)
    app.add_typer(box, name="box")
    root: Any = typer.main.get_command(app)
    name = function.__name__
    found = faults(root, f"azar box {name}", root.commands["box"].commands[name])
    assert bool(says) == bool(found) and says in " ".join(found)


@pytest.mark.parametrize("line", ["--help", "-h"])
def test_the_list_of_verbs_is_the_same_without_their_options(
    line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks for the list waits for no option to be read."""
    whole = helped(cli.command_line(), "azar")
    built: list[Any] = []
    monkeypatch.setattr(
        cli,
        "command_line",
        lambda *args, make=cli.command_line, **how: built.append(make(*args, **how)) or built[-1],
    )
    shown = io.StringIO()
    with redirect_stdout(shown):
        assert cli.run([line]) == 0
    assert (0, shown.getvalue()) == whole
    (root,) = built
    assert [one.params for one in root.commands.values()] == [[]] * len(cli.NAMES)
