# SPDX-License-Identifier: MIT
"""The two-channel encoder on a drum's shaft, with the counter that the reel controller keeps for it."""

from __future__ import annotations

# A slot of the disc for each motor step, and two channels a quarter of a slot apart: four edges a step. So
# half a stop is two counts even on a strip that has a stop for every step.
COUNTS = 4
_U16 = 0xFFFF


class Encoder:
    """
    Counts what the drum does, up or down; the motor has no part in it.

    Angles are those of the drum in counts, from anywhere, modulo 65,536 at the least. With one channel lost
    every edge of the other looks like a step to and fro: the counter stands.

    Attributes:
        edge: count when the optic's edge last came.
    """

    def __init__(self) -> None:
        self.edge = 0
        # Angle where the count was 0, and the count at which a dead one stands; -1: it works.
        self._zero = 0
        self._stuck = -1

    def reset(self, angle: int) -> None:
        """Count from 0: power has come, or gone."""
        self.edge = 0
        self._zero = angle & _U16
        self._stuck = min(self._stuck, 0)

    def count(self, angle: int) -> int:
        """The counter with the drum at this angle, 0 to 65,535."""
        return (angle - self._zero) & _U16 if self._stuck < 0 else self._stuck

    def latch(self, angle: int) -> None:
        """The optic's edge comes at this angle."""
        self.edge = self.count(angle)

    @property
    def dead(self) -> bool:
        """Whether a channel is lost."""
        return self._stuck >= 0

    def die(self, dead: bool, angle: int) -> None:
        """Lose a channel, or get it back: from there it counts on."""
        if dead and self._stuck < 0:
            self._stuck = self.count(angle)
        elif not dead and self._stuck >= 0:
            self._zero = (angle - self._stuck) & _U16
            self._stuck = -1

    def save(self) -> tuple[int, ...]:
        """All numbers."""
        return (self.edge, self._zero, self._stuck)

    def load(self, saved: tuple[int, ...]) -> None:
        """Put back what ``save`` returned."""
        self.edge, self._zero, self._stuck = saved
