# SPDX-License-Identifier: MIT
"""Campaigns of chance: any split, order and interruption is the walk from step to step, pots included."""

from __future__ import annotations

import random
import signal
import tracemalloc
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from campaign_helpers import KEY, chance_outcome, figures, play_with_moods, walk_chance
from chance_games import machine, rich
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cext
from cext import ChanceTally, Pot, PotAwards
from emulator.lab import campaign_chance
from emulator.lab.campaign import Campaign, InterruptedCampaignError, Running, run_campaign
from emulator.lab.campaign_chance import ChanceLedger, ChancePart, ChanceWork
from emulator.lab.campaign_exact import ChanceExact
from emulator.lab.campaign_pieces import CampaignError, Recipe, Sizes
from emulator.lab.campaign_threads import Threads
from emulator.lab.campaign_work import open_work
from machines.model import ChanceModel, CycleModel, load_model, model_names
from machines.types.chance import gamble, game, payout

GAMES = {
    "plain": machine(),
    "rich": rich(),
    # Its pots are hit often enough for a part to list hits of every kind.
    "lively": rich(pots=[
        Pot(3_000_000, 9_000_000, Fraction(1, 7), Fraction(1, 11), "combination"),
        Pot(1_000_000, 4_000_000, Fraction(1, 9), Fraction(0), "mystery", Fraction(1, 40)),
        Pot(2_000_000, 2_500_000, Fraction(1, 13), Fraction(1, 500), "must_hit"),
        Pot(0, 700_000, Fraction(1, 5), Fraction(1, 3), "mystery", Fraction(1, 30)),
    ]),
}  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
@given(st.data(), st.integers(1, 120), st.integers(1, 3))
@settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_any_split_order_and_interruption_is_the_walk_from_step_to_step(
    name: str, data: Any, plays: int, machines: int
) -> None:
    tables = GAMES[name]
    rounds = data.draw(st.integers(0, tables.gamble.rounds if tables.gamble else 0))
    recipe = Recipe(tables.blob, KEY, machines, plays, rounds)
    ledger = play_with_moods(recipe, lambda most: int(data.draw(st.integers(0, most))))
    assert chance_outcome(ledger) == walk_chance(tables, recipe)


# --- mutants: every one must be caught -------------------------------------------------------------


def check(seed: int) -> None:
    """The property above with a fixed order, for mutants."""
    chance = random.Random(seed)
    recipe = Recipe(GAMES["lively"].blob, KEY, 2, 150, 1)
    ledger = play_with_moods(recipe, lambda most: chance.randint(0, most))
    assert chance_outcome(ledger) == walk_chance(GAMES["lively"], recipe)


def test_the_check_passes_what_is_sound() -> None:
    for seed in range(4):
        check(seed)


def _reversed(run: Callable[..., Any]) -> Callable[..., Any]:
    return lambda ledger, courses: run(ledger, courses[::-1])


def _one_lost(run: Callable[..., Any]) -> Callable[..., Any]:
    return lambda ledger, courses: run(ledger, courses[:-1] if len(courses) > 1 else courses)


def _one_twice(run: Callable[..., Any]) -> Callable[..., Any]:
    return lambda ledger, courses: run(ledger, (courses[0], *courses))


def _without_hits(run: Callable[..., Any]) -> Callable[..., Any]:
    return lambda ledger, courses: run(ledger, [plays._replace(events=plays.events[:0]) for plays in courses])


@pytest.mark.parametrize("mutant", [_reversed, _one_lost, _one_twice, _without_hits])
def test_pots_run_in_another_order_or_over_other_plays_are_caught(
    mutant: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaign_chance, "CALL_LEAST", 8)
    monkeypatch.setattr(campaign_chance, "CALL_MOST", 8)
    monkeypatch.setattr(ChanceLedger, "_run_pots", mutant(ChanceLedger._run_pots))
    with pytest.raises((AssertionError, CampaignError, cext.CoreError)):
        for seed in range(8):
            check(seed)


def test_pots_that_a_checkpoint_forgets_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = ChanceLedger.save

    def forgetful(ledger: ChanceLedger) -> dict[str, Any]:
        tables, recipe = ledger._tables, ledger._recipe
        return honest(ledger) | {"pots": [list(pot) for pot in cext.pots_new(tables, recipe.key, 1)]}

    monkeypatch.setattr(ChanceLedger, "save", forgetful)
    with pytest.raises(AssertionError):
        for seed in range(8):
            check(seed)


@pytest.mark.parametrize("change", ["_run_pots", "tally", "histogram", "impossible"])
def test_what_does_not_add_up_is_no_result(
    change: str, aneto: ChanceModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Money that nobody put into a pot, prizes that are not those of the plays or that no play can win."""
    honest = ChanceLedger.add

    def crooked(ledger: ChanceLedger, part: ChancePart) -> None:
        honest(ledger, part)
        if change == "_run_pots":
            ledger._ended[0] = ledger._ended[0]._replace(value_mc=ledger._ended[0].value_mc + 1)
        elif change == "tally":
            ledger.tally = ledger.tally._replace(won_cents=ledger.tally.won_cents + 1)
        elif change == "impossible":
            ledger._histogram[0] -= 1
            ledger._histogram[1] += 1
            ledger.tally = ledger.tally._replace(won_cents=ledger.tally.won_cents + 30)
        else:
            ledger._histogram[0] += 1

    monkeypatch.setattr(ChanceLedger, "add", crooked)
    with pytest.raises(
        CampaignError, match=r"must hold and have paid|prizes must be of|exact distribution has"
    ):
        run_campaign(aneto, 1_000, seed="00")


# --- whole campaigns ------------------------------------------------------------------------------


@pytest.fixture
def no_exact_figures(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine whose turns are too many to be counted; counting them takes memory of its own, too."""

    def too_many(*_: object) -> None:
        raise cext.CoreError("automaton of all turns must fit")

    monkeypatch.setattr(game, "game_of", too_many)
    for counted in (payout._won, payout._hit):
        counted.cache_clear()
    yield
    for counted in (payout._won, payout._hit):
        counted.cache_clear()


@pytest.fixture(scope="module")
def aneto() -> ChanceModel:
    model = load_model("aneto")
    assert isinstance(model, ChanceModel)
    return model


@pytest.mark.parametrize("rounds", [0, 3])
def test_what_is_kept_of_the_exact_figures_is_the_distribution_in_short(
    aneto: ChanceModel, rounds: int
) -> None:
    tables = aneto.tables
    assert tables.gamble is not None
    total = gamble.gambled(game.game_of(tables).total, tables.gamble, tables.cap_cents, rounds)
    exact = ChanceExact(tables, rounds)
    assert exact.moments == (total.mean_cents, total.variance_cents2)
    sums = range(0, tables.cap_cents + 3 * tables.unit_cents, tables.unit_cents // 2)
    assert [exact.never_won(cents) for cents in sums] == [not total.probability(cents) for cents in sums]


@pytest.mark.parametrize("name", [name for name in model_names() if load_model(name).type != "A"])
def test_played_figures_of_every_model_agree_with_the_exact_ones(name: str) -> None:
    """
    Four standard deviations, of what is won and of the hits of each pot.

    By chance that fails for one seed in 16,000 and figure; this seed is fixed. Of a cycle half a stratum is
    sampled on each of many machines.
    """
    model = load_model(name)
    assert isinstance(model, ChanceModel | CycleModel)
    cycle = isinstance(model, CycleModel)
    campaign = run_campaign(model, 500 if cycle else 100_000, machines=400 if cycle else 3, seed="0123")
    assert campaign.sigma_from_exact is not None
    assert campaign.ci99_percent is not None
    assert abs(campaign.sigma_from_exact) < 4
    assert campaign.ci99_percent[0] < campaign.rtp_percent < campaign.ci99_percent[1]
    check_pots(campaign)


def test_gambled_figures_agree_with_the_exact_ones(aneto: ChanceModel) -> None:
    """As above."""
    campaign = run_campaign(aneto, 200_000, seed="0123", gamble_rounds=5)
    assert campaign.features is not None
    assert campaign.features.gambles > 0
    assert campaign.sigma_from_exact is not None
    assert abs(campaign.sigma_from_exact) < 4
    check_pots(campaign)


def check_pots(campaign: Campaign) -> None:
    for pot in campaign.pots:
        assert (pot.sigma_from_exact is None) == (pot.hit == "must_hit")
        assert pot.sigma_from_exact is None or abs(pot.sigma_from_exact) < 4


def test_a_payout_that_is_too_high_is_caught(aneto: ChanceModel, monkeypatch: pytest.MonkeyPatch) -> None:
    """One prize of 6.00 more in fifty plays: 2 % of the stakes, eight standard deviations of these plays."""
    honest = ChanceWork.play

    def generous(work: ChanceWork, *asked: Any) -> ChancePart:
        part = honest(work, *asked)
        counts, more = part.counts.copy(), part.tally.plays // 50
        (prize,) = np.flatnonzero(part.bins * work.tables.unit_cents == 600)
        counts[0] -= more
        counts[prize] += more
        return part._replace(
            counts=counts, tally=part.tally._replace(won_cents=part.tally.won_cents + more * 600)
        )

    monkeypatch.setattr(ChanceWork, "play", generous)
    campaign = run_campaign(aneto, 2_000_000, seed="0123")
    assert campaign.sigma_from_exact is not None
    assert campaign.sigma_from_exact > 4


def test_json_has_features_and_pots(aneto: ChanceModel) -> None:
    told = run_campaign(aneto, 20_000, machines=2, seed="00").as_dict()
    assert (told["type"], told["kind"], told["gamble_rounds"]) == ("C", "plays", 0)
    assert set(told["features"]) == {"featured", "free_plays", "picks", "gambles", "capped"}
    assert [pot["name"] for pot in told["pots"]] == list(aneto.pots)
    for pot in told["pots"]:
        assert pot["hits"] == 0 or pot["awarded_cents"] > 0
        assert pot["value_mc"] > 0
    assert sum(row["count"] for row in told["prizes"]) == 40_000


@pytest.mark.usefixtures("no_exact_figures")
def test_what_is_not_known_exactly_is_said(aneto: ChanceModel) -> None:
    campaign = run_campaign(aneto, 20_000, seed="00")
    assert campaign.sigma_from_exact is None
    assert campaign.sigma_note is not None
    assert "not known" in campaign.sigma_note
    assert campaign.ci99_percent is not None
    assert all(pot.expected_hits is None for pot in campaign.pots if pot.hit == "combination")


def test_threads_interruptions_and_checkpoints_change_nothing(aneto: ChanceModel, tmp_path: Path) -> None:
    whole = figures(run_campaign(aneto, 300_000, machines=3, seed="0123", jobs=1))
    path = tmp_path / "campaign.json"

    def interrupt(now: Running) -> None:
        if now.done < now.total:
            signal.raise_signal(signal.SIGINT)

    for attempt in range(1_000):
        try:
            campaign = run_campaign(
                aneto, 300_000, machines=3, seed="0123", jobs=attempt % 3 + 1, checkpoint=path,
                resume=attempt > 0, progress=interrupt,
            )  # fmt: skip
        except InterruptedCampaignError:
            continue
        break
    assert figures(campaign) == whole


def test_more_hits_than_a_call_can_list_are_all_there() -> None:
    """A pot that is hit in nine of ten plays; one of these calls can list all hits, the other cannot."""
    often = Pot(1_000_000, 4_000_000, Fraction(1, 9), Fraction(0), "mystery", Fraction(9, 10))
    recipe = Recipe(machine(pots=[often]).blob, KEY, 1, 200_000)
    told = []
    for call in (1 << 10, 1 << 18):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(campaign_chance, "CALL_LEAST", call)
            patch.setattr(campaign_chance, "CALL_MOST", call)
            work = open_work(recipe)
            ledger = work.ledger()
            ledger.add(work.play(0, work.units, lambda: False, lambda plays: None))
            told.append(chance_outcome(ledger))
    assert told[0] == told[1]
    assert abs(told[0].pot_hits[0] - 180_000) < 4 * (200_000 * 0.9 * 0.1) ** 0.5


def test_parts_list_no_more_hits_than_fit_in_memory_together() -> None:
    often = Pot(1_000_000, 4_000_000, Fraction(1, 9), Fraction(0), "mystery", Fraction(1, 10))
    work = ChanceWork(machine(pots=[often]), Recipe(machine(pots=[often]).blob, KEY, 1, 10**9))
    for parts in (1, 8, 1024):
        hits = parts * work.part_plays(parts) / 10
        assert 0.7 < hits / campaign_chance.EVENTS_MOST < 1.4  # 256 hits tell it to 6 %


def test_parts_list_no_more_machines_than_fit_in_memory_together() -> None:
    work = ChanceWork(GAMES["lively"], Recipe(GAMES["lively"].blob, KEY, 10**6, 3))
    for parts in (1, 8, 1024):
        assert parts * work.part_plays(parts) == 3 * campaign_chance.COURSES_MOST


@pytest.mark.long
@pytest.mark.usefixtures("no_exact_figures")
def test_bookkeeping_of_a_million_million_plays_fits_in_little_memory(
    aneto: ChanceModel, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """All of the campaign but the plays themselves: pots run over hits at even distances."""
    of_call = 1 << 28

    def quick(tables: object, course: cext.Course, *, histogram: Any, **_: object) -> tuple[ChanceTally, Any]:
        first, plays = course.first, course.plays
        histogram[0] += plays
        events = np.arange(first, first + plays, 1 << 20, np.uint64)
        hits = np.stack([events, np.full_like(events, 2)], axis=1)
        return ChanceTally(plays, 0, 0, 0, 0, 0, 0, 0, 0), hits

    monkeypatch.setattr(cext, "chance_campaign", quick)
    monkeypatch.setattr(cext, "pots_course", lambda *course: (course[-1], PotAwards((0, 0), (0, 0))))
    monkeypatch.setattr("emulator.lab.campaign_chance.pot_results", lambda *_: ())
    monkeypatch.setattr(campaign_chance, "CALL_LEAST", of_call)
    monkeypatch.setattr(campaign_chance, "CALL_MOST", of_call)
    monkeypatch.setattr(Threads, "sizes", Sizes(1 << 28, 1 << 28))
    tracemalloc.start()
    try:
        kept = tmp_path / "c"
        campaign = run_campaign(
            aneto, 10**9, machines=1_000, seed="00", jobs=2, checkpoint=kept, kernel="plain"
        )
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert campaign.prizes == ((0, 10**12),)
    assert peak_bytes < 20_000_000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"plays": 1 << 45}, "plays must be 1 to 17,592,186,044,416 (got 35,184,372,088,832)"),
        ({"plays": 1, "gamble_rounds": 6}, "gamble_rounds must be 0 to 5 (got 6)"),
        ({"plays": 1 << 44, "machines": 1 << 20}, "machines x plays must be 1 to 4,611,686,018,427,387,904"),
    ],
)
def test_arguments_out_of_range_are_refused(
    aneto: ChanceModel, arguments: dict[str, int], message: str
) -> None:
    with pytest.raises(CampaignError) as caught:
        run_campaign(aneto, arguments.pop("plays"), **arguments)  # type: ignore[arg-type]
    assert message in str(caught.value)
