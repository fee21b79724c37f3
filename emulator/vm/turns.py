# SPDX-License-Identifier: MIT
"""
How CPython notices a firmware that does not come back: it counts turns, the same ones on every computer.

A turn is counted wherever a program can go round: at each pass of a loop, at each call of a function and at
each element of a comprehension. No clock is asked, so a busy computer makes no difference, and a hang is as
much a function of the inputs as everything else. Our own firmware, which is known byte for byte, goes round
for an unknown time in ``while`` alone: there nothing else is counted, which costs it nothing.
"""

from __future__ import annotations

import ast
import itertools
import re
import sys
from typing import NoReturn

from emulator.vm.foreign import Guest

# A turn of the cheapest loop takes MicroPython more than 300 instructions of the 300 million that a call may
# take there (HANG_MS at FUEL_PER_US): so what is a hang here is one there.
TURNS_MAX = 1_000_000
# Names that no source can spell.
_TURNS, _TURN, _GONE = ".turns", ".turn", ".gone"
_ZEROS = bytes(TURNS_MAX)
# As our own firmware writes the statement: first on its line, with its colon on that line.
_WHILE = re.compile(r"^\s*while\b.*:", re.MULTILINE)


class TurnsSpentError(BaseException):
    """Unwinds a program that has gone round too often; not for its ``except Exception``."""


class Turns:
    """
    The turns that one call into a program may take.

    Attributes:
        place: (file, line, function) where they were spent; None while some are left.
    """

    def __init__(self) -> None:
        self.place: tuple[str, int, str] | None = None
        left: Guest = iter(_ZEROS)
        self._skip_to = left.__setstate__
        self._chain = itertools.chain(left, _End(self))

    def names(self) -> dict[str, object]:
        """Builtins that counted code refers to."""
        return {_TURNS: self._chain, _TURN: self._chain.__next__}

    def begin(self) -> None:
        """A call begins: it has all of them."""
        self._skip_to(0)


class _End:
    """What comes behind the last turn: an error, however often it is caught."""

    def __init__(self, turns: Turns) -> None:
        self._turns = turns

    def __iter__(self) -> _End:
        return self

    def __next__(self) -> NoReturn:
        if self._turns.place is None:
            frame = sys._getframe(1)
            code = frame.f_code
            self._turns.place = (code.co_filename, frame.f_lineno, code.co_name)
        raise TurnsSpentError


def counted(source: str, file: str, *, thorough: bool, tree: ast.Module | None = None) -> ast.Module | str:
    """
    A module that counts its turns, to be compiled.

    Args:
        source, file: the module.
        thorough: count loops of both kinds, calls and comprehensions; else turns of ``while`` alone.
        tree: the module as somebody made it who looks at the run; no name is left among the program's own.

    Returns:
        Its tree; the source itself where there is nothing to count, which compiles in a third of the time.
    """
    if tree is None and not thorough and _WHILE.search(source) is None:
        return source
    made = _Thorough if thorough else _Whiles
    counts: ast.Module = made(bare=tree is not None).visit(tree or ast.parse(source, file))
    return counts


class _Whiles(ast.NodeTransformer):
    def __init__(self, *, bare: bool) -> None:
        self._bare = bare
        self._turn = _bare_turn if bare else _turn

    def _entered(self, node: ast.stmt, body: list[ast.stmt]) -> ast.stmt:
        """Where the turn stands: on the line of the first statement, where a debugger comes in."""
        return body[0] if self._bare and body else node

    def visit_While(self, node: ast.While) -> ast.While:
        self.generic_visit(node)
        node.body.insert(0, self._turn(self._entered(node, node.body)))
        return node


class _Thorough(_Whiles):
    def visit_For(self, node: ast.For) -> ast.For:
        self.generic_visit(node)
        node.body.insert(0, self._turn(self._entered(node, node.body)))
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        documented = ast.get_docstring(node, clean=False) is not None
        at = int(documented)
        node.body.insert(at, self._turn(self._entered(node, node.body[at:])))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        self.generic_visit(node)
        node.body = _at(ast.BoolOp(ast.Or(), [_call(), node.body]), node)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.comprehension:
        self.generic_visit(node)
        node.ifs.insert(0, _at(ast.UnaryOp(ast.Not(), _call()), node.target))
        return node


def _turn(node: ast.stmt) -> ast.For:
    """One turn as a statement: a loop that ends at once, the cheapest way to take from an iterator."""
    name, turns = ast.Name(_GONE, ast.Store()), ast.Name(_TURNS, ast.Load())
    made: ast.For = _at(ast.For(name, turns, [ast.Break()], []), node)
    return made


def _bare_turn(node: ast.stmt) -> ast.Expr:
    """The same without a name, which a debugger would show."""
    made: ast.Expr = _at(ast.Expr(_call()), node)
    return made


def _call() -> ast.Call:
    """One turn as an expression, whose value is 0."""
    return ast.Call(ast.Name(_TURN, ast.Load()), [], [])


def _at(made: Guest, node: ast.stmt | ast.expr) -> Guest:
    """Something new on the line of something that is there; nodes of the program keep their own places."""
    for part in ast.walk(made):
        if isinstance(part, ast.stmt | ast.expr) and not hasattr(part, "lineno"):
            part.lineno = part.end_lineno = node.lineno
            part.col_offset = part.end_col_offset = node.col_offset
    return made
