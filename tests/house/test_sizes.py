# SPDX-License-Identifier: MIT
"""
How large the pieces of the house are, and where their types end.

A list names what is still too large; it may only shrink, and so may the number of ``Any`` of a room.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NamedTuple

from places import ROOT
from statements import statements

FLOORS = ("cext", "machines", "emulator")
LINES_MOST, FUNCTION_MOST, PARAMETERS_MOST = 400, 60, 8
# Campaign kernels are long by design; the arguments of a command are its options.
KERNELS, COMMANDS = "cext/fast/", "emulator/commands/"
# A foreign interface has as many parameters as its definition says: WASI preview 1.
FOREIGN = {"emulator/vm/wasi.py:path_open"}

LONG_FUNCTIONS = {
    # A table of small functions over one page, laid out so that MicroPython calls each without a heap.
    "emulator/vm/guest/_board.py:bind",
    # What the host calls, as closures: a program that finds one finds nothing behind it.
    "emulator/vm/guest/_boot.py:_entries",
}
# Each alias of an edge is one of them: Json and JsonView, Wasm, Sql, AnyField, and Own for what only one type
# knows.
ANY = {
    "emulator": 3,
    "emulator/board": 3,
    "emulator/cabinet": 6,
    "emulator/cctalk": 3,
    "emulator/commands": 13,
    "emulator/devices": 4,
    "emulator/lab": 73,
    "emulator/link": 3,
    "emulator/panel": 2,
    "emulator/records": 1,
    "emulator/scenario": 3,
    "emulator/sheets": 2,
    "emulator/tables": 1,
    "emulator/types": 8,
    "emulator/vm": 2,
    "machines/check": 3,
    "machines/memory": 7,
    "machines/support": 3,
    "machines/tables": 3,
    "machines/types": 6,
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Measured(NamedTuple):
    """What counts of a file; its syntax tree, which is large, is forgotten."""

    functions: list[tuple[str, int, int]]
    """Name, lines and parameters of each."""
    any: int
    """How often the code says ``Any``; its import is none."""


@cache
def sources() -> dict[str, str]:
    paths = [path for floor in FLOORS for path in (ROOT / floor).rglob("*.*")]
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(paths)
        if path.suffix in (".py", ".c", ".h") and path.name != "_core.c"
    }


@cache
def measured(name: str, text: str) -> Measured:
    tree = ast.parse(text)
    functions = [node for node in statements(tree) if isinstance(node, Function)]
    return Measured(
        [(f"{name}:{node.name}", lines(name, node), parameters(node)) for node in functions],
        sum(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(tree))
        if "Any" in text
        else 0,
    )


def python() -> dict[str, str]:
    return {name: text for name, text in sources().items() if name.endswith(".py")}


def long_files(texts: dict[str, str]) -> set[str]:
    """Files above the limit, but for kernels."""
    return {
        name for name, text in texts.items() if text.count("\n") > LINES_MOST and not name.startswith(KERNELS)
    }


def lines(name: str, node: Function) -> int:
    """Lines of a function; the signature of a command is its options, which are data."""
    first = node.body[0].lineno if name.startswith(COMMANDS) else node.lineno
    return (node.end_lineno or 0) - first + 1


def long_functions(texts: dict[str, str]) -> set[str]:
    every = (row for name, text in texts.items() for row in measured(name, text).functions)
    return {name for name, count, _ in every if count > FUNCTION_MOST}


def parameters(node: Function) -> int:
    """Parameters of a function, but for the object of a method; a row of keywords is one."""
    given = node.args
    names = [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]
    own = names[:1] in (["self"], ["cls"])
    return len(names) - own + (given.vararg is not None) + (given.kwarg is not None)


def many_parameters(texts: dict[str, str]) -> set[str]:
    every = (row for name, text in texts.items() for row in measured(name, text).functions)
    found = {name for name, _, count in every if count > PARAMETERS_MOST}
    return {name for name in found if not name.startswith(COMMANDS)} - FOREIGN


def room(name: str) -> str:
    """Floor and room of a file; what lies loose on a floor counts for the floor."""
    parts = Path(name).parts
    return "/".join(parts[: min(2, len(parts) - 1)])


def any_by_room(texts: dict[str, str]) -> dict[str, int]:
    counted: Counter[str] = Counter()
    for name, text in texts.items():
        counted[room(name)] += measured(name, text).any
    return dict(+counted)


def test_no_file_is_too_long() -> None:
    assert long_files(sources()) == set()


def test_no_function_is_longer_than_the_list_says() -> None:
    assert long_functions(python()) == LONG_FUNCTIONS


def test_no_function_has_too_many_parameters() -> None:
    assert many_parameters(python()) == set()


def test_any_stands_as_often_as_the_list_says() -> None:
    assert any_by_room(python()) == ANY


def test_what_is_too_large_is_found() -> None:
    names = ", ".join(f"p{number}" for number in range(PARAMETERS_MOST + 1))
    text = f"class A:\n    def f(self, {names}) -> Any:\n" + "        pass\n" * LINES_MOST
    found = {"machines/x/y.py": text}
    assert long_files(found) == {"machines/x/y.py"}
    assert long_functions(found) == many_parameters(found) == {"machines/x/y.py:f"}
    assert many_parameters({"emulator/commands/x.py": text}) == set()
    assert any_by_room(found) == {"machines/x": 1}
    fits = {
        "machines/x/y.py": re.sub(r", p8", "", text.replace("        pass\n" * LINES_MOST, "        pass\n"))
    }
    assert not long_files(fits) and not long_functions(fits) and not many_parameters(fits)
