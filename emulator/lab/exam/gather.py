# SPDX-License-Identifier: MIT
"""
Everything that a report tells, gathered from an examination as one plain object.

    report = gather(exam, entity)
    report["verdict"], report["areas"], report["rows"][0]["grade"]

docs/laboratory.md documents the object, which ``report.json`` holds.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version

from emulator.lab.exam.finding import Finding, Grade
from emulator.lab.exam.folder import evidence_digest
from emulator.lab.exam.plan import FAMILY_ALPHA, Item
from emulator.lab.exam.run import Exam
from machines.rom.build import core_digest
from machines.support.plain import Json, JsonView

FORMAT = 1
ENTITY_KEYS = ("entity", "address", "signatory", "accreditation", "work_from", "work_to", "issued", "place")
"""What a laboratory fills in; what it leaves out stays visible as a blank."""


def gather(exam: Exam, entity: JsonView | None = None) -> Json:
    """The report of an examination whose checks are all done."""
    rows = [_row(exam, item) for item in exam.plan.items]
    grades = [row["grade"] for row in rows]
    filled = {key: str((entity or {}).get(key, "")) for key in ENTITY_KEYS}
    digest = evidence_digest(exam.folder)
    whole = hashlib.sha256(repr((digest, sorted(filled.items()), FORMAT)).encode()).hexdigest().upper()
    return {
        "azar": "report",
        "format": FORMAT,
        "code": "-".join(("AZ", *(whole[at : at + 4] for at in range(0, 16, 4)))),
        "verdict": Grade.NO_CONFORME if Grade.NO_CONFORME in grades else Grade.CONFORME,
        "sample": {
            **exam.sample.as_dict(),
            "has": [*exam.sample.has],
        },
        "profile": {"id": exam.sample.law.id, "title": exam.sample.law.title},
        "entity": filled,
        "mode": exam.plan.mode,
        "seed": exam.orders.seed,
        "tests": exam.plan.tests,
        "family_alpha": FAMILY_ALPHA,
        "areas": _areas(rows),
        "rows": rows,
        "checks": [
            {"id": check.id, "title": check.title._asdict(), "method": check.method, "tests": check.tests}
            for check in exam.plan.checks
        ],
        "retests": [_retest(exam, at) for at in range(len(exam.retests))],
        "evidence_sha256": digest,
        "versions": _versions(),
    }


def _row(exam: Exam, item: Item) -> Json:
    findings = []
    for check in item.checks:
        found = exam.standing[check.id].get(item.row.id)
        if found is not None:
            findings.append(
                {"check": check.id, "title": check.title._asdict(), **found.as_dict(),
                 "command": f"azar lab verify DIR --only {item.row.id}"}
            )  # fmt: skip
    reason = item.reason if item.reason is not None or findings else item.row.reason
    plain = {**item.row.as_dict(), "grade": item.grade(exam.standing), "findings": findings}
    return {**plain, "reason": None if reason is None else reason._asdict()}


def _areas(rows: list[Json]) -> Json:
    """Of each area, how many rows have each grade."""
    found: Json = {}
    for row in rows:
        counts = found.setdefault(row["area"], dict.fromkeys(map(str, Grade), 0))
        counts[row["grade"]] += 1
    return found


def _retest(exam: Exam, at: int) -> Json:
    """A check that was done again, with what it had found before."""
    retest = exam.retests[at]
    before = next(
        (one.name for one in reversed(exam.retests[:at]) if one.check == retest.check), retest.check
    )
    grades = {when: _grades(exam.found[name]) for when, name in (("before", before), ("after", retest.name))}
    return {"check": retest.check, "number": retest.number, "why": retest.why, **grades}


def _grades(found: Mapping[str, Finding]) -> dict[str, str]:
    return {row: str(finding.grade) for row, finding in sorted(found.items())}


def _versions() -> dict[str, str]:
    try:
        azar = version("azar")
    except PackageNotFoundError:
        azar = "not installed"
    return {"azar": azar, "core_sha256": core_digest()}


def about(jobs: int, seconds: float, runtime: str | None) -> Json:
    """The computer and the run: what need not be the same when somebody repeats it."""
    import cext

    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "tier": str(cext.widest_tier()),
        "jobs": jobs,
        "seconds": round(seconds, 1),
        "runtime": runtime or "as the firmware asks",
    }
