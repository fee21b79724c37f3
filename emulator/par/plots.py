# SPDX-License-Identifier: MIT
"""Which charts a workbook draws beside which of its tables, from the cells of the table itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from emulator.sheets.section import Column, Section
from emulator.sheets.writer import Writer
from emulator.sheets.xlsx import Plot


class _Wanted(NamedTuple):
    kind: str
    against: int
    """Column of what is compared."""
    values: tuple[str, ...]
    """Titles of the columns of figures; none: every one but the last."""
    last: int = 0
    """Rows at the end that are no rows of the chart, as a sum."""
    log_x: bool = False
    log_y: bool = False


_WANTED = {
    "distribution": _Wanted("column", 0, ("payout",), 1),
    "prizes": _Wanted("column", 0, ("payout",)),
    "classes": _Wanted("column", 1, ("payout",)),
    "features": _Wanted("bar", 0, ("payout",), 1),
    "contributions": _Wanted("bar", 1, ("payout",), 2),
    "windows": _Wanted("column", 1, ("worst", "best", "required")),
    "strata": _Wanted("column", 0, ("payout",)),
    "bands": _Wanted("points", 0, ("from", "to"), log_x=True),
    "losing_runs": _Wanted("line", 0, ("the next plays all lose", "or longer, in a cycle"), log_y=True),
    "spread": _Wanted("stacked", 0, ()),
    "delay": _Wanted("stacked", 0, ()),
}


_MOST = 100
"""Rows of a table; more columns than that nobody tells apart."""


def plot_of(section: Section, write: Writer) -> Plot | None:
    """The chart of a section; None where there is nothing to compare."""
    return plot(section.id, section.title, section.columns, len(section.rows), write)


def plot(id_: str, title: str, columns: Sequence[Column], rows: int, write: Writer) -> Plot | None:
    """
    The chart of a table.

    Args:
        id_: of its section; one of several games ends in "_" and a number.
        rows: of the table, sums included.
    """
    wanted = _WANTED.get(id_.rstrip("0123456789").removesuffix("_"))
    if wanted is None or not 2 <= rows - wanted.last <= _MOST:
        return None
    named = {write.say(name) for name in wanted.values}
    places = [place for place, column in enumerate(columns) if column.title in named]
    if not wanted.values:
        places = list(range(1, len(columns) - 1))
    kept = rows - wanted.last
    return Plot(wanted.kind, title, wanted.against, tuple(places), kept, wanted.log_x, wanted.log_y)
