# SPDX-License-Identifier: MIT
"""The statements of a syntax tree; whoever looks for one need not look through every expression."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_WITHIN = ("body", "orelse", "finalbody", "handlers", "cases")


def statements(tree: ast.Module) -> Iterator[ast.AST]:
    """Every statement, wherever it stands, with the handlers and cases that hold some."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        yield node
        for name in _WITHIN:
            waiting.extend(getattr(node, name, ()))
