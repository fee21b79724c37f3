# SPDX-License-Identifier: MIT
"""What was counted in a firmware, as pages, as JSON, or in the lcov format that editors read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from emulator.debug.coverage import Module
from emulator.debug.page import pages
from emulator.debug.totals import totals
from emulator.support import files
from machines.support.plain import Json

_LCOV = (".info", ".lcov")


def write(modules: Sequence[Module], path: Path) -> None:
    """Write them to ``NAME.json``, ``NAME.info`` or a folder of pages; OSError if it cannot be written."""
    if path.suffix == ".json":
        files.replace(path, (json.dumps(as_dict(modules), indent=1) + "\n").encode())
        return
    if path.suffix in _LCOV:
        files.replace(path, lcov(modules).encode())
        return
    path.mkdir(parents=True, exist_ok=True)
    for name, page in pages(modules).items():
        files.replace(path / name, page.encode())


def as_dict(modules: Sequence[Module]) -> Json:
    """Everything but the sources."""
    rows = [
        {
            "module": one.name,
            "path": one.path,
            **totals([one]),
            "missing_lines": one.missing_lines,
            "missing_branches": [f"{branch.line} {branch.never}" for branch in one.missing_branches],
        }
        for one in modules
    ]
    return {"totals": totals(modules), "modules": rows}


def lcov(modules: Iterable[Module]) -> str:
    """Every file as geninfo(1) writes it; the outcomes of a branch are its branches 0 and 1."""
    out: list[str] = []
    for one in modules:
        out += ["TN:", f"SF:{one.path}"]
        out += [f"DA:{line},{count}" for line, count in one.lines.items()]
        for at, branch in enumerate(one.branches):
            taken = str(branch.count) if one.lines[branch.line] else "-"
            out.append(f"BRDA:{branch.line},{at // 2},{at % 2},{taken}")
        out += [f"BRF:{len(one.branches)}", f"BRH:{one.branches_taken}"]
        out += [f"LF:{len(one.lines)}", f"LH:{one.lines_run}", "end_of_record"]
    return "\n".join(out) + "\n"
