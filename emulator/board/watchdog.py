# SPDX-License-Identifier: MIT
"""The watchdog: once started only a feed within its time-out keeps the chip from a reset."""

from __future__ import annotations

from emulator.board.device import NEVER

# machine.WDT on the rp2 port takes at most 8,388 ms (MicroPython documentation, machine.WDT).
TIMEOUT_MAX_MS = 8_388


class Watchdog:
    """Bites at ``due_us``; NEVER until the firmware starts it."""

    def __init__(self) -> None:
        self.due_us = NEVER
        self._timeout_us = 0

    def start(self, now_us: int, timeout_ms: int) -> None:
        """Start it; only a reset stops it again."""
        if not 1 <= timeout_ms <= TIMEOUT_MAX_MS:
            raise ValueError(f"timeout must be 1 to {TIMEOUT_MAX_MS} ms (got {timeout_ms})")
        self._timeout_us = timeout_ms * 1000
        self.due_us = now_us + self._timeout_us

    def feed(self, now_us: int) -> None:
        """Give it another time-out, if it runs."""
        if self._timeout_us:
            self.due_us = now_us + self._timeout_us

    def stop(self) -> None:
        """The chip was reset."""
        self.due_us = NEVER
        self._timeout_us = 0

    def save(self) -> tuple[int, int]:
        """(due, time-out), both in microseconds."""
        return (self.due_us, self._timeout_us)

    def load(self, saved: tuple[int, int]) -> None:
        """Put back what ``save`` returned."""
        self.due_us, self._timeout_us = saved
