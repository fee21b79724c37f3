# SPDX-License-Identifier: MIT
"""
The event buffer of a coin acceptor or note reader: a counter and the last five events (headers 229 and 159).

Source: ccTalk Generic Specification 4.7, part 2, header 229, and appendix 3 for the codes.
"""

from __future__ import annotations

from emulator.board.device import Kept

PAIRS = 5

# Codes of appendix 3 that the emulated mechanism can know.
REJECTED = 1
INHIBITED = 2
JAM = 5
CREDIT_TIMEOUT = 6
TOO_CLOSE = 8
CREDIT_BLOCKED = 14
BACKWARDS = 17
STRING = 20
DIVERTER_BLOCKED = 32
INHIBITED_TYPE = 128
"""Inhibited coin of position 1; position p is this + p - 1."""

# While one of these stands nothing more is accepted.
BLOCKAGES = (CREDIT_BLOCKED, 15, 26, DIVERTER_BLOCKED)


class EventBuffer(Kept):
    """Counter 0 only after power-up or reset; then 1 to 255 and 1 again. Reading changes nothing."""

    KEPT = ("counter", "_pairs")

    def __init__(self) -> None:
        self.counter = 0
        self._pairs = [[0, 0] for _ in range(PAIRS)]

    def clear(self) -> None:
        """Power-up or reset."""
        self.counter = 0
        self._pairs = [[0, 0] for _ in range(PAIRS)]

    def add(self, first: int, second: int) -> None:
        """A credit (first 1 to 255, second its path) or an event (first 0, second its code)."""
        self._pairs = [[first, second], *self._pairs[:-1]]
        self.counter = self.counter % 255 + 1

    def data(self) -> bytes:
        """The eleven bytes of the answer, the newest pair first."""
        return bytes((self.counter, *(byte for pair in self._pairs for byte in pair)))
