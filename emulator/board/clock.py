# SPDX-License-Identifier: MIT
"""The ``time`` module and the calendar clock as the firmware sees them, both on virtual time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta

# MicroPython's ticks count modulo 2**30 on the rp2 port (a positive small integer).
TICKS_PERIOD = 1 << 30
_TICKS_HALF = TICKS_PERIOD >> 1
_EPOCH = datetime(1970, 1, 1)
# 2026-01-01 00:00: a machine's clock is set when it is commissioned, never from the host's clock.
DEFAULT_START_S = 1_767_225_600


def ticks_diff(end: int, start: int) -> int:
    """Signed distance from ``start`` to ``end`` in ticks, right up to half the period."""
    return (end - start + _TICKS_HALF) % TICKS_PERIOD - _TICKS_HALF


def ticks_add(ticks: int, delta: int) -> int:
    """A tick count ``delta`` later (or earlier), wrapped."""
    return (ticks + delta) % TICKS_PERIOD


def time_functions(ticks_us: Callable[[], int], seconds: Callable[[], int]) -> dict[str, object]:
    """
    The functions of the firmware's ``time``; there is no sleep, since a tick takes no time.

    Args:
        ticks_us: microseconds since the chip started, not wrapped.
        seconds: the calendar clock in seconds since 1970.
    """
    return {
        "ticks_ms": lambda: ticks_us() // 1000 % TICKS_PERIOD,
        "ticks_us": lambda: ticks_us() % TICKS_PERIOD,
        "ticks_diff": ticks_diff,
        "ticks_add": ticks_add,
        "time": seconds,
    }


class RTC:
    """The calendar clock; its battery keeps it going while the supply is off."""

    def __init__(self, now_us: Callable[[], int], start_s: int = DEFAULT_START_S) -> None:
        self._now_us = now_us
        self._offset_s = start_s

    def seconds(self) -> int:
        """Seconds since 1970-01-01."""
        return self._offset_s + self._now_us() // 1_000_000

    def get(self) -> tuple[int, int, int, int, int, int, int, int]:
        """(year, month, day, weekday with Monday 0, hours, minutes, seconds, 0)."""
        at = _EPOCH + timedelta(seconds=self.seconds())
        return (at.year, at.month, at.day, at.weekday(), at.hour, at.minute, at.second, 0)

    def set(self, when: tuple[int, ...]) -> None:
        """Set the clock from the same eight numbers; weekday and subseconds are ignored."""
        year, month, day, _, hours, minutes, seconds = when[:7]
        at = datetime(year, month, day, hours, minutes, seconds)
        self._offset_s = (at - _EPOCH) // timedelta(seconds=1) - self._now_us() // 1_000_000

    def save(self) -> int:
        """Distance between calendar and virtual time in seconds."""
        return self._offset_s

    def load(self, saved: int) -> None:
        """Put back what ``save`` returned."""
        self._offset_s = saved
