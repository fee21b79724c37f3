# SPDX-License-Identifier: MIT
"""
Who plays a machine of type A, as data: how long he takes to press, and how often he does not.

    visitors = read_visitors("adults")           # one that ships, or a file *.toml
    press_times(visitors.kinds[0])               # 65,536 equally likely ones, in ms from the mark

A time is a normal deviate in whole milliseconds, cut into 65,536 equally likely parts and taken in the middle
of each, so that 16 bits draw one and sums over all parts are exact.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from math import floor
from pathlib import Path
from statistics import NormalDist

from machines import MachinesError
from machines.support.plain import JsonView
from machines.support.shipped import read_table, shipped_file

FOLDER = Path(__file__).parents[2] / "visitors"
DEFAULT = "adults"
PARTS = 1 << 16
NEVER = -(1 << 20)
"""In place of a time: no press."""

_NORMAL = NormalDist()
_KINDS_MAX = 16
_PPM = 1_000_000
# Key, least and most; a reaction of 10 s is none, and shares are counted in 65,536 parts.
_LIMITS = {
    "share": (1, 1000),
    "mean_ms": (-10_000, 10_000),
    "deviation_ms": (0, 10_000),
    "lapses_ppm": (0, _PPM),
    "pass": (1, 100),
    "note_ms": (1, 10_000),
    "note_deviation_ms": (0, 10_000),
    "slips_ppm": (0, _PPM),
    "span_notes": (0, 100),
    "lost_ppm": (0, _PPM),
}
_DEFAULTS = {"pass": 1}


class VisitorError(MachinesError):
    """A file of visitors that cannot be used: every mistake at once."""


@dataclass(frozen=True)
class Kind:
    """One kind of visitor."""

    title: str
    share: int
    """Parts of all visitors."""
    mean_ms: int
    """By how much he presses after the mark's instant, on average; below 0: before it."""
    deviation_ms: int
    lapses_ppm: int
    """Rounds in which he does not press."""
    pass_: int
    """Which pass of the light over the mark he presses at."""
    note_ms: int
    """From one note that he repeats to the next, on average."""
    note_deviation_ms: int
    slips_ppm: int
    """Notes that are wrong."""
    span_notes: int
    """Notes that he keeps in mind."""
    lost_ppm: int
    """Notes beyond them that are wrong."""


@dataclass(frozen=True)
class Visitors:
    """All who come to a machine."""

    title: str
    between_ms: int
    """From the end of a play to the START of the next one."""
    kinds: tuple[Kind, ...]

    @property
    def blob(self) -> bytes:
        """The same as canonical JSON."""
        return json.dumps(asdict(self), sort_keys=True, separators=(",", ":")).encode()

    @classmethod
    def from_blob(cls, blob: bytes) -> Visitors:
        """What ``blob`` says."""
        raw = json.loads(blob)
        return cls(raw["title"], raw["between_ms"], tuple(Kind(**kind) for kind in raw["kinds"]))

    @property
    def parts(self) -> tuple[int, ...]:
        """How many of 65,536 visitors are of each kind."""
        sums = list(accumulate((kind.share for kind in self.kinds), initial=0))
        return tuple(end - begin for begin, end in pairwise(PARTS * part // sums[-1] for part in sums))


def read_visitors(name_or_path: str = DEFAULT) -> Visitors:
    """
    Read a file of visitors.

    Raises:
        VisitorError: every mistake, with key, limit and value.
        OSError: it cannot be read.
    """
    path = shipped_file(FOLDER, name_or_path, "visitor", VisitorError)
    raw = read_table(path.read_text(encoding="utf-8"), path.name, VisitorError)
    found: list[str] = []
    rows = raw.get("visitors")
    rows = rows if isinstance(rows, list) else []
    if not 1 <= len(rows) <= _KINDS_MAX:
        found.append(f"visitors must be 1 to {_KINDS_MAX} tables (got {len(rows)})")
    _need_known(raw, {"title", "between_ms", "visitors"}, "", found)
    between_ms = _whole(raw, "between_ms", (0, 3_600_000), "", found)
    kinds = tuple(_kind(row, f"visitors[{number}].", found) for number, row in enumerate(rows))
    if found:
        raise VisitorError(f"{path.name}: " + "\n".join(found))
    return Visitors(str(raw.get("title", path.stem)), between_ms, kinds)


def _kind(row: object, path: str, found: list[str]) -> Kind:
    row = row if isinstance(row, dict) else {}
    _need_known(row, {"title", *_LIMITS}, path, found)
    values = {name: _whole(_DEFAULTS | row, name, limits, path, found) for name, limits in _LIMITS.items()}
    return Kind(str(row.get("title", path)), pass_=values.pop("pass"), **values)


def _need_known(row: JsonView, known: set[str], path: str, found: list[str]) -> None:
    found += [f"{path}{name} must be one of {', '.join(sorted(known))}" for name in row if name not in known]


def _whole(row: JsonView, name: str, limits: tuple[int, int], path: str, found: list[str]) -> int:
    value = row.get(name)
    if type(value) is int and limits[0] <= value <= limits[1]:
        return value
    found.append(f"{path}{name} must be a whole number from {limits[0]:,} to {limits[1]:,} (got {value!r})")
    return limits[0]


Runs = list[tuple[int, int]]
"""(ms, how many of equally likely times in a row are as long)."""


def press_runs(kind: Kind) -> Runs:
    """By how many ms a press comes after the mark's instant, ascending, then NEVER: of 65,536 presses."""
    never = _parts(kind.lapses_ppm)
    return _runs(kind.mean_ms, kind.deviation_ms, PARTS - never) + [(NEVER, never)] * (never > 0)


@lru_cache(maxsize=16)
def press_times(kind: Kind) -> tuple[int, ...]:
    """The same times one by one."""
    return _each(press_runs(kind))


@lru_cache(maxsize=16)
def note_times(kind: Kind, beyond_span: bool) -> tuple[int, ...]:
    """How many ms a note takes, at least 1; below 0 if it is a wrong one: 65,536 equally likely ones."""
    wrong = _parts(kind.lost_ppm if beyond_span else kind.slips_ppm)
    right = _runs(kind.note_ms, kind.note_deviation_ms, PARTS - wrong)
    missed = _runs(kind.note_ms, kind.note_deviation_ms, wrong)
    return (*(max(1, ms) for ms in _each(right)), *(-max(1, ms) for ms in _each(missed)))


def _parts(ppm: int) -> int:
    return (PARTS * ppm + _PPM // 2) // _PPM


def _each(runs: Runs) -> tuple[int, ...]:
    return tuple(ms for ms, many in runs for _ in range(many))


def _runs(mean_ms: int, deviation_ms: int, parts: int) -> Runs:
    """Of the middle of each of so many equally likely parts of a normal distribution, in whole ms."""
    found, at = [], 0
    while at < parts:
        ms = _time(mean_ms, deviation_ms, at, parts)
        # Where the next millisecond begins, by the distribution; rounding may move it by a part.
        share = _NORMAL.cdf((ms + 0.5 - mean_ms) / deviation_ms) if deviation_ms else 1.0
        end = min(parts, max(at + 1, round(share * parts)))
        while _time(mean_ms, deviation_ms, end - 1, parts) != ms:
            end -= 1
        found.append((ms, end - at))
        at = end
    return found


def _time(mean_ms: int, deviation_ms: int, part: int, parts: int) -> int:
    """The middle of one part; both halves of the distribution are told by the upper one."""
    away = abs(2 * part + 1 - parts)
    z = _NORMAL.inv_cdf((parts + away) / (2 * parts)) if away else 0.0
    return floor(mean_ms + deviation_ms * (z if 2 * part >= parts else -z) + 0.5)
