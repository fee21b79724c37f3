# SPDX-License-Identifier: MIT
"""A rule profile of one's own: Aragon's, with other rows."""

from __future__ import annotations

from pathlib import Path


def own_law(folder: Path, *rows: str, name: str = "es-own") -> Path:
    """Its file, with these lines of TOML below the head."""
    path = folder / f"{name}.toml"
    head = f'schema = 1\nid = "{name}"\ntitle = "own"\njurisdiction = "nowhere"\ninherits = "es-ar-2002"\n'
    path.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")
    return path
