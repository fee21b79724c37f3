# SPDX-License-Identifier: MIT
"""
Puts written data onto the disk, in a thread of its own: a machine on the screen never waits for it.

    flusher = Flusher(log.sync)
    flusher.touch()            # something was written: sync() is called within EVERY_S
    flusher.close()
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

# With the time that a disk takes, whatever was written is safe from a failing mains within a second.
EVERY_S = 0.5


class Flusher:
    """
    Calls ``sync`` at most ``every_s`` after the first ``touch`` since its last call.

    Args:
        sync: waits until everything is on the disk; an OSError of it is left to the end of the run, which
            writes everything anew and reports what it cannot write.
    """

    def __init__(self, sync: Callable[[], None], every_s: float = EVERY_S) -> None:
        self._sync = sync
        self._every_s = every_s
        self._touched = threading.Event()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="azar-flusher", daemon=True)
        self._thread.start()

    def touch(self) -> None:
        """Something was written."""
        if not self._touched.is_set():
            self._touched.set()

    def close(self) -> None:
        """End the thread; the caller syncs the rest."""
        self._ended.set()
        self._touched.set()
        self._thread.join()

    def _run(self) -> None:
        while True:
            self._touched.wait()
            if self._ended.wait(self._every_s):
                return
            self._touched.clear()
            with contextlib.suppress(OSError):
                self._sync()
