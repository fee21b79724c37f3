# SPDX-License-Identifier: MIT
"""
A sheet as one long table of values: model, section, row, field, value.

One value a line, so that it loads anywhere and can be pivoted; ``value`` is as in the JSON sheet:
cents are whole, exact ratios "p/q", what is not there is empty. A text that a spreadsheet would compute (it
begins with =, +, -, @, a tab or a return and is no number) gets an apostrophe (OWASP, CSV injection).
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping

from machines.support.plain import JsonView

FIELDS = ("model", "section", "row", "field", "value")

_COMPUTED = tuple("=+-@\t\r")
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?(e[+-]?[0-9]+)?(/[0-9]+)?")


def csv_text(sheet: JsonView) -> str:
    """The table with its heading line, in UTF-8, lines ended by a line feed."""
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    lines.writerow(FIELDS)
    lines.writerows(map(_inert, (sheet["model"], *line)) for line in _lines("summary", sheet))
    return out.getvalue()


def _lines(section: str, part: JsonView, row: str = "") -> Iterator[tuple[str, str, str, str]]:
    """The values of a section: its own first, then those of the sections inside it."""
    inner: list[tuple[str, JsonView | list[JsonView]]] = []
    for field, value in part.items():
        if isinstance(value, Mapping) or (
            isinstance(value, list) and value and isinstance(value[0], Mapping)
        ):
            inner.append((field if section == "summary" else f"{section}.{field}", value))
        else:
            yield section, row, field, _plain(value)
    for name, value in inner:
        if isinstance(value, Mapping):
            yield from _lines(name, value, row)
        else:
            for index, one in enumerate(value, start=1):
                yield from _lines(name, one, f"{row}.{index}" if row else str(index))


def _inert(text: str) -> str:
    """A cell that no spreadsheet takes for a formula."""
    computed = text.startswith(_COMPUTED) and not _NUMBER.fullmatch(text)
    return f"'{text}" if computed else text


def _plain(value: object) -> str:
    """A scalar as JSON has it; a list as its parts, "; " between them, words of a part parted by a space."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return "; ".join(
            " ".join(map(str, one)) if isinstance(one, list | tuple) else str(one) for one in value
        )
    return str(value)
