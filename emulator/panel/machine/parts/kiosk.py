# SPDX-License-Identifier: MIT
"""The panel on its own in public: when nobody plays, what it shows then, who comes next."""

from __future__ import annotations

from dataclasses import dataclass

from emulator.panel.machine.parts.seen import Seen

ATTRACT_AFTER_MS = 15_000
# Whoever has touched nothing for so long has left; the next one comes with a purse of his own.
LEFT_AFTER_MS = 60_000
# One idea at a time, each with its length: the name lights up, the prizes one by one, the slot invites.
IDEAS = (("name", 7_000), ("prizes", 14_000), ("slot", 6_000))


@dataclass(frozen=True)
class Idea:
    """What the attract loop shows, and since when in milliseconds."""

    name: str
    since_ms: int


class Attract:
    """
    Knows whether somebody plays; while nobody does, no sound is made (RD 2110/1998 art. 6.15).

    Args:
        waits_ms: after how long nobody plays, and has left.
    """

    def __init__(self, waits_ms: tuple[int, int] | None = None) -> None:
        self._rests_ms, self._leaves_ms = waits_ms or (ATTRACT_AFTER_MS, LEFT_AFTER_MS)
        self._touched_ms: int | None = None
        self._since_ms: int | None = 0
        self._gone = False

    def touch(self, now_ms: int) -> None:
        """Somebody has touched the panel."""
        self._touched_ms = now_ms
        self._since_ms = None
        self._gone = False

    def update(self, seen: Seen, now_ms: int) -> Idea | None:
        """What to show at ``now_ms``: None while somebody plays."""
        rested = self._touched_ms is None or now_ms - self._touched_ms >= self._rests_ms
        if not rested or not resting(seen):
            self._since_ms = None
            return None
        if self._since_ms is None:
            self._since_ms = now_ms
        along = (now_ms - self._since_ms) % sum(length for _, length in IDEAS)
        for name, length in IDEAS:
            if along < length:
                return Idea(name, along)
            along -= length
        return None

    def left(self, seen: Seen, now_ms: int) -> bool:
        """Whether the visitor who touched the panel last has left; True once for each visitor."""
        if self._touched_ms is None or self._gone or seen.busy:
            return False
        self._gone = now_ms - self._touched_ms >= self._leaves_ms
        return self._gone

    def audible(self, seen: Seen, now_ms: int) -> bool:
        """Whether a sound may be made: somebody has played lately, or their money still does."""
        if self._touched_ms is None:
            return False
        return now_ms - self._touched_ms < self._rests_ms or not resting(seen)


def resting(seen: Seen) -> bool:
    """No money in play and nothing moving: nobody is using the machine."""
    counters = [seen.display.credits, seen.display.reserve]
    counters += [] if seen.points else [seen.display.prizes]
    empty = all(not value.strip().strip("0.,") for value in counters)
    return empty and not seen.busy and not seen.alarm and not seen.in_round
