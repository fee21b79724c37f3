# SPDX-License-Identifier: MIT
"""How much memory a process has now, and how much room a disk, as the system tells it."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

_STATM = "/proc/{}/statm"


def resident_bytes(pid: int) -> int | None:
    """Pages of a process that are in memory, as bytes; None where the system does not tell (proc(5))."""
    try:
        pages = int(Path(_STATM.format(pid)).read_text(encoding="ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")


def free_bytes(folder: Path) -> int | None:
    """Room for whoever is not root on the disk of a folder; None where it is not there."""
    try:
        return shutil.disk_usage(folder).free
    except OSError:
        return None
