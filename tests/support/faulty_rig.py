# SPDX-License-Identifier: MIT
"""Runs every check that fits a faulty machine, and tells which rows turn red."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from emulator.lab.exam.finding import Finding, Grade
from emulator.lab.exam.plan import make_plan
from emulator.lab.exam.work import Orders, examine
from emulator.lab.faulty.samples import faulty_sample


def findings(name: str, folder: Path, mode: str = "quick") -> Mapping[str, Mapping[str, Finding]]:
    """What each check of the plan of a faulty machine finds, by check and row."""
    sample = faulty_sample(name, folder)
    plan = make_plan(sample, mode)
    orders = Orders(mode, "00", plan.alpha)
    return {check.id: examine(check, sample, orders, folder / check.id) for check in plan.checks}


def red(found: Mapping[str, Mapping[str, Finding]]) -> set[str]:
    """The rows of which a check says No conforme."""
    return {
        row for rows in found.values() for row, finding in rows.items() if finding.grade == Grade.NO_CONFORME
    }
