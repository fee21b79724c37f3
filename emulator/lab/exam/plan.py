# SPDX-License-Identifier: MIT
"""
The plan of an examination: each requirement with the checks that answer it, or why nothing does.

    plan = make_plan(Sample.of("cierzo"), "quick")
    plan.seconds; plan.alpha
    for item in plan.items: item.row.id, item.checks, item.reason
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from emulator.lab.exam.catalogue import Check, fits, shipped
from emulator.lab.exam.examinee import Examinee
from emulator.lab.exam.finding import Finding, Grade, Words, joined
from emulator.lab.exam.requirements import Requirement
from machines.support.plain import Json

FAMILY_ALPHA = 0.01
"""False alarms that all hypothesis tests of an examination may have together (Bonferroni)."""
_NO_CHECK = Words("Ningún ensayo del laboratorio la examina", "No check of the laboratory examines it")


class Item(NamedTuple):
    """One requirement and what examines it."""

    row: Requirement
    checks: tuple[Check, ...]
    reason: Words | None
    """Why no check does, or why it does not apply; None where checks do."""

    def grade(self, found: Mapping[str, Mapping[str, Finding]]) -> Grade:
        """Its grade, from findings by check and row."""
        if self.row.grade is not None:
            return self.row.grade
        given = [
            found[check.id][self.row.id] for check in self.checks if self.row.id in found.get(check.id, {})
        ]
        return joined(finding.grade for finding in given)


@dataclass(frozen=True)
class Plan:
    """What will be done with a sample."""

    mode: str
    items: tuple[Item, ...]
    checks: tuple[Check, ...]
    left_out: tuple[tuple[Check, Words], ...]
    """Checks for machines of this type that this examination does not do, and why."""

    @property
    def seconds(self) -> float:
        """How long all checks take on one core, as their files say."""
        return sum(check.seconds[self.mode] for check in self.checks)

    @property
    def tests(self) -> int:
        """Hypothesis tests that share the family-wise error."""
        return sum(check.tests for check in self.checks)

    @property
    def alpha(self) -> float:
        """What each of them may have of it."""
        return FAMILY_ALPHA / max(1, self.tests)

    def of(self, wanted: Iterable[str]) -> tuple[Check, ...]:
        """The checks of these rows, or of these names; all for none."""
        names = set(wanted)
        if not names:
            return self.checks
        return tuple(check for check in self.checks if check.id in names or names & set(check.rows))

    def as_dict(self) -> Json:
        """Plain values, as ``azar lab plan --json`` prints them."""
        return {
            "mode": self.mode,
            "seconds": round(self.seconds, 1),
            "tests": self.tests,
            "family_alpha": FAMILY_ALPHA,
            "rows": [
                {**item.row.as_dict(), "checks": [check.id for check in item.checks],
                 "reason": None if item.reason is None else item.reason._asdict()}
                for item in self.items
            ],
            "checks": [
                {"id": check.id, "title": check.title._asdict(), "method": check.method,
                 "rows": [*check.rows], "seconds": check.seconds[self.mode], "tests": check.tests}
                for check in self.checks
            ],
            "left_out": [{"id": check.id, "reason": why._asdict()} for check, why in self.left_out],
        }  # fmt: skip


def make_plan(sample: Examinee, mode: str, more: Iterable[Check] = ()) -> Plan:
    """
    Bind every requirement of a sample to checks.

    Args:
        sample: the machine.
        mode: one of catalogue.MODES.
        more: checks of the laboratory's own; one of the same id takes the place of ours.
    """
    rows = sample.requirements()
    open_rows = {row.id for row in rows if row.grade is None}
    known = {check.id: check for check in (*shipped(), *more)}
    done: list[Check] = []
    left_out: list[tuple[Check, Words]] = []
    for check in known.values():
        if sample.type not in check.types or not open_rows & set(check.rows):
            continue
        if not set(check.needs) <= set(sample.has):
            continue
        why = fits(check, sample, mode)
        if why is None:
            done.append(check)
        else:
            left_out.append((check, why))
    return Plan(mode, tuple(_item(row, done, left_out) for row in rows), tuple(done), tuple(left_out))


def _item(row: Requirement, checks: list[Check], left_out: list[tuple[Check, Words]]) -> Item:
    if row.grade is not None:
        return Item(row, (), row.reason)
    own = tuple(check for check in checks if row.id in check.rows)
    if own:
        return Item(row, own, None)
    missed = [f"{check.title.es}: {why.es}" for check, why in left_out if row.id in check.rows]
    said = [f"{check.title.en}: {why.en}" for check, why in left_out if row.id in check.rows]
    if missed:
        return Item(row, (), Words("; ".join(missed), "; ".join(said)))
    return Item(row, (), row.reason or _NO_CHECK)
