# SPDX-License-Identifier: MIT
"""The dice cup's motion sensor: a ball in a cage that closes its contact whenever the cup is moved."""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import NEVER, Device
from machines.support.plain import JsonView

# A hand shakes six to eight times a second; the ball closes its contact on each way, for a moment.
PERIOD_US = 70_000
VARIATION_US = 15_000
CLOSED_US = 9_000


class MotionSensor(Device):
    """
    Moved by a hand until a time, or by the cup's own motor while its line is on.

    A motion of strength 1 to 3 closes the contact that much more often.
    """

    # The hand and the ball.
    KEPT = ("_until_us", "_strength", "_next_us", "_open_us")

    def __init__(self, board: Board) -> None:
        super().__init__("motion_sensor")
        self._board = board
        self._line = board.line("motion")
        self._motor = board.line("shaker")
        self._motor.watch(self._motor_changed)
        self._until_us = 0
        self._strength = 1
        self._next_us = NEVER
        self._open_us = NEVER

    @property
    def moving(self) -> bool:
        """Whether the cup is in motion."""
        return self._motor.asserted or self._board.now_us < self._until_us

    def move(self, for_us: int, strength: int = 1) -> None:
        """A hand shakes the cup for a while from now on."""
        self._until_us = max(self._until_us, self._board.now_us + for_us)
        self._strength = strength
        self._begin()

    def _motor_changed(self, on: bool) -> None:
        self._board.emit("shaker", on=on)
        if on:
            self._begin()

    def _begin(self) -> None:
        if self._next_us == NEVER:
            self._next_us = self._board.now_us + CLOSED_US
            self._plan()

    def tick(self, now_us: int) -> None:
        """The ball leaves the contact, or closes it."""
        if self._open_us <= now_us:
            self._open_us = NEVER
            self._line.drive(False)
        if self._next_us <= now_us:
            if self.moving:
                self._line.drive(True)
                self._open_us = now_us + CLOSED_US
                period = PERIOD_US // self._strength
                self._next_us = now_us + period + self._board.vary(VARIATION_US // self._strength)
            else:
                self._next_us = NEVER
        self._plan()

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        super().load(saved)
        self._plan()

    def _plan(self) -> None:
        self.due_us = min(self._next_us, self._open_us)
