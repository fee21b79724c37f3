# SPDX-License-Identifier: MIT
"""Sections in a terminal: as wide as it is, and nothing cut."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from emulator.sheets.section import Column, Section
from emulator.sheets.writer import Writer

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table


def tables(sections: Iterable[Section], writer: Writer) -> list[RenderableType]:
    """Each section as its heading, its rows and, below, its note."""
    return [part for section in sections for part in _section(section, writer)]


def _section(section: Section, writer: Writer) -> Iterable[RenderableType]:
    from rich.padding import Padding
    from rich.text import Text

    if section.rows:
        yield _table(section, [[writer.show(value) for value in row] for row in section.rows])
    else:
        yield Text(section.title, "bold")
    if section.note:
        yield Padding(Text(section.note, "dim"), (0, 2))
    yield Text("")


def _table(section: Section, rows: list[list[str]]) -> Table:
    """Columns never get narrower than their figures and their longest word, so that nothing is cut."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD if section.columns else None, show_header=bool(section.columns))
    made.title, made.title_justify, made.title_style = section.title, "left", "bold"
    if not section.columns:
        made.padding = (0, 2)
    columns = section.columns or (Column(""), Column(""))
    for column, cells in zip(columns, zip(*rows, strict=True), strict=True):
        whole = [len(cell) for cell in cells] if column.figures else _words(cells)
        made.add_column(
            column.title,
            justify="right" if column.figures else "left",
            min_width=max([*whole, *_words([column.title])], default=1),
        )
    for row in rows:
        made.add_row(*row)
    return made


def _words(texts: Iterable[str]) -> list[int]:
    return [len(word) for text in texts for word in text.split()]
