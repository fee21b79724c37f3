# SPDX-License-Identifier: MIT
"""Counts what a tick does that can be seen from outside, so that a power cut can fall between any two."""

from __future__ import annotations

from collections.abc import Callable

_NO_CUT = -1
NO_PLAN = (_NO_CUT, _NO_CUT)


class Operations:
    """
    The observable operations of the running tick: a pin that changes, a write on the bus, a byte of FRAM.

    Both runtimes count alike, so (tick, operations done in it) names the place of a cut for good.

    Attributes:
        tick: number of the tick that runs or ran last, boots included, counted since commissioning.
        done: operations that it has done.
        cut: takes the power away and raises.
        plan: tick and operations of the cut that is planned; NO_PLAN for none.
        watcher: called before every operation while it is set; what it sees is what a cut there leaves.
    """

    __slots__ = ("_limit", "cut", "done", "plan", "tick", "watcher")

    def __init__(self, cut: Callable[[], None]) -> None:
        self.tick = 0
        self.done = 0
        self.cut = cut
        self.watcher: Callable[[], None] | None = None
        self._limit = _NO_CUT
        self.plan = NO_PLAN

    @property
    def armed(self) -> bool:
        """Whether operations have to be counted one by one: a cut may fall, or somebody watches."""
        return self._limit != _NO_CUT or self.watcher is not None

    def arm(self, tick: int, count: int) -> None:
        """Plan a cut in ``tick`` when ``count`` operations are done in it; a later plan replaces it."""
        self.plan = (tick, count)

    def start(self) -> None:
        """A tick begins."""
        self.tick += 1
        self.done = 0
        tick, count = self.plan
        self._limit = count if tick == self.tick else _NO_CUT

    def undo(self) -> None:
        """The tick that has done nothing was none: a cut that was planned for it waits for the next one."""
        self.tick -= 1
        self._limit = _NO_CUT

    def count(self) -> None:
        """One more operation is about to happen; ``cut`` raises if the power goes before it."""
        if self.watcher is not None:
            self.watcher()
        if self.done == self._limit:
            self.cut()
        self.done += 1

    def finish(self) -> bool:
        """The tick ended; return whether the planned cut falls right behind its last operation."""
        due = self.done == self._limit
        self._limit = _NO_CUT
        return due
