# SPDX-License-Identifier: MIT
"""When somebody has played so long that a pause is due."""

from __future__ import annotations

SHOWN_S = 12.0


class Pause:
    """
    Args:
        minutes: between two reminders; 0: never.
        leave_s: whoever touches nothing for so long has left, and the next one begins anew.
    """

    def __init__(self, minutes: int, leave_s: float) -> None:
        self._minutes = minutes
        self._leave_s = leave_s
        self._came_s: float | None = None
        self._touched_s = float("-inf")

    def touch(self, now_s: float) -> None:
        """Somebody has touched something."""
        if self._came_s is None or now_s - self._touched_s >= self._leave_s:
            self._came_s = now_s
        self._touched_s = now_s

    def due(self, now_s: float) -> int:
        """For how many minutes somebody has played, while that is to be told; 0 otherwise."""
        if not self._minutes or self._came_s is None or now_s - self._touched_s >= self._leave_s:
            return 0
        played_s = now_s - self._came_s
        times, since_s = divmod(played_s, self._minutes * 60)
        return round(times) * self._minutes if times and since_s < SHOWN_S else 0
