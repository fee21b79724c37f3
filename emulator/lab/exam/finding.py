# SPDX-License-Identifier: MIT
"""
What one check says of one row: a grade, the figures behind it, and how they were found.

    Finding(Grade.CONFORME, Words("Ninguna partida antes de 5 s", "No play before 5 s"),
            figures=(Figure("gap", Words("intervalo menor", "shortest gap"), 5_000, "ms", 5_000, AT_LEAST),))
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json, JsonView

AT_LEAST, AT_MOST, EXACTLY = ">=", "<=", "=="
SENSES = (AT_LEAST, AT_MOST, EXACTLY)


class Words(NamedTuple):
    """A sentence or a name in both languages of a report."""

    es: str
    en: str

    def said(self, language: str) -> str:
        """The words in one language; English for any but Spanish."""
        return self.es if language == DEFAULT_LANGUAGE else self.en


class Grade(StrEnum):
    """What the laboratory says of a requirement, in the words of the Spanish report model."""

    CONFORME = "conforme"
    NO_CONFORME = "no conforme"
    NO_APLICA = "no aplica"
    NO_EXAMINADO = "no examinado"


class Method(StrEnum):
    """How a figure was found; a report tells them apart."""

    DOCUMENTARY = "documentary"
    """Read in the model, its texts or its prize plan."""
    PROVED = "proved"
    """Holds for every key and every way of playing."""
    ENUMERATED = "enumerated"
    """Counted over all combinations."""
    PLAYED = "played"
    """All plays of a stated series were made: whole cycles."""
    SAMPLED = "sampled"
    """A sample with an interval of confidence."""
    OBSERVED = "observed"
    """Driven from outside and seen: coins, buttons, doors, clock and supply."""


# Where several checks answer one row, the first of these that one of them gives.
_WORST = (Grade.NO_CONFORME, Grade.NO_EXAMINADO, Grade.CONFORME, Grade.NO_APLICA)


@dataclass(frozen=True)
class Figure:
    """
    One measured figure beside its limit.

    ``value`` and ``limit`` are whole numbers or exact ratios in ``unit``; ``low`` and ``high`` bound a
    sampled figure at ``confidence_percent``, and are None where it is exact. ``uncertainty`` says what an
    instrument could not resolve, in the same unit.
    """

    id: str
    name: Words
    value: int | Fraction
    unit: str
    limit: int | Fraction | None = None
    sense: str | None = None
    low: float | None = None
    high: float | None = None
    confidence_percent: float | None = None
    uncertainty: int | Fraction = 0

    @property
    def grade(self) -> Grade:
        """
        Conforme only if the whole interval meets the limit; No conforme only if none of it does.

        A figure without a limit is a remark, and meets it.
        """
        if self.limit is None or self.sense is None:
            return Grade.CONFORME
        low = (self.value if self.low is None else self.low) - self.uncertainty
        high = (self.value if self.high is None else self.high) + self.uncertainty
        if self.sense == EXACTLY:
            if low <= self.limit <= high and not (self.low is not None and self.high is not None):
                return Grade.CONFORME
            return Grade.NO_EXAMINADO if low <= self.limit <= high else Grade.NO_CONFORME
        worst, best = (low, high) if self.sense == AT_LEAST else (-high, -low)
        limit = self.limit if self.sense == AT_LEAST else -self.limit
        if worst >= limit:
            return Grade.CONFORME
        return Grade.NO_CONFORME if best < limit else Grade.NO_EXAMINADO

    def as_dict(self) -> Json:
        """Plain values, as ``result.json`` and ``report.json`` hold them."""
        return {
            "id": self.id,
            "name": self.name._asdict(),
            "value": _plain(self.value),
            "unit": self.unit,
            "limit": None if self.limit is None else _plain(self.limit),
            "sense": self.sense,
            "low": self.low,
            "high": self.high,
            "confidence_percent": self.confidence_percent,
            "uncertainty": _plain(self.uncertainty),
            "grade": self.grade,
        }

    @classmethod
    def read(cls, raw: JsonView) -> Figure:
        """A figure out of the plain values of ``as_dict``."""
        kept = {key: value for key, value in raw.items() if key != "grade"}
        for key in ("value", "limit", "uncertainty"):
            kept[key] = None if kept[key] is None else _exact(kept[key])
        return cls(**{**kept, "name": Words(**kept["name"])})


@dataclass(frozen=True)
class Finding:
    """What a check says of one row."""

    grade: Grade
    said: Words
    """One sentence: what was done and what was seen; for No examinado and No aplica the reason."""
    method: Method = Method.OBSERVED
    figures: tuple[Figure, ...] = ()
    files: tuple[str, ...] = ()
    """Evidence, by name in the folder of the check."""

    def as_dict(self) -> Json:
        """Plain values."""
        return {
            "grade": self.grade,
            "said": self.said._asdict(),
            "method": self.method,
            "figures": [figure.as_dict() for figure in self.figures],
            "files": [*self.files],
        }

    @classmethod
    def read(cls, raw: JsonView) -> Finding:
        """A finding out of the plain values of ``as_dict``."""
        figures = tuple(map(Figure.read, raw["figures"]))
        grade, method = Grade(raw["grade"]), Method(raw["method"])
        return cls(grade, Words(**raw["said"]), method, figures, tuple(raw["files"]))


def judged(said: Words, method: Method, *figures: Figure, files: Iterable[str] = ()) -> Finding:
    """A finding whose grade is that of its figures."""
    return Finding(joined(figure.grade for figure in figures), said, method, figures, tuple(files))


def joined(grades: Iterable[Grade]) -> Grade:
    """The grade of a row of which several checks speak; No examinado if none does."""
    given = set(grades)
    return next((grade for grade in _WORST if grade in given), Grade.NO_EXAMINADO)


@dataclass
class Findings:
    """What one check found, row by row."""

    rows: dict[str, Finding] = field(default_factory=dict)

    def __setitem__(self, row: str, finding: Finding) -> None:
        """Say something of a row; a second finding of the same row keeps the worse grade and all figures."""
        before = self.rows.get(row)
        if before is None:
            self.rows[row] = finding
            return
        grade = joined((before.grade, finding.grade))
        lead = finding if grade != before.grade else before
        self.rows[row] = Finding(
            grade, lead.said, lead.method, before.figures + finding.figures,
            tuple(dict.fromkeys((*before.files, *finding.files))),
        )  # fmt: skip

    def as_dict(self) -> Json:
        """Plain values, rows sorted."""
        return {row: self.rows[row].as_dict() for row in sorted(self.rows)}


def read_findings(raw: Mapping[str, Any]) -> dict[str, Finding]:
    """Findings by row, out of plain values."""
    return {row: Finding.read(one) for row, one in raw.items()}


def _plain(value: int | Fraction) -> int | str:
    return f"{value.numerator}/{value.denominator}" if isinstance(value, Fraction) else value


def _exact(value: int | str) -> int | Fraction:
    return Fraction(value) if isinstance(value, str) else value
