# SPDX-License-Identifier: MIT
"""The wall above a house of guests: each frame lets some of the machines' time pass."""

from __future__ import annotations

import time
from collections.abc import Callable

from emulator.hall.guests import STEP_MS
from emulator.hall.house import House
from emulator.panel.wall.app import run_wall
from machines.support.languages import DEFAULT_LANGUAGE

_FRAME_S = 0.030  # of each frame may go to the machines
_BEHIND_MS = 2_000  # what they may be behind; the rest is forgotten


class Pace:
    """
    Brings the display's bytes, and lets the house go on meanwhile.

    Args:
        speed: the machines' seconds in a second.
        until_ms: of the machines' time; None: as long as somebody looks.
    """

    def __init__(self, house: House, speed: int, until_ms: int | None) -> None:
        self.display, self._screen = house.display()
        self._house, self._speed, self._until_ms = house, speed, until_ms
        self._then_ms: int | None = None
        self._owed_ms = 0

    def poll(self, now_ms: int) -> None:
        """One frame."""
        passed_ms = 0 if self._then_ms is None else now_ms - self._then_ms
        self._then_ms = now_ms
        self._owed_ms = min(self._owed_ms + passed_ms * self._speed, _BEHIND_MS * self._speed)
        end_s = time.monotonic() + _FRAME_S
        while self._owed_ms >= STEP_MS and self.going() and time.monotonic() < end_s:
            self._house.step()
            self._owed_ms -= STEP_MS
        self._screen.poll(now_ms)

    def going(self) -> bool:
        """Whether the evening is not over yet."""
        return self._until_ms is None or self._house.now_ms < self._until_ms

    def close(self) -> None:
        """The wall is taken down."""
        self._screen.close()


def show_evening(
    house: House,
    speed: int,
    seconds: float | None,
    *,
    language: str = DEFAULT_LANGUAGE,
    fullscreen: bool = False,
    going: Callable[[], bool] = lambda: True,
) -> None:
    """
    Show the wall above the machines.

    It ends when somebody closes it, after ``seconds`` of the machines' time, or when ``going`` says no.

    Raises:
        PanelError: no window can be opened.
    """
    pace = Pace(house, speed, None if seconds is None else round(seconds * 1000))
    run_wall(
        pace, pace.display, language=language, fullscreen=fullscreen, demo=True,
        going=lambda: going() and pace.going(),
    )  # fmt: skip
