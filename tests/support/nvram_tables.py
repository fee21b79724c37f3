# SPDX-License-Identifier: MIT
"""
The tables of docs/nvram.md, made from the layouts that they describe.

    python tests/support/nvram_tables.py      # writes them again, after a row of a layout has changed
"""

from __future__ import annotations

import re
import struct

from places import ROOT

from machines.firmware import events, nvram
from machines.firmware.chance import steps
from machines.firmware.skill import rows as skill_rows

DOC = ROOT / "docs" / "nvram.md"
TABLES = (
    nvram.LAYOUT,
    nvram.MARKS_LAYOUT,
    nvram.PLAY_LAYOUT,
    tuple((name, code, 1, what) for name, code, what in skill_rows.LAYOUT),
    events.LAYOUT,
    steps.LAYOUT,
)
_KINDS = {"B": "u8", "H": "u16", "I": "u32", "Q": "u64"}
_TABLE = re.compile(r"(?:^\| \d+ \| `\w+` \| (?:u\d+|\d+ bytes)(?: x \d+)? \| .* \|\n)+", re.MULTILINE)


def table(layout: tuple[tuple[str, str, int, str], ...]) -> str:
    """A row a row of the layout: offset, name, type and what it holds."""
    lines, at = [], 0
    for name, code, count, what in layout:
        kind = _KINDS.get(code, f"{code[:-1]} bytes") + (f" x {count}" if count > 1 else "")
        lines.append(f"| {at} | `{name}` | {kind} | {what} |\n")
        at += struct.calcsize("<" + code * count)
    return "".join(lines)


def written(text: str) -> str:
    """The page with the tables of the layouts in the place of its own."""
    made = [table(layout) for layout in TABLES]
    if len(_TABLE.findall(text)) != len(made):
        raise SystemExit(f"{DOC} must have {len(made)} tables (got {len(_TABLE.findall(text))})")
    return _TABLE.sub(lambda _: made.pop(0), text)


if __name__ == "__main__":
    DOC.write_text(written(DOC.read_text("utf-8")), encoding="utf-8")
