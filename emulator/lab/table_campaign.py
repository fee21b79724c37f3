# SPDX-License-Identifier: MIT
"""
A campaign of a table game in pieces: on threads of this computer, or on the workers of a dask scheduler.

    asked = TableCampaign("craps", units=10**9, key=bytes(32))
    counts = asked.run(jobs=4)
    asked.counter.results(counts)

Every piece is found by its first unit, so the counts are the same whoever counts them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Mapping
from concurrent.futures import Future as Made
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING

from emulator.lab.cluster import Workers, result
from emulator.support.errors import EmulatorError
from machines.tables.campaign import Counter, Counts, open_counter

if TYPE_CHECKING:
    from emulator.lab.cluster import Future

Progress = Callable[[int, int], None]
AHEAD = 2
"""Pieces a thread that wait for it."""


class InterruptedTableCampaignError(EmulatorError):
    """Somebody stopped a campaign; ``counts`` are those of the first ``units``."""

    def __init__(self, counts: Counts, units: int, asked: int) -> None:
        super().__init__(f"stopped after {units:,} of {asked:,} units")
        self.counts, self.units = counts, units


class TableCampaign:
    """
    What is asked of a campaign.

    Args:
        name: of the game.
        units: spins, throws, shoes or fresh coups.
        key: 32 bytes; unit i is the table's own with that key.
        rules, readings: as the table takes them.
        fresh: coups of fresh shoes.
        first: number of the first unit.

    Raises:
        TableError: there is no such game, rule or reading.
    """

    def __init__(
        self, name: str, *, units: int, key: bytes, rules: Mapping[str, int | str] | None = None,
        readings: Mapping[str, str] | None = None, fresh: bool = False, first: int = 0,
    ) -> None:  # fmt: skip
        self.name, self.units, self.key, self.first = name, units, key, first
        self.rules, self.readings, self.fresh = dict(rules or {}), dict(readings or {}), fresh
        self.counter: Counter = open_counter(name, self.rules, self.readings, fresh=fresh)

    def pieces(self) -> Iterator[tuple[int, int]]:
        """First unit and units of every piece."""
        end = self.first + self.units
        for first in range(self.first, end, self.counter.piece):
            yield first, min(self.counter.piece, end - first)

    def run(
        self, jobs: int | None = None, cluster: str | None = None, progress: Progress | None = None
    ) -> Counts:
        """
        Count all units.

        Args:
            jobs: threads; all cores unless given.
            cluster: address of a dask scheduler, whose workers count instead.
            progress: called with units counted, of how many.

        Raises:
            InterruptedTableCampaignError: Ctrl-C.
            ClusterError: no scheduler, or no worker.
        """
        counted = self._on_cluster(cluster) if cluster else self._on_threads(jobs or os.cpu_count() or 1)
        total, done = self.counter.count(self.key, first=self.first, units=0), 0
        try:
            for counts, units in counted:
                total, done = total + counts, done + units
                if progress is not None:
                    progress(done, self.units)
        except KeyboardInterrupt:
            raise InterruptedTableCampaignError(total, done, self.units) from None
        finally:
            counted.close()
        return total

    def _on_threads(self, jobs: int) -> Generator[tuple[Counts, int], None, None]:
        """Pieces in their order, a few ahead."""
        pieces, waiting = self.pieces(), list[tuple[Made[Counts], int]]()
        with ThreadPoolExecutor(jobs) as pool:
            try:
                while True:
                    for first, units in islice(pieces, jobs * AHEAD - len(waiting)):
                        made = pool.submit(self.counter.count, self.key, first=first, units=units)
                        waiting.append((made, units))
                    if not waiting:
                        return
                    made, units = waiting.pop(0)
                    yield made.result(), units
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    def _on_cluster(self, url: str) -> Generator[tuple[Counts, int], None, None]:
        """Pieces in any order, each again if its worker died."""
        workers = Workers(url)
        given: dict[Future, tuple[int, int]] = {}
        pieces = self.pieces()
        try:
            while True:
                room = workers.threads * AHEAD - len(given)
                for piece in islice(pieces, max(0, room)):
                    given[self._submit(workers, piece)] = piece
                if not given:
                    return
                ended = workers.answered()
                if ended is None:
                    continue
                piece = given.pop(ended)
                counts = result(ended)
                if counts is None:
                    given[self._submit(workers, piece)] = piece
                else:
                    yield counts, piece[1]
        finally:
            workers.close()

    def _submit(self, workers: Workers, piece: tuple[int, int]) -> Future:
        asked = (self.name, self.rules, self.readings, self.fresh, self.key)
        return workers.submit(count_piece, *asked, *piece)


def count_piece(
    name: str, rules: dict[str, int | str], readings: dict[str, str], fresh: bool, key: bytes, first: int,
    units: int,
) -> Counts:  # fmt: skip
    """One piece, wherever it is counted."""
    return open_counter(name, rules, readings, fresh=fresh).count(key, first=first, units=units)
