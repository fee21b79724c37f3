# SPDX-License-Identifier: MIT
"""Campaigns: exact over whole cycles, honest about samples, the same for any number of threads."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

import cext
from emulator.lab import campaign as lab
from emulator.lab.campaign import CampaignError, moments, run_campaign
from emulator.seed import SeedError, seed_key
from machines.model import Model, load_model

# Two strata of four and three entries: small enough to walk every order of each.
SMALL = cext.Tables(
    cext.pack_tables(
        strips=[[0, 1, 2, 0]],
        rows=1,
        paylines=[[0]],
        pays=[([1], 20), ([2], 100)],
        prizes_cents=[0, 20, 100],
        strata=[[2, 1, 1], [1, 2, 0]],
        price_cents=20,
        simultaneous_max=1,
        hold=False,
    )
)


@pytest.fixture(scope="module")
def cierzo() -> Model:
    return load_model("cierzo")


def test_a_cycle_pays_exactly_the_plan(cierzo: Model) -> None:
    plays = cierzo.tables.cycle_plays
    for seed in ("00", "01", "ff" * 32):
        campaign = run_campaign(cierzo, plays, seed=seed)
        assert campaign.won_cents == cierzo.plan.payout * campaign.staked_cents
        assert campaign.ci99_percent is None
        assert campaign.sigma_from_exact is None


def test_threads_change_nothing(cierzo: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "PIECE_PLAYS", 1)  # a piece is then one cycle
    campaigns = [run_campaign(cierzo, 123_456, machines=5, seed="0123", jobs=jobs) for jobs in (1, 2, 7)]
    results = [campaign.as_dict() for campaign in campaigns]
    for result in results:
        del result["plays_per_second"]
    assert results[0] == results[1] == results[2]


def test_pieces_are_the_plays_of_one_long_walk(cierzo: Model) -> None:
    """A piece begins at a cycle's start with a state of its own; the walk comes there play by play."""
    tables, key, cycles = cierzo.tables, seed_key("0123"), 3
    walked = cext.new_state(tables, key, 1)
    for cycle in range(cycles):
        begun = cext.new_state(tables, key, 1, cycle=cycle)
        walked, tally = cext.campaign(tables, key, 1, tables.cycle_plays, state=walked)
        _, piece = cext.campaign(tables, key, 1, tables.cycle_plays, state=begun)
        assert piece == tally


def test_another_seed_is_another_campaign(cierzo: Model) -> None:
    digests = {run_campaign(cierzo, 500, seed=seed).digest for seed in ("00", "01", "0100", "0001")}
    assert len(digests) == 3  # 01 and 0100 are the same key


def test_fresh_key_is_reported_and_repeats(cierzo: Model) -> None:
    first = run_campaign(cierzo, 500)
    assert run_campaign(cierzo, 500, seed=first.seed).digest == first.digest
    assert run_campaign(cierzo, 500).digest != first.digest


def test_machine_one_makes_the_plays_of_serial_number_one(cierzo: Model) -> None:
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


def test_interval_is_as_wide_as_its_variance_says(cierzo: Model) -> None:
    campaign = run_campaign(cierzo, 500, machines=400, seed="00")
    assert campaign.ci99_percent is not None
    assert campaign.sigma_from_exact is not None
    low, high = campaign.ci99_percent
    assert low < campaign.rtp_percent < high
    assert abs(campaign.sigma_from_exact) < 4


def test_progress_reaches_the_end(cierzo: Model) -> None:
    told: list[tuple[int, int]] = []
    run_campaign(
        cierzo, 1_000, machines=3, seed="00", progress=lambda done, total: told.append((done, total))
    )
    assert told[-1] == (3_000, 3_000)


def test_an_error_in_a_thread_ends_the_campaign(cierzo: Model, monkeypatch: pytest.MonkeyPatch) -> None:
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
        ({"plays": 1, "seed": "0"}, "seed must be an even number of hex digits, at most 64 (got 0)"),
        ({"plays": 1, "seed": "00" * 33}, "seed must be an even number of hex digits, at most 64"),
    ],
)
def test_arguments_out_of_range_are_refused(
    cierzo: Model, arguments: dict[str, object], message: str
) -> None:
    with pytest.raises((CampaignError, SeedError)) as caught:
        run_campaign(cierzo, **arguments)  # type: ignore[arg-type]
    assert message in str(caught.value)
