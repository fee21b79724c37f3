# SPDX-License-Identifier: MIT
"""Campaigns: exact over whole cycles, honest about samples, the same for any number of threads."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest
from campaign_helpers import SMALL

import cext
from emulator.lab import campaign_cycle
from emulator.lab.campaign import CampaignError, Running, run_campaign
from emulator.lab.campaign_cycle import moments
from emulator.support.seed import SeedError, seed_key
from machines.model import CycleModel, load_cycle


@pytest.fixture(scope="module")
def cierzo() -> CycleModel:
    return load_cycle("cierzo")


def test_a_cycle_pays_exactly_the_plan(cierzo: CycleModel) -> None:
    plays = cierzo.tables.cycle_plays
    for seed in ("00", "01", "ff" * 32):
        campaign = run_campaign(cierzo, plays, seed=seed)
        assert campaign.won_cents == cierzo.plan.payout * campaign.staked_cents
        assert campaign.ci99_percent is None
        assert campaign.sigma_from_exact is None
        assert campaign.sigma_note == "nothing was sampled: these plays win exactly this for every key"


def test_threads_change_nothing(cierzo: CycleModel, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(campaign_cycle, "UNIT_PLAYS", 1)  # a unit is then one cycle
    campaigns = [run_campaign(cierzo, 123_456, machines=5, seed="0123", jobs=jobs) for jobs in (1, 2, 7)]
    results = [campaign.as_dict() for campaign in campaigns]
    for result in results:
        del result["plays_per_second"]
    assert results[0] == results[1] == results[2]


def test_pieces_are_the_plays_of_one_long_walk(cierzo: CycleModel) -> None:
    """A piece begins at a cycle's start with a state of its own; the walk comes there play by play."""
    tables, key, cycles = cierzo.tables, seed_key("0123"), 3
    walked = cext.new_state(tables, key, 1)
    for cycle in range(cycles):
        begun = cext.new_state(tables, key, 1, cycle=cycle)
        walked, tally = cext.campaign(tables, key, 1, tables.cycle_plays, state=walked)
        _, piece = cext.campaign(tables, key, 1, tables.cycle_plays, state=begun)
        assert piece == tally


def test_another_seed_is_another_campaign(cierzo: CycleModel) -> None:
    digests = {run_campaign(cierzo, 500, seed=seed).digest for seed in ("00", "01", "0100", "0001")}
    assert len(digests) == 3  # 01 and 0100 are the same key


def test_fresh_key_is_reported_and_repeats(cierzo: CycleModel) -> None:
    first = run_campaign(cierzo, 500)
    assert run_campaign(cierzo, 500, seed=first.seed).digest == first.digest
    assert run_campaign(cierzo, 500).digest != first.digest


def test_machine_one_makes_the_plays_of_serial_number_one(cierzo: CycleModel) -> None:
    state = cext.new_state(cierzo.tables, seed_key("00"), 1)
    won_cents = 0
    for _ in range(200):
        state, outcome = cext.step(cierzo.tables, state)
        won_cents += outcome.entries[0].prize_cents
    assert run_campaign(cierzo, 200, seed="00").won_cents == won_cents


@pytest.mark.parametrize("plays", range(15))
def test_moments_equal_a_walk_through_every_order(plays: int) -> None:
    """Two whole cycles of seven entries, every order of every stratum, exact fractions."""
    entries = [(0, 0, 20, 100), (0, 20, 20)] * 2
    mean, square = Fraction(0), Fraction(0)
    rest, fixed = plays, 0
    for stratum in entries:
        taken = min(rest, len(stratum))
        rest -= taken
        if taken == len(stratum):
            fixed += sum(stratum)
            continue
        orders = [sum(order[:taken]) for order in permutations(stratum)]
        mean = Fraction(sum(orders), len(orders))
        square = Fraction(sum(won * won for won in orders), len(orders))
        break
    assert moments(SMALL, plays) == (fixed + mean, square - mean * mean)


def test_interval_is_as_wide_as_its_variance_says(cierzo: CycleModel) -> None:
    campaign = run_campaign(cierzo, 500, machines=400, seed="00")
    assert campaign.ci99_percent is not None
    assert campaign.sigma_from_exact is not None
    low, high = campaign.ci99_percent
    assert low < campaign.rtp_percent < high
    assert abs(campaign.sigma_from_exact) < 4


def test_progress_reaches_the_end(cierzo: CycleModel) -> None:
    told: list[Running] = []
    campaign = run_campaign(cierzo, 1_100, machines=3, seed="00", progress=told.append)
    last = told[-1]
    assert (last.done, last.total, last.rtp_percent) == (3_300, 3_300, campaign.rtp_percent)
    assert campaign.ci99_percent is not None
    assert last.half99_percent == pytest.approx(campaign.ci99_percent[1] - campaign.rtp_percent)


def test_an_error_in_a_thread_ends_the_campaign(cierzo: CycleModel, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise cext.CoreError("no chance today")

    monkeypatch.setattr(cext, "campaign", broken)
    with pytest.raises(cext.CoreError, match="no chance today"):
        run_campaign(cierzo, 100, machines=10, seed="00", jobs=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"plays": 0}, "plays must be 1 to 85,899,345,920,000 (got 0)"),
        ({"plays": 1, "machines": 0}, "machines must be 1 to 1,073,741,824 (got 0)"),
        ({"plays": 1, "jobs": 0}, "jobs must be 1 to 1,024 (got 0)"),
        ({"plays": 1, "gamble_rounds": 1}, "gamble_rounds of a prize cycle must be 0 to 0 (got 1)"),
        ({"plays": 1, "seed": "0"}, "seed must be an even number of hex digits, at most 64 (got 0)"),
        ({"plays": 1, "seed": "00" * 33}, "seed must be an even number of hex digits, at most 64"),
    ],
)
def test_arguments_out_of_range_are_refused(
    cierzo: CycleModel, arguments: dict[str, object], message: str
) -> None:
    with pytest.raises((CampaignError, SeedError)) as caught:
        run_campaign(cierzo, **arguments)  # type: ignore[arg-type]
    assert message in str(caught.value)
