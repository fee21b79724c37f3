# SPDX-License-Identifier: MIT
"""
The volume by hour: which of the steps holds at a time of the day.

    hours = Hours([("08:00", 3), ("22:00", 1), ("00:00", 0)])
    hours.step(23 * 60)         # 1
    hours.step(3 * 60)          # 0

A row holds from its minute on until the next one's, the last of the day over midnight until the first. The
time of the day comes in as an argument, in minutes since midnight; ``minute_now`` reads it off the wall.
"""

from __future__ import annotations

import re
import time
from bisect import bisect_right
from collections.abc import Sequence

from emulator.support.errors import EmulatorError

STEPS = 4
"""The loudest; 0 is silence."""
DAY_MINUTES = 24 * 60
_CLOCK = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")


class HoursError(EmulatorError):
    """A schedule that says no volume, or two for the same minute."""


def minute_of(clock: str) -> int:
    """The minute of the day of ``HH:MM``, 00:00 to 23:59."""
    found = _CLOCK.fullmatch(clock)
    if found is None:
        raise HoursError(f'the hour of a volume must be HH:MM, 00:00 to 23:59 (got "{clock}")')
    return 60 * int(found[1]) + int(found[2])


class Hours:
    """
    Steps of the volume over a day.

    Args:
        rows: from which hour on, ``HH:MM``, which step, 0 to 4; in any order.

    Raises:
        HoursError: no row, an hour or a step that there is not, or the same hour twice.
    """

    def __init__(self, rows: Sequence[tuple[str, int]]) -> None:
        if not rows:
            raise HoursError("a volume by hour must have one row or more (got none)")
        by_minute: dict[int, int] = {}
        for clock, step in rows:
            minute = minute_of(clock)
            if minute in by_minute:
                raise HoursError(f'each hour must have one volume (got "{clock}" twice)')
            if isinstance(step, bool) or not isinstance(step, int) or not 0 <= step <= STEPS:
                raise HoursError(f"a volume must be 0 (silence) to {STEPS} (got {step})")
            by_minute[minute] = step
        self._minutes = sorted(by_minute)
        self._steps = [by_minute[minute] for minute in self._minutes]

    def step(self, minute: int) -> int:
        """The step at a minute of the day, 0 to 1,439."""
        return self._steps[bisect_right(self._minutes, minute % DAY_MINUTES) - 1]


def minute_now() -> int:
    """The minute of the day on the wall."""
    now = time.localtime()
    return 60 * now.tm_hour + now.tm_min
