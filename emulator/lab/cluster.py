# SPDX-License-Identifier: MIT
"""
The workers of a dask.distributed scheduler, and the answers of what was submitted to them.

    workers = Workers("tcp://10.0.0.1:8786")
    future = workers.submit(work, 1, 2)
    workers.answered()          # that future once it has ended; None if nothing ended within a moment
    workers.close()
"""

from __future__ import annotations

import importlib
import queue
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from emulator.support.errors import HintedError

if TYPE_CHECKING:
    import distributed

    Future = distributed.Future[Any]

WAIT_S = 0.2
LOOK_EVERY_S = 1
CONNECT_S = 10
WORKERS_S = 60
"""How long a cluster may be without any worker."""
INSTALL = "install the same azar everywhere: pip install 'azar[cluster]'"


class ClusterError(HintedError):
    """No scheduler, no workers, or workers with another azar; says what to do."""


class Workers:
    """
    All workers of a scheduler, however many there are by and by.

    Args:
        url: address of the scheduler, such as tcp://10.0.0.1:8786.

    Raises:
        ClusterError: dask is not installed, or no scheduler answers.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._client = _connect(url)
        self._under_way: set[Future] = set()
        self._ended: queue.SimpleQueue[Future] = queue.SimpleQueue()
        self._seen = time.monotonic()
        self._looked = 0.0
        self._threads = 0
        self._look()

    @property
    def threads(self) -> int:
        """Of all workers, 1 at least: what is submitted waits for the first."""
        return max(1, self._threads)

    def submit(self, work: Callable[..., object], *given: object, priority: int = 0) -> Future:
        """Have something done; returns its future."""
        future: Future = self._client.submit(work, *given, pure=False, priority=priority)
        self._under_way.add(future)
        future.add_done_callback(self._ended.put)  # type: ignore[no-untyped-call]
        return future

    def answered(self) -> Future | None:
        """
        A future that has ended, waited for a moment at most.

        Raises:
            ClusterError: the scheduler is gone, or has no worker for long.
        """
        self._look()
        try:
            future = self._ended.get(timeout=WAIT_S)
        except queue.Empty:
            return None
        self._under_way.discard(future)
        return future

    def answers(self) -> list[Future]:
        """Futures that have ended by now."""
        ended: list[Future] = []
        while not self._ended.empty():
            ended.append(self._ended.get())
        self._under_way.difference_update(ended)
        return ended

    def close(self) -> None:
        """Give up what is not done, and leave the cluster as it was."""
        self._client.cancel(list(self._under_way))
        self._under_way.clear()
        self._client.close()

    def _look(self) -> None:
        """Count the workers; a cluster must not be without any for long."""
        now = time.monotonic()
        if now < self._looked + LOOK_EVERY_S:
            return
        self._looked = now
        try:
            self._threads = sum(self._client.nthreads().values())
        except OSError as error:
            what = f"the scheduler at {self.url} must stay until the end (got {error})"
            raise ClusterError(what, "what is done was kept: the same again with resume goes on") from error
        if self._threads:
            self._seen = now
        elif now - self._seen > WORKERS_S:
            what = f"{self.url} must have a worker within {WORKERS_S} s (got none)"
            raise ClusterError(what, f"dask worker {self.url} starts one")


def result(future: Future) -> Any:
    """
    What a worker returned; None if it died while it worked.

    Raises:
        ClusterError: it has no azar.
    """
    distributed = importlib.import_module("distributed")
    try:
        return future.result()
    except (distributed.KilledWorker, distributed.CancelledError):
        return None
    except ImportError as error:
        raise ClusterError(f"every worker must have azar installed (got {error})", INSTALL) from error


def _connect(url: str) -> Any:
    try:
        client: Any = importlib.import_module("distributed").Client
    except ImportError:
        raise ClusterError("a cluster needs dask.distributed", "pip install 'azar[cluster]'") from None
    try:
        return client(url, timeout=CONNECT_S, set_as_default=False, name="azar")
    except (OSError, ValueError) as error:
        what = f"cluster must be the address of a dask scheduler that answers (got {url})"
        raise ClusterError(what, f"{error}; dask scheduler starts one and prints its address") from None
