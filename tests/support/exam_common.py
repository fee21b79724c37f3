# SPDX-License-Identifier: MIT
"""The checks of the laboratory done in a test: on a right machine, and on one with one thing wrong."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from mutants import rows_of

from emulator.lab.exam.catalogue import shipped
from emulator.lab.exam.examination import Examination, derived
from emulator.lab.exam.finding import Finding, Grade
from emulator.lab.exam.sample import Sample
from emulator.lab.exam.work import Orders, examine

# One of each kind of machine: three of type B, three of C, two of A.
MACHINES = ("cierzo", "monegros", "galacho", "mudejar", "moncayo", "moncayo_tarjeta", "cometa", "ronda")


def examined(
    check: str, machine: str | Path | Sample, folder: Path, mode: str = "quick", **options: Any
) -> Mapping[str, Finding]:
    """What a check that ships finds; options are those of ``Sample.of``."""
    sample = machine if isinstance(machine, Sample) else Sample.of(machine, **options)
    known = {one.id: one for one in shipped()}
    return examine(known[check], sample, Orders(mode, "00"), folder)


def at_work(check: str, machine: str | Path | Sample, folder: Path, mode: str = "quick") -> Examination:
    """What a check gets, to call a part of it."""
    sample = machine if isinstance(machine, Sample) else Sample.of(machine)
    return Examination(sample, mode, derived("00", check), folder)


def graded(found: Mapping[str, Finding], grade: Grade) -> set[str]:
    """Rows of one grade."""
    return {row for row, finding in found.items() if finding.grade == grade}


def refused(found: Mapping[str, Finding]) -> set[str]:
    """Rows that the machine does not meet."""
    return graded(found, Grade.NO_CONFORME)


def must_hold(found: Mapping[str, Finding], *rows: str) -> None:
    """Every row is met or does not apply, and these are met."""
    wrong = {row: one.said.en for row, one in found.items() if one.grade == Grade.NO_CONFORME}
    assert not wrong
    assert set(rows) <= graded(found, Grade.CONFORME), {row: one.grade for row, one in found.items()}


def spoil(patch: pytest.MonkeyPatch, subject: str, wrong: str) -> None:
    """Ship the firmware with one row of ``tests/mutants`` in it, until the patch is undone."""
    rows_of(subject)[wrong].spoil(patch)
