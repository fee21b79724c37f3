# SPDX-License-Identifier: MIT
"""Lines that somebody types, read by a thread: no system can wait for a keyboard and a serial port alike."""

from __future__ import annotations

import os
import queue
import threading

_CHUNK = 4096


class Typed:
    """
    Whole lines from a descriptor, without waiting.

    Args:
        descriptor: of a terminal, pipe or file; its end ends the lines, nothing else.
    """

    def __init__(self, descriptor: int) -> None:
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        # It may sleep in its read when the program ends.
        threading.Thread(target=self._read, args=(descriptor,), daemon=True).start()

    def _read(self, descriptor: int) -> None:
        typed = b""
        while data := _chunk(descriptor):
            *lines, typed = (typed + data).split(b"\n")
            for line in lines:
                self._lines.put(line.decode("utf-8", "replace"))
        if typed:
            self._lines.put(typed.decode("utf-8", "replace"))

    def lines(self) -> list[str]:
        """Those that have come since the last call."""
        found = []
        while not self._lines.empty():
            found.append(self._lines.get())
        return found


def _chunk(descriptor: int) -> bytes:
    try:
        return os.read(descriptor, _CHUNK)
    except OSError:
        return b""
