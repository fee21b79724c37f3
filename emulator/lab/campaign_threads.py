# SPDX-License-Identifier: MIT
"""The threads that play a campaign on this computer; the core lets go of the interpreter while it plays."""

from __future__ import annotations

import queue
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from emulator.lab.campaign_pieces import Pace, Part, Sizes, Work

# A shorter piece is not worth handing over; a longer one keeps too much out of the checkpoint.
PIECE_LEAST_MS, PIECE_MOST_MS = 10, 1_000
WAIT_S = 0.1


class Threads:
    """A pool of ``jobs`` threads."""

    def __init__(self, work: Work, jobs: int) -> None:
        self._work, self.workers = work, jobs
        self._pace = Pace(PIECE_LEAST_MS, PIECE_MOST_MS)
        self._stop = threading.Event()
        self._ended: queue.SimpleQueue[Part | BaseException] = queue.SimpleQueue()
        self._lock = threading.Lock()
        self.played = 0
        self._pool = ThreadPoolExecutor(jobs)

    @property
    def sizes(self) -> Sizes:
        """Of the next piece."""
        return self._pace.sizes

    def submit(self, first: int, last: int) -> None:
        """Have a piece played."""
        self._pool.submit(self._play, first, last)

    def _play(self, first: int, last: int) -> None:
        try:
            began = time.monotonic_ns()
            part = self._work.play(first, last, self._stop.is_set, self._count)
            plays = self._work.plays_before(part.last) - self._work.plays_before(first)
            self._pace.took(plays, time.monotonic_ns() - began)
            self._ended.put(part)
        except BaseException as error:  # the thread that waits raises it
            self._ended.put(error)

    def _count(self, plays: int) -> None:
        with self._lock:
            self.played += plays

    def finished(self) -> list[Part]:
        """Wait for a part, a moment at most; raises what stopped a thread."""
        try:
            ended = self._ended.get(timeout=WAIT_S)
        except queue.Empty:
            return []
        if isinstance(ended, BaseException):
            raise ended
        return [ended]

    def stop(self) -> list[Part]:
        """Wait until no thread plays; return what is done of their pieces."""
        self.close()
        parts: list[Part] = []
        while not self._ended.empty():
            ended = self._ended.get()
            if not isinstance(ended, BaseException):
                parts.append(ended)
        return parts

    def close(self) -> None:
        """End the threads; pieces under way end as soon as they notice."""
        self._stop.set()
        self._pool.shutdown(cancel_futures=True)
