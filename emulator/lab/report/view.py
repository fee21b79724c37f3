# SPDX-License-Identifier: MIT
"""
What the page and the PDF show: the report's plain object turned into lines of text in one language.

Both are laid out from this one object, so that they say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from emulator.lab.exam.finding import Grade
from emulator.lab.report.figures import Scribe
from machines.support.plain import Json, JsonView

GRADES = tuple(map(str, (Grade.CONFORME, Grade.NO_CONFORME, Grade.NO_APLICA, Grade.NO_EXAMINADO)))
SLUGS = {grade: grade.replace(" ", "_") for grade in GRADES}
ENTITY = ("entity", "address", "accreditation", "place", "work_from", "work_to", "issued", "signatory")
AREAS = ("documentacion", "juego", "azar", "dinero", "contadores", "memoria", "seguridad", "frente", "enlace")
SIGNED = ("signatory", "place", "issued")
_PROGRAM = "firmware/"
MISSED_MOST = 8
"""Rows that missed their limit which the first page tells one by one."""
REASONS_MOST = 7


def view(report: JsonView, language: str) -> Json:
    """Every line of a report, in order of the page."""
    scribe = Scribe(language)
    texts = scribe.texts
    rows = sorted((_row(row, scribe) for row in report["rows"]), key=_place)
    parts = [[name, digest] for name, digest in sorted(report["sample"]["parts"].items())]
    return {
        "language": language,
        "t": texts.all,
        "code": report["code"],
        "heading": report["sample"]["title"],
        "verdict": _verdict(report, scribe),
        "machine": _machine(report, scribe),
        "counts": _counts(report, scribe),
        "missed": _missed(rows, scribe),
        "unexamined": _unexamined(rows, scribe),
        "repeat": _repeat(rows, scribe),
        "entity": _entity(report, scribe, ENTITY),
        "signed": [
            [texts(key), str(report["entity"].get(key, ""))] for key in ("signatory", "place", "issued")
        ],
        "issued": str(report["entity"].get("issued", "")),
        "sample": _sample(report, scribe),
        "parts": [one for one in parts if not one[0].startswith(_PROGRAM)],
        "program": [one for one in parts if one[0].startswith(_PROGRAM)],
        "versions": sorted((key.replace("_", " "), value) for key, value in report["versions"].items()),
        "areas": _areas(rows, scribe),
        "statistics": _statistics(report, scribe),
        "methods": [[texts(one), texts(f"means_{one}")] for one in _METHODS],
        "checks": [_check(check, scribe) for check in report["checks"]],
        "retests": [_retest(retest, scribe) for retest in report["retests"]],
        "evidence_sha256": report["evidence_sha256"],
    }


_METHODS = ("documentary", "proved", "enumerated", "played", "sampled", "observed")


def _row(row: JsonView, scribe: Scribe) -> Json:
    texts = scribe.texts
    return {
        "id": row["id"],
        "area": row["area"],
        "topic": _capital(texts.said(row["topic"])),
        "text": texts.said(row["text"]),
        "article": texts.article(row["article"]) if row["article"] != "-" else "–",
        "status": ", ".join(texts.get(f"status_{one}", one) for one in row["status"].split("/")),
        "grade": row["grade"],
        "slug": SLUGS[row["grade"]],
        "word": texts(SLUGS[row["grade"]]),
        "reason": _sentence(_reason(row, scribe)),
        "remains": _sentence(texts.said(row.get("remains"))),
        "findings": [_finding(finding, scribe) for finding in row["findings"]],
    }


def _place(row: Json) -> int:
    """Areas in the order of a report; those that a laboratory added come last."""
    return AREAS.index(row["area"]) if row["area"] in AREAS else len(AREAS)


def _reason(row: JsonView, scribe: Scribe) -> str:
    """Why a row is not examined or does not apply: its own reason, else what its findings say."""
    own = scribe.texts.said(row["reason"])
    if own or row["grade"] not in (Grade.NO_EXAMINADO, Grade.NO_APLICA):
        return own
    said = (scribe.texts.said(one["said"]) for one in row["findings"] if one["grade"] == row["grade"])
    return next(said, "")


def _finding(finding: JsonView, scribe: Scribe) -> Json:
    texts = scribe.texts
    figures = [{**scribe.figure(one), "slug": SLUGS[one["grade"]]} for one in finding["figures"]]
    return {
        "title": texts.said(finding["title"]),
        "method": texts.get(finding["method"], finding["method"]),
        "said": _sentence(texts.said(finding["said"])),
        "slug": SLUGS[finding["grade"]],
        "word": texts(SLUGS[finding["grade"]]),
        "figures": figures,
        "missed": any(figure["by"] for figure in figures),
        "files": [f"evidence/checks/{finding['check']}/{name}" for name in finding["files"]],
        "command": finding["command"],
    }


def _verdict(report: JsonView, scribe: Scribe) -> Json:
    counts = {grade: sum(row["grade"] == grade for row in report["rows"]) for grade in GRADES}
    slug = SLUGS[report["verdict"]]
    failed, met = counts[Grade.NO_CONFORME], counts[Grade.CONFORME]
    return {
        "slug": slug,
        "word": scribe.texts(f"verdict_{slug}"),
        "sentence": scribe.texts(
            f"sentence_{slug}",
            conforme=met, failed=failed, decided=failed + met, unexamined=counts[Grade.NO_EXAMINADO],
        ),
    }  # fmt: skip


def _entity(report: JsonView, scribe: Scribe, keys: Iterable[str]) -> list[list[str]]:
    return [[scribe.texts(key), str(report["entity"].get(key, ""))] for key in keys]


def _machine(report: JsonView, scribe: Scribe) -> list[list[str]]:
    """What was examined, for the first page."""
    texts, sample = scribe.texts, report["sample"]
    return [
        [texts("title"), f"{sample['title']} ({sample['model']})"],
        [texts("type"), texts.get(f"type_{sample['type']}", sample["type"])],
        [texts("serial"), str(sample["serial"])],
        *_plate(sample, scribe),
        [texts("delivered"), sample["delivered"]],
        [texts("rules"), report["profile"]["id"]],
        [texts("mode"), texts(f"mode_{report['mode']}")],
        [texts("rom"), sample["rom_sha256"]],
        [texts("evidence"), report["evidence_sha256"]],
    ]


def _plate(sample: JsonView, scribe: Scribe) -> list[list[str]]:
    """The plate that the model gives, in one line; nothing of one that has azar's."""
    plate = sample.get("plate", {})
    told = [f"{scribe.texts(f'plate_{name}')} {plate[name]}" for name in _PLATE if name in plate]
    return [[scribe.texts("plate"), " · ".join(told)]] if told else []


_PLATE = ("maker", "registry", "model", "series")


def _sample(report: JsonView, scribe: Scribe) -> list[list[str]]:
    texts, sample = scribe.texts, report["sample"]
    size = f"{scribe.writer.whole(sample['rom_bytes'])} {texts('bytes')}"
    return [
        [texts("title"), f"{sample['title']} ({sample['model']})"],
        [texts("type"), texts.get(f"type_{sample['type']}", sample["type"])],
        [texts("serial"), str(sample["serial"])],
        *_plate(sample, scribe),
        [texts("delivered"), sample["delivered"]],
        [texts("rules"), f"{report['profile']['id']}: {texts.article(report['profile']['title'])}"],
        [texts("rom"), f"{sample['rom_sha256']} ({size})"],
        [texts("origin"), texts("built" if sample["built"] else "came")],
        [texts("signer"), sample["signer"] or texts("unsigned")],
        [texts("firmware"), texts("firmware_ours" if sample["firmware_ours"] else "firmware_other")],
        [texts("mode"), texts(f"mode_{report['mode']}")],
        [texts("seed"), report["seed"]],
    ]  # fmt: skip


def _counts(report: JsonView, scribe: Scribe) -> Json:
    """Of each area how many rows have each grade, and the sums."""
    texts = scribe.texts
    lines = [
        {"name": texts.get(area, area), "counts": [counts.get(grade, 0) for grade in GRADES]}
        for area, counts in sorted(report["areas"].items(), key=lambda one: _place({"area": one[0]}))
    ]
    total = [sum(line["counts"][at] for line in lines) for at in range(len(GRADES))]
    return {
        "heads": [{"slug": SLUGS[grade], "word": texts(SLUGS[grade])} for grade in GRADES],
        "lines": lines,
        "total": total,
    }


def _missed(rows: Sequence[Json], scribe: Scribe) -> Json:
    """The rows which missed their limit: of each the first figure that did, or what was seen."""
    lines = sorted(
        (_miss(row) for row in rows if row["grade"] == Grade.NO_CONFORME),
        key=lambda line: line["figure"] is None,
    )
    rest = [line["id"] for line in lines[MISSED_MOST:]]
    more = scribe.texts("missed_more", ids=", ".join(rest)) if rest else ""
    return {"lines": lines[:MISSED_MOST], "more": more}


def _miss(row: Json) -> Json:
    red = [finding for finding in row["findings"] if finding["slug"] == SLUGS[Grade.NO_CONFORME]]
    figures = [one for finding in red for one in finding["figures"] if one["grade"] == Grade.NO_CONFORME]
    return {
        **{key: row[key] for key in ("id", "topic", "article")},
        "figure": figures[0] if figures else None,
        "said": red[0]["said"] if red else "",
    }


def _unexamined(rows: Sequence[Json], scribe: Scribe) -> list[Json]:
    """Reasons and the rows that each left not examined, the reason of most rows first."""
    groups: dict[str, list[str]] = {}
    for row in rows:
        if row["grade"] == Grade.NO_EXAMINADO:
            groups.setdefault(row["reason"], []).append(row["id"])
    ordered = sorted(groups.items(), key=lambda group: -len(group[1]))
    told, rest = ordered, []
    if len(ordered) > REASONS_MOST:
        told, rest = ordered[: REASONS_MOST - 1], ordered[REASONS_MOST - 1 :]
    lines: list[Json] = [{"reason": reason, "ids": spans(ids)} for reason, ids in told]
    if rest:
        ids = [id for _, some in rest for id in some]
        lines.append({"reason": f"{scribe.texts('unexamined_more')}.", "ids": spans(ids)})
    return lines


def spans(ids: Iterable[str]) -> list[str]:
    """Row ids with neighbours joined: "B-07", "G-02 - G-05"."""
    parts: list[str] = []
    numbered = sorted({(*_parted(id), id) for id in ids})
    for _, run in groupby(enumerate(numbered), key=lambda at: (at[1][0], at[1][1] - at[0])):
        members = [one[2] for _, one in run]
        parts += [f"{members[0]}\u00a0–\u00a0{members[-1]}"] if len(members) > 2 else members
    return parts


def _parted(id: str) -> tuple[str, int]:
    letter, _, number = id.rpartition("-")
    return (letter, int(number)) if number.isdigit() else (id, 0)


def _repeat(rows: Sequence[Json], scribe: Scribe) -> list[list[str]]:
    """Commands, each with what it does; the example names a row that missed its limit, if one did."""
    named = [row["id"] for row in rows if row["grade"] == Grade.NO_CONFORME and row["findings"]]
    named += [row["id"] for row in rows if row["findings"]]
    lines = [["azar lab verify DIR", scribe.texts("repeat_all")]]
    if named:
        lines.append([f"azar lab verify DIR --only {named[0]}", scribe.texts("repeat_one")])
    return lines


def _areas(rows: Sequence[Json], scribe: Scribe) -> list[Json]:
    """Rows by area."""
    areas: dict[str, list[Json]] = {}
    for row in rows:
        areas.setdefault(row["area"], []).append(row)
    return [{"name": scribe.texts.get(area, area), "rows": some} for area, some in areas.items()]


def _statistics(report: JsonView, scribe: Scribe) -> str:
    tests = report["tests"]
    if not tests:
        return scribe.texts("statistics_none")
    family = Fraction(str(report["family_alpha"])) * 100
    return scribe.texts(
        "statistics",
        tests=tests, family=scribe.number(family), each=scribe.number(family / tests, 4),
    )  # fmt: skip


def _check(check: JsonView, scribe: Scribe) -> Json:
    texts = scribe.texts
    method = texts.get(check["method"], check["method"])
    return {"id": check["id"], "title": texts.said(check["title"]), "method": method, "tests": check["tests"]}


def _retest(retest: JsonView, scribe: Scribe) -> Json:
    """A check done again; its rows with the grade before and after."""
    texts = scribe.texts
    before, after = retest["before"], retest["after"]
    said = {grade: texts(slug) for grade, slug in SLUGS.items()}
    rows = sorted(before.keys() | after.keys())
    changes = [[row, *(said.get(grades.get(row), "–") for grades in (before, after))] for row in rows]
    return {"check": f"{retest['check']} {texts('retest_number')} {retest['number']}",
            "why": texts.said(retest["why"]), "changes": changes}  # fmt: skip


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _sentence(words: str) -> str:
    """Words as a sentence of its own."""
    return _capital(words) + ("" if words.endswith((".", "!", "?")) or not words else ".")
