# SPDX-License-Identifier: MIT
"""
What a kiosk writes of itself: events as lines on standard error, and a line of health a minute in a file.

    log = Logbook(folder / "health.jsonl")
    log.say("the panel is restarted")
    log.health({"uptime_s": 60, ...})

The file is parted by size, and the oldest part goes; a full disk is no reason to stop.
"""

from __future__ import annotations

import contextlib
import json
import sys
import time
from pathlib import Path

from emulator.support.closing import Closing
from machines.support.plain import JsonView

PART_BYTES, PARTS = 1 << 20, 5  # some 2,000 lines a part: with five more than a week


class Logbook(Closing):
    """Events and health of one kiosk."""

    def __init__(self, path: Path, part_bytes: int = PART_BYTES) -> None:
        self._path = path
        self._part_bytes = part_bytes

    def say(self, text: str) -> None:
        """An event, for the journal of the system."""
        with contextlib.suppress(OSError, ValueError):
            print(f"azar kiosk: {text}", file=sys.stderr, flush=True)
        self._write({"at": stamp(), "event": text})

    def health(self, found: JsonView) -> None:
        """The line of this minute."""
        self._write({"at": stamp(), **found})

    def close(self) -> None:
        """Nothing is held open between two lines."""

    def _write(self, line: JsonView) -> None:
        text = json.dumps(line, separators=(",", ":"), ensure_ascii=True) + "\n"
        with contextlib.suppress(OSError):
            if self._path.exists() and self._path.stat().st_size + len(text) > self._part_bytes:
                self._turn()
            with self._path.open("a", encoding="ascii") as stream:
                stream.write(text)

    def _turn(self) -> None:
        """Begin a new part: health.jsonl, then health.1.jsonl, the last of them the oldest."""
        for number in range(PARTS - 1, -1, -1):
            part = self._part(number)
            if part.exists():
                part.replace(self._part(number + 1))
        self._part(PARTS).unlink(missing_ok=True)

    def _part(self, number: int) -> Path:
        return self._path if number == 0 else self._path.with_suffix(f".{number}{self._path.suffix}")


def stamp() -> str:
    """The time of day, in UTC, by the second."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
