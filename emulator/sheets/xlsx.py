# SPDX-License-Identifier: MIT
"""
Sections as a workbook: real numbers with their formats, and formulas that carry their value.

Whoever opens it sees the same to the byte for the same sheet: no date of today is written.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any, NamedTuple

import xlsxwriter
from xlsxwriter.utility import xl_rowcol_to_cell

from emulator.sheets.section import Column, Section, Value
from emulator.sheets.writer import Writer

_MADE = datetime(2000, 1, 1)
"""Written as the date of creation, so that equal sheets make equal files."""

_FORMATS = {
    "money": '#,##0.00 "€"',
    "count": "#,##0",
    "share": "0.0000%",
    "number": "#,##0.00####",
}
_WIDEST = 60
_FITTED = 200


class Formula(NamedTuple):
    """A cell that a formula fills."""

    text: str
    """As a spreadsheet of English has it, "=SUM(A1:A3)"."""
    value: Value
    """What it comes to, for readers that do not compute."""


Cell = Value | Formula


class Book:
    """
    A workbook in the making.

    Args:
        title: of the document.
        writer: says words in the reader's language.
        names: of its sheets, in order; at most 31 characters each.
    """

    def __init__(self, title: str, writer: Writer, names: Sequence[str]) -> None:
        self._writer = writer
        self._file = io.BytesIO()
        self._book = xlsxwriter.Workbook(self._file, {"in_memory": True})
        self._book.set_properties({"title": title, "created": _MADE})
        self._sheets = {name: self._book.add_worksheet(name) for name in names}
        face = {"font_name": "Calibri", "valign": "top"}
        self._formats = {
            kind: self._book.add_format(face | {"num_format": shown}) for kind, shown in _FORMATS.items()
        }
        self._plain = self._book.add_format(face)
        self._title = self._book.add_format(face | {"bold": True, "font_size": 14, "font_color": "#0E1B3D"})
        self._note = self._book.add_format(face | {"italic": True, "font_color": "#656A75"})
        head = face | {"bold": True, "bottom": 1, "text_wrap": True, "valign": "bottom"}
        self._heads = {
            figures: self._book.add_format(head | {"align": "right" if figures else "left"})
            for figures in (False, True)
        }

    def section(self, name: str, section: Section) -> None:
        """Put a section on a sheet."""
        self.table(name, section.title, section.columns, section.rows, section.note)

    def table(
        self,
        name: str,
        title: str,
        columns: Sequence[Column],
        rows: Sequence[Sequence[Cell]],
        note: str = "",
    ) -> None:
        """
        Put a table on a sheet: its title in the first row, a note in the second.

        The heads stand in row HEAD + 1 as a spreadsheet counts, the first row of the table below; without
        columns the rows begin at the heads' place.
        """
        sheet = self._sheets[name]
        sheet.write_string(0, 0, title, self._title)
        if note:
            sheet.write_string(1, 0, note, self._note)
        first = HEAD
        if columns:
            for place, column in enumerate(columns):
                sheet.write_string(HEAD, place, column.title, self._heads[column.figures])
            first += 1
            sheet.freeze_panes(first, 0)
        for index, row in enumerate(rows):
            for place, cell in enumerate(row):
                self._put(sheet, first + index, place, cell)
        self._fit(sheet, columns, rows)
        sheet.set_paper(9)  # A4
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(HEAD)

    def finish(self) -> bytes:
        """The file."""
        self._book.close()
        return self._file.getvalue()

    def _put(self, sheet: Any, row: int, place: int, cell: Cell) -> None:
        value = cell.value if isinstance(cell, Formula) else cell
        shown = self._formats.get(value.kind, self._plain)
        if isinstance(cell, Formula):
            sheet.write_formula(row, place, cell.text, shown, float(_number(value)))
        elif value.kind in _FORMATS:
            sheet.write_number(row, place, float(_number(value)), shown)
        elif value.kind != "none":
            sheet.write_string(row, place, self._writer.show(value), shown)

    def _fit(self, sheet: Any, columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> None:
        """As wide as the longest cell of the first and last rows; heads are wrapped at their longest word."""
        rows = [*rows[:_FITTED], *rows[-1:]]
        for place in range(max(map(len, [columns, *rows]), default=0)):
            cells = [row[place] for row in rows if place < len(row)]
            values = [cell.value if isinstance(cell, Formula) else cell for cell in cells]
            lengths = [len(self._writer.show(value)) + 2 for value in values]
            if place < len(columns):
                lengths += [len(word) + 1 for word in columns[place].title.split()]
            sheet.set_column(place, place, min(_WIDEST, max([8, *lengths])))


HEAD = 3


def cell(row: int, place: int, *, fixed: bool = False) -> str:
    """The name of a cell of the table, row 0 the first below the heads; "$B$5" if ``fixed``."""
    return str(xl_rowcol_to_cell(HEAD + 1 + row, place, row_abs=fixed, col_abs=fixed))


def column_of(place: int, rows: int) -> str:
    """The fixed name of a whole column of a table with so many rows."""
    return f"{cell(0, place, fixed=True)}:{cell(rows - 1, place, fixed=True)}"


def _number(value: Value) -> Fraction:
    """Money in euro, all else as it is."""
    return Fraction(value.raw) / 100 if value.kind == "money" else Fraction(value.raw)
