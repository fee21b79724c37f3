# SPDX-License-Identifier: MIT
"""The panel on its own in public: when nobody plays, what it shows then, who comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from emulator.panel.machine.parts.seen import Seen

ATTRACT_AFTER_MS = 15_000
# Whoever has touched nothing for so long has left; the next one comes with a purse of his own.
LEFT_AFTER_MS = 60_000
# One idea at a time, each with its length: the name lights up, reels turn, prizes run, a coin flies in.
IDEAS = (("name", 6_000), ("reels", 8_000), ("prizes", 8_000), ("slot", 6_000))
# Of machines with pots: the highest is counted up.
POT = ("pot", 6_000)
# A frame of a machine that somebody plays, and of one that rests or attracts (60 and 20 a second).
PLAYED_FRAME_MS = 1_000 / 60
IDLE_FRAME_MS = 50.0
# While reels turn in a picture: fewer a second and one sees them jump.
TURNING_FRAME_MS = 1_000 / 30


@dataclass(frozen=True)
class Idea:
    """What the attract loop shows, and since when in milliseconds."""

    name: str
    since_ms: int
    calm: bool = False
    """Only lights: nothing flies, turns or runs, for who is disturbed by that."""


class Attract:
    """
    Knows whether somebody plays; while nobody does, no sound is made (RD 2110/1998 art. 6.15).

    Args:
        ideas: what is shown in turn, each with its length in milliseconds.
        waits_ms: after how long nobody plays, and has left.
    """

    def __init__(
        self, ideas: Sequence[tuple[str, int]] = IDEAS, waits_ms: tuple[int, int] | None = None
    ) -> None:
        self.ideas = tuple(ideas)
        self._rests_ms, self._leaves_ms = waits_ms or (ATTRACT_AFTER_MS, LEFT_AFTER_MS)
        self.reduced_motion = False
        """The ideas only light: nothing flies or turns."""
        self.frame_ms = PLAYED_FRAME_MS
        """How long a frame may last as things are: longer while nobody plays."""
        self._touched_ms: int | None = None
        self._since_ms: int | None = 0
        self._gone = False

    def touch(self, now_ms: int) -> None:
        """Somebody has touched the panel: what it showed by itself ends."""
        self.frame_ms = PLAYED_FRAME_MS
        self._touched_ms = now_ms
        self._since_ms = None
        self._gone = False

    def update(self, seen: Seen, now_ms: int) -> Idea | None:
        """What to show at ``now_ms``: None while somebody plays."""
        rested = self._touched_ms is None or now_ms - self._touched_ms >= self._rests_ms
        if not rested or not resting(seen):
            self._since_ms = None
            self.frame_ms = PLAYED_FRAME_MS
            return None
        if self._since_ms is None:
            self._since_ms = now_ms
        along = (now_ms - self._since_ms) % sum(length for _, length in self.ideas)
        for name, length in self.ideas:
            if along < length:
                turning = name == "reels" and not self.reduced_motion
                self.frame_ms = TURNING_FRAME_MS if turning else IDLE_FRAME_MS
                return Idea(name, along, self.reduced_motion)
            along -= length
        return None

    def untouched(self, seen: Seen, now_ms: int) -> bool:
        """Whether nobody has touched anything lately and nothing moves, also where the staff is awaited."""
        rested = self._touched_ms is None or now_ms - self._touched_ms >= self._rests_ms
        return rested and not seen.busy and not seen.in_round

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
