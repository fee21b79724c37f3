# SPDX-License-Identifier: MIT
"""The steps of the drums, each when it is reached, though nothing happens in the machine then."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from emulator.devices.motion import Course
from emulator.devices.reel import Reel
from emulator.trace.timeline import LEFT_OUT, Timeline


class Drums:
    """
    A drum's run is planned from one turn of the clock to the next: its steps between two are known behind it.

    Args:
        timeline: takes the steps.
        drums: from left to right.
        now: virtual time.
    """

    def __init__(self, timeline: Timeline, drums: Sequence[Reel], now: Callable[[], int]) -> None:
        self._timeline, self._now = timeline, now
        self._looked_us = now()
        numbers = [timeline.signal(f"reels.reel_{drum.number}_step", bits=16) for drum in drums]
        self._drums = [row for row in zip(drums, numbers, strict=True) if row[1] != LEFT_OUT]
        self._courses: list[Course | None] = [None] * len(self._drums)
        self._steps = [-1] * len(self._drums)
        self._touched = False
        timeline.hold(lambda: self._looked_us - 1)

    def touch(self) -> None:
        """Somebody is about to do something, perhaps to a drum: its course is known when one looks next."""
        self.look()
        self._touched = True

    def look(self) -> None:
        """A turn has ended."""
        now_us, before_us = self._now(), self._looked_us
        touched, self._touched = self._touched, False
        for at, (drum, number) in enumerate(self._drums):
            course = drum.course() if touched else self._courses[at]
            if course is not None:
                for at_us, step in course.steps(before_us, now_us):
                    self._timeline.tell(number, step, at_us)
            step = drum.step(now_us)
            if course is not None or step != self._steps[at]:
                self._timeline.tell(number, step)
            self._steps[at], self._courses[at] = step, drum.course()
        self._looked_us = now_us
