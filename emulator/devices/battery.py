# SPDX-License-Identifier: MIT
"""The battery that keeps the calendar clock going, with a comparator that tells when it is low."""

from __future__ import annotations

from emulator.board.board import Board


class Battery:
    """Good or low; its line is asserted while it is low, and it still carries the clock then."""

    def __init__(self, board: Board) -> None:
        self._line = board.line("battery")

    @property
    def is_low(self) -> bool:
        """Whether it should be replaced."""
        return self._line.asserted

    def run_down(self, low: bool) -> None:
        """Let it run down, or put in a new one."""
        self._line.drive(low)
