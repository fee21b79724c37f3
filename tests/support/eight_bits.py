# SPDX-License-Identifier: MIT
"""
A machine whose core draws by the remainder of a byte, examined in a process of its own.

    python eight_bits.py FOLDER        # prints the rows that turn red as JSON; FOLDER takes its files

The package cext of that process is the changed core, so that firmware, campaigns and battery all run it.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core_mutants import SOURCES, built
from places import ROOT

from machines.support.plain import read_toml

FILE = Path(__file__).with_suffix(".toml")


def described() -> Mapping[str, Any]:
    """What is changed in the core, and the rows that turn red."""
    return read_toml(FILE.read_text(encoding="utf-8"))


def red_rows(folder: Path) -> Mapping[str, list[str]]:
    """The rows that turn red, each with the checks that say so."""
    core = folder / "core"
    (folder / "built").mkdir(parents=True)
    change = described()
    with built(folder / "built", change["file"], change["old"], change["new"], fast=True):
        shutil.copytree(SOURCES, core / "cext", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        for library in (folder / "built" / "mutant").glob("_core*"):
            shutil.copy(library, core / "cext")
    path = os.pathsep.join([str(core), str(ROOT), str(Path(__file__).parent)])
    made = subprocess.run(
        [sys.executable, __file__, str(folder / "evidence")],
        env={**os.environ, "PYTHONPATH": path},
        stdout=subprocess.PIPE,
        check=True,
    )
    found: dict[str, list[str]] = json.loads(made.stdout)
    return found


def main() -> None:
    """In the process of the changed core: examine, and print what turned red."""
    import cext
    from emulator.lab.exam.finding import Grade
    from emulator.lab.exam.plan import make_plan
    from emulator.lab.exam.sample import Sample
    from emulator.lab.exam.work import Orders, examine

    folder = Path(sys.argv[1])
    assert Path(cext.__file__).parent.parent == folder.parent / "core"
    sample = Sample.of(described()["model"])
    plan = make_plan(sample, "quick")
    red: dict[str, list[str]] = {}
    for check in plan.of(described()["checks"]):
        done = examine(check, sample, Orders("quick", "00", plan.alpha), folder / check.id)
        for row, finding in done.items():
            if finding.grade == Grade.NO_CONFORME:
                red.setdefault(row, []).append(check.id)
    print(json.dumps(red))


if __name__ == "__main__":
    main()
