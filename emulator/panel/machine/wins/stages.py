# SPDX-License-Identifier: MIT
"""
When a prize is shown and how: the stages of a celebration, and what begins and ends one.

The machine decides everything: a celebration begins when its lamps say that something was won, while its
reels stand, and it is over when they say so no longer. Whoever presses a button ends it at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from emulator.panel.machine.parts.seen import PAYLINE_LEFT, PAYLINE_RIGHT, Seen

Size = Literal["small", "middle", "large"]

# Of the stake: from so many times it on a prize is one of middle size, and a large one.
MIDDLE_FROM, LARGE_FROM = 5, 25
# Silence; then the line, the row on the glass, the symbols, and what flies.
LINE_MS, ROW_MS, SYMBOLS_MS, SPARKS_MS, SPILL_MS = 120, 260, 420, 600, 1_000
DIM_MS = 240
LENGTH_MS: dict[Size, int] = {"small": 2_000, "middle": 3_600, "large": 7_500}
_FADE_MS = 350


@dataclass(frozen=True)
class Won:
    """A prize that is being shown, and for how long already."""

    cents: int
    size: Size
    since_ms: int

    @property
    def depth(self) -> float:
        """How far the rest has stepped back, 0 to 1: at once in the beginning, softly in the end."""
        left_ms = LENGTH_MS[self.size] - self.since_ms
        return max(0.0, min(1.0, (self.since_ms - LINE_MS) / DIM_MS, left_ms / _FADE_MS))


def size_of(cents: int, stake_cents: int) -> Size:
    """How large a prize is for who has staked this."""
    times = cents / max(1, stake_cents)
    return "large" if times >= LARGE_FROM else "middle" if times >= MIDDLE_FROM else "small"


class Watch:
    """Notices that something was won, once for each play."""

    def __init__(self, stake_cents: int) -> None:
        self._stake_cents = stake_cents
        self._turned = False
        self._cents = 0
        self._since_ms: int | None = None

    def update(self, seen: Seen, cents: int, now_ms: int, *, hands_off: bool) -> Won | None:
        """
        What is celebrated at ``now_ms``; None for nothing.

        Args:
            cents: what the lamps say was won, 0 for nothing.
            hands_off: nobody presses a button, runs time back or looks at something else.
        """
        moving = any(reel.moving for reel in seen.reels)
        if moving or not cents or not hands_off or not seen.powered or seen.alarm:
            # Whoever presses has seen it; nothing begins anew before reels have turned again.
            self._turned = moving or (self._turned and not cents)
            self._since_ms = None
            return None
        if self._turned:
            self._turned, self._since_ms = False, now_ms
        self._cents = cents
        if self._since_ms is None:
            return None
        won = Won(self._cents, size_of(cents, self._stake_cents), now_ms - self._since_ms)
        if not 0 <= won.since_ms < LENGTH_MS[won.size]:
            self._since_ms = None
            return None
        return won


def held_back(won: Won | None) -> frozenset[int]:
    """Lamps behind the glass that still warm up: those of the payline for the time of the silence."""
    return frozenset((PAYLINE_LEFT, PAYLINE_RIGHT)) if won and won.since_ms < LINE_MS else frozenset()


def rows_held_back(won: Won | None) -> bool:
    """Whether the row on the glass still waits for its turn."""
    return won is not None and won.since_ms < ROW_MS
