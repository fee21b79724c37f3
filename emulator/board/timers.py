# SPDX-License-Identifier: MIT
"""The chip's timers: one-shot and periodic, on the board's virtual clock."""

from __future__ import annotations

from emulator.board.device import NEVER


class Timers:
    """Running timers by number; ``due_us`` is the next one's time."""

    def __init__(self) -> None:
        self.due_us = NEVER
        self._running: dict[int, tuple[int, int]] = {}

    def start(self, number: int, now_us: int, period_us: int, periodic: object) -> None:
        """Let a timer ring in ``period_us``, and then every ``period_us`` if it is periodic."""
        if period_us < 1:
            raise ValueError(f"period must be 1 or more us (got {period_us})")
        self._running[number] = (now_us + period_us, period_us if periodic else 0)
        self._plan()

    def stop(self, number: int) -> None:
        """Stop a timer; one that does not run stays stopped."""
        self._running.pop(number, None)
        self._plan()

    def clear(self) -> None:
        """Stop them all."""
        self._running.clear()
        self.due_us = NEVER

    def expire(self, now_us: int) -> list[int]:
        """Numbers of the timers that ring by now, the earliest first, each once."""
        ringing = sorted((due, number) for number, (due, _) in self._running.items() if due <= now_us)
        for due, number in ringing:
            period_us = self._running[number][1]
            if period_us:
                self._running[number] = (due + period_us, period_us)
            else:
                del self._running[number]
        self._plan()
        return [number for _, number in ringing]

    def _plan(self) -> None:
        self.due_us = min((due for due, _ in self._running.values()), default=NEVER)

    def save(self) -> list[tuple[int, int, int]]:
        """(number, due, period) of each running timer; period 0 is a one-shot."""
        return [(number, due, period) for number, (due, period) in self._running.items()]

    def load(self, saved: list[tuple[int, int, int]]) -> None:
        """Put back what ``save`` returned."""
        self._running = {number: (due, period) for number, due, period in saved}
        self._plan()
