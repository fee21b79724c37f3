# SPDX-License-Identifier: MIT
"""
Mutants: the product with one thing wrong, and the test that must notice it.

A row of ``tests/mutants/*.toml`` is one mutant; its heading names the file and says in plain words what is
wrong:

    ["machines/firmware/buttons.py"."a bounce is a press"]
    old = "DEBOUNCE_MS = 15"
    new = "DEBOUNCE_MS = 0"
    test = "test_firmware_play.test_a_second_press_lets_a_held_reel_go_and_waiting_plays_without_hold"

``old`` stands once in the file. Keys above the first heading hold for every row that does not say otherwise.
``arguments`` are those of the test. ``says`` is part of what the test must
say; of a list of such parts it must say one.
``books`` means that the cabinet's own balances notice first, ``crash`` that the program on the board ends;
One row of each file is ``soon``, of files whose rows need processes of their own a few are; the others are
left to ``.ci/run-long``.

A row of the core in C names a check, which takes the changed package cext; ``kernel`` is whose loop is wrong.

Tests named by their files, as ``emulator/records/test_private.py::test_...``, run in a process of their own,
which reads one module of the host with the change.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import json
import os
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from core_mutants import built
from places import PRODUCT, TESTS

import cext
from emulator import Cabinet, EmulatorError
from emulator.cabinet import bootrom
from emulator.cabinet.books import BalanceError
from emulator.cabinet.ledger import LedgerError
from emulator.vm.derive import cache_folder
from machines.rom import program

FIRMWARE = "machines/firmware/"
# Pytest's exit statuses: https://docs.pytest.org/en/stable/reference/exit-codes.html
PASSED, FAILED, NOTHING_RUN = 0, 1, 5
NOTICED = (AssertionError, EmulatorError)


class Mutant(NamedTuple):
    """One row."""

    file: str
    old: str
    new: str
    test: str
    arguments: Mapping[str, Any] = {}
    says: str | Sequence[str] = ""
    books: bool = False
    crash: bool = False
    kernel: str = ""
    soon: bool = False

    @property
    def of_core(self) -> bool:
        return self.file.startswith("cext/")

    def check(self, fixtures: Mapping[str, Any]) -> None:
        """Call the test that must notice; ``fixtures`` are those that it may ask for."""
        module, _, name = self.test.rpartition(".")
        test = getattr(importlib.import_module(module), name)
        wanted = {name: fixtures[name] for name in inspect.signature(test).parameters if name in fixtures}
        test(**wanted, **{name: _keyed(value) for name, value in self.arguments.items()})

    def spoil(self, patch: pytest.MonkeyPatch) -> None:
        """Ship one module of the firmware with the change, in every machine, until the patch is undone."""
        honest = (PRODUCT / self.file).read_text(encoding="utf-8")
        assert honest.count(self.old) == 1, f"old must stand once in {self.file}: mend the row"
        assert self.file.startswith(FIRMWARE), "a module of the host needs a test that is named by its file"
        read = Path.read_text

        def changed(path: Path, *how: Any, **named: Any) -> str:
            text = read(path, *how, **named)
            return text.replace(self.old, self.new) if path == PRODUCT / self.file else text

        patch.setattr(Path, "read_text", changed)
        patch.setattr(program, "_shipped", functools.cache(program._read))
        for kept in ("_built", "_built_of"):
            patch.setattr(bootrom, kept, functools.cache(getattr(bootrom, kept).__wrapped__))

    def run(self) -> subprocess.CompletedProcess[str]:
        """
        Run the tests in a process of their own, which reads the module with the change.

        Cases that are long are tried where none of the others has failed.
        """
        quick = self._run("not long")
        if quick.returncode == FAILED:
            return quick
        long = self._run("long")
        return quick if long.returncode == NOTHING_RUN else long

    def _run(self, marked: str) -> subprocess.CompletedProcess[str]:
        module = self.file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        mutant = json.dumps({"module": module, "old": self.old, "new": self.new})
        folders = [str(TESTS / "mutated"), *filter(None, [os.environ.get("PYTHONPATH")])]
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
        environment = {**kept, "PYTHONPATH": os.pathsep.join(folders), "AZAR_MUTANT": mutant}
        # Asserts as they stand: pytest would read a module of an install itself, and without the change.
        command = [sys.executable, "-P", "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider"]
        command.append("--assert=plain")
        with tempfile.TemporaryDirectory() as cache:  # of its own: what it keeps is wrong
            own = Path(cache, "azar")
            own.mkdir()
            (own / "vm").symlink_to(cache_folder())
            return subprocess.run(
                [*command, "--no-header", "-m", marked, *self.test.split()],
                check=False, cwd=TESTS, env=environment | {"XDG_CACHE_HOME": cache},
                capture_output=True, text=True, timeout=300,
            )  # fmt: skip


def rows_of(subject: str) -> dict[str, Mutant]:
    """The mutants of one file by what is wrong."""
    raw = tomllib.loads((TESTS / "mutants" / f"{subject}.toml").read_text(encoding="utf-8"))
    common = {key: raw.pop(key) for key in Mutant._fields if key in raw}
    found = [
        (wrong, Mutant(file, **{**common, **row}))
        for file, rows in raw.items()
        for wrong, row in rows.items()
    ]
    assert len(dict(found)) == len(found), f"two rows of {subject}.toml say the same"
    return dict(found)


def rows() -> dict[str, Mutant]:
    """Every mutant by the name of its file and what is wrong."""
    subjects = sorted(path.stem for path in (TESTS / "mutants").glob("*.toml"))
    return {f"{subject}: {wrong}": row for subject in subjects for wrong, row in rows_of(subject).items()}


def _keyed(value: Any) -> Any:
    """A list of TOML as a tuple, and a table by its numbers."""
    if isinstance(value, dict):
        return {int(key): one for key, one in value.items()}
    return tuple(value) if isinstance(value, list) else value


def spoilt(sources: Mapping[str, str], module: str, old: str, new: str) -> dict[str, str]:
    """A machine's firmware with one change, for tests that need both at a time."""
    assert sources[module].count(old) == 1, f"old must stand once in {module}: {old}"
    kept = {name: text for name, text in sources.items() if name != "settings"}
    return {**kept, module: sources[module].replace(old, new)}


def must_be_noticed(mutant: Mutant, patch: pytest.MonkeyPatch, **fixtures: Any) -> None:
    """The row's test fails with its change, and the program on the board runs on but for ``crash``."""
    if ".py" in mutant.test:
        must_be_noticed_apart(mutant)
        return
    if mutant.of_core:
        must_be_refused(mutant, fixtures["tmp_path"])
        return
    made: list[Cabinet] = []
    begin = Cabinet.__init__

    def remembered(self: Cabinet, *arguments: Any, **options: Any) -> None:
        begin(self, *arguments, **options)
        made.append(self)

    patch.setattr(Cabinet, "__init__", remembered)
    mutant.spoil(patch)
    expected = (BalanceError, LedgerError) if mutant.books else NOTICED
    with pytest.raises(expected) as caught:
        mutant.check({"monkeypatch": patch, **fixtures})
    said = [mutant.says] if isinstance(mutant.says, str) else mutant.says
    assert any(words in str(caught.value) for words in said), f"must say {mutant.says}: {caught.value}"
    faults = [cab.fault for cab in made if cab.fault]
    assert mutant.crash or not faults, f"a mutant must be wrong, not broken: {faults}"


def must_be_noticed_apart(mutant: Mutant) -> None:
    """The row's tests fail in their process by what they look at, not by the change itself."""
    run = mutant.run()
    assert run.returncode == FAILED, run.stdout[-2_000:] + run.stderr[-500:]
    assert "old must stand once" not in run.stdout, f"mend the row: {run.stdout[-400:]}"
    assert "Error" in run.stdout or "DID NOT RAISE" in run.stdout


def must_be_refused(mutant: Mutant, folder: Path) -> None:
    """The row's check refuses the core with its change; a wrong kernel runs, but makes other plays."""
    if mutant.kernel and mutant.kernel not in cext.cycle_kernels():
        # No other kernel has the text. ``test_core_rng`` checks which kernels a processor has.
        pytest.skip(f"this processor has no {mutant.kernel}")
    change = (mutant.file, mutant.old, mutant.new)
    fast = bool(mutant.kernel) or "/fast/" in mutant.file
    with built(folder, *change, fast=fast) as core:
        refusals = (AssertionError,) if mutant.kernel else (AssertionError, core.CoreError)
        with pytest.raises(refusals):
            mutant.check({"core": core})
