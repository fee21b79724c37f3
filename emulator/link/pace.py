# SPDX-License-Identifier: MIT
"""
A rate limit: one turn an interval on average, several at once after a pause.

    paces = Paces(burst=4)
    if paces.take(machine, every_us=5_000_000, now_us=clock()): ...
    paces.keep()                                # what was done is durable
    paces.undo()                                # or it failed, and costs nobody a turn

Only elapsed time gives turns back, and never more than ``burst``: after an outage of any length a machine
may tell ``burst`` plays at once, and then one in ``every_us``. The clock must be monotonic.

Source: the generic cell rate algorithm, ITU-T I.371 annex A, as a virtual schedule.
"""

from __future__ import annotations


class Paces:
    """
    The turns of many, by their number.

    Args:
        burst: how many turns may be taken at once; 1 or more.
    """

    def __init__(self, burst: int) -> None:
        self._burst = burst
        self._due: dict[int, int] = {}  # when the turns that were taken would be over, one after the other
        self._before: dict[int, int | None] = {}

    def wait_us(self, who: int, every_us: int, now_us: int) -> int:
        """How long to wait for a turn; 0: it may be taken."""
        due_us = self._due.get(who, now_us)
        return max(0, due_us - now_us - (self._burst - 1) * every_us)

    def take(self, who: int, every_us: int, now_us: int) -> bool:
        """Take a turn; False, and nothing is taken, if there is none."""
        if self.wait_us(who, every_us, now_us):
            return False
        self._before.setdefault(who, self._due.get(who))
        self._due[who] = max(self._due.get(who, now_us), now_us) + every_us
        return True

    def forget(self, who: int) -> None:
        """Nobody has this number any more."""
        self._due.pop(who, None)
        self._before.pop(who, None)

    def keep(self) -> None:
        """Turns taken since are taken for good."""
        self._before.clear()

    def undo(self) -> None:
        """Turns taken since are given back."""
        for who, due_us in self._before.items():
            if due_us is None:
                del self._due[who]
            else:
                self._due[who] = due_us
        self._before.clear()
