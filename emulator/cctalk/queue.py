# SPDX-License-Identifier: MIT
"""
Holds a host's packets back until the last one is answered, for hosts that do not wait.

On one wire a packet that is sent into an answer destroys both. A host that writes several packets at once, or
asks again before the answer came, works with this queue as with an adapter that has one.
"""

from __future__ import annotations

from collections.abc import Callable

from emulator.board.device import NEVER, Device
from emulator.devices.cctalk.bus import BYTE_US, HOST

# A packet that nobody answers: the specification's answer comes within 10 ms, ours may take a gap.
UNANSWERED_US = 50_000
# An answer is over when nobody has sent for so long.
IDLE_US = 2 * BYTE_US
_HEAD, _AROUND = 2, 5


class HostQueue(Device):
    """
    Args:
        send: puts bytes on the wire.
        now: virtual time in microseconds.
    """

    def __init__(self, send: Callable[[bytes], None], now: Callable[[], int]) -> None:
        super().__init__("host_queue")
        self._send = send
        self._now = now
        self._held = bytearray()
        # Of the packet on the wire: what has gone out, and until when the next one waits.
        self._out = bytearray()
        self._busy_until_us = 0
        self._last_us = 0

    def add(self, data: bytes) -> None:
        """The host has written."""
        self._held += data
        self._go_on()

    def heard(self, at_us: int, sender: int, byte: int) -> None:
        """A byte was on the wire."""
        if sender != HOST:
            self._busy_until_us = at_us + IDLE_US
            self._plan()

    def tick(self, now_us: int) -> None:
        """The wire is free again."""
        self._go_on()

    def power_lost(self, now_us: int) -> None:
        """What waits is lost with what is on the wire."""
        self._held.clear()
        self._out.clear()
        self._busy_until_us = 0
        self._plan()

    def _go_on(self) -> None:
        now_us = self._now()
        if self._out and now_us - self._last_us > UNANSWERED_US:
            self._out.clear()  # a packet that was never completed
        while self._held and now_us >= self._busy_until_us:
            self._put(now_us)
        self._plan()

    def _put(self, now_us: int) -> None:
        """Send what belongs to one packet; complete, it is followed by a pause."""
        out = self._out
        chunk = bytearray()
        while self._held and not _is_whole(out):
            out.append(self._held[0])
            chunk.append(self._held.pop(0))
        self._send(bytes(chunk))
        self._last_us = now_us
        if _is_whole(out):
            out.clear()
            self._busy_until_us = now_us + len(chunk) * BYTE_US + UNANSWERED_US

    def _plan(self) -> None:
        self.due_us = self._busy_until_us if self._held else NEVER


def _is_whole(frame: bytearray) -> bool:
    return len(frame) >= _HEAD and len(frame) >= frame[1] + _AROUND
