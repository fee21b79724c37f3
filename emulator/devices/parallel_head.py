# SPDX-License-Identifier: MIT
"""The electronics of an acceptor with parallel lines: one open collector and one inhibit a coin value."""

from __future__ import annotations

from collections.abc import Sequence

from emulator.board.board import Board

COIN_CENTS = (10, 20, 50, 100, 200)


class ParallelHead:
    """
    Opens the gate for a coin whose inhibit is not asserted, and pulses its line for a credit.

    Args:
        board: has the lines ``coin_<cents>``, ``inhibit_<cents>`` and ``diverter``.
        coin_cents: what it recognises.
    """

    def __init__(self, board: Board, coin_cents: Sequence[int] = COIN_CENTS) -> None:
        self._coins = {cents: board.line(f"coin_{cents}") for cents in coin_cents}
        self._inhibits = {cents: board.line(f"inhibit_{cents}") for cents in coin_cents}
        self._coil = board.line("diverter")

    def judge(self, cents: int, alone: bool, now_us: int) -> bool:
        """A known coin, not inhibited, and none right before it."""
        inhibit = self._inhibits.get(cents)
        return inhibit is not None and not inhibit.asserted and alone

    def credit(self, cents: int, now_us: int) -> None:
        """The pulse of its value begins."""
        self._coins[cents].drive(True)

    def release(self, cents: int) -> None:
        """It ends."""
        self._coins[cents].drive(False)

    def to_hopper(self, cents: int) -> bool:
        """Whether the coil of the diverter sends a coin to its hopper now."""
        return self._coil.asserted
