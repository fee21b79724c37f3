# SPDX-License-Identifier: MIT
"""Small bugs of Python: what ``ast`` says where, one changed text each."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mutation.change import Change, neighbours, shortened

COMPARED = {
    ast.Lt: ("<", "<="), ast.LtE: ("<=", "<"), ast.Gt: (">", ">="), ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="), ast.NotEq: ("!=", "=="), ast.In: ("in", "not in"), ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"), ast.IsNot: ("is not", "is"),
}  # fmt: skip
COUNTED = {
    ast.Add: ("+", "-"), ast.Sub: ("-", "+"), ast.Mult: ("*", "+"), ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"), ast.Mod: ("%", "//"), ast.LShift: ("<<", ">>"), ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"), ast.BitOr: ("|", "&"), ast.BitXor: ("^", "|"),
}  # fmt: skip
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
# Calls that take their arguments in any order.
EVEN = ("max", "min", "gcd", "lcm", "math.gcd", "math.lcm")


class _Rows:
    """Collects the changes of one file."""

    def __init__(self, file: str, source: bytes) -> None:
        self._file, self._source = file, source
        lines = source.splitlines(keepends=True)
        self._starts = [0]
        for line in lines:
            self._starts.append(self._starts[-1] + len(line))
        self.found: list[Change] = []
        self._scope = ""
        self._statement: tuple[int, int] = (1, 1)

    def _span(self, node: ast.AST) -> tuple[int, int]:
        first = self._starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
        return first, self._starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]

    def _text(self, node: ast.AST) -> str:
        first, last = self._span(node)
        return self._source[first:last].decode()

    def _add(self, start: int, end: int, new: str, what: str) -> None:
        line, last = self._statement
        self.found.append(Change(self._file, line, last, start, end, new, what, self._scope))

    def _between(self, left: ast.AST, right: ast.AST, old: str, new: str) -> None:
        """Exchange an operator that stands between two expressions."""
        start, end = self._span(left)[1], self._span(right)[0]
        word = r"\s+".join(re.escape(part) for part in old.split())
        edge = r"\b" if old[0].isalpha() else ""
        found = re.search((edge + word + edge).encode(), self._source[start:end])
        if found:
            told = f"{shortened(self._text(left), 20)} {old} -> {new}"
            self._add(start + found.start(), start + found.end(), new, told)

    def statements(self, body: list[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
                before = self._scope
                if isinstance(node, _FUNCTIONS):
                    self._scope = before or node.name
                    defaults = [*node.args.defaults, *(one for one in node.args.kw_defaults if one)]
                    for one in defaults:
                        self._statement = (one.lineno, one.end_lineno or one.lineno)
                        self._expression(one)
                self.statements(node.body)
                self._scope = before
            elif not _untouched(node):
                self._one(node)

    def _one(self, node: ast.stmt) -> None:
        inner = [getattr(node, name, []) for name in ("body", "orelse", "finalbody")]
        first = next((part[0].lineno for part in inner if part), None)
        last = node.end_lineno or node.lineno
        self._statement = (node.lineno, max(node.lineno, first - 1) if first else last)
        self._removed(node)
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr) and part is not getattr(node, "annotation", None):
                self._expression(part)
            elif isinstance(part, ast.withitem):
                self._expression(part.context_expr)
        if isinstance(node, (ast.If, ast.While)):
            kept = self._statement
            self._statement = (node.lineno, node.test.end_lineno or node.lineno)
            self._negated(node.test)
            self._statement = kept
        for handler in getattr(node, "handlers", []):
            self.statements(handler.body)
        for case in getattr(node, "cases", []):
            self.statements(case.body)
        for part in inner:
            self.statements(part)

    def _removed(self, node: ast.stmt) -> None:
        gone = isinstance(node, (ast.AugAssign, ast.Raise, ast.Continue, ast.Break))
        gone |= isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
        if isinstance(node, ast.Assign):
            gone = all(isinstance(one, (ast.Attribute, ast.Subscript)) for one in node.targets)
        if gone:
            self._add(*self._span(node), "pass", f"removed: {shortened(self._text(node))}")
        if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and len(node.value.elts) > 1:
            self._swapped(node.value.elts[0], node.value.elts[1])

    def _negated(self, test: ast.expr) -> None:
        text = self._text(test)
        self._add(*self._span(test), f"(not ({text}))", f"negated: {shortened(text)}")

    def _swapped(self, one: ast.expr, other: ast.expr) -> None:
        first, second = self._text(one), self._text(other)
        starred = isinstance(one, ast.Starred) or isinstance(other, ast.Starred)
        if first != second and not starred:
            (start, begins), (ends, end) = self._span(one), self._span(other)
            between = self._source[begins:ends].decode()
            self._add(
                start, end, f"{second}{between}{first}", f"swapped: {shortened(first)}, {shortened(second)}"
            )

    def _expression(self, node: ast.expr) -> None:
        if isinstance(node, (ast.JoinedStr, ast.Lambda)) and isinstance(node, ast.JoinedStr):
            return
        if isinstance(node, ast.Compare):
            for left, operator, right in zip(
                [node.left, *node.comparators], node.ops, node.comparators, strict=False
            ):
                self._between(left, right, *COMPARED[type(operator)])
        elif isinstance(node, ast.BinOp) and type(node.op) in COUNTED:
            if not any(isinstance(one, ast.JoinedStr) or _is_text(one) for one in (node.left, node.right)):
                self._between(node.left, node.right, *COUNTED[type(node.op)])
        elif isinstance(node, ast.BoolOp):
            old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
            for left, right in zip(node.values, node.values[1:], strict=False):
                self._between(left, right, old, new)
        elif isinstance(node, ast.Constant):
            self._constant(node)
        elif isinstance(node, ast.IfExp):
            self._negated(node.test)
        elif isinstance(node, ast.Call) and len(node.args) > 1 and ast.unparse(node.func) not in EVEN:
            self._swapped(node.args[0], node.args[1])
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.expr):
                self._expression(part)
            elif isinstance(part, ast.comprehension):
                for one in (part.iter, *part.ifs):
                    self._expression(one)
                for one in part.ifs:
                    self._negated(one)
            elif isinstance(part, ast.keyword):
                self._expression(part.value)

    def _constant(self, node: ast.Constant) -> None:
        start, end = self._span(node)
        if isinstance(node.value, bool):
            self._add(start, end, str(not node.value), f"{node.value} -> {not node.value}")
        elif isinstance(node.value, int):
            for new in neighbours(node.value):
                self._add(start, end, str(new) if new >= 0 else f"({new})", f"{self._text(node)} -> {new}")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))


def _untouched(node: ast.stmt) -> bool:
    """Imports, docstrings, assertions for the type checker, and what only it reads."""
    if isinstance(node, (ast.Import, ast.ImportFrom, ast.Assert, ast.Pass, ast.Global, ast.Nonlocal)):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def changes(file: str, source: bytes) -> Iterator[Change]:
    """Every change of a file that still compiles."""
    rows = _Rows(file, source)
    rows.statements(ast.parse(source).body)
    return iter(rows.found)


def compiles(source: bytes) -> bool:
    """Whether Python still reads a file."""
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True
