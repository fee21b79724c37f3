# SPDX-License-Identifier: MIT
"""One shipped check done on a machine, right or with one thing wrong in its firmware."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest
from mutants import Mutant

from emulator.lab.exam.catalogue import shipped
from emulator.lab.exam.finding import Finding
from emulator.lab.exam.sample import Sample
from emulator.lab.exam.work import Orders, examine
from machines.rom.program import FIRMWARE_FOLDER

ALPHA = 0.001
SEED = "00"


class Spoilt(NamedTuple):
    """A row of a check that one change of the firmware must turn red."""

    row: str
    check: str
    model: str
    file: str
    old: str
    new: str

    def ship(self, patch: pytest.MonkeyPatch) -> None:
        """Let every machine have the change until the patch is undone; CPython takes it for ours."""
        Mutant(f"machines/firmware/{self.file}", self.old, self.new, "").spoil(patch)


def found(
    check: str,
    name: str,
    folder: Path,
    *,
    mode: str = "quick",
    runtime: str | None = None,
    declared: Path | None = None,
    firmware: Path | None = None,
) -> Mapping[str, Finding]:
    """What a check says of a machine."""
    sample = Sample.of(name, declared=declared, firmware=firmware)
    (one,) = [one for one in shipped() if one.id == check]
    return examine(one, sample, Orders(mode, SEED, ALPHA, runtime), folder)


def copied_firmware(folder: Path, file: str, old: str, new: str) -> Path:
    """A copy of our firmware with one change: another's, byte for byte."""
    shutil.copytree(FIRMWARE_FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / file).read_text(encoding="utf-8")
    assert text.count(old) == 1, f"old must stand once in {file}: mend it"
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")
    return folder


def told(finding: Finding) -> str:
    """What a finding says, figure by figure, for a test that fails."""
    figures = [f"{one.id} {one.value} {one.sense} {one.limit}: {one.grade}" for one in finding.figures]
    return "; ".join([str(finding.grade), finding.said.en, *figures])
