# SPDX-License-Identifier: MIT
"""
Counts which lines and branches of a firmware runs come to.

    coverage = Coverage()
    Cabinet("cierzo", seed="00", watch=coverage).run(ms=5000)      # and as many machines as one likes
    print(coverage.modules()[0].missing)

Each statement gets a counter before it, each outcome of an ``if``, ``for`` and ``while`` one behind it, in
the tree of the module and on the statement's own line: the same counts with every Python.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from types import CodeType
from typing import NamedTuple

from emulator.debug.statements import does_something
from emulator.vm.foreign import Guest
from machines.rom.program import SETTINGS

# A name that no source can spell.
_COUNTS = ".counts"
# What did not happen at a branch, in the order of its outcomes.
_NEVER = {
    ast.If: ("never true", "never false"),
    ast.For: ("never entered", "never run to its end"),
    ast.While: ("never true", "never false"),
}


@dataclass(frozen=True)
class Branch:
    """One outcome of a branch."""

    line: int
    never: str
    """What to say where it did not happen."""
    leads: int
    """Line to which it leads, or that of the branch where it has no statement of its own."""
    count: int


@dataclass(frozen=True)
class Module:
    """
    What runs came to in one file of firmware.

    Attributes:
        path: the file; name: it below the folder of the firmware, such as ``cycle/play.py``.
        lines: first line of each statement -> how often it was executed.
        branches: every outcome of its branches, by line.
    """

    path: str
    name: str
    source: str
    lines: Mapping[int, int]
    branches: tuple[Branch, ...]

    @property
    def lines_run(self) -> int:
        """Lines that were executed."""
        return sum(count > 0 for count in self.lines.values())

    @property
    def branches_taken(self) -> int:
        """Outcomes that happened."""
        return sum(branch.count > 0 for branch in self.branches)

    @property
    def missing_lines(self) -> list[int]:
        """Lines that never were."""
        return [line for line, count in self.lines.items() if not count]

    @property
    def missing_branches(self) -> list[Branch]:
        """Outcomes that never happened at lines that were executed."""
        return [branch for branch in self.branches if not branch.count and self.lines[branch.line]]

    @property
    def missing(self) -> str:
        """
        What is missing in words: ``41-44, 60 never false``.

        Statements that follow each other are a row; an outcome that leads to one of them is not told twice.
        """
        after = dict(pairwise(self.lines))
        rows: list[list[int]] = []
        for line in self.missing_lines:
            if rows and after.get(rows[-1][-1]) == line:
                rows[-1].append(line)
            else:
                rows.append([line])
        told = [(row[0], f"{row[0]}-{row[-1]}" if len(row) > 1 else str(row[0])) for row in rows]
        told += [
            (one.line, f"{one.line} {one.never}") for one in self.missing_branches if self.lines[one.leads]
        ]
        return ", ".join(text for _, text in sorted(told))


class _Counted(NamedTuple):
    """
    A module with its counters.

    Those of statements are (line, number), those of outcomes (line, word at 0, where it leads, number).
    """

    source: str
    lines: list[tuple[int, int]]
    branches: list[tuple[int, str, int, int]]


class Coverage:
    """Counts in every program that it meets; machines with the same files add to the same counts."""

    def __init__(self) -> None:
        self.codes: dict[tuple[str, str, bool], CodeType] = {}
        self._counts: list[int] = []
        self._modules: dict[str, _Counted] = {}
        self._homes: dict[str, str] = {}

    # -- what a runtime asks -----------------------------------------------------------------------

    def meet(self, paths: Mapping[str, str], sources: Mapping[str, str]) -> None:
        """Know every module of a program, also one that no run imports."""
        home = str(Path(paths["main"]).parent)
        for name, path in paths.items():
            if name != SETTINGS and path not in self._modules:
                self._homes[path] = home
                self.tree(sources[name], path)

    def tree(self, source: str, path: str) -> ast.Module:
        """The module with its counters; of a file that was met before the same."""
        tree = ast.parse(source, path)
        if path not in self._homes:
            return tree
        known = self._modules.get(path)
        if known is not None and known.source == source:
            numbers = iter(sorted([row[-1] for row in known.lines] + [row[-1] for row in known.branches]))
            _Counters(lambda *_: next(numbers)).fill(tree)
            return tree
        made = self._modules[path] = _Counted(source, [], [])

        def number(line: int, never: str, leads: int) -> int:
            at = len(self._counts)
            self._counts.append(0)
            if never:
                made.branches.append((line, never, leads, at))
            else:
                made.lines.append((line, at))
            return at

        _Counters(number).fill(tree)
        return tree

    def names(self) -> dict[str, object]:
        """The counters."""
        return {_COUNTS: self._counts}

    def call(self, work: Callable[..., Guest], *arguments: int) -> Guest:
        """Call into the program, which counts by itself."""
        return work(*arguments)

    # -- what was counted --------------------------------------------------------------------------

    def modules(self) -> list[Module]:
        """Every file that was met, by name."""
        found = []
        for path, counted in self._modules.items():
            lines: dict[int, int] = {}
            for line, number in sorted(counted.lines):
                lines[line] = max(lines.get(line, 0), self._counts[number])
            branches = [
                Branch(line, never, leads, self._counts[number])
                for line, never, leads, number in sorted(counted.branches, key=_place)
            ]
            name = Path(path).relative_to(self._homes[path]).as_posix()
            found.append(Module(path, name, counted.source, lines, tuple(branches)))
        return sorted(found, key=lambda module: ("/" in module.name, module.name))


def _place(row: tuple[int, str, int, int]) -> tuple[int, int]:
    return row[0], row[-1]


class _Counters:
    """
    Puts counters into a tree.

    Args:
        number: gives the number of a counter by line, what it says where it stays at 0, and where it leads.
    """

    def __init__(self, number: Callable[[int, str, int], int]) -> None:
        self._number = number

    def fill(self, tree: ast.AST) -> None:
        """Count every statement below a node, and every outcome of its branches."""
        for name, body in _bodies(tree):
            setattr(tree, name, [made for node in body for made in self._counted(node)])

    def _counted(self, node: ast.AST) -> Iterator[ast.AST]:
        outcomes = _NEVER.get(type(node)) if isinstance(node, ast.If | ast.For | ast.While) else None
        if isinstance(node, ast.stmt) and does_something(node):
            yield self._counter(node)
        if isinstance(node, ast.If | ast.For | ast.While) and outcomes and not _certain(node):
            blocks = (node.body, node.orelse)
            leads = [
                next((one.lineno for one in block if does_something(one)), node.lineno) for block in blocks
            ]
            self.fill(node)
            for block, never, line in zip((node.body, node.orelse), outcomes, leads, strict=True):
                block.insert(0, self._counter(node, never, line))
        else:
            self.fill(node)
        yield node

    def _counter(self, node: ast.stmt, never: str = "", leads: int = 0) -> ast.stmt:
        number = self._number(node.lineno, never, leads)
        at = ast.Subscript(ast.Name(_COUNTS, ast.Load()), ast.Constant(number), ast.Store())
        made = ast.AugAssign(at, ast.Add(), ast.Constant(1))
        for part in ast.walk(made):
            if isinstance(part, ast.stmt | ast.expr):
                part.lineno = part.end_lineno = node.lineno
                part.col_offset = part.end_col_offset = node.col_offset
        return made


def _bodies(node: ast.AST) -> Iterator[tuple[str, list[ast.AST]]]:
    """The lists of statements and handlers of a node, by name."""
    for name in ("body", "handlers", "orelse", "finalbody"):
        body = getattr(node, name, None)
        if isinstance(body, list):
            yield name, body


def _certain(node: ast.If | ast.For | ast.While) -> bool:
    """Whether only one outcome is possible, as of ``while True``."""
    return not isinstance(node, ast.For) and isinstance(node.test, ast.Constant)
