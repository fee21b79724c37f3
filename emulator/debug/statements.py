# SPDX-License-Identifier: MIT
"""The statements of a module that a run can come to, known by their first lines."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from machines import MachinesError


def does_something(node: ast.stmt) -> bool:
    """Whether a statement is executed: not a docstring, nor what is said to the compiler alone."""
    if isinstance(node, ast.Global | ast.Nonlocal):
        return False
    if isinstance(node, ast.AnnAssign):
        return node.value is not None
    return not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))


def statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Every statement that can be executed."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.stmt) and does_something(node))


def statement_lines(source: str) -> list[int]:
    """First lines of the statements of a module, in order; none of a source that cannot be read."""
    try:
        return sorted({node.lineno for node in statements(ast.parse(source))})
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []


class PlaceError(MachinesError):
    """A place in a firmware that is not there; ``hint`` names one that is."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def parsed(place: str) -> tuple[str, int]:
    """File and line of ``FILE:LINE``; PlaceError if it is none."""
    file, _, line = place.rpartition(":")
    if not file or not (line.isascii() and line.isdigit()):
        raise PlaceError(f"break must be FILE:LINE (got {place})", "such as coins.py:42")
    return file, int(line)
