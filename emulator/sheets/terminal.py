# SPDX-License-Identifier: MIT
"""Sections in a terminal: as wide as it is, and nothing cut."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from emulator.sheets.section import Column, Section
from emulator.sheets.writer import Writer

if TYPE_CHECKING:
    from rich.console import JustifyMethod, RenderableType
    from rich.table import Table


def tables(sections: Iterable[Section], writer: Writer, width: int) -> list[RenderableType]:
    """Each section as its heading, its rows and, below, its note, made for so many columns of characters."""
    return [part for section in sections for part in _section(section, writer, width)]


def _section(section: Section, writer: Writer, width: int) -> Iterable[RenderableType]:
    from rich.padding import Padding
    from rich.text import Text

    if section.rows:
        yield _table(section, [[writer.show(value) for value in row] for row in section.rows], width)
    else:
        yield Text(section.title, "bold")
    if section.note:
        yield Padding(Text(section.note, "dim"), (0, 2))
    yield Text("")


def _table(section: Section, rows: list[list[str]], width: int) -> Table:
    """Where it is too wide, heads wrap and words go to the next line; figures keep their room."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD if section.columns else None, show_header=bool(section.columns))
    made.title, made.title_justify, made.title_style = section.title, "left", "bold"
    if not section.columns:
        made.padding = (0, 2)
    columns = section.columns or (Column(""), Column(""))
    cells = [[column.title, *shown] for column, shown in zip(columns, zip(*rows, strict=True), strict=True)]
    narrow = sum(max(map(len, column)) + _GAP for column in cells) + _GAP > width
    for column, shown in zip(columns, cells, strict=True):
        least = max([1, *(len(word) for cell in shown for word in cell.split())])
        if column.figures:
            least = max([least, *map(len, shown[1:])])
        fixed = least if narrow and column.figures else None
        side: JustifyMethod = "right" if column.figures else "left"
        made.add_column(column.title, justify=side, min_width=least, width=fixed)
    for row in rows:
        made.add_row(*row)
    return made


_GAP = 3
"""Columns of characters between two cells at most."""
