# SPDX-License-Identifier: MIT
"""Lines that somebody types at the prompt of a program on CPython: compiled, counted, done, and answered."""

from __future__ import annotations

import ast
import contextlib
import traceback
from collections.abc import Callable, Collection, Iterator, Mapping
from types import CodeType, ModuleType

from emulator.vm.answer import TYPED, mode_of
from emulator.vm.foreign import Guest
from emulator.vm.runtime import HARMLESS, NO_LOOK
from emulator.vm.turns import counted

# What a program calls of these does nothing to the board.
_CLOCK = frozenset(("ticks_ms", "ticks_diff", "ticks_add", "time"))
_CHANCE = frozenset(("describe", "check"))
# Prints the value of an expression; no source can spell it.
SHOW = ".show"


def compiled(text: str) -> CodeType:
    """
    Code of a line that counts its turns and shows the value of an expression that stands alone.

    Raises:
        SyntaxError: it is no line of Python.
    """
    tree = counted(text, TYPED, thorough=True)
    assert isinstance(tree, ast.Module)
    if mode_of(text) == "single":
        tree = _Shown().visit(tree)
    return compile(ast.fix_missing_locations(tree), TYPED, "exec", dont_inherit=True)


class _Shown(ast.NodeTransformer):
    """Shows the value of every expression that is a statement of its own, in functions none."""

    def visit_Expr(self, node: ast.Expr) -> ast.Expr:
        shown = ast.Call(ast.Name(SHOW, ast.Load()), [node.value], [])
        return ast.copy_location(ast.Expr(shown), node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        return node


def told(error: BaseException, files: Collection[str]) -> str:
    """
    An error with its traceback, as MicroPython prints it.

    Args:
        error: raised by a line.
        files: of the program, whose frames are told besides the line's own.
    """
    what = "".join(traceback.format_exception_only(error)).splitlines()[-1]
    lines = ["Traceback (most recent call last):"]
    if isinstance(error, SyntaxError):
        lines.append(f'  File "{TYPED}", line {error.lineno or 1}')
        what = f"SyntaxError: {error.msg}"
    for frame in traceback.extract_tb(error.__traceback__):
        if not isinstance(error, SyntaxError) and (frame.filename in files or frame.filename == TYPED):
            lines.append(f'  File "{frame.filename}", line {frame.lineno}, in {frame.name}')
    return "\n".join([*lines, what])


@contextlib.contextmanager
def hands_off(host: Mapping[str, ModuleType]) -> Iterator[None]:
    """Let the program do nothing to the board, as long as this lasts."""
    kept = [(module, dict(vars(module))) for module in host.values()]
    for module, contents in kept:
        for name, function in contents.items():
            if callable(function) and name not in HARMLESS | _CLOCK | _CHANCE:
                setattr(module, name, _refusing(name))
    try:
        yield
    finally:
        for module, contents in kept:
            vars(module).update(contents)


def _refusing(name: str) -> Callable[..., Guest]:
    def refused(*_: Guest, **__: Guest) -> Guest:
        raise RuntimeError(f"{NO_LOOK} ({name})")

    return refused
