# SPDX-License-Identifier: MIT
"""One check of the laboratory at work in a test, with a law or a sample of the test's own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from emulator.lab.exam.catalogue import Check, shipped
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Finding, Grade
from emulator.lab.exam.sample import Sample
from emulator.lab.exam.work import Orders, examine
from machines.rules import Profile


@cache
def sample(name: str) -> Sample:
    """A machine that ships, sealed once."""
    return Sample.of(name)


def check(id: str) -> Check:
    """A check that ships."""
    return next(one for one in shipped() if one.id == id)


def done(id: str, name: str, folder: Path, *, runtime: str | None = None) -> Mapping[str, Finding]:
    """What a check finds quickly of a machine that ships; few false alarms, the tests' seeds being fixed."""
    return examine(check(id), sample(name), Orders("quick", "00", 0.001, runtime), folder)


def grades(found: Mapping[str, Finding]) -> dict[str, Grade]:
    """The grade of every row."""
    return {row: finding.grade for row, finding in sorted(found.items())}


def other_law(monkeypatch: pytest.MonkeyPatch, row: str, **changed: Any) -> None:
    """Examine against a law of which one row is another."""
    kept = Examination.law

    def law(exam: Examination) -> Profile:
        assert isinstance(kept, property) and kept.fget is not None
        own: Profile = kept.fget(exam)
        return replace(own, rules={**own.rules, row: replace(own.rules[row], **changed)})

    monkeypatch.setattr(Examination, "law", property(law))


def same_bytes(one: Path, other: Path) -> bool:
    """Whether two folders of evidence hold the same files."""
    names = sorted(path.name for path in one.iterdir())
    if names != sorted(path.name for path in other.iterdir()):
        return False
    return all((one / name).read_bytes() == (other / name).read_bytes() for name in names)
