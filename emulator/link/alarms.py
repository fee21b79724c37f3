# SPDX-License-Identifier: MIT
"""
Refusals of a controller, counted by kind and machine, and reported without filling the log.

    alarms = Alarms(print)
    alarms.note("stake", 3, "machine 3: stake_mc must be 20000 or 40000 mc (got 4294900000)")
    alarms.tick()                               # now and then: tells how many were held back
    rows = alarms.fresh()                       # for the store, which shows them to ``azar link status``

The first of a kind is reported at once; others within the next minute are counted and reported in one line.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from emulator.link.entries import TIME_MAX_US

QUIET_S = 60.0
TEXT_MAX = 200
# What is refused at a session has its reason for a name (wire.REASONS). These are the others:
#   seal        bytes that no key of this link has sealed
#   handshake   a connection that showed no key in time
#   strangers   connections that were hung up on because more came than may wait
#   idle        a machine or display that said nothing for too long
#   slow        one that takes no answers
#   clock       the computer's clock was set
#   internal    an error of the controller itself, contained like one of the database


class Alarm(NamedTuple):
    """
    The refusals of one kind at one machine.

    Attributes:
        kind: what was refused.
        machine: its number; 0 where nobody has shown a key.
        times: how often.
        first_us, last_us: the controller's clock, microseconds since 1970.
        text: the last one, in words.
    """

    kind: str
    machine: int
    times: int
    first_us: int
    last_us: int
    text: str

    def and_then(self, later: Alarm) -> Alarm:
        """Both together."""
        return later._replace(times=self.times + later.times, first_us=self.first_us)


@dataclass
class _Held:
    """The lines of one kind: when one was reported, how many have come since, and the last of them."""

    told_s: float
    more: int = 0
    text: str = ""


class Alarms:
    """
    All alarms of a controller since it began.

    Args:
        say: is told a line.
        clock_us: microseconds since 1970, for the store.
        clock_s: seconds on a clock that nobody sets.
    """

    def __init__(
        self,
        say: Callable[[str], None] = lambda line: None,
        clock_us: Callable[[], int] = lambda: time.time_ns() // 1000,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._say, self._clock_us, self._clock_s = say, clock_us, clock_s
        self._held: dict[str, _Held] = {}
        self._fresh: dict[tuple[str, int], Alarm] = {}
        self.counts: dict[str, int] = {}

    def note(self, kind: str, machine: int, text: str) -> None:
        """Something was refused, or is out of order."""
        text = text[:TEXT_MAX]
        self.counts[kind] = self.counts.get(kind, 0) + 1
        now_us = min(max(0, self._clock_us()), TIME_MAX_US)
        self._add(Alarm(kind, machine, 1, now_us, now_us, text))
        now_s = self._clock_s()
        held = self._held.get(kind)
        if held is None:
            self._held[kind] = _Held(now_s)
            self._say(f"{kind}: {text}")
        else:
            held.more, held.text = held.more + 1, text
            self._tell(kind, held, now_s)

    def tick(self) -> None:
        """Tell of each kind that was held back for a minute how many there were."""
        now_s = self._clock_s()
        for kind, held in list(self._held.items()):
            self._tell(kind, held, now_s)

    def _tell(self, kind: str, held: _Held, now_s: float) -> None:
        if now_s - held.told_s < QUIET_S:
            return
        if not held.more:
            del self._held[kind]
            return
        self._held[kind] = _Held(now_s)
        self._say(f"{kind}: {held.more} more, the last: {held.text}")

    # --- for the store -----------------------------------------------------------------------------

    @property
    def are_fresh(self) -> bool:
        """Whether anything happened since the last call of ``fresh``."""
        return bool(self._fresh)

    def fresh(self) -> list[Alarm]:
        """The refusals since the last call."""
        found, self._fresh = list(self._fresh.values()), {}
        return found

    def put_back(self, alarms: list[Alarm]) -> None:
        """They could not be stored: they are fresh again."""
        later, self._fresh = self._fresh, {(one.kind, one.machine): one for one in alarms}
        for alarm in later.values():
            self._add(alarm)

    def _add(self, alarm: Alarm) -> None:
        key = alarm.kind, alarm.machine
        before = self._fresh.get(key)
        self._fresh[key] = before.and_then(alarm) if before else alarm
