# SPDX-License-Identifier: MIT
"""
The workers of a dask.distributed scheduler as those who play a campaign.

A worker needs nothing but azar, with the very core of whoever asks: it gets tables, key and a range of
units, and returns a part. Pieces are few and long, since each costs the scheduler some milliseconds. One
whose worker is lost is played again by another.
"""

from __future__ import annotations

import functools
import time
from typing import TYPE_CHECKING, NamedTuple

from emulator.lab.campaign_pieces import CampaignError, Pace, Part, Recipe, Sizes, Work
from emulator.lab.campaign_work import open_work
from emulator.lab.cluster import INSTALL, Workers, result
from machines.rom.build import core_digest

if TYPE_CHECKING:
    from emulator.lab.cluster import Future

# Handing over a shorter piece costs too much of it; a longer one is too much to lose with a worker.
PIECE_LEAST_MS, PIECE_MOST_MS = 200, 30_000
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
        ClusterError: dask is not installed, or no scheduler answers.
    """

    def __init__(self, work: Work, url: str) -> None:
        self._work, self._cluster = work, Workers(url)
        self._pace = Pace(PIECE_LEAST_MS, PIECE_MOST_MS)
        self._under_way: dict[Future, _Piece] = {}
        self.played = 0

    @property
    def workers(self) -> int:
        """Threads of all workers, 1 at least: what is submitted waits for the first."""
        return self._cluster.threads

    @property
    def sizes(self) -> Sizes:
        """Of the next piece."""
        return self._pace.sizes

    def submit(self, first: int, last: int) -> None:
        """Have a piece played."""
        self._submit(_Piece(first, last, 0))

    def _submit(self, piece: _Piece) -> None:
        future = self._cluster.submit(
            play_piece, self._work.recipe, core_digest(), piece.first, piece.last, priority=-piece.first
        )
        self._under_way[future] = piece

    def finished(self) -> list[Part]:
        """Wait for a part, a moment at most; raises what stopped a worker."""
        future = self._cluster.answered()
        piece = None if future is None else self._under_way.pop(future, None)
        return [] if future is None or piece is None else self._take(future, piece)

    def _take(self, future: Future, piece: _Piece) -> list[Part]:
        answer: _Answer | None = result(future)
        if answer is None:
            if piece.lost == LOST_MAX:
                what = f"a piece must not lose its worker more than {LOST_MAX} times (got {piece.lost + 1})"
                raise CampaignError(what, "look at the logs of the workers")
            self._submit(piece._replace(lost=piece.lost + 1))
            return []
        if answer.part is None:
            what = f"every worker must have core {core_digest()} (got {answer.core})"
            raise CampaignError(what, INSTALL)
        plays = self._work.plays_before(piece.last) - self._work.plays_before(piece.first)
        self._pace.took(plays, answer.ns)
        self.played += plays
        return [answer.part]

    def stop(self) -> list[Part]:
        """Give up what is not done; return what is. A worker ends the piece that it plays, for nobody."""
        parts: list[Part] = []
        for future in self._cluster.answers():
            piece = self._under_way.pop(future, None)
            if piece is not None and future.status == "finished":
                parts += self._take(future, piece)
        return parts

    def close(self) -> None:
        """Leave the cluster as it was."""
        self._under_way.clear()
        self._cluster.close()
