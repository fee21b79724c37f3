# SPDX-License-Identifier: MIT
"""The electronics of an acceptor with parallel lines: one open collector and one inhibit a coin value."""

from __future__ import annotations

from collections.abc import Mapping

from emulator.board.board import Board

COIN_LINES: Mapping[int, int] = {cents: cents for cents in (10, 20, 50, 100, 200)}


class ParallelHead:
    """
    Opens the gate for a coin whose inhibit is not asserted, and pulses its line for a credit.

    Args:
        board: has the lines ``coin_<number>``, ``inhibit_<number>`` and ``diverter``.
        coin_lines: what it recognises, in cents, and the number in the names of the lines of each.

    Attributes:
        stuck_cents: the coin whose line is shorted to ground; 0: none.
    """

    def __init__(self, board: Board, coin_lines: Mapping[int, int] = COIN_LINES) -> None:
        self._coins = {cents: board.line(f"coin_{line}") for cents, line in coin_lines.items()}
        self._inhibits = {cents: board.line(f"inhibit_{line}") for cents, line in coin_lines.items()}
        self._coil = board.line("diverter")
        self._board = board
        self.stuck_cents = 0

    def judge(self, cents: int, alone: bool, now_us: int) -> bool:
        """A known coin, not inhibited, and none right before it."""
        inhibit = self._inhibits.get(cents)
        return inhibit is not None and not inhibit.asserted and alone

    def credit(self, cents: int, now_us: int) -> None:
        """The pulse of its value begins."""
        if cents == self.stuck_cents:
            self._moved(-cents)
        self._coins[cents].drive(True)

    def release(self, cents: int) -> None:
        """It ends."""
        self._coins[cents].drive(cents == self.stuck_cents and self._board.powered)

    def stick(self, cents: int) -> None:
        """
        Short the line of a coin to ground, or with 0 mend it.

        A line that falls looks like a coin: the firmware credits it before it can know better.
        """
        mended, self.stuck_cents = self.stuck_cents, cents
        if mended == cents:
            return
        if mended:
            self._coins[mended].drive(False)
            self._moved(-mended)  # a coin right behind it makes one pulse with it
        if cents and self._board.powered and not self._coins[cents].asserted:
            self._moved(cents)
            self._coins[cents].drive(True)

    def _moved(self, cents: int) -> None:
        """Tell of cents that may be credited without a coin or, below 0, of a coin without a credit."""
        self._board.emit("fault_doubt", id="coin_line_stuck", cents=cents)

    def jam(self, cents: int, jammed: bool) -> None:
        """The pulse of a coin under the credit sensor does not end by itself; freed, it will land."""
        if not jammed and cents == self.stuck_cents:
            self._moved(-cents)

    def pulled_back(self) -> None:
        """A coin that goes back is not seen by one sensor; only the ledger knows."""

    def dark_path(self, cents: int) -> bool:
        """A coil without current sends every coin to the cash box."""
        return False

    def reset(self, jammed_cents: int) -> None:
        """There is current: a coin under the sensor and a line that is shorted are told at once."""
        for cents in (jammed_cents, self.stuck_cents):
            if cents:
                self._coins[cents].drive(True)

    def to_hopper(self, cents: int) -> bool:
        """Whether the coil of the diverter sends a coin to its hopper now."""
        return self._coil.asserted
