# SPDX-License-Identifier: MIT
"""
The checks that a laboratory has: each a TOML file that says what it answers, and a function beside it.

    [check]
    id = "pace"                          # name of the file
    run = "pace:examine"                 # module beside the file, function
    title = { es = "Ritmo de juego", en = "Pace of play" }
    method = "observed"                  # one of finding.Method
    rows = ["B-10", "C-09"]              # of the profile or the checklist
    types = ["B", "C"]                   # left out: every type
    seconds = { quick = 2, standard = 5, full = 30 }   # on one core; a mode left out is not run
    tests = 0                            # hypothesis tests that share the family-wise error
    foreign = true                       # needs nothing but inputs: another's firmware is examined, too

The function takes an ``Examination`` and returns ``Findings``; docs/laboratory.md has an example of a check
that a laboratory adds as files of its own.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from emulator.lab.exam.finding import Findings, Method, Words
from emulator.support.errors import HintedError
from machines.support.plain import read_toml

if TYPE_CHECKING:
    from emulator.lab.exam.examination import AtWork
    from emulator.lab.exam.examinee import Examinee

MODES = ("quick", "standard", "full")
SHIPPED = "emulator.lab.checks"
_KEYS = {"id", "run", "title", "method", "rows", "types", "seconds", "tests", "foreign", "needs"}
_WANTED = {"id", "run", "title", "method", "rows", "seconds"}


class CheckError(HintedError):
    """A check's file that cannot be read."""


@dataclass(frozen=True)
class Check:
    """One check, as its file describes it."""

    id: str
    run: str
    title: Words
    method: Method
    rows: tuple[str, ...]
    seconds: Mapping[str, float]
    types: tuple[str, ...] = ("A", "B", "C")
    tests: int = 0
    foreign: bool = True
    needs: tuple[str, ...] = ()
    """What a machine must have, by name in ``plan.HAS``: "link", "card", "notes", "tickets" ..."""
    folder: str = ""
    """Of a check that a laboratory added; empty: it ships."""
    digest: str = ""
    """SHA-256 of its two files."""

    def examine(self, examination: AtWork) -> Findings:
        """Do it."""
        module, _, function = self.run.partition(":")
        found: Findings = getattr(_module(module, self.folder, self.digest), function)(examination)
        return found


@cache
def shipped() -> tuple[Check, ...]:
    """The checks that ship, sorted by id."""
    files = [one for one in resources.files(SHIPPED).iterdir() if one.name.endswith(".toml")]
    return tuple(
        _read(one.name, one.read_text(encoding="utf-8"), "")
        for one in sorted(files, key=lambda one: one.name)
    )


def added(paths: Iterable[Path]) -> tuple[Check, ...]:
    """
    Checks of the laboratory's own.

    Raises:
        CheckError: a file that is none.
    """
    found = []
    for path in paths:
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise CheckError(f"{path}: {error.strerror or error}", "name the TOML file of a check") from None
        found.append(_read(str(path), text, str(path.resolve().parent)))
    return tuple(found)


def _read(name: str, text: str, folder: str) -> Check:
    hint = "docs/laboratory.md shows such a file"
    try:
        table = read_toml(text).get("check")
    except ValueError as error:
        raise CheckError(f"{name}: must be TOML ({error})", hint) from None
    if not isinstance(table, dict):
        raise CheckError(f"{name}: must hold a table [check]", hint)
    for key in sorted(_WANTED - table.keys()):
        raise CheckError(f"{name}: check.{key} is missing", hint)
    for key in sorted(table.keys() - _KEYS):
        raise CheckError(f"{name}: check.{key} must be one of {', '.join(sorted(_KEYS))}", hint)
    for mode in sorted(table["seconds"].keys() - set(MODES)):
        raise CheckError(f"{name}: check.seconds must be of {', '.join(MODES)} (got {mode})", hint)
    if table["method"] not in list(Method):
        raise CheckError(
            f"{name}: check.method must be one of {', '.join(Method)} (got {table['method']})", hint
        )
    return Check(
        id=table["id"],
        run=table["run"],
        title=Words(**table["title"]),
        method=Method(table["method"]),
        rows=tuple(table["rows"]),
        seconds=dict(table["seconds"]),
        types=tuple(table.get("types", ("A", "B", "C"))),
        tests=table.get("tests", 0),
        foreign=table.get("foreign", True),
        needs=tuple(table.get("needs", ())),
        folder=folder,
        digest=hashlib.sha256(text.encode() + _source(table["run"].partition(":")[0], folder)).hexdigest(),
    )


def _source(module: str, folder: str) -> bytes:
    """The bytes of a check's module."""
    if folder:
        path = Path(folder) / f"{module}.py"
        if not path.is_file():
            raise CheckError(f"{path}: must be the module of a check", "check.run names it: module:function")
        return path.read_bytes()
    return (resources.files(SHIPPED) / f"{module}.py").read_bytes()


@cache
def _module(name: str, folder: str, digest: str) -> Any:
    """The module of a check: one that ships, or a file of the laboratory's, which is a program of its own."""
    if not folder:
        return import_module(f"{SHIPPED}.{name}")
    path = Path(folder) / f"{name}.py"
    module = ModuleType(f"azar_check_{name}_{digest[:12]}")
    module.__file__ = str(path)
    sys.modules[module.__name__] = module
    # Not by an import: bytecode kept beside the file could be of an older one of the same size and second.
    exec(compile(path.read_bytes(), path, "exec"), module.__dict__)
    return module


def fits(check: Check, sample: Examinee, mode: str) -> Words | None:
    """Why a check says nothing of this sample in this mode; None: it is done."""
    if mode not in check.seconds:
        return Words(
            f"solo se hace con {' o '.join(f'--{one}' for one in check.seconds)}",
            f"done with {' or '.join(f'--{one}' for one in check.seconds)} only",
        )
    if not check.foreign and not sample.ours:
        return Words(
            "exige conocer el programa, y el de esta máquina no es el nuestro",
            "needs to know the program, and this machine's is not ours",
        )
    return None
