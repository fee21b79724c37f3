# SPDX-License-Identifier: MIT
"""How a stepper turns: straight ramps up and down, in whole microseconds and 1/65,536 steps."""

from __future__ import annotations

from collections.abc import Iterator
from math import isqrt
from typing import NamedTuple

from emulator.board.device import NEVER

# The emulated controller's own parameters: at 288 steps/s, three turns of a 96-step reel a second, the
# ramps take 26 and 17 steps, so that a reel starts and stops within half a turn.
RAMP_UP_US = 180_000
RAMP_DOWN_US = 120_000
SECOND_US = 1_000_000
# Distances count in 1/65,536 step so that a reel can be drawn between two steps.
FINE_BITS = 16


class Motion:
    """
    One run of an axis, from rest at ``start_us``.

    The axis speeds up evenly from 0 to ``velocity`` steps/s in RAMP_UP_US and goes on until
    ``stop_after`` gives it a distance; then it slows down evenly, in RAMP_DOWN_US from full speed, so
    that it ends exactly there. Shorter distances than both ramps need peak below ``velocity``.
    """

    __slots__ = ("_at_us", "_brake_us", "_done", "_peak_us", "_total", "end_us", "start_us", "velocity")

    def __init__(self, start_us: int, velocity: int) -> None:
        self.start_us = start_us
        self.velocity = velocity
        self.end_us = NEVER
        self._peak_us = RAMP_UP_US
        self._brake_us = 0
        self._total = 0
        # The instant that was asked for last, and how far it was by then: one is asked for several times.
        self._at_us, self._done = start_us, 0

    @property
    def stopping(self) -> bool:
        """Whether a stop is planned."""
        return self.end_us != NEVER

    def braking(self, now_us: int) -> bool:
        """Whether the last ramp has begun; nothing changes the end any more."""
        return self.stopping and now_us >= self.end_us - self._brake_us

    def go_on(self) -> None:
        """Take back a planned stop."""
        self._at_us, self._done = self.start_us, 0
        self.end_us = NEVER
        self._peak_us = RAMP_UP_US
        self._brake_us = 0

    def travelled(self, now_us: int) -> int:
        """Distance from the start in 1/65,536 step."""
        if now_us != self._at_us:
            self._at_us, self._done = now_us, self._travelled(now_us)
        return self._done

    def _travelled(self, now_us: int) -> int:
        since_us = now_us - self.start_us
        if now_us >= self.end_us:
            return self._total
        left_us = self.end_us - now_us
        if left_us <= self._brake_us:
            return self._total - _ramp(self.velocity, left_us, RAMP_DOWN_US)
        if since_us < self._peak_us:
            return _ramp(self.velocity, since_us, RAMP_UP_US)
        return (self.velocity * (2 * since_us - RAMP_UP_US) << FINE_BITS) // (2 * SECOND_US)

    def least_steps(self, now_us: int) -> int:
        """The shortest whole distance from the start that can still be braked for."""
        since_us = min(now_us - self.start_us, RAMP_UP_US)
        # v^2 / (2 b) with the speed reached by now; b is full speed over RAMP_DOWN_US.
        brake = (self.velocity * since_us * since_us * RAMP_DOWN_US << FINE_BITS) // (
            2 * RAMP_UP_US * RAMP_UP_US * SECOND_US
        )
        return -(-(self.travelled(now_us) + brake + 1) >> FINE_BITS)

    def stop_after(self, steps: int) -> None:
        """End ``steps`` whole steps from the start; at least ``least_steps`` of this instant."""
        self._at_us, self._done = self.start_us, 0
        both_us = RAMP_UP_US + RAMP_DOWN_US
        self._total = steps << FINE_BITS
        cruise_us = steps * SECOND_US // self.velocity - both_us // 2
        if cruise_us >= 0:
            self._peak_us, self._brake_us = RAMP_UP_US, RAMP_DOWN_US
        else:
            # The distance under both ramps, v t^2 / (2 up) * (1 + down / up), solved for t.
            cruise_us = 0
            self._peak_us = isqrt(2 * steps * SECOND_US * RAMP_UP_US**2 // (self.velocity * both_us))
            self._brake_us = self._peak_us * RAMP_DOWN_US // RAMP_UP_US
        self.end_us = self.start_us + self._peak_us + cruise_us + self._brake_us

    def time_of(self, steps: int, now_us: int) -> int:
        """First microsecond from ``now_us`` on with ``steps`` whole steps behind; NEVER if it ends before."""
        wanted = steps << FINE_BITS
        if self.stopping:
            if wanted > self._total:
                return NEVER
            late_us = self.end_us
        else:
            late_us = self.start_us + RAMP_UP_US + steps * SECOND_US // self.velocity + 1
        early_us = now_us
        # At full speed, where most edges are, one reckons when; the ramps are searched.
        reckoned_us = self.start_us + (RAMP_UP_US + 1 + -(-2 * SECOND_US * steps // self.velocity) >> 1)
        if early_us < reckoned_us < late_us and self.travelled(reckoned_us - 1) < wanted:
            early_us = reckoned_us
            if self.travelled(reckoned_us) >= wanted:
                return reckoned_us
        while early_us < late_us:
            middle_us = (early_us + late_us) >> 1
            if self.travelled(middle_us) >= wanted:
                late_us = middle_us
            else:
                early_us = middle_us + 1
        return early_us

    def save(self) -> tuple[int, ...]:
        """All numbers of the run."""
        return (self.start_us, self.velocity, self.end_us, self._peak_us, self._brake_us, self._total)

    @classmethod
    def loaded(cls, saved: tuple[int, ...]) -> Motion:
        """The run that ``save`` described."""
        motion = cls(saved[0], saved[1])
        motion.end_us, motion._peak_us, motion._brake_us, motion._total = saved[2:]
        return motion


class Course(NamedTuple):
    """
    Where a drum goes by the plan of one instant.

    Attributes:
        motion: the run as it was planned then.
        begin: step at its start.
        motor_steps: steps of one turn.
    """

    motion: Motion
    begin: int
    motor_steps: int

    def steps(self, after_us: int, until_us: int) -> Iterator[tuple[int, int]]:
        """(time, step) of every step that is reached behind ``after_us`` and before ``until_us``."""
        done = self.motion.travelled(after_us) >> FINE_BITS
        at_us = after_us
        while (at_us := self.motion.time_of(done + 1, at_us)) < until_us:
            done += 1
            yield at_us, (self.begin + done) % self.motor_steps


def _ramp(velocity: int, time_us: int, ramp_us: int) -> int:
    """Distance of an even ramp between rest and ``velocity``, ``time_us`` from its slow end."""
    return (velocity * time_us * time_us << FINE_BITS) // (2 * ramp_us * SECOND_US)
