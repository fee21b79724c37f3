# SPDX-License-Identifier: MIT
"""
The ball of an electronic wheel on its rim and in its pockets, with the two light barriers that see it.

A jet of air lifts the ball out of its pocket and drives it; then every lap takes a little longer, until the
ball falls, jumps, and lies still. On a wheel of fortune the wheel turns itself, and its pointer is the ball.
"""

from __future__ import annotations

from typing import NamedTuple

from emulator.board.board import Board
from emulator.board.device import NEVER, Device
from machines.support.plain import JsonView

# How long the ball stands in a barrier, and how often it still jumps between the pockets, how far apart.
PASS_US = 18_000
JUMPS, JUMP_US = 3, 160_000
JUMP_VARIATION_US = 40_000
# Until a ball in the jet comes round for the first time, and what a throw varies by.
LIFT_US = 450_000
VARIATION_PERMILLE = 60
FAULTS = ("ball_lost", "pass_dark", "rest_dark", "rest_blind", "no_jet", "weak_jet")
"""
What can be wrong: the ball has jumped out, a barrier lets no light through, the lower one sees no ball, the
jet is dead, or too weak for a throw.
"""


class Rim(NamedTuple):
    """
    How a ball runs.

    Attributes:
        lap_ms: its first lap.
        slower_permille: by how much every lap is longer than the one before.
        fall_lap_ms: of a lap that long there is no other; the ball falls.
        fall_ms: from its last lap until it first touches a pocket.
    """

    lap_ms: int
    slower_permille: int
    fall_lap_ms: int
    fall_ms: int


class BallTrack(Device):
    """Driven by the line ``launcher``, seen on ``ball_pass`` and ``ball_rest``."""

    KEPT = ("_lap_us", "_next_us", "_clear_us", "_jump_us", "_jumps", "_lies", "_faults", "_passes")

    def __init__(self, board: Board, rim: Rim) -> None:
        super().__init__("ball_track")
        self._board, self._rim = board, rim
        self._pass, self._rest = board.line("ball_pass"), board.line("ball_rest")
        self._jet = board.line("launcher")
        self._jet.watch(self._jet_changed)
        self._lap_us = 0
        self._next_us = self._clear_us = self._jump_us = NEVER
        self._jumps, self._passes = 0, 0
        self._lies = True
        self._faults: list[str] = []
        self._seen()

    @property
    def running(self) -> bool:
        """Whether the ball is on the rim."""
        return self._next_us != NEVER

    @property
    def lies(self) -> bool:
        """Whether the ball lies still in a pocket."""
        return self._lies and "ball_lost" not in self._faults

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong now."""
        return tuple(self._faults)

    @property
    def laps(self) -> int:
        """How often the ball came round in its last throw."""
        return self._passes

    def damage(self, fault: str) -> None:
        """Something goes wrong now."""
        if fault not in self._faults:
            self._faults.append(fault)
        if fault == "ball_lost":
            self._next_us = self._jump_us = NEVER
            self._lies = False
        self._seen()
        self._plan()

    def mend(self, fault: str) -> None:
        """It is well again; a ball that was lost is put back into a pocket."""
        if fault in self._faults:
            self._faults.remove(fault)
            self._lies = self._lies or fault == "ball_lost"
        self._seen()
        self._plan()

    def _jet_changed(self, on: bool) -> None:
        self._board.emit("launcher", on=on)
        if on and not {"no_jet", "ball_lost"} & set(self._faults):
            self._lies, self._jump_us, self._passes = False, NEVER, 0
            lap_us = self._rim.lap_ms * 1000
            if "weak_jet" in self._faults:
                # Not even with the variation in its favour does the ball come round three times.
                lap_us = self._rim.fall_lap_ms * 1000
            self._lap_us = lap_us + self._board.vary(lap_us * VARIATION_PERMILLE // 1000)
            self._next_us = self._board.now_us + LIFT_US
            self._seen()
            self._plan()

    def tick(self, now_us: int) -> None:
        """The ball leaves a barrier, comes round, touches a pocket, jumps, or lies still."""
        if self._clear_us <= now_us:
            self._clear_us = NEVER
        if self._next_us <= now_us:
            self._round(now_us)
        if self._jump_us <= now_us:
            self._jump(now_us)
        self._seen()
        self._plan()

    def _round(self, now_us: int) -> None:
        """Past the upper barrier; it comes again, or falls."""
        self._passes += 1
        self._clear_us = now_us + PASS_US
        if self._lap_us < self._rim.fall_lap_ms * 1000:
            self._next_us = now_us + self._lap_us
            self._lap_us += self._lap_us * self._rim.slower_permille // 1000
        else:
            self._next_us, self._jumps = NEVER, JUMPS
            self._jump_us = now_us + self._rim.fall_ms * 1000

    def _jump(self, now_us: int) -> None:
        """The ball touches a pocket and jumps out of it, or stays."""
        self._lies = not self._lies
        self._jumps -= self._lies
        over = self._lies and self._jumps == 0
        self._jump_us = NEVER if over else now_us + JUMP_US + self._board.vary(JUMP_VARIATION_US)
        if over:
            self._board.emit("ball", lies=True)

    def _seen(self) -> None:
        """What the barriers see."""
        self._pass.drive(self._clear_us != NEVER or "pass_dark" in self._faults)
        in_pocket = self._lies and "rest_blind" not in self._faults
        self._rest.drive(in_pocket or "rest_dark" in self._faults)

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        super().load(saved)
        self._plan()

    def _plan(self) -> None:
        self.due_us = min(self._next_us, self._clear_us, self._jump_us)
