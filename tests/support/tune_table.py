# SPDX-License-Identifier: MIT
"""
The table of docs/tune.md: what the command finds for targets, one row each.

    python tests/support/tune_table.py      # runs them all, and writes the table again
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import sys
import tempfile
from fractions import Fraction
from pathlib import Path
from typing import Any

from places import ROOT

from emulator import cli
from emulator.prototype.folder import new_folder

DOC = ROOT / "docs" / "tune.md"
NEW = {"new B": "B", "new C": "C"}
TRIED = (
    ("cierzo", "--rtp 92 --hit 27"),
    ("cierzo", "--rtp 76 --hit 20"),
    ("galacho", "--rtp 80 --hit 26"),
    ("galacho", "--rtp 76 --hit 20"),
    ("monegros", "--rtp 85 --hit 22"),
    ("monegros", "--rtp 76 --hit 20"),
    ("moncayo", "--rtp 92 --hit 18"),
    ("moncayo", "--rtp 90 --keep siete,cereza"),
    ("moncayo", "--rtp 88 --volatility 7"),
    ("moncayo", "--rtp 92 --only pays"),
    ("mudejar", "--rtp 90 --hit 33"),
    ("mudejar", "--rtp 85"),
    ("aneto", "--rtp 86 --hit 32"),
    ("aneto", "--rtp 90 --only weights"),
    ("new B", "--rtp 88 --hit 24"),
    ("new C", "--rtp 90 --hit 20"),
)
ROW = re.compile(
    r"^\| ((?:new )?\w+) \| `(--[^`]*)` \| ([\d.]+) % \| ([\d.]+) % \| ([\d.]+) \| (\d+) \|$", re.MULTILINE
)
_HEAD = "| machine | targets | payout | hits | volatility index | changes |\n|---|---|---|---|---|---|\n"


def found(machine: str, targets: str, folder: Path) -> tuple[Any, Path]:
    """What the command says of a machine in JSON, and the file that it wrote in a folder."""
    name, out = machine, folder / "tuned.toml"
    if machine in NEW:
        name = str(folder / "mistral")
        new_folder(Path(name), NEW[machine])
        target = ["--write"]
        out = folder / "mistral" / "mistral.toml"
    else:
        target = ["-o", str(out)]
    return said(["tune", name, *targets.split(), *target, "--json"]), out


def said(arguments: list[str]) -> Any:
    """The JSON object that a command prints; SystemExit where it fails."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        status = cli.run(arguments)
    if status:
        raise SystemExit(f"azar {' '.join(arguments)} must end well (got {status}: {text.getvalue()[:300]})")
    return json.loads(text.getvalue())


def row(machine: str, targets: str, result: Any) -> str:
    """One line of the table."""
    after = result["after"]
    payout, hits = (float(Fraction(after[key]) * 100) for key in ("rtp", "hit_frequency"))
    index = after["volatility_index"]
    cells = (
        machine,
        f"`{targets}`",
        f"{payout:.6f} %",
        f"{hits:.6f} %",
        f"{index:.4f}",
        len(result["changes"]),
    )
    return f"| {' | '.join(map(str, cells))} |"


def _rows() -> str:
    lines = []
    for machine, targets in TRIED:
        with tempfile.TemporaryDirectory() as folder:
            lines.append(row(machine, targets, found(machine, targets, Path(folder))[0]))
        print(lines[-1], flush=True)
    return "".join(f"{line}\n" for line in lines)


if __name__ == "__main__":
    text = DOC.read_text("utf-8")
    if _HEAD not in text:
        sys.exit(f"{DOC} must have the head of the table")
    before, _, after = text.partition(_HEAD)
    after = re.sub(r"\A(?:\|.*\n)*", "", after)
    DOC.write_text(before + _HEAD + _rows() + after, "utf-8")
