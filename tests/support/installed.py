# SPDX-License-Identifier: MIT
"""Whether what the tests import is what the clone around them holds."""

from __future__ import annotations

from pathlib import Path

PACKAGES = ("cext", "machines", "emulator")
# What an install copies as it is; the compiled core is neither.
SUFFIXES = {".py", ".toml", ".json", ".mo", ".cdef", ".c", ".h", ".html"}


def differing(clone: Path, installed: Path) -> list[str]:
    """
    The files of the packages that an installed copy has otherwise than the clone, or not at all.

    Args:
        clone: folder that may hold the packages' sources; where it holds none, nothing differs.
        installed: folder from which they are imported.
    """
    if clone.samefile(installed):
        return []
    found = []
    for package in PACKAGES:
        for path in sorted((clone / package).rglob("*")):
            if path.suffix in SUFFIXES and "__pycache__" not in path.parts:
                name = path.relative_to(clone)
                copy = installed / name
                if not copy.is_file() or copy.read_bytes() != path.read_bytes():
                    found.append(name.as_posix())
    return found
