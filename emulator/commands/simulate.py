# SPDX-License-Identifier: MIT
"""azar simulate: a campaign of real plays through the core."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from emulator.commands.console import (
    AsJson,
    ModelName,
    ProfileName,
    Seed,
    euro,
    facts,
    open_model,
    print_json,
    print_table,
    progress,
    table,
)

if TYPE_CHECKING:
    from emulator.lab.campaign import Campaign

EXAMPLE = "azar simulate cierzo --plays 20000 --seed 00"

Plays = Annotated[int, typer.Option("--plays", metavar="N", min=1, help="Plays of each machine.")]
Machines = Annotated[int, typer.Option("--machines", metavar="M", min=1, help="Machines, numbered from 1.")]
Jobs = Annotated[
    int | None, typer.Option("--jobs", metavar="J", min=1, help="Threads; the result is the same for any.")
]


def simulate(
    model: ModelName,
    plays: Plays = 1_000_000,
    machines: Machines = 1,
    seed: Seed = None,
    jobs: Jobs = None,
    profile: ProfileName = None,
    as_json: AsJson = False,
) -> None:
    """
    Play a machine through its core and count, display included.

    Every play is walked. The interval is empty where nothing was sampled, as over whole cycles.
    """
    from emulator.lab.campaign import run_campaign
    from machines.model import need_cycle

    loaded = need_cycle(open_model(model, profile), "azar simulate needs")
    with progress("playing", wanted=not as_json) as at:
        campaign = run_campaign(loaded, plays, machines=machines, seed=seed, jobs=jobs, progress=at)
    if as_json:
        print_json(campaign.as_dict())
        return
    print_table(_summary(campaign))
    print_table(_prizes(campaign))


def _summary(campaign: Campaign) -> Any:
    low_high = campaign.ci99_percent
    interval = "none: whole cycles, nothing was sampled"
    if low_high is not None:
        interval = f"{low_high[0]:.4f} to {low_high[1]:.4f} %, {campaign.sigma_from_exact:+.2f} sigma"
    rows = [
        ("seed", campaign.seed),
        ("plays", f"{campaign.machines:,} x {campaign.plays:,}"),
        ("staked", euro(campaign.staked_cents)),
        ("won", euro(campaign.won_cents)),
        ("payout", f"{campaign.rtp_percent:.4f} %"),
        ("99 % interval", interval),
        ("plays with a prize", f"{campaign.hits:,}"),
        ("speed", f"{campaign.plays_per_second:,} plays/s"),
    ]
    return facts(campaign.model, rows)


def _prizes(campaign: Campaign) -> Any:
    shown = table(None, ">prize", ">count")
    for cents, count in campaign.prizes:
        shown.add_row(euro(cents), f"{count:,}")
    return shown
