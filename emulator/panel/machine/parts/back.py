# SPDX-License-Identifier: MIT
"""Time that runs back: a key held shows the machine as it was ever longer ago; let go, it goes on there."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from emulator.cabinet.history import History
from emulator.vm.errors import VMError

# From here on the hand is faster than the eye, and the states that are kept are near enough.
_JUMPS_FROM = 30


class Rewindable(Protocol):
    """What running back needs of a cabinet."""

    test: bool

    @property
    def now_us(self) -> int: ...
    @property
    def pressed(self) -> frozenset[str]: ...
    def remember(self) -> History: ...
    def state(self) -> bytes: ...
    def load_state(self, state: bytes) -> None: ...
    def rewind(self, to_us: int) -> None: ...
    def up(self, name: str) -> None: ...


@dataclass(frozen=True)
class Back:
    """How far back the picture is, and how far it could be."""

    ago_us: int
    reach_us: int


def ago_us(held_ms: int) -> int:
    """How far back a key leads that is held so long: a second after half of one, ten minutes after six."""
    return 1000 * held_ms + 11 * held_ms**3 // 4000


def speed(held_ms: int) -> int:
    """How many times faster than it passed time runs back by then; the slope of ``ago_us``."""
    return 1 + 33 * held_ms**2 // 4_000_000


def why_never(say: Callable[[str], str], test: bool, in_hall: bool) -> str:
    """Why a machine does not run back, for whoever holds the key."""
    if in_hall:
        return say("In the hall time never runs back: money that came here stays.")
    if test:
        return say("This program cannot be saved, and so never runs back.")
    return say("This machine never runs back: what it paid stays paid.")


class Rewinder:
    """
    Shows the past in the cabinet itself, and lets it happen once the key is released.

    Until then nothing has been done to the machine: neither its journal nor whoever listens knows of it.
    A machine of record does not run back at all.
    """

    def __init__(self, cabinet: Rewindable) -> None:
        self._cabinet = cabinet
        self._history: History | None = None
        if cabinet.test:
            with contextlib.suppress(VMError):
                self._history = cabinet.remember()
        self._present: bytes | None = None
        self._present_us = self._shown_us = 0
        self._since_ms = 0

    @property
    def active(self) -> bool:
        """Whether the key is held."""
        return self._present is not None

    def begin(self, now_ms: int) -> bool:
        """The key is down; return whether this machine runs back."""
        if self._history is None or self._history.first_us > self._cabinet.now_us:
            return False
        if self._present is None:
            try:
                self._present = self._cabinet.state()
            except VMError:
                return False
            self._present_us = self._shown_us = self._cabinet.now_us
            self._since_ms = now_ms
        return True

    def update(self, now_ms: int) -> Back:
        """Bring the cabinet to what it was as long ago as the key has been held for; say how long that is."""
        history, held_ms = self._history, now_ms - self._since_ms
        assert history is not None
        first_us = history.first_us
        to_us = max(first_us, self._present_us - ago_us(held_ms))
        if speed(held_ms) >= _JUMPS_FROM:
            to_us = max(first_us, history.before(to_us))
        # Never forward: a state may lie before a time that was shown already.
        if to_us < self._shown_us:
            history.bring(to_us)
            self._shown_us = to_us
        return Back(self._present_us - self._shown_us, self._present_us - first_us)

    def end(self) -> None:
        """The key is up: what was shown is now, and nobody holds a button any more."""
        cabinet = self._cabinet
        if self._present is None:
            return
        if self._shown_us < self._present_us:
            # The input is one of the present, and so is told before it acts.
            cabinet.load_state(self._present)
            cabinet.rewind(self._shown_us)
            for name in sorted(cabinet.pressed):
                cabinet.up(name)
        self._present = None
