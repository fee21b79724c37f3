# SPDX-License-Identifier: MIT
"""Definitions that ship as TOML files of one folder: their names, which file is meant, what it holds."""

from __future__ import annotations

from pathlib import Path

from machines.support.plain import Json, read_toml


def shipped_names(folder: Path) -> list[str]:
    """The names of those that ship in ``folder``, in order."""
    return sorted(path.stem for path in folder.glob("*.toml"))


def shipped_file(folder: Path, name_or_path: str, what: str, error: type[Exception]) -> Path:
    """Return the file of one that ships, or the one that is named; raises ``error``, calling it ``what``."""
    path = Path(name_or_path)
    if path.suffix != ".toml":
        path = folder / f"{name_or_path}.toml"
        if not path.is_file():
            allowed = f"one of {', '.join(shipped_names(folder))}, or a .toml file"
            raise error(f"{what} must be {allowed} (got {name_or_path})")
    return path


def read_table(text: str, source: str, error: type[Exception]) -> Json:
    """Return what a definition holds; raises ``error``, naming ``source``, if it is no TOML."""
    try:
        return read_toml(text)
    except ValueError as mistake:
        raise error(f"{source}: {mistake}") from mistake
