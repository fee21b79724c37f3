# SPDX-License-Identifier: MIT
"""
A visitor's input in its order, with the machine's time between.

    paced = Paced()
    paced.add(event, at_us=9_200)     # 9.2 ms of this stretch of time had passed when it came
    paced.pass_time(16_667, run=cabinet.run_us, handle=handle)

An event comes to the machine when it came to the window, and no press or release less than PACE_US after the
one before. So a button that was down and up again within a frame, or within a moment, is down for PACE_US,
two such presses are two, and a longer one lasts as long as it did.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

import pygame

from emulator.devices.button import BOUNCE_US

# How long the firmware wants a contact to be quiet (DEBOUNCE_MS in its buttons.py; a test compares).
DEBOUNCE_US = 15_000
# A contact bounces, then must be quiet; half of both more is for slow turns of the firmware.
PACE_US = (BOUNCE_US + DEBOUNCE_US) * 3 // 2
# These drivers of SDL sleep until something comes; others ask every millisecond: 2 % of a core for nothing.
# With those, at rest, it is asked here, and less often.
_SLEEPERS = ("x11", "wayland", "windows", "cocoa")
_ASK_S = 0.012
# Presses and releases: of what only moves there is any number in a stretch of time.
_EDGES = (
    pygame.KEYDOWN,
    pygame.KEYUP,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.FINGERDOWN,
    pygame.FINGERUP,
)


class Paced:
    """Keeps the events that the machine has not had yet, each with its time in the machine's microseconds."""

    def __init__(self) -> None:
        # Each with its time, and whether it keeps its distance from the one before.
        self._waiting: deque[tuple[int, bool, pygame.event.Event]] = deque()
        self._now_us = 0
        self._free_us = 0

    def add(self, event: pygame.event.Event, at_us: int, *, apart: bool = True) -> None:
        """
        An event came ``at_us`` after the beginning of the stretch of time that passes next.

        Args:
            apart: whether a press or release keeps its distance: not one that no contact feels.
        """
        if not getattr(event, "touch", False):  # SDL repeats a finger as a mouse
            self._waiting.append((self._now_us + at_us, apart and event.type in _EDGES, event))

    def pass_time(
        self, us: int, *, run: Callable[[int], None], handle: Callable[[pygame.event.Event], None]
    ) -> None:
        """Let ``us`` microseconds pass in the machine, and hand it each event when its time has come."""
        end_us = self._now_us + us
        while self._waiting:
            due_us, edge, event = self._waiting[0]
            due_us = max(due_us, self._now_us, self._free_us if edge else 0)
            if due_us > end_us:
                break
            self._run_to(due_us, run)
            self._waiting.popleft()
            if edge:
                self._free_us = due_us + PACE_US
            handle(event)
        self._run_to(end_us, run)

    def at_once(self, handle: Callable[[pygame.event.Event], None]) -> None:
        """Hand over all that waits: no time passes in the machine now."""
        while self._waiting:
            handle(self._waiting.popleft()[2])

    @property
    def waiting(self) -> int:
        """How many events have not been handed over."""
        return len(self._waiting)

    def _run_to(self, us: int, run: Callable[[int], None]) -> None:
        if us > self._now_us:
            run(us - self._now_us)
            self._now_us = us


class Arrivals:
    """Takes events from the window as they come, between two frames, and notes when that was."""

    def __init__(self) -> None:
        self._came: list[tuple[float, pygame.event.Event]] = []

    def wait(self, until_s: float, soon_s: float | None = None) -> None:
        """
        Let the time pass until ``until_s`` of ``time.perf_counter``.

        Args:
            soon_s: until then only, once something comes; the same as ``until_s`` unless given.
        """
        rests = soon_s is not None and soon_s < until_s and pygame.display.get_driver() not in _SLEEPERS
        while (left_s := until_s - time.perf_counter()) > 0:
            event = _asked(left_s) if rests else pygame.event.wait(max(1, int(left_s * 1_000)))
            if event.type != pygame.NOEVENT:
                self._came.append((time.perf_counter(), event))
                until_s = until_s if soon_s is None else min(until_s, soon_s)
        self.gather()

    def gather(self) -> None:
        """Take what has come while nobody waited."""
        now_s = time.perf_counter()
        self._came += [(now_s, event) for event in pygame.event.get()]

    def take(self, begin_s: float, end_s: float, elapsed_us: int) -> list[tuple[int, pygame.event.Event]]:
        """
        What came between two moments, each with its place among the ``elapsed_us`` of the machine.

        A slow frame has less time in the machine than on the wall: then both are in proportion.
        """
        came, self._came = self._came, []
        per_s = elapsed_us / (end_s - begin_s) if end_s > begin_s else 0.0
        return [(min(elapsed_us, max(0, round((at_s - begin_s) * per_s))), event) for at_s, event in came]


def _asked(left_s: float) -> pygame.event.Event:
    """The event that comes next within a moment; NOEVENT: none."""
    event = pygame.event.poll()
    if event.type == pygame.NOEVENT:
        time.sleep(min(left_s, _ASK_S))
    return event
