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

import hashlib
import os
from pathlib import Path
from typing import TypedDict, Unpack

from emulator.cabinet.face import require_known
from emulator.lab.campaign_checkpoint import (
    BEGIN_ANEW,
    Checkpoint,
    Keeper,
    alike,
    load,
    need_same,
)
from emulator.lab.campaign_pieces import AUTO, CampaignError, Ledger, Playable, Pool, Recipe, Work, need
from emulator.lab.campaign_result import Campaign, Running, result
from emulator.lab.campaign_run import InterruptedCampaignError, Progress, Run
from emulator.lab.campaign_threads import Threads
from emulator.lab.campaign_work import open_work
from emulator.support.seed import KEY_BYTES, seed_key
from machines.support.plain import Json
from machines.types.registry import TYPES
from machines.types.skill.visitor import Visitors, read_visitors

__all__ = ["Campaign", "CampaignError", "InterruptedCampaignError", "Running", "run_campaign"]

JOBS_MAX = 1 << 10


class Conduct(TypedDict, total=False):
    """Who makes the plays of a campaign and what keeps them while it lasts: none of it changes the result."""

    kernel: str
    jobs: int | None
    cluster: str | None
    checkpoint: str | os.PathLike[str] | None
    resume: bool
    progress: Progress | None


def run_campaign(
    model: Playable,
    plays: int,
    *,
    machines: int = 1,
    seed: str | None = None,
    gamble_rounds: int = 0,
    prizes_only: bool = False,
    visitors: Visitors | None = None,
    **conduct: Unpack[Conduct],
) -> Campaign:
    """
    Make ``plays`` single plays without hold on each of ``machines`` machines.

    Args:
        model: a checked model.
        plays: of each machine, from 1 on; of a Type B model at most 2^48, and 2^32 cycles.
        machines: 1 to 2^30, numbered from 1.
        seed: hex digits of the key, padded on the right with zero bytes; None: that of the checkpoint, or a
            key from the system.
        gamble_rounds: how often a win is gambled where the machine offers it.
        prizes_only: of Type B: without the window that shows each prize; the digest is then over prizes only,
            and the campaign of kind "prizes". Of Type C the window decides the prize, so it changes nothing.
        visitors: of Type A: who plays; None: those that ship.
        kernel: one of those that can make these plays here; None or "auto": the quickest.
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
    require_known("run_campaign", conduct, Conduct)
    jobs, checkpoint = conduct.get("jobs"), conduct.get("checkpoint")
    threads = os.cpu_count() or 1 if jobs is None else jobs
    need("jobs", threads, 1, JOBS_MAX)
    path = None if checkpoint is None else Path(checkpoint)
    kept = _kept(path, conduct.get("resume", False))
    key = _key(seed, kept)
    kernel, display = conduct.get("kernel", AUTO), not prizes_only
    recipe = Recipe(
        model.tables.blob, key, machines, plays, gamble_rounds, kernel, display, _who(model, visitors)
    )
    identity = {} if path is None else _identity(model, recipe)
    if kept is not None and path is not None:
        need_same(path, kept.identity, identity)
    work = open_work(recipe)
    ledger = _ledger(work, path, kept)
    keeper = None if path is None else Keeper(path, identity, ledger.save)
    before_ms = 0 if kept is None else kept.ms
    cluster = conduct.get("cluster")
    run = Run(work, ledger, lambda: _pool(work, threads, cluster), keeper, before_ms, conduct.get("progress"))
    return result(model, recipe, work, ledger, run.play())


def _who(model: Playable, visitors: Visitors | None) -> bytes:
    """Who plays, where that decides anything."""
    if not TYPES[model.type].drawn:
        return (visitors or read_visitors()).blob
    if visitors is not None:
        hint = "leave it out: whoever plays, chance decides"
        raise CampaignError(f"visitors must be those of a model of type A (got {model.name})", hint)
    return b""


def _identity(model: Playable, recipe: Recipe) -> Json:
    """What a campaign that goes on must have in common with the one that was interrupted."""
    from machines.rom.build import core_digest

    return {
        "model": model.name,
        "tables": model.tables.digest,
        "key": recipe.key.hex(),
        "plays": recipe.plays,
        "machines": recipe.machines,
        "gamble_rounds": recipe.gamble_rounds,
        "core": core_digest(),
        "prizes_only": not recipe.display,
        "visitors": hashlib.sha256(recipe.visitors).hexdigest(),
    }


def _kept(path: Path | None, resume: bool) -> Checkpoint | None:
    if not resume:
        if path is not None and path.exists():
            hint = "--resume goes on with it; name another file to begin anew"
            raise CampaignError(f"checkpoint must be a new file (got {path})", hint)
        return None
    if path is None:
        raise CampaignError("resume needs the checkpoint to go on with (got none)", "add --checkpoint FILE")
    return load(path)


def _ledger(work: Work, path: Path | None, kept: Checkpoint | None) -> Ledger:
    """What was counted so far, in a ledger of this work; CampaignError if it is not of its shape."""
    empty = work.ledger(None)
    if kept is None:
        return empty
    problem: Exception | None = None
    try:
        if alike(kept.totals, empty.save()) and kept.totals["done"] <= work.units:
            return work.ledger(kept.totals)
    except (LookupError, TypeError, ValueError, AttributeError, OverflowError, MemoryError) as error:
        problem = error
    raise CampaignError(f"{path} is damaged: its totals are none of this campaign", BEGIN_ANEW) from problem


def _key(seed: str | None, kept: Checkpoint | None) -> bytes:
    if seed is not None:
        return seed_key(seed)
    return os.urandom(KEY_BYTES) if kept is None else bytes.fromhex(kept.identity["key"])


def _pool(work: Work, jobs: int, cluster: str | None) -> Pool:
    if cluster is None:
        return Threads(work, jobs)
    from emulator.lab.campaign_cluster import Cluster

    return Cluster(work, cluster)
