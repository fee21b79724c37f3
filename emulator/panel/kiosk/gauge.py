# SPDX-License-Identifier: MIT
"""How many pictures a second were shown lately, and how long the slowest hundredth of them took to draw."""

from __future__ import annotations

from collections import deque

WINDOW_S = 60.0
_MOST = 4_096


class Gauge:
    """Counts pictures of the last minute; the oldest of very many are forgotten first."""

    def __init__(self) -> None:
        self._shown: deque[tuple[float, float]] = deque(maxlen=_MOST)

    def shown(self, now_s: float, worked_s: float) -> None:
        """A picture was shown, and so much of the time since the one before was work."""
        self._shown.append((now_s, worked_s))
        while self._shown and now_s - self._shown[0][0] > WINDOW_S:
            self._shown.popleft()

    @property
    def fps(self) -> float:
        """Pictures a second."""
        if len(self._shown) < 2:
            return 0.0
        lasted_s = self._shown[-1][0] - self._shown[0][0]
        return round((len(self._shown) - 1) / lasted_s, 1) if lasted_s > 0 else 0.0

    @property
    def p99_ms(self) -> float:
        """Milliseconds of work of the slowest hundredth."""
        worked = sorted(worked_s for _, worked_s in self._shown)
        return round(worked[len(worked) * 99 // 100] * 1_000, 1) if worked else 0.0
