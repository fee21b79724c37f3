# SPDX-License-Identifier: MIT
"""
The workers of a dask.distributed scheduler as those who play a campaign.

A worker needs nothing but azar, with the very core of whoever asks: it gets tables, key and a range of
units, and returns a part. Pieces are few and long, since each costs the scheduler some milliseconds. One
whose worker is lost is played again by another.
"""

from __future__ import annotations

import functools
import importlib
import queue
import time
from typing import Any, NamedTuple

from emulator.lab.campaign_pieces import CampaignError, Pace, Part, Recipe, Sizes, Work
from emulator.lab.campaign_work import open_work
from machines.rom.build import core_digest

# Handing over a shorter piece costs too much of it; a longer one is too much to lose with a worker.
PIECE_LEAST_MS, PIECE_MOST_MS = 200, 30_000
WAIT_S = 0.2
LOOK_EVERY_S = 1
CONNECT_S = 10
WORKERS_S = 60
"""How long a cluster may be without any worker."""
LOST_MAX = 8
"""How often a piece may be lost with its worker before something must be wrong with the piece."""


class _Piece(NamedTuple):
    first: int
    last: int
    lost: int


class _Answer(NamedTuple):
    """What a worker returns: its core, a part if that is the right one, and how long it took."""

    core: str
    part: Part | None
    ns: int


def play_piece(recipe: Recipe, core: str, first: int, last: int) -> _Answer:
    """Play a piece on a worker, unless its core is another one than that of whoever asks."""
    if core_digest() != core:
        return _Answer(core_digest(), None, 0)
    began = time.monotonic_ns()
    part = _work(recipe).play(first, last, lambda: False, lambda plays: None)
    return _Answer(core, part, time.monotonic_ns() - began)


@functools.lru_cache(maxsize=4)
def _work(recipe: Recipe) -> Work:
    return open_work(recipe)


class Cluster:
    """
    A pool of all workers of a scheduler, however many there are by and by.

    Args:
        recipe: the campaign.
        url: address of the scheduler, such as tcp://10.0.0.1:8786.

    Raises:
        CampaignError: dask is not installed, or no scheduler answers.
    """

    def __init__(self, work: Work, url: str) -> None:
        self._work, self._client = work, _connect(url)
        self._url = url
        self._pace = Pace(PIECE_LEAST_MS, PIECE_MOST_MS)
        self._under_way: dict[Any, _Piece] = {}
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._seen = time.monotonic()
        self._looked = 0.0
        self._threads = 0
        self.played = 0
        self._look()

    @property
    def workers(self) -> int:
        """Threads of all workers, 1 at least: what is submitted waits for the first."""
        return max(1, self._threads)

    @property
    def sizes(self) -> Sizes:
        """Of the next piece."""
        return self._pace.sizes

    def submit(self, first: int, last: int) -> None:
        """Have a piece played."""
        self._submit(_Piece(first, last, 0))

    def _submit(self, piece: _Piece) -> None:
        recipe = self._work.recipe
        future = self._client.submit(
            play_piece, recipe, core_digest(), piece.first, piece.last, pure=False, priority=-piece.first
        )
        self._under_way[future] = piece
        future.add_done_callback(self._ended.put)

    def finished(self) -> list[Part]:
        """Wait for a part, a moment at most; raises what stopped a worker."""
        self._look()
        try:
            future = self._ended.get(timeout=WAIT_S)
        except queue.Empty:
            return []
        piece = self._under_way.pop(future, None)
        return [] if piece is None else self._take(future, piece)

    def _take(self, future: Any, piece: _Piece) -> list[Part]:
        distributed = importlib.import_module("distributed")
        try:
            answer: _Answer = future.result()
        except (distributed.KilledWorker, distributed.CancelledError) as error:
            if piece.lost == LOST_MAX:
                what = f"a piece must not lose its worker more than {LOST_MAX} times"
                raise CampaignError(f"{what} (got {error})", "look at the logs of the workers") from error
            self._submit(piece._replace(lost=piece.lost + 1))
            return []
        except ImportError as error:
            raise CampaignError(f"every worker must have azar installed (got {error})", _INSTALL) from error
        if answer.part is None:
            what = f"every worker must have core {core_digest()} (got {answer.core})"
            raise CampaignError(what, _INSTALL)
        plays = self._work.plays_before(piece.last) - self._work.plays_before(piece.first)
        self._pace.took(plays, answer.ns)
        self.played += plays
        return [answer.part]

    def _look(self) -> None:
        """Count the workers; a cluster must not be without any for long."""
        now = time.monotonic()
        if now < self._looked + LOOK_EVERY_S:
            return
        self._looked = now
        try:
            self._threads = sum(self._client.nthreads().values())
        except OSError as error:
            what = f"the scheduler at {self._url} must stay until the end (got {error})"
            raise CampaignError(what, "with a checkpoint, the same again with resume goes on") from error
        if self._threads:
            self._seen = now
        elif now - self._seen > WORKERS_S:
            what = f"{self._url} must have a worker within {WORKERS_S} s (got none)"
            raise CampaignError(what, f"dask worker {self._url} starts one")

    def stop(self) -> list[Part]:
        """Give up what is not done; return what is. A worker ends the piece that it plays, for nobody."""
        parts: list[Part] = []
        while not self._ended.empty():
            future = self._ended.get()
            piece = self._under_way.pop(future, None)
            if piece is not None and future.status == "finished":
                parts += self._take(future, piece)
        return parts

    def close(self) -> None:
        """Leave the cluster as it was."""
        self._client.cancel(list(self._under_way))
        self._under_way.clear()
        self._client.close()


_INSTALL = "install the same azar everywhere: pip install 'azar[cluster]'"


def _connect(url: str) -> Any:
    try:
        client: Any = importlib.import_module("distributed").Client
    except ImportError:
        raise CampaignError("a cluster needs dask.distributed", "pip install 'azar[cluster]'") from None
    try:
        return client(url, timeout=CONNECT_S, set_as_default=False, name="azar")
    except (OSError, ValueError) as error:
        what = f"cluster must be the address of a dask scheduler that answers (got {url})"
        raise CampaignError(what, f"{error}; dask scheduler starts one and prints its address") from None
