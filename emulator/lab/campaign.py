# SPDX-License-Identifier: MIT
"""
A campaign: many machines, many plays each, through the very core that the firmware calls.

    campaign = run_campaign(load_model("cierzo"), 20_000, seed="00")
    assert campaign.won_cents == model.plan.payout * campaign.staked_cents

Machines are numbered from 1, like serial numbers: machine 1 of a seed makes the same plays as the TEST
cabinet of that seed, as long as nobody holds reels or plays double. Totals and digest are the same to the
bit for any number of threads or computers, and however often it was interrupted. docs/campaigns.md says how.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from emulator.lab.campaign_checkpoint import Checkpoint, Keeper, load, need_same
from emulator.lab.campaign_interrupt import Interrupts
from emulator.lab.campaign_pieces import CampaignError, Course, Ledger, Pool, Recipe, Work, need, play_all
from emulator.lab.campaign_result import Campaign, Playable, Running, result, running
from emulator.lab.campaign_threads import Threads
from emulator.lab.campaign_work import open_work
from emulator.seed import KEY_BYTES, seed_key
from machines.rom_build import core_digest

__all__ = ["Campaign", "CampaignError", "InterruptedCampaignError", "Running", "run_campaign"]

JOBS_MAX = 1 << 10
TELL_EVERY_S = 0.1

Progress = Callable[[Running], None]


class InterruptedCampaignError(CampaignError):
    """A campaign was interrupted; what is done is kept in its checkpoint."""


class _Places(NamedTuple):
    """Who plays and where it is kept."""

    jobs: int
    cluster: str | None
    checkpoint: Path | None


def run_campaign(
    model: Playable,
    plays: int,
    *,
    machines: int = 1,
    seed: str | None = None,
    gamble_rounds: int = 0,
    jobs: int | None = None,
    cluster: str | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Campaign:
    """
    Make ``plays`` single plays without hold on each of ``machines`` machines.

    Args:
        model: a checked model.
        plays: of each machine, from 1 on; of a Type B model at most 2^48, and 2^32 cycles.
        machines: 1 to 2^30, numbered from 1.
        seed: hex digits of the key, padded on the right with zero bytes; None: that of the checkpoint, or a
            key from the system.
        gamble_rounds: of Type C: how often a win is gambled where the machine offers it.
        jobs: threads; None: one a processor. The result does not depend on it.
        cluster: address of a dask.distributed scheduler whose workers play instead of threads.
        checkpoint: file in which the campaign is kept while it lasts.
        resume: go on with that file.
        progress: called from this thread a few times a second.

    Raises:
        CampaignError: an argument is out of range, the checkpoint is of another campaign, or a machine paid
            what its tables cannot.
        InterruptedCampaignError: SIGINT or SIGTERM came and the checkpoint was written.
        SeedError: not an even number of hex digits, or more than 64.
        OSError: the checkpoint cannot be read or written.
    """
    threads = os.cpu_count() or 1 if jobs is None else jobs
    need("jobs", threads, 1, JOBS_MAX)
    places = _Places(threads, cluster, None if checkpoint is None else Path(checkpoint))
    kept = _kept(places.checkpoint, resume)
    key = _key(seed, kept)
    recipe = Recipe(model.tables.blob, key, machines, plays, gamble_rounds)
    identity = {
        "model": model.name,
        "tables": model.tables.digest,
        "key": key.hex(),
        "plays": plays,
        "machines": machines,
        "gamble_rounds": gamble_rounds,
        "core": core_digest(),
    }
    if kept is not None and places.checkpoint is not None:
        need_same(places.checkpoint, kept.identity, identity)
    work = open_work(recipe)
    ledger = work.ledger(None if kept is None else kept.totals)
    ms = _play(work, ledger, places, identity, 0 if kept is None else kept.ms, progress)
    return result(model, recipe, work, ledger, ms)


def _kept(path: Path | None, resume: bool) -> Checkpoint | None:
    if not resume:
        if path is not None and path.exists():
            hint = "--resume goes on with it; name another file to begin anew"
            raise CampaignError(f"checkpoint must be a new file (got {path})", hint)
        return None
    if path is None:
        raise CampaignError("resume needs the checkpoint to go on with (got none)", "add --checkpoint FILE")
    return load(path)


def _key(seed: str | None, kept: Checkpoint | None) -> bytes:
    if seed is not None:
        return seed_key(seed)
    return os.urandom(KEY_BYTES) if kept is None else bytes.fromhex(kept.identity["key"])


def _pool(work: Work, places: _Places) -> Pool:
    if places.cluster is None:
        return Threads(work, places.jobs)
    from emulator.lab.campaign_cluster import Cluster

    return Cluster(work, places.cluster)


def _play(
    work: Work,
    ledger: Ledger,
    places: _Places,
    identity: dict[str, Any],
    before_ms: int,
    progress: Progress | None,
) -> int:
    """Play what is missing; return the wall clock time of it all in ms."""
    began, told = time.monotonic_ns(), 0.0
    done_before = work.plays_before(ledger.done)
    keeper = None if places.checkpoint is None else Keeper(places.checkpoint, identity, ledger.save)

    def ms() -> int:
        return before_ms + (time.monotonic_ns() - began) // 1_000_000

    def tick() -> None:
        nonlocal told
        if keeper is not None:
            keeper.keep_sometimes(ms())
            if interrupts.asked:
                raise KeyboardInterrupt
        if progress is not None and time.monotonic() - told >= TELL_EVERY_S:
            told = time.monotonic()
            progress(running(work, ledger, done_before + pool.played))

    with Interrupts(wanted=keeper is not None) as interrupts:
        if keeper is not None:
            keeper.keep(ms())
        pool = _pool(work, places)
        course = Course(work, ledger)
        try:
            play_all(course, pool, tick)
        except KeyboardInterrupt:
            for part in pool.stop():
                course.enter(part)
            if keeper is None:
                raise
            keeper.keep(ms())
            raise _interrupted(work, ledger, places) from None
        except Exception:
            if keeper is not None:
                keeper.keep(ms())
            raise
        finally:
            pool.close()
        played_ms = ms()
        if keeper is not None:
            keeper.keep(played_ms)
    if progress is not None:
        progress(running(work, ledger, work.plays_before(ledger.done)))
    return played_ms


def _interrupted(work: Work, ledger: Ledger, places: _Places) -> InterruptedCampaignError:
    done, total = work.plays_before(ledger.done), work.plays_before(work.units)
    return InterruptedCampaignError(
        f"interrupted after {done:,} of {total:,} plays, which {places.checkpoint} keeps",
        "the same again with resume goes on",
    )
