# SPDX-License-Identifier: MIT
"""
Where in a source an error stands, alike on both runtimes: the line of its statement, the name of its def.

CPython tells the line of an expression, MicroPython that of an argument or of the statement, and CPython 3.12
knows no comprehension as a function of its own. The first line of the statement is the same for all of them.

    place(source, "coins.py", 38, "<listcomp>")     # "coins.py:37 in count"
"""

from __future__ import annotations

import ast
from functools import lru_cache
from typing import NamedTuple

_COMPREHENSIONS = ("<listcomp>", "<dictcomp>", "<setcomp>", "<genexpr>")
_MODULE = "<module>"
# A longer name is cut: it goes to journals, displays and terminals.
NAME_CHARACTERS = 60


class _Line(NamedTuple):
    """The statement that a line of a source belongs to."""

    first: str
    """Its first line; two where MicroPython cannot tell which of two statements it is."""
    function: str


def place(source: str, file: str, line: int, function: str) -> str:
    """
    ``file:line in function`` of a frame.

    Args:
        source: of the module.
        file: what the module is called.
        line, function: of the frame.
    """
    found = _lines(source).get(line, _Line(str(line), _MODULE))
    name = found.function if function in _COMPREHENSIONS else function
    return f"{file}:{found.first} in {name[:NAME_CHARACTERS]}"


def enclosing(source: str, file: str, line: int) -> str:
    """``file:line in function`` of a line of which nothing else is known."""
    found = _lines(source).get(line, _Line(str(line), _MODULE))
    return place(source, file, line, found.function)


@lru_cache(maxsize=64)
def _lines(source: str) -> dict[int, _Line]:
    """Every line of a source that is part of a statement; none of a source that cannot be read."""
    lines: dict[int, _Line] = {}
    try:
        _walk(ast.parse(source), _MODULE, lines)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}
    return lines


def _walk(node: ast.AST, function: str, lines: dict[int, _Line]) -> None:
    """Enter the lines of every statement below a node, those inside another after it."""
    for child in ast.iter_child_nodes(node):
        inner = function
        if isinstance(child, ast.stmt | ast.ExceptHandler):
            first, last = child.lineno, child.end_lineno or child.lineno
            body = getattr(child, "body", None)
            if body:
                last = max(first, body[0].lineno - 1)
            for line in range(first, last + 1):
                lines[line] = _Line(str(first), function)
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            inner = child.name
        _walk(child, inner, lines)
        if isinstance(child, ast.While) and not isinstance(child.test, ast.Constant | ast.Name):
            _join(child, lines)


def _join(loop: ast.While, lines: dict[int, _Line]) -> None:
    """
    A condition and the last statement of its loop have one line in MicroPython's bytecode.

    The condition is compiled behind the body, and lines never go down there (py/emitbc.c,
    mp_emit_bc_set_source_line).
    """
    head, tail = lines[loop.lineno], lines[loop.body[-1].end_lineno or loop.lineno]
    if head.first == tail.first:
        return
    both = _Line(f"{head.first}-{tail.first.rpartition('-')[2]}", head.function)
    for line in range(loop.lineno, (loop.body[-1].end_lineno or loop.lineno) + 1):
        if lines.get(line) in (head, tail):
            lines[line] = both
