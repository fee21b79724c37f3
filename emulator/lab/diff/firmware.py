# SPDX-License-Identifier: MIT
"""What two programs have different, function by function; comments and layout told apart from code."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Callable, Iterator, Mapping

from emulator.lab.diff.rules import Kinds, Raw
from machines.rom.program import SETTINGS

NONE = "-"
MODULE = "(module)"
_DIGITS = 12


def firmware_changes(
    before: Mapping[str, str],
    after: Mapping[str, str],
    table: Kinds,
    enforced: Callable[[str], frozenset[str]],
) -> Iterator[Raw]:
    """
    Functions that are new, gone or changed.

    Args:
        before: module -> source.
        after: the same of the other program.
        enforced: called with a module: the rows that the law says it enforces.
    """
    for module in sorted({*before, *after} - {SETTINGS}):
        one, other = before.get(module), after.get(module)
        if one == other:
            continue
        changed = list(_functions_changed(one, other))
        if not changed:
            yield table.raw("comment", f"{module}.py", _digest(one), _digest(other))
        rows, substantial = _of_module(table, enforced, module)
        for function, was, now in changed:
            found = table.raw("firmware", f"{module}.py: {function}", was, now, rows)
            yield found._replace(substantial=substantial)


def _of_module(
    table: Kinds, enforced: Callable[[str], frozenset[str]], module: str
) -> tuple[frozenset[str], bool]:
    """The rows of a module, all of an unknown one, and whether a change is proposed as substantial."""
    known = table.modules.get(module)
    if known is None:
        return frozenset({"*"}), True
    return known.rows | enforced(module), known.substantial


def _functions_changed(before: str | None, after: str | None) -> Iterator[tuple[str, str, str]]:
    one, other = functions(before), functions(after)
    for name in dict.fromkeys([*one, *other]):
        if one.get(name) != other.get(name):
            yield name, _digest(one.get(name)), _digest(other.get(name))


def functions(source: str | None) -> dict[str, str]:
    """
    The code of each function by its name, methods as ``Class.method``, and of what stands outside them.

    Comments, layout and docstrings are no part of it. A source that Python cannot read is one piece.
    """
    if source is None:
        return {}
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return {MODULE: source}
    found: dict[str, str] = {}
    outside = _gather("", tree.body, found)
    return {MODULE: "\n".join(outside), **found}


def _gather(prefix: str, body: list[ast.stmt], found: dict[str, str]) -> list[str]:
    """Enter the functions of a body; what else stands in it is returned."""
    outside = []
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{prefix}{statement.name}"
            code = _code(statement)
            found[name] = f"{found[name]}\n{code}" if name in found else code  # defined twice: both count
        elif isinstance(statement, ast.ClassDef):
            inside = _gather(f"{prefix}{statement.name}.", statement.body, found)
            heads = [*map(ast.unparse, statement.bases), *map(ast.unparse, statement.decorator_list)]
            found[f"{prefix}{statement.name}"] = "\n".join([*heads, *inside])
        elif not _is_text(statement):
            outside.append(ast.dump(statement))
    return outside


def _code(function: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    """A function without its docstring."""
    rest = function.body[1:] if function.body and _is_text(function.body[0]) else function.body
    head = (ast.dump(function.args), *map(ast.dump, function.decorator_list))
    return "\n".join([*head, *map(ast.dump, rest)])


def _is_text(statement: ast.stmt) -> bool:
    return (
        isinstance(statement, ast.Expr)
        and isinstance(statement.value, ast.Constant)
        and isinstance(statement.value.value, str)
    )


def _digest(code: str | None) -> str:
    return NONE if code is None else hashlib.sha256(code.encode()).hexdigest()[:_DIGITS]
