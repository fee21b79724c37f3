# SPDX-License-Identifier: MIT
"""The source of the firmware at the prompt: the lines around a place that a fault names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from emulator.prompt.row import Row
from emulator.prompt.words import PromptError

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

_PLACE = re.compile(r"(?P<module>\w+)(\.py)?(:(?P<first>\d+)(-(?P<last>\d+))?)?")
_AROUND = 4


def lines_at(cabinet: Cabinet, place: str) -> Row:
    """
    Lines of a module, numbered.

    Args:
        cabinet: its board boots them.
        place: "coin_drive", "coin_drive.py:49" or "coin_drive.py:40-60", as faults tell it.

    Raises:
        PromptError: no such module, or no such line in it.
    """
    found, sources = _PLACE.fullmatch(place), cabinet.rom.sources
    if found is None or found["module"] not in sources:
        raise PromptError(
            f"a place must be a module of the firmware and a line (got {place})", ".list main:112"
        )
    rows = sources[found["module"]].splitlines()
    first = int(found["first"] or 1)
    last = int(found["last"] or first)
    if not 1 <= first <= last <= len(rows):
        raise PromptError(f"lines of {found['module']} must be 1 to {len(rows)} (got {first} to {last})")
    if not found["first"]:
        begin, end = 1, len(rows)
    elif found["last"]:
        begin, end = first, last
    else:
        begin, end = max(1, first - _AROUND), min(len(rows), first + _AROUND)
    marks = [">" if found["first"] and first <= number <= last else " " for number in range(begin, end + 1)]
    shown = [
        f"{mark}{number:>5}  {rows[number - 1]}".rstrip()
        for mark, number in zip(marks, range(begin, end + 1), strict=True)
    ]
    fields = {"module": found["module"], "first": begin, "lines": rows[begin - 1 : end]}
    return Row("list", "\n".join(shown), fields)
