# SPDX-License-Identifier: MIT
"""Runs every check that fits a faulty machine, and tells which rows turn red."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from emulator.lab.exam.finding import Finding, Grade
from emulator.lab.exam.plan import make_plan
from emulator.lab.exam.work import Orders, examine
from emulator.lab.faulty.samples import faulty_sample


def findings(name: str, folder: Path, of: Iterable[str] = ()) -> Mapping[str, Mapping[str, Finding]]:
    """What each check of the quick plan finds of a faulty machine; of these rows, or of all."""
    sample = faulty_sample(name, folder)
    plan = make_plan(sample, "quick")
    orders = Orders("quick", "00", plan.alpha)
    return {check.id: examine(check, sample, orders, folder / check.id) for check in plan.of(of)}


def red(found: Mapping[str, Mapping[str, Finding]]) -> set[str]:
    """The rows of which a check says No conforme."""
    return {
        row for rows in found.values() for row, finding in rows.items() if finding.grade == Grade.NO_CONFORME
    }
