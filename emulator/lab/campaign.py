# SPDX-License-Identifier: MIT
"""
A campaign: many machines, many plays each, through the very core that the firmware calls.

    campaign = run_campaign(load_model("cierzo"), 20_000, seed="00")
    assert campaign.won_cents == model.plan.payout * campaign.staked_cents

Machines are numbered from 1, like serial numbers: machine 1 of a seed makes the same plays as the TEST
cabinet of that seed, as long as nobody holds reels or plays double. Totals and digest are the same to the
bit for any number of threads.
"""

from __future__ import annotations

import hashlib
import os
import struct
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import cext
from emulator import EmulatorError
from emulator.seed import KEY_BYTES, seed_key
from machines.model import CycleModel

# A piece is what one thread does at once: whole cycles of one machine, about as many plays as take a few
# hundredths of a second, after which Ctrl-C gets its turn. The digest is made of the pieces, so this number
# is part of its definition.
PIECE_PLAYS = 1_000_000
FIRST_MACHINE = 1
MACHINES_MAX = 1 << 30
PLAYS_MAX = 1 << 48
CYCLES_MAX = 1 << 32  # the core counts the cycles of a machine in 32 bits
Z_99 = 2.5758293035489004  # two-sided 99 % point of the normal distribution

Progress = Callable[[int, int], None]


class CampaignError(EmulatorError):
    """A campaign was asked for something that it cannot do."""


@dataclass(frozen=True)
class Campaign:
    """What a campaign counted; money in cents, every play walked."""

    model: str
    profile: str
    seed: str
    """Hex digits that repeat the campaign, without the zero bytes that pad the key."""
    machines: int
    plays: int
    """Plays of each machine."""
    staked_cents: int
    won_cents: int
    prizes: tuple[tuple[int, int], ...]
    """(prize in cents, how many plays won it) for every class, losses first."""
    digest: str
    """SHA-256 over class and window of every play, in order."""
    ms: int
    """Wall clock time of the plays."""
    expected_cents: Fraction
    """What these plays win on average over all keys."""
    variance_cents2: Fraction
    """Variance of what they win over all keys: 0 over whole strata, which always hold the same prizes."""

    @property
    def hits(self) -> int:
        """Plays with a prize."""
        return sum(count for cents, count in self.prizes if cents > 0)

    @property
    def rtp_percent(self) -> float:
        """Won in percent of staked."""
        return 100 * self.won_cents / self.staked_cents

    @property
    def ci99_percent(self) -> tuple[float, float] | None:
        """Interval of 99 % confidence around ``rtp_percent``; None where nothing was sampled."""
        if not self.variance_cents2:
            return None
        half = 100 * Z_99 * sqrt(self.variance_cents2) / self.staked_cents
        return self.rtp_percent - half, self.rtp_percent + half

    @property
    def sigma_from_exact(self) -> float | None:
        """How many standard deviations the plays won more than on average; None where nothing was sampled."""
        if not self.variance_cents2:
            return None
        return float(self.won_cents - self.expected_cents) / sqrt(self.variance_cents2)

    @property
    def plays_per_second(self) -> int:
        """Speed of all threads together."""
        return self.machines * self.plays * 1000 // max(self.ms, 1)

    def as_dict(self) -> dict[str, Any]:
        """The campaign under the names that ``azar simulate --json`` uses."""
        return {
            "model": self.model,
            "profile": self.profile,
            "kind": "plays",
            "seed": self.seed,
            "machines": self.machines,
            "plays": self.plays,
            "staked_cents": self.staked_cents,
            "won_cents": self.won_cents,
            "rtp_percent": self.rtp_percent,
            "ci99_percent": self.ci99_percent,
            "hits": self.hits,
            "plays_per_second": self.plays_per_second,
            "sigma_from_exact": self.sigma_from_exact,
            "prizes": [{"prize_cents": cents, "count": count} for cents, count in self.prizes],
            "digest": self.digest,
        }


def run_campaign(
    model: CycleModel,
    plays: int,
    *,
    machines: int = 1,
    seed: str | None = None,
    jobs: int | None = None,
    progress: Progress | None = None,
) -> Campaign:
    """
    Make ``plays`` single plays without hold on each of ``machines`` machines.

    Args:
        model: a checked model.
        plays: of each machine, 1 to 2^48 and at most 2^32 cycles of the model.
        machines: 1 to 2^30, numbered from 1.
        seed: hex digits of the key, padded on the right with zero bytes; None: a key from the system.
        jobs: threads; None: one a processor. The result does not depend on it.
        progress: called from this thread with (plays done, plays in all).

    Raises:
        CampaignError: an argument is out of range, or a machine paid what its tables cannot.
        SeedError: not an even number of hex digits, or more than 64.
    """
    _need("plays", plays, min(PLAYS_MAX, CYCLES_MAX * model.tables.cycle_plays))
    _need("machines", machines, MACHINES_MAX)
    threads = os.cpu_count() or 1 if jobs is None else jobs
    _need("jobs", threads, 1 << 10)
    key = os.urandom(KEY_BYTES) if seed is None else seed_key(seed)
    began = time.monotonic_ns()
    parts = _play(model.tables, key, plays, machines, threads, progress)
    ms = (time.monotonic_ns() - began) // 1_000_000
    counts = [sum(column) for column in zip(*(part.counts for part in parts), strict=True)]
    prizes = tuple(zip(model.tables.prizes_cents, counts, strict=True))
    expected, variance = moments(model.tables, plays)
    return Campaign(
        model=model.name,
        profile=model.profile.id,
        seed=key.rstrip(b"\0").hex() or "00",
        machines=machines,
        plays=plays,
        staked_cents=machines * plays * model.price_cents,
        won_cents=sum(cents * count for cents, count in prizes),
        prizes=prizes,
        digest=hashlib.sha256(b"".join(part.digests for part in parts)).hexdigest(),
        ms=ms,
        expected_cents=machines * expected,
        variance_cents2=machines * variance,
    )


def moments(tables: cext.Tables, plays: int) -> tuple[Fraction, Fraction]:
    """
    Return mean and variance, over all keys, of the cents that the first ``plays`` plays of a machine win.

    Whole strata win what they hold, whatever the order. In the last, unfinished stratum the plays are a
    sample without replacement: n of N entries have n/N of its sum on average, and the variance
    n (N - n) / (N - 1) of its mean square deviation (Cochran, Sampling Techniques, theorem 2.2).
    """
    cycles, rest = divmod(plays, tables.cycle_plays)
    mean = Fraction(cycles * sum(_sum(tables, stratum) for stratum in tables.strata))
    for stratum in tables.strata:
        size = sum(stratum)
        taken = min(rest, size)
        rest -= taken
        total = _sum(tables, stratum)
        mean += Fraction(taken * total, size)
        if 0 < taken < size:
            squares = sum(n * cents * cents for n, cents in zip(stratum, tables.prizes_cents, strict=True))
            deviation = Fraction(squares, size) - Fraction(total, size) ** 2
            return mean, deviation * taken * (size - taken) / (size - 1)
    return mean, Fraction(0)


def _sum(tables: cext.Tables, stratum: Sequence[int]) -> int:
    return sum(count * cents for count, cents in zip(stratum, tables.prizes_cents, strict=True))


def _need(name: str, value: int, most: int) -> None:
    if not 1 <= value <= most:
        raise CampaignError(f"{name} must be 1 to {most:,} (got {value:,})")


# --- threads --------------------------------------------------------------------------------------


class _Part(NamedTuple):
    """Totals of some neighbouring pieces."""

    counts: tuple[int, ...]
    digests: bytes


class _Work:
    """What every thread needs, and what the threads share: how far they are, and whether to stop."""

    def __init__(self, tables: cext.Tables, key: bytes, plays: int) -> None:
        self.tables = tables
        self.key = key
        self.plays = plays
        self.piece_cycles = max(1, PIECE_PLAYS // tables.cycle_plays)
        self.piece_plays = self.piece_cycles * tables.cycle_plays
        self.pieces = -(-plays // self.piece_plays)  # of one machine
        self.stop = threading.Event()
        self._lock = threading.Lock()
        self.done = 0

    def add(self, plays: int) -> None:
        with self._lock:
            self.done += plays

    def run(self, numbers: range) -> _Part:
        """Play pieces, numbered through all machines; each begins at the start of a cycle."""
        counts = [0] * len(self.tables.prizes_cents)
        digests = bytearray()
        for number in numbers:
            if self.stop.is_set():
                break
            machine, piece = divmod(number, self.pieces)
            machine += FIRST_MACHINE
            cycle = piece * self.piece_cycles
            plays = min(self.piece_plays, self.plays - piece * self.piece_plays)
            state = cext.new_state(self.tables, self.key, machine, cycle=cycle)
            _, tally = cext.campaign(self.tables, self.key, machine, plays, state=state)
            counts = [total + count for total, count in zip(counts, tally.counts, strict=True)]
            digests += struct.pack("<Q", tally.digest)
            self.add(plays)
        return _Part(tuple(counts), bytes(digests))


def _play(
    tables: cext.Tables, key: bytes, plays: int, machines: int, threads: int, progress: Progress | None
) -> list[_Part]:
    """Spread the pieces over threads in runs of neighbours; the parts come back in order."""
    work = _Work(tables, key, plays)
    pieces = machines * work.pieces
    run = -(-pieces // (threads * 16))  # short enough that no thread idles long at the end
    with ThreadPoolExecutor(threads) as pool:
        try:
            runs = [range(first, min(first + run, pieces)) for first in range(0, pieces, run)]
            futures = [pool.submit(work.run, numbers) for numbers in runs]
            _watch(futures, work, plays * machines, progress)
        except BaseException:
            work.stop.set()
            pool.shutdown(cancel_futures=True)
            raise
    return [future.result() for future in futures]


def _watch(futures: list[Future[_Part]], work: _Work, total: int, progress: Progress | None) -> None:
    waiting = set(futures)
    while waiting:
        finished, waiting = wait(waiting, timeout=0.1)
        for future in finished:
            future.result()
        if progress is not None:
            progress(work.done, total)
