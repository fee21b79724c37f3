# SPDX-License-Identifier: MIT
"""
What two examinations found otherwise, row by row and figure by figure, out of their reports.

    for row in examined(Path("informe"), Path("informe_2")):
        row.id, row.before, row.after, row.figures
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from emulator.lab.exam.finding import Words
from emulator.lab.exam.folder import read_json
from machines.support.plain import Json, JsonView

REPORT = "report.json"
NONE = "-"


class FigureChange(NamedTuple):
    """A figure that came out otherwise, or that one examination alone has."""

    check: str
    id: str
    name: Words
    unit: str
    before: str
    after: str


class RowChange(NamedTuple):
    """A row whose grade or figures came out otherwise."""

    id: str
    topic: Words
    before: str
    after: str
    figures: tuple[FigureChange, ...]

    def as_dict(self) -> Json:
        """Plain values."""
        figures = [{**one._asdict(), "name": one.name._asdict()} for one in self.figures]
        return {**self._asdict(), "topic": self.topic._asdict(), "figures": figures}


def examined(first: Path | None, second: Path | None) -> tuple[RowChange, ...] | None:
    """The rows that differ between two folders of examinations; None unless both are such."""
    if first is None or second is None or not all((one / REPORT).is_file() for one in (first, second)):
        return None
    before, after = ({row["id"]: row for row in read_json(one / REPORT)["rows"]} for one in (first, second))
    rows = (_row(id, before.get(id), after.get(id)) for id in dict.fromkeys([*before, *after]))
    return tuple(row for row in rows if row.before != row.after or row.figures)


def _row(id: str, before: JsonView | None, after: JsonView | None) -> RowChange:
    known = after or before or {}
    one, other = _figures(before), _figures(after)
    figures = []
    for key in dict.fromkeys([*one, *other]):
        values = tuple(str(found[key]["value"]) if key in found else NONE for found in (one, other))
        if values[0] != values[1]:
            shown = other.get(key) or one[key]
            figures.append(FigureChange(*key, Words(**shown["name"]), str(shown["unit"]), *values))
    was, now = (NONE if row is None else str(row["grade"]) for row in (before, after))
    return RowChange(id, Words(**known["topic"]), was, now, tuple(figures))


def _figures(row: JsonView | None) -> dict[tuple[str, str], Json]:
    """Figures of a row by check and id."""
    findings = [] if row is None else row["findings"]
    return {(one["check"], figure["id"]): figure for one in findings for figure in one["figures"]}
