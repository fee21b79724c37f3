# SPDX-License-Identifier: MIT
"""Where the journals of a kiosk lie: a new one for each run of a machine, the oldest removed in time."""

from __future__ import annotations

import re
import time
from collections.abc import Collection
from pathlib import Path

from emulator.records.segments import segments

_FIRST = re.compile(r"^[0-9]{8}-[0-9]{6}-.*-[0-9]{6,}(-[0-9]+)?\.jsonl$")


def new_journal(folder: Path, model: str, serial: int) -> Path:
    """A name that no journal has: when it began, and of which machine it is."""
    stem = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{model}-{serial:06d}"
    path, number = folder / f"{stem}.jsonl", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.jsonl"
    return path


def prune(folder: Path, keep_bytes: int, sparing: Collection[Path]) -> list[Path]:
    """
    Remove the oldest journals, each with all its segments, until the rest has at most ``keep_bytes``.

    Args:
        sparing: journals that are being written, which stay however large they are.

    Returns:
        The journals that were removed.
    """
    journals = sorted(path for path in folder.glob("*.jsonl") if _FIRST.match(path.name))
    sizes = {path: sum(part.stat().st_size for part in segments(path)) for path in journals}
    total, removed = sum(sizes.values()), []
    for path in journals:
        if total <= keep_bytes:
            break
        if path in sparing:
            continue
        for part in reversed(segments(path)):  # the first last: what is left of one can always be read
            part.unlink()
        total -= sizes[path]
        removed.append(path)
    return removed
