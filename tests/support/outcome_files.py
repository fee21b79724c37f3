# SPDX-License-Identifier: MIT
"""
What is written from the rows of cext/outcome.py: the offsets for the C core and for the firmware.

    python tests/support/outcome_files.py      # writes them again, after a row has changed
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from pathlib import Path

from places import ROOT

from cext import outcome

_LICENCE = "SPDX-License-Identifier: MIT"
_FROM = "Where the values of an outcome lie; tests/support/outcome_files.py writes it from cext/outcome.py."


def offsets(rows: outcome.Rows) -> Iterator[tuple[str, int, str]]:
    """Name, offset and meaning of each row that has a name."""
    at = 0
    for name, code, what in rows:
        if name:
            yield name.upper(), at, what
        at += struct.calcsize("<" + code)


def header() -> str:
    """cext/src/outcome.h."""
    lines = [f"// {_LICENCE}", f"// {_FROM}", ""]
    for kind in ("CYCLE", "ENTRY", "CHANCE"):
        rows = getattr(outcome, kind)
        for name, at, what in offsets(rows):
            lines.append(f"#define {kind}_AT_{name} {at}" + (f"  // {what}" if what else ""))
        lines.append("")
    entry, size = (struct.calcsize(outcome.layout(rows)) for rows in (outcome.CYCLE, outcome.ENTRY))
    return "\n".join([*lines, f"#define CYCLE_AT_ENTRY {entry}", f"#define ENTRY_SIZE {size}", ""])


def module(*kinds: outcome.Rows) -> str:
    """machines/firmware/TYPE/outcome_at.py: of the outcome, and of an entry of it."""
    lines = [f"# {_LICENCE}", f'"""{_FROM}"""', ""]
    lines += [f"{name}_AT = {at}" for rows in kinds for name, at, _ in offsets(rows)]
    if len(kinds) > 1:
        sizes = [struct.calcsize(outcome.layout(rows)) for rows in kinds]
        lines += [f"ENTRY_AT = {sizes[0]}", f"ENTRY_SIZE = {sizes[1]}"]
    return "\n".join([*lines, ""])


def files() -> dict[Path, str]:
    """Every file that is written, with its text."""
    firmware = ROOT / "machines" / "firmware"
    return {
        ROOT / "cext" / "src" / "outcome.h": header(),
        firmware / "cycle" / "outcome_at.py": module(outcome.CYCLE, outcome.ENTRY),
        firmware / "chance" / "outcome_at.py": module(outcome.CHANCE),
    }


if __name__ == "__main__":
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")
