# SPDX-License-Identifier: MIT
"""
What a kiosk tells of itself: gathered by the process that watches, told by socket, page and line of health.

    news = News(folder)
    news.shown(message)                # of the panel, with each beat
    news.told()                        # all of it, as plain JSON values
"""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

from emulator.kiosk.logbook import stamp
from emulator.kiosk.memory import free_bytes, resident_bytes
from machines.support.plain import Json, JsonView

MB = 1_000_000


class News:
    """
    The present state; threads may ask while the watcher writes.

    Attributes:
        back_s: how long the last loss lasted, until the next picture; None before the first.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._began_s = time.monotonic()
        self._began_at = stamp()
        self._guard = threading.Lock()
        self._pid: int | None = None
        self._panel: Json = {}
        self._shown_s: float | None = None
        self._restarts = 0
        self._why = ""
        self.back_s: float | None = None

    def began(self, pid: int) -> None:
        """A process that draws was started."""
        with self._guard:
            self._pid = pid

    def shown(self, message: JsonView) -> None:
        """A picture was shown, and the panel said these things with it; what it left out stays as it was."""
        with self._guard:
            self._panel = {**self._panel, **{key: value for key, value in message.items() if key != "beat"}}
            self._shown_s = time.monotonic()

    def lost(self, why: str) -> None:
        """The process that draws was lost."""
        with self._guard:
            self._pid = None
            self._shown_s = None
            self._restarts += 1
            self._why = why

    def told(self) -> Json:
        """All that is known."""
        with self._guard:
            pid, panel, shown_s = self._pid, self._panel, self._shown_s
            restarts, why = self._restarts, self._why
        own, drawing = resident_bytes(os.getpid()), None if pid is None else resident_bytes(pid)
        free = free_bytes(self._folder)
        return {
            "state": "starting" if shown_s is None else "attendant" if panel.get("trouble") else "playing",
            "began": self._began_at,
            "uptime_s": round(time.monotonic() - self._began_s),
            "pid": os.getpid(),
            "panel_pid": pid,
            "restarts": restarts,
            "last_loss": why or None,
            "back_after_s": self.back_s,
            "frames_a_second": panel.get("fps"),
            "p99_ms": panel.get("p99_ms"),
            "trouble": panel.get("trouble"),
            "shows": panel.get("shows"),
            "memory_mb": _mb(drawing),
            "watcher_memory_mb": _mb(own),
            "disk_free_mb": _mb(free),
            "machines": panel.get("machines", []),
        }

    def health(self) -> Json:
        """The line of a minute: what changes, and of each machine what an attendant looks for."""
        told = self.told()
        kept = (
            "state", "uptime_s", "restarts", "frames_a_second", "p99_ms", "memory_mb", "watcher_memory_mb",
            "disk_free_mb", "trouble",
        )  # fmt: skip
        machines = [
            {key: one.get(key) for key in ("name", "serial", "state", "tilt", "plays", "credits")}
            for one in told["machines"]
        ]
        return {**{key: told[key] for key in kept}, "machines": machines}


def _mb(size: int | None) -> float | None:
    return None if size is None else round(size / MB, 1)
