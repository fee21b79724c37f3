# SPDX-License-Identifier: MIT
"""The lines of a board as a table: name, GPIO, direction, level, and who drives them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from emulator.board.line import Line
from emulator.prompt.words import PromptError

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

ON_CHIP, ON_EXPANDER = "GPIO", "expander"
WIRE, FIRMWARE, DEVICE, REST = "a wire", "firmware", "its device", "nobody: at rest"


def lines_named(cabinet: Cabinet, names: Iterable[str]) -> list[Line]:
    """
    Lines by name or pattern, ``lamp_*``, in the order of the pin table.

    Raises:
        PromptError: nothing has such a name.
    """
    lines = cabinet.board.lines
    wanted = list(names)
    for name in wanted:
        if not any(fnmatchcase(line, name) for line in lines):
            near = [line for line in lines if name.partition("_")[0] in line]
            known = ", ".join(near) or "see .pins"
            raise PromptError(f"a pin must be a line of the board (got {name})", f"known: {known}")
    return [line for name, line in lines.items() if any(fnmatchcase(name, one) for one in wanted)]


def place_of(cabinet: Cabinet, line: Line) -> str:
    """Where a line meets the chip: "GPIO 23", or "expander 3"."""
    where = ON_CHIP if line.name in cabinet.board.chip.pins.lines else ON_EXPANDER
    return f"{where} {line.gpio}"


def driver_of(cabinet: Cabinet, line: Line) -> str:
    """Who drives a line now."""
    if line.wired is not None:
        return WIRE
    if not line.is_output:
        return DEVICE
    if line.name not in cabinet.board.chip.pins.lines:
        return FIRMWARE if cabinet.board.alive else REST
    return FIRMWARE if cabinet.board.chip.pins.drives(line.gpio) else REST


def table(cabinet: Cabinet, lines: Iterable[Line]) -> Iterator[dict[str, object]]:
    """A row of plain values for each line."""
    for line in lines:
        yield {
            "name": line.name,
            "place": place_of(cabinet, line),
            "direction": "out" if line.is_output else "in",
            "level": line.level,
            "asserted": line.asserted,
            "active_low": bool(line.active_low),
            "driver": driver_of(cabinet, line),
        }


def shown(rows: list[dict[str, object]]) -> str:
    """The table as text."""
    width = max([len("name"), *(len(str(row["name"])) for row in rows)])
    lines = [f"{'name':<{width}}  {'at':<11}  dir  level  means     driven by"]
    for row in rows:
        means = "asserted" if row["asserted"] else "-"
        lines.append(
            f"{row['name']!s:<{width}}  {row['place']!s:<11}  {row['direction']!s:<3}  {row['level']!s:<5}"
            f"  {means:<8}  {row['driver']}"
        )
    return "\n".join(lines)
