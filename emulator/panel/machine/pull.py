# SPDX-License-Identifier: MIT
"""
The arm of a bandit in a hand: how far it is pulled, when it closes the contact of START, how it swings back.

    pull.begin(y, travel_px)
    pull.move(y)          # True once it closes the contact, False once it opens it, None in between
    pull.end(now_ms)
    pull.depth(clock_ms)  # 0 upright, 1 pulled down: what is drawn
"""

from __future__ import annotations

import math

# Of its whole way: where the contact closes, and where it has to come back to before it can close again.
CLOSES, OPENS = 0.70, 0.30
# The arm is heavy: what the hand has gone of the way, to this power, is what the arm has.
_WEIGHT = 1.25
# After it is let go: the spring's time, one swing of it, and when all is still.
_SPRING_MS, _SWING_MS, STILL_MS = 130.0, 330.0, 900
_BEYOND = 0.06  # how far the spring takes it past its rest
# A tap: the arm goes down by itself, then the spring takes it.
TAP_DOWN_MS = 150
TAP_HELD_MS = 60


class Pull:
    """What one hand does to the arm; it moves nothing but a picture and a contact."""

    def __init__(self) -> None:
        self._from_y: int | None = None
        self._travel_px = 1
        self._depth = 0.0
        self._closed = False
        self._spent = False
        self._let_go: tuple[float, int] | None = None
        self._tapped_ms: int | None = None

    @property
    def held(self) -> bool:
        """A hand is on it."""
        return self._from_y is not None

    def begin(self, y: int, travel_px: int) -> None:
        """A hand takes the ball; ``travel_px`` is its whole way down."""
        self._from_y, self._travel_px = y, max(1, travel_px)
        self._depth, self._closed, self._spent = 0.0, False, False
        self._let_go = self._tapped_ms = None

    def move(self, y: int) -> bool | None:
        """
        The hand goes on.

        Returns:
            True where the contact of START closes now, False where it opens, None where nothing changes.
        """
        if self._from_y is None:
            return None
        way = min(1.0, max(0.0, (y - self._from_y) / self._travel_px))
        self._depth = way**_WEIGHT
        if not self._closed and not self._spent and self._depth >= CLOSES:
            self._closed = self._spent = True
            return True
        if self._closed and self._depth <= OPENS:
            self._closed = False
            return False
        return None

    def end(self, now_ms: int) -> None:
        """The hand lets go: the spring takes the arm back from where it is."""
        if self._from_y is not None:
            self._let_go = (self._depth, now_ms)
        self._from_y, self._depth, self._closed = None, 0.0, False

    def tap(self, now_ms: int) -> None:
        """A touch that did not move: the arm goes the whole way by itself."""
        self.rest()
        self._tapped_ms = now_ms

    def rest(self) -> None:
        """Upright at once, and nobody holds it."""
        self._from_y, self._depth, self._closed = None, 0.0, False
        self._let_go = self._tapped_ms = None

    def depth(self, clock_ms: int) -> float:
        """How far it is down: 0 upright, 1 pulled; a little less than 0 where the spring takes it beyond."""
        if self._from_y is not None:
            return self._depth
        if self._tapped_ms is not None:
            since = clock_ms - self._tapped_ms
            if since < TAP_DOWN_MS:
                return math.sin(math.pi / 2 * max(0, since) / TAP_DOWN_MS)
            return _sprung(1.0, since - TAP_DOWN_MS)
        if self._let_go is not None:
            depth, at_ms = self._let_go
            return _sprung(depth, clock_ms - at_ms)
        return 0.0


def _sprung(depth: float, since_ms: int) -> float:
    """Where a damped spring has brought the arm so long after it was let go."""
    if since_ms >= STILL_MS:
        return 0.0
    since = max(0, since_ms)
    swung = depth * math.exp(-since / _SPRING_MS) * math.cos(2 * math.pi * since / _SWING_MS)
    return max(-_BEYOND, swung)
