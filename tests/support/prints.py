# SPDX-License-Identifier: MIT
"""Prints that ``vectors`` keeps of long texts: how many lines there were, and a digest of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from places import TESTS

Prints = dict[str, dict[str, str]]


def print_of(lines: Sequence[str]) -> str:
    """One print."""
    return f"{len(lines)} {hashlib.sha256(chr(10).join(lines).encode()).hexdigest()[:12]}"


def prints_of(lines: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """A print for each kind of lines."""
    return {kind: print_of(of) for kind, of in sorted(lines.items())}


def kept(file: str) -> Prints:
    """What somebody had looked at."""
    prints: Prints = json.loads((TESTS / "vectors" / f"{file}.json").read_text(encoding="utf-8"))
    return prints


def keep(file: str, every: Mapping[str, Mapping[str, Sequence[str]]], folder: Path) -> None:
    """Save the lines of each name as a text in a folder, for ``diff -r``, and write the prints of all."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, lines in every.items():
        text = "".join(f"{kind} {line}\n" for kind, of in sorted(lines.items()) for line in of)
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    prints = {name: prints_of(lines) for name, lines in every.items()}
    (TESTS / "vectors" / f"{file}.json").write_text(json.dumps(prints, indent=0) + "\n", encoding="utf-8")
