# SPDX-License-Identifier: MIT
"""One chart of a report, or a table."""

from __future__ import annotations

from typing import NamedTuple

from machines.support.plain import Json


class Shown(NamedTuple):
    """A chart, or a table where ``columns`` are given."""

    title: str
    note: str = ""
    svg: str = ""
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    right: tuple[int, ...] = ()
    """Columns of figures, set flush right."""

    def as_dict(self) -> Json:
        """Plain values for the layouts."""
        rows = [[*row] for row in self.rows]
        return {**self._asdict(), "columns": [*self.columns], "rows": rows, "right": [*self.right]}
