# SPDX-License-Identifier: MIT
"""A push button whose contact bounces."""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import NEVER, Device
from machines.support.plain import Json, JsonView

# Micro switches settle within 5 ms; how often one bounces varies from press to press.
BOUNCE_US = 5_000


class Button(Device):
    """Closes its line while it is pressed; each change is followed by up to four false edges."""

    def __init__(self, board: Board, what: str) -> None:
        super().__init__(f"button_{what}")
        self.is_down = False
        self.stuck = False
        self._board = board
        self._line = board.line(self.name)
        self._release_us = NEVER
        # Edges to come, in order of time; the last one is where the contact settles.
        self._edges: list[tuple[int, bool]] = []

    def press(self, release_after_us: int = NEVER) -> None:
        """Press it, and release it by itself after a while; pressed again it stays down for that while."""
        self._release_us = min(NEVER, self._board.now_us + release_after_us)
        if not self.is_down:
            self._change(True)
        self._plan()

    def release(self) -> None:
        """Let it go; one that sticks stays down."""
        self._release_us = NEVER
        if self.is_down and not self.stuck:
            self._change(False)
        self._plan()

    def stick(self, stuck: bool) -> None:
        """Wedge it while it is down, or free it."""
        self.stuck = stuck
        if stuck:
            self.press()
        else:
            self.release()

    def _change(self, down: bool) -> None:
        now_us = self._board.now_us
        self.is_down = down
        half = BOUNCE_US // 2
        bounces = 1 + self._board.vary(1)
        times = sorted(now_us + half + self._board.vary(half - 1) for _ in range(2 * bounces))
        self._edges = [(time_us, down is bool(number & 1)) for number, time_us in enumerate(times)]
        self._line.drive(down)

    def tick(self, now_us: int) -> None:
        """The contact bounces, or the finger leaves."""
        while self._edges and self._edges[0][0] <= now_us:
            self._line.drive(self._edges.pop(0)[1])
        if self._release_us <= now_us:
            self.release()
        self._plan()

    def _plan(self) -> None:
        self.due_us = min(self._release_us, self._edges[0][0] if self._edges else NEVER)

    def save(self) -> Json:
        """Finger and contact."""
        return {
            "is_down": self.is_down,
            "stuck": self.stuck,
            "release_us": self._release_us,
            "edges": [list(edge) for edge in self._edges],
        }

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        self.is_down = saved["is_down"]
        self.stuck = saved["stuck"]
        self._release_us = saved["release_us"]
        self._edges = [(time_us, level) for time_us, level in saved["edges"]]
        self._plan()
