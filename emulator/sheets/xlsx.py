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
from itertools import cycle
from math import ceil
from typing import Any, NamedTuple

from emulator.sheets.section import Column, Section, Value
from emulator.sheets.writer import Writer
from machines.support.currency import Currency

_MADE = datetime(2000, 1, 1)
"""Written as the date of creation, so that equal sheets make equal files."""

_FORMATS = ("money", "parts", "#,##0", "#,##0.00", "0.0000%", "0.00E+00")
"""Numbers; "money" and "parts" of its minor unit are written as the book's currency is."""
_FIGURE_WIDTH, _WIDEST, _FITTED = 13, 60, 200
_LINE_HEIGHT = 15
_WIDEST_UPRIGHT = 110
_SHAPES = {
    "column": {"type": "column"},
    "bar": {"type": "bar"},
    "stacked": {"type": "column", "subtype": "stacked"},
    "line": {"type": "scatter", "subtype": "straight_with_markers"},
    "points": {"type": "scatter"},
}
_SERIES = ("#0E1B3D", "#5B78B8", "#D63C22", "#FFD23F", "#656A75")
_GRID = {"visible": True, "line": {"color": "#D8DBE2"}}
_PLOT_WIDTH = 90
"""Of a chart, in characters."""
_WORDS = {"align": "left", "indent": 1}


class Formula(NamedTuple):
    """A cell that a formula fills."""

    text: str
    """As a spreadsheet of English has it, "=SUM(A1:A3)"."""
    value: Value
    """What it comes to, for readers that do not compute."""


Cell = Value | Formula


class Plot(NamedTuple):
    """A chart that the program of the workbook draws from the cells of a table."""

    kind: str
    """"column", "bar", "stacked" (columns of shares), "line" or "points"."""
    title: str
    against: int
    """Column of what is compared."""
    values: tuple[int, ...]
    """A series for each of these columns."""
    rows: int
    """From the first row of the table on."""
    log_x: bool = False
    log_y: bool = False


class Book:
    """
    A workbook in the making.

    Args:
        title: of the document.
        writer: says words in the reader's language.
        names: of its sheets, in order; at most 31 characters each.
    """

    def __init__(self, title: str, writer: Writer, names: Sequence[str]) -> None:
        import xlsxwriter  # nobody who only plays waits for it

        self._writer = writer
        self._file = io.BytesIO()
        self._book = xlsxwriter.Workbook(self._file, {"in_memory": True})
        self._book.set_properties({"title": title, "created": _MADE})
        self._sheets = {name: self._book.add_worksheet(name) for name in names}
        face = {"font_name": "Calibri", "valign": "top"}
        self._formats = {
            shown: self._book.add_format(face | {"num_format": _number_format(shown, writer.currency)})
            for shown in _FORMATS
        }
        self._texts = {
            figures: self._book.add_format(face | ({"align": "right"} if figures else _WORDS))
            for figures in (False, True)
        }
        self._title = self._book.add_format(face | {"bold": True, "font_size": 14, "font_color": "#0E1B3D"})
        self._note = self._book.add_format(
            face | {"italic": True, "font_color": "#656A75", "text_wrap": True}
        )
        head = face | {"bold": True, "bottom": 1, "text_wrap": True, "valign": "bottom"}
        self._heads = {
            figures: self._book.add_format(head | ({"align": "right"} if figures else _WORDS))
            for figures in (False, True)
        }

    def section(self, name: str, section: Section, plot: Plot | None = None) -> None:
        """Put a section on a sheet, with its chart if it has one."""
        self.table(name, section.title, section.columns, section.rows, section.note, plot)

    def table(
        self,
        name: str,
        title: str,
        columns: Sequence[Column],
        rows: Sequence[Sequence[Cell]],
        note: str = "",
        plot: Plot | None = None,
    ) -> None:
        """
        Put a table on a sheet: its title in the first row, a note in the second, a chart at its right.

        The heads stand in row HEAD + 1 as a spreadsheet counts, the first row of the table below; without
        columns the rows begin at the heads' place.
        """
        sheet = self._sheets[name]
        sheet.write_string(0, 0, title, self._title)
        widths = self._widths(columns, rows) or [_WIDEST]
        for place, width in enumerate(widths):
            sheet.set_column(place, place, width)
        if note:
            last = max(1, len(widths) - 1)
            sheet.merge_range(1, 0, 1, last, note, self._note)
            sheet.set_row(1, _LINE_HEIGHT * ceil(len(note) / (0.9 * sum(widths))))
        first = HEAD
        if columns:
            for place, column in enumerate(columns):
                sheet.write_string(HEAD, place, column.title, self._heads[column.figures])
            first += 1
            sheet.freeze_panes(first, 0)
        for index, row in enumerate(rows):
            for place, cell in enumerate(row):
                figures = columns[place].figures if columns else place > 0
                self._put(sheet, first + index, place, cell, figures)
        if plot is not None:
            self._draw(name, plot, columns, rows)
        sheet.set_paper(9)  # A4
        if sum(widths) + (_PLOT_WIDTH if plot else 0) > _WIDEST_UPRIGHT:
            sheet.set_landscape()
        sheet.fit_to_pages(1, 0)
        sheet.repeat_rows(HEAD)

    def finish(self) -> bytes:
        """The file."""
        self._book.close()
        return self._file.getvalue()

    def _draw(self, name: str, plot: Plot, columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> None:
        chart = self._book.add_chart(_SHAPES[plot.kind])
        first, last = HEAD + 1, HEAD + plot.rows
        for place, colour in zip(plot.values, cycle(_SERIES), strict=False):
            series: dict[str, object] = {
                "name": [name, HEAD, place],
                "categories": [name, first, plot.against, last, plot.against],
                "values": [name, first, place, last, place],
            }
            if plot.kind == "points":
                series["marker"] = {"type": "diamond", "size": 7, "fill": {"color": colour}}
            elif plot.kind == "line":
                series["line"] = {"color": colour, "width": 2}
            else:
                series |= {"fill": {"color": colour}, "gap": 40}
            chart.add_series(series)
        compared: dict[str, object] = {"name": columns[plot.against].title, "label_position": "low"}
        figures: dict[str, object] = {"major_gridlines": _GRID, "label_position": "low"}
        shown = rows[0][plot.values[0]]
        if (shown.value if isinstance(shown, Formula) else shown).kind == "share" and not plot.log_y:
            figures["num_format"] = "0%"
        compared |= {"log_base": 10} if plot.log_x else {}
        figures |= {"log_base": 10} if plot.log_y else {}
        if plot.kind == "bar":  # lies on its side, the first row above
            chart.set_y_axis(
                {"reverse": True, "label_position": "low", "major_gridlines": {"visible": False}}
            )
            chart.set_x_axis(figures)
        else:
            chart.set_x_axis(compared)
            chart.set_y_axis(figures)
        chart.set_title({"name": plot.title, "name_font": {"size": 12}, "overlay": False})
        chart.set_legend({"position": "bottom"} if len(plot.values) > 1 else {"none": True})
        height = max(320, 22 * plot.rows) if plot.kind == "bar" else 320
        chart.set_size({"width": 640, "height": height})
        self._sheets[name].insert_chart(HEAD, len(columns) + 1, chart)

    def _put(self, sheet: Any, row: int, place: int, cell: Cell, figures: bool) -> None:
        value = cell.value if isinstance(cell, Formula) else cell
        if value.is_figure:
            number = float(_number(value, self._writer.currency))
            shown = self._formats[_format(value.kind, abs(number))]
            if isinstance(cell, Formula):
                sheet.write_formula(row, place, cell.text, shown, number)
            else:
                sheet.write_number(row, place, number, shown)
        elif value.kind != "none":
            sheet.write_string(row, place, self._writer.show(value), self._texts[figures])

    def _widths(self, columns: Sequence[Column], rows: Sequence[Sequence[Cell]]) -> list[int]:
        """As wide as the longest of the first and last rows; heads are wrapped at their longest word."""
        rows = [*rows[:_FITTED], *rows[-1:]]
        found = []
        for place in range(max(map(len, [columns, *rows]), default=0)):
            cells = [row[place] for row in rows if place < len(row)]
            values = [cell.value if isinstance(cell, Formula) else cell for cell in cells]
            lengths = [
                _FIGURE_WIDTH if value.is_figure else len(self._writer.show(value)) + 3 for value in values
            ]
            if place < len(columns):
                lengths += [len(word) + 3 for word in columns[place].title.split()]
            found.append(min(_WIDEST, max([8, *lengths])))
        return found


def _format(kind: str, size: float) -> str:
    """How a figure of this size is shown, so that it fits its column and no digit that matters is lost."""
    match kind:
        case "money":
            return _FORMATS[0] if size >= 0.1 or not size else _FORMATS[1]
        case "count":
            return "#,##0"
        case "share":
            return "0.0000%" if size >= 1e-5 or not size else "0.00E+00"
    if size >= 1e9 or 0 < size < 0.1:
        return "0.00E+00"
    return "#,##0.00" if size < 1000 else "#,##0"


HEAD = 3


def cell(row: int, place: int, *, fixed: bool = False) -> str:
    """The name of a cell of the table, row 0 the first below the heads; "$B$5" if ``fixed``."""
    from xlsxwriter.utility import xl_rowcol_to_cell

    return str(xl_rowcol_to_cell(HEAD + 1 + row, place, row_abs=fixed, col_abs=fixed))


def column_of(place: int, rows: int) -> str:
    """The fixed name of a whole column of a table with so many rows."""
    return f"{cell(0, place, fixed=True)}:{cell(rows - 1, place, fixed=True)}"


def _number_format(shown: str, currency: Currency) -> str:
    """A format as a workbook has it."""
    if shown not in ("money", "parts"):
        return shown
    places = currency.digits + 2 * (shown == "parts")
    figures = f"#,##0.{'0' * places}" if places else "#,##0"
    symbol = f'"{currency.symbol}"'
    return f"{symbol}{figures}" if currency.before else f"{figures} {symbol}"


def _number(value: Value, currency: Currency) -> Fraction:
    """Money in its whole unit, all else as it is."""
    return Fraction(value.raw) / 10**currency.digits if value.kind == "money" else Fraction(value.raw)
