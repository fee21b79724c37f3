# SPDX-License-Identifier: MIT
"""The table of what was noticed, and scores with their intervals."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from mutation.change import Change

# Why a bug is not called noticed though some of its tests were not run.
TIME_IS_UP = "time is up"
_Z95 = 1.959964  # of the normal distribution


@dataclass(frozen=True)
class Result:
    """What became of a change; ``by`` is the test that noticed it, or how it was noticed, or empty."""

    room: str
    change: Change
    by: str
    seconds: float
    why: str = ""


def wilson(noticed: int, of: int) -> tuple[float, float]:
    """Score interval of a share (Wilson 1927, J. Am. Stat. Assoc. 22, 209), 95 %, in per cent."""
    if of == 0:
        return 0.0, 100.0
    share, z2 = noticed / of, _Z95**2
    middle = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = _Z95 / (1 + z2 / of) * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return 100 * max(0.0, middle - half), 100 * min(1.0, middle + half)


def line(result: Result) -> str:
    """One row of the table."""
    change = result.change
    told = result.by or f"UNNOTICED ({result.why})"
    return f"{result.room:9} {change.place:44} {change.what:58} {told}"


def scores(results: list[Result]) -> Iterator[dict[str, Any]]:
    """A row for every room, and one for all."""
    rooms = list(dict.fromkeys(result.room for result in results))
    for room in (*rooms, "all"):
        of = [result for result in results if room in (result.room, "all")]
        noticed = sum(bool(result.by) for result in of)
        low, high = wilson(noticed, len(of))
        undecided = sum(TIME_IS_UP in result.why for result in of)
        yield {
            "room": room, "noticed": noticed, "of": len(of), "percent": 100 * noticed / max(1, len(of)),
            "low95_percent": low, "high95_percent": high,
            "undecided": undecided,
        }  # fmt: skip


def printed(rows: Iterable[dict[str, Any]]) -> Iterator[str]:
    """The scores as text."""
    for row in rows:
        interval = f"{row['low95_percent']:.0f} to {row['high95_percent']:.0f}"
        told = f"{row['noticed']:3} of {row['of']:3}  {row['percent']:5.1f} %  (95 %: {interval})"
        more = f"; {row['undecided']} of the others undecided, {TIME_IS_UP}" if row["undecided"] else ""
        yield f"{row['room']:9} {told}{more}"


def plain(results: list[Result], seed: str) -> dict[str, Any]:
    """All of it for ``--json``."""
    rows = [{**asdict(result), "place": result.change.place} for result in results]
    return {"seed": seed, "mutants": rows, "scores": list(scores(results))}
