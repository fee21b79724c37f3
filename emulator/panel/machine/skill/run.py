# SPDX-License-Identifier: MIT
"""What the lamps of a ring say of the round: which one, where the light is, where it was before."""

from __future__ import annotations

from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.skill.game import ROUND_FIRST
from emulator.panel.machine.skill.measured import measured_ms
from machines.types.skill.schema import LIGHTS

START_LIGHT = LIGHTS // 2
"""Where every round begins: opposite the mark."""
_TAIL_MS = 320  # a lamp glows on so long after the light has left it


class Run:
    """
    Follows the light from look to look.

    A lamp is lit for a moment, and the light goes one way: each lamp between the start and the light was lit
    in this round, and with every further look those that it has passed since. So much of a tail is known.
    """

    def __init__(self, laps_ms: tuple[int, ...]) -> None:
        self._laps_ms = laps_ms
        self.light: int | None = None
        self.running = False
        self.number = 0
        """The round that is shown, from 0."""
        self.off_ms: int | None = None
        """How far off the mark the machine says that the press was, while it says so."""
        self.passed = 0
        """Lamps that the light is known to have left in this round."""
        self._now_us = 0

    def update(self, seen: Seen) -> None:
        """Look at the lamps once more."""
        before, was_running, number = self.light, self.running, self.number
        self.light = next((lamp for lamp in range(LIGHTS) if lamp in seen.glass), None)
        over = sum(ROUND_FIRST + at in seen.glass for at in range(len(self._laps_ms)))
        self.running = self.light is not None and over < len(self._laps_ms) and seen.lamps.get("start", False)
        self.number = over if self.running else max(0, over - 1)
        self.off_ms = None if self.running or self.light is None else measured_ms(seen.display.message)
        same = seen.now_us >= self._now_us and self.number == number
        self._now_us = seen.now_us
        self._count(before if same else None, was_running)

    def _count(self, before: int | None, was_running: bool) -> None:
        """Add the lamps passed since the look in which ``before`` was lit; None: that was no part of it."""
        if self.light is None:
            self.passed = 0
            return
        if before is None or not (was_running or (before == self.light and not self.running)):
            self.passed = 0
        else:
            self.passed = min(self.passed + (self.light - before) % LIGHTS, LIGHTS - 1)
        self.passed = max(self.passed, (self.light - START_LIGHT) % LIGHTS)

    @property
    def lap_ms(self) -> int:
        """Time of a lap in the round that is shown."""
        return self._laps_ms[self.number]

    @property
    def tail(self) -> list[int]:
        """The lamps that the light left last, the latest first: while it runs and in the photo."""
        if self.light is None or not (self.running or self.off_ms is not None):
            return []
        length = min(self.passed, round(_TAIL_MS * LIGHTS / self.lap_ms), LIGHTS - 1)
        return [(self.light - back) % LIGHTS for back in range(1, length + 1)]

    @property
    def turn(self) -> float:
        """Where the machine says that the light was stopped, in turns past the mark; below 0 before it."""
        return (self.off_ms or 0) / self.lap_ms
