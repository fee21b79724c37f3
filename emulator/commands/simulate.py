# SPDX-License-Identifier: MIT
"""azar simulate: a campaign of real plays through the core."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from emulator.commands.console import (
    AsJson,
    CommandError,
    ModelName,
    ProfileName,
    Seed,
    euro,
    facts,
    flag,
    in_money_of,
    open_model,
    print_json,
    print_table,
    progress,
    table,
    valued,
)
from machines.support.plain import Json

if TYPE_CHECKING:
    from rich.table import Table

    from emulator.lab.campaign import Campaign, Running
    from emulator.lab.campaign_chance import Features
    from emulator.lab.campaign_gamble import Cycles, Gambles
    from emulator.lab.campaign_pots import PotResult
    from emulator.lab.campaign_skill import Visits

PRIZES_SHOWN = 32
EXAMPLE = """\
azar simulate cierzo --plays 20000 --seed 00
azar simulate cierzo --plays 1000000000 --prizes-only
azar simulate aneto --kernel plain
azar simulate cometa --visitor adults"""

Plays = Annotated[int, valued("--plays", "N", "Plays of each machine.", min=1)]
Machines = Annotated[int, valued("--machines", "M", "Machines, numbered from 1.", min=1)]
Jobs = Annotated[int | None, valued("--jobs", "J", "Threads; the result is the same for any.", min=1)]
Gamble = Annotated[int, valued("--gamble", "R", "Gamble a win up to R times where that is offered.", min=0)]
Kernel = Annotated[str, valued("--kernel", "NAME", "Kernel that plays: auto, or one of this computer.")]
PrizesOnly = Annotated[
    bool, flag("--prizes-only", "Type B: which prize each play wins, without its display.")
]
Visitor = Annotated[
    str | None, valued("--visitor", "FILE", "Type A: who plays, a file of visitors; adults unless given.")
]
Bet = Annotated[
    int | None, valued("--bet", "CENTS", "Type C: the bet of every play, where it has several.", min=1)
]
CheckpointFile = Annotated[
    Path | None, valued("--checkpoint", "F", "File that keeps what is done if it stops.")
]
Resume = Annotated[bool, flag("--resume", "Go on with the checkpoint.")]
Cluster = Annotated[
    str | None, valued("--cluster", "URL", "Play on the workers of this dask scheduler instead.")
]


def simulate(
    model: ModelName,
    plays: Plays = 1_000_000,
    machines: Machines = 1,
    seed: Seed = None,
    gamble: Gamble = 0,
    bet: Bet = None,
    kernel: Kernel = "auto",
    prizes_only: PrizesOnly = False,
    visitor: Visitor = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    checkpoint: CheckpointFile = None,
    resume: Resume = False,
    profile: ProfileName = None,
    as_json: AsJson = False,
) -> None:
    """
    Play a machine through its core and count, display included.

    Every play is walked; those of type A are made by modelled visitors. The interval is empty where nothing
    was sampled, as over whole cycles.
    """
    from emulator.lab.campaign import InterruptedCampaignError, run_campaign
    from machines.types.skill.visitor import read_visitors

    loaded = open_model(model, profile)
    in_money_of(loaded)
    if bet is not None:
        from machines.types.chance.bet import at_bet

        loaded = at_bet(loaded, bet)
    try:
        with progress("playing", wanted=not as_json) as at:
            campaign = run_campaign(
                loaded,
                plays,
                machines=machines,
                seed=seed,
                gamble_rounds=gamble,
                prizes_only=prizes_only,
                visitors=None if visitor is None else read_visitors(visitor),
                kernel=kernel,
                jobs=jobs,
                cluster=cluster,
                checkpoint=checkpoint,
                resume=resume,
                progress=lambda now: at(now.done, now.total, _note(now)),
            )
    except InterruptedCampaignError as stopped:
        asked: Json = {
            "plays": plays,
            "machines": machines,
            "gamble": gamble,
            "bet": bet,
            "jobs": jobs,
            "cluster": cluster,
            "kernel": kernel if kernel != "auto" else None,
            "prizes-only": prizes_only,
            "visitor": visitor,
        }
        asked |= {"profile": profile, "checkpoint": checkpoint}
        raise CommandError(str(stopped), _go_on(model, asked)) from None
    if as_json:
        print_json(campaign.as_dict())
    else:
        _show(campaign)


def _show(campaign: Campaign) -> None:
    """Tables for people: the sums, then what the machine has of gambles, free plays, pots and prizes."""
    print_table(_summary(campaign))
    if campaign.gambles is not None and campaign.cycles is not None:
        print_table(_gambles(campaign.gambles, campaign.cycles))
    if campaign.features is not None:
        print_table(_features(campaign.features))
    if campaign.visits is not None:
        print_table(_hours(campaign.visits))
        print_table(_awards(campaign.visits))
    if campaign.pots:
        print_table(_pots(campaign.pots))
    print_table(_prizes(campaign))


def _go_on(model: str, asked: Json) -> str:
    """The command line that goes on; the key stands in the checkpoint."""
    told = {
        name: "" if value is True else f" {shlex.quote(str(value))}" for name, value in asked.items() if value
    }
    options = [f"--{name}{value}" for name, value in told.items()]
    return " ".join([f"azar simulate {shlex.quote(model)}", *options, "--resume"])


def _note(now: Running) -> str:
    if now.rtp_percent is None:
        return ""
    half = "" if now.half99_percent is None else f" ± {now.half99_percent:.4f}"
    return f"{now.rtp_percent:.4f}{half} %"


def _summary(campaign: Campaign) -> Table:
    low_high = campaign.ci99_percent
    interval = f"none: {campaign.sigma_note}"
    if low_high is not None:
        interval = f"{low_high[0]:.4f} to {low_high[1]:.4f} %"
    sigma = campaign.sigma_from_exact
    exact = f"{sigma:+.2f} sigma" if sigma is not None else f"not compared: {campaign.sigma_note}"
    rows = [
        ("seed", campaign.seed),
        ("plays", f"{campaign.machines:,} x {campaign.plays:,}"),
        ("price of a play", euro(campaign.price_cents)),
        ("staked", euro(campaign.staked_cents)),
        ("won", euro(campaign.won_cents)),
        ("payout", f"{campaign.rtp_percent:.4f} %"),
        ("99 % interval", interval),
        ("from the exact figures", exact),
        ("plays with a prize", f"{campaign.hits:,}"),
        *([("way of playing", campaign.way)] if campaign.way else []),
        ("speed", f"{campaign.plays_per_second:,} plays/s"),
        ("kernel", _kernels(campaign)),
    ]
    return facts(campaign.model, rows)


def _kernels(campaign: Campaign) -> str:
    """The kernel that made most plays, and of others how many."""
    (name, _), *others = campaign.kernels
    drawn = "" if campaign.kind == "plays" else ", prizes only"
    return ", ".join([f"{name}{drawn}", *(f"{other} for {plays:,} plays" for other, plays in others)])


def _gambles(gambles: Gambles, cycles: Cycles) -> Table:
    rows = [
        ("offered after", f"{gambles.offers:,} plays"),
        ("gambles", f"{gambles.gambles:,}"),
        ("of them won", f"{gambles.gambles_won:,}"),
        ("gambles gave", euro(gambles.added_cents)),
        ("gambles lost", euro(gambles.lost_cents)),
        ("returned of that", euro(gambles.returned_cents)),
    ]
    if cycles.least_cents is not None:
        rows.append((f"least of {cycles.whole:,} whole cycles", euro(cycles.least_cents)))
    return facts("gambles", rows)


def _features(features: Features) -> Table:
    rows = [(name.replace("_", " "), f"{count:,}") for name, count in features._asdict().items()]
    return facts("features", rows)


def _hours(visits: Visits) -> Table:
    """What a machine that is never left alone does in an hour, and what that would be exactly."""
    plays, tickets = visits.expected_per_hour or (None, None)
    sigma = "" if visits.sigma_tickets is None else f", {visits.sigma_tickets:+.2f} sigma"
    return facts(
        f"visitors: {visits.visitors}",
        [
            ("plays an hour", f"{visits.plays_per_hour:,.2f}{_exactly(plays)}"),
            ("tickets an hour", f"{visits.tickets_per_hour:,.2f}{_exactly(tickets)}"),
            ("tickets", f"{visits.tickets:,}{sigma}"),
            ("plays with those that prolong them", f"{visits.turns:,}"),
        ],
    )


def _exactly(value: float | None) -> str:
    return "" if value is None else f", exactly {value:,.2f}"


def _awards(visits: Visits) -> Table:
    shown = table("paid plays end with", "award", ">plays", ">share", ">exactly")
    for gives, count, plays, share in visits.awards:
        name = (
            f"{count} tickets" if gives == "tickets" else {"refund": "the price back"}.get(gives, "nothing")
        )
        exact = "" if share is None else f"{100 * share:.4f} %"
        shown.add_row(name, f"{plays:,}", f"{100 * plays / visits.plays:.4f} %", exact)
    return shown


def _pots(pots: Sequence[PotResult]) -> Table:
    shown = table("pots", "pot", "hit", ">hits", ">sigma", ">awarded", ">shown in the end")
    for pot in pots:
        sigma = "" if pot.sigma_from_exact is None else f"{pot.sigma_from_exact:+.2f}"
        hits, awarded_cents, value_mc, _ = pot.totals
        shown.add_row(pot.name, pot.hit, f"{hits:,}", sigma, euro(awarded_cents), euro(value_mc // 1000))
    return shown


def _prizes(campaign: Campaign) -> Table:
    """Every prize, or of very many those that came most often."""
    most = sorted(campaign.prizes, key=lambda row: -row[1])[:PRIZES_SHOWN]
    others = len(campaign.prizes) - len(most)
    title = f"{len(most)} of {len(campaign.prizes):,}, all in --json" if others else None
    shown = table(title, ">prize", ">count")
    for cents, count in sorted(most):
        shown.add_row(euro(cents), f"{count:,}")
    if others:
        shown.add_row(f"largest {euro(campaign.prizes[-1][0])}", f"{campaign.prizes[-1][1]:,}")
    return shown
