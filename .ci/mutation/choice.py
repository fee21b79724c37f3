# SPDX-License-Identifier: MIT
"""
Which tests are run for a change, the likeliest and quickest first.

With a map (``.ci/mutants --map FOLDER``) those that ran the changed lines, or the changed function of C, when
it was measured, then those that ran anything else of the file. Without one those whose file names the module,
the function or their words: quick to decide, and a lower bound, since others may notice, too.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from mutation.change import Change
from mutation.core import Core, functions

FILES_MAX = 14
FLOORS = ("cext", "machines", "emulator")
# Compiled under the bare names of their files.
ON_BOARD = ("machines/firmware/", "emulator/board/")


class Choice(Protocol):
    """Says what to run for a change."""

    def tests(self, change: Change) -> list[str]:
        """Node ids or files, in order: the likeliest and quickest first."""


class ByName:
    """Test files by what they name."""

    def __init__(self, tree: Path) -> None:
        paths = sorted((tree / "tests").rglob("test_*.py"))
        self._texts = {path.relative_to(tree).as_posix(): path.read_text(encoding="utf-8") for path in paths}

    def tests(self, change: Change) -> list[str]:
        scores = {file: self._score(change, file, text) for file, text in self._texts.items()}
        named = [file for file, score in scores.items() if score]
        return sorted(named, key=lambda file: (-scores[file], len(self._texts[file]), file))[:FILES_MAX]

    @staticmethod
    def _score(change: Change, file: str, text: str) -> int:
        path = Path(change.file)
        module = ".".join(path.with_suffix("").parts)
        parent, _, stem = module.rpartition(".")
        score = 0
        if re.search(rf"\b{re.escape(module)}\b|from {re.escape(parent)} import [^\n]*\b{stem}\b", text):
            score += 8
        if (
            change.scope
            and not change.scope.startswith("__")
            and re.search(rf"\b{change.scope.strip('_')}\b", text)
        ):
            score += 4
        words = set(Path(file).stem.split("_"))
        score += 3 * len(words & set(stem.split("_")))
        score += 2 * len(words & {part for name in path.parts[:-1] for part in (name, *name.split("_"))})
        score += 2 * (path.parts[0] == "cext" and bool(words & {"core", "kernels"}))
        return score + (len(path.parts) > 2 and f"from {parent}" in text)


class ByMap:
    """Tests by what they ran when ``recorder`` wrote it down."""

    def __init__(self, folder: Path, root: Path, core: Core) -> None:
        import coverage

        self._seconds: dict[str, float] = {}
        self._functions: dict[str, list[str]] = {}
        self._lines: list[coverage.CoverageData] = []
        self._root, self._core, self._by_name = root, core, ByName(root)
        names, base = functions(core.library) if core.library.is_file() else ({}, 0)
        failed: set[str] = set()
        for path in sorted(folder.glob("tests.*.json")):
            told = json.loads(path.read_text(encoding="utf-8"))
            failed |= set(told["failed"])
            for test, (seconds, offsets) in told["tests"].items():
                self._seconds[test] = seconds
                for offset in offsets:
                    self._functions.setdefault(names.get(base + offset, ""), []).append(test)
        for test in failed:
            self._seconds.pop(test, None)
        for path in sorted(folder.glob("lines.*")):
            data = coverage.CoverageData(str(path))
            data.read()
            self._lines.append(data)

    def tests(self, change: Change) -> list[str]:
        near, far = self._c(change) if change.file.startswith("cext/") else self._python(change)
        found: list[str] = []
        # What a fixture of a file ran is written down for the first of its tests alone.
        files = {test.partition("::")[0] for test in near}
        beside = {test for test in self._seconds if test.partition("::")[0] in files}
        for group in (near, beside - near, far - near - beside):
            found += sorted(group & set(self._seconds), key=lambda one: (self._seconds[one], one))
        # What runs in a process of its own alone, the map does not see.
        return found or self._by_name.tests(change)

    def _c(self, change: Change) -> tuple[set[str], set[str]]:
        """What a header says is compiled into the functions of each unit that includes it."""
        units = self._core.units(self._root / change.file)
        unit = self._entering({name for path in units for name in self._core.defined(path)})
        if change.file.endswith(".h"):
            return unit, self._entering(set(self._functions))
        return self._entering({change.scope}), unit

    def _entering(self, functions: set[str]) -> set[str]:
        return {test for name in functions for test in self._functions.get(name, ())}

    def _python(self, change: Change) -> tuple[set[str], set[str]]:
        """Coverage takes a bare name for a file of the root, or of a folder of Python's path that has one."""
        near: set[str] = set()
        far: set[str] = set()
        for data in self._lines:
            for file in data.measured_files():
                place = Path(file).relative_to(self._root)
                bare = place.name == Path(change.file).name and place.parts[0] not in FLOORS
                if place.as_posix() == change.file or (bare and change.file.startswith(ON_BOARD)):
                    contexts = data.contexts_by_lineno(file)
                    far |= _of(contexts.values())
                    near |= _of(contexts.get(line, ()) for line in range(change.line, change.last + 1))
        return (near, far) if change.scope else (set(), far)


def _of(contexts: Iterable[Iterable[str]]) -> set[str]:
    return {test for tests in contexts for test in tests if test}
