# SPDX-License-Identifier: MIT
"""
Says when a kiosk must stand still: its disk is full, or a machine or its journal cannot be written.

    guard = Guard(folder, least_free_bytes)
    guard.sessions = lambda: [session]
    guard.trouble(now_s)               # "" where all is well
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from emulator.kiosk.memory import free_bytes
from emulator.records.session import Session

EVERY_S = 1.0


class Guard:
    """
    Attributes:
        sessions: the machines that run.
    """

    def __init__(self, folder: Path, least_free_bytes: int) -> None:
        self._folder = folder
        self._least = least_free_bytes
        self._looked_s = float("-inf")
        self._room = ""
        self.sessions: Callable[[], Sequence[Session]] = tuple

    def trouble(self, now_s: float) -> str:
        """Why nothing may go on, in a word for the log; empty where it may."""
        if now_s - self._looked_s >= EVERY_S:
            self._looked_s = now_s
            free = free_bytes(self._folder)
            full = free is not None and free < self._least
            self._room = f"only {free >> 20} MB are free" if full and free is not None else ""
            for session in self.sessions():
                if session.keeper.failure:
                    session.keeper.retry()
        failures = [session.keeper.failure for session in self.sessions() if session.keeper.failure]
        return failures[0] if failures else self._room
