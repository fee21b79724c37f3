# SPDX-License-Identifier: MIT
"""Any split, any order and any interruption of a campaign give the same bits, in little memory."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from campaign_helpers import KEY, SMALL, Moody, outcome, play_with_moods, walk
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import cext
from emulator.lab import campaign_cycle
from emulator.lab.campaign import run_campaign
from emulator.lab.campaign_cycle import CycleLedger, CyclePart, CycleWork
from emulator.lab.campaign_pieces import AHEAD, CampaignError, Course, Part, Recipe, Sizes, play_all
from emulator.lab.campaign_threads import Threads
from machines.model import load_cycle

UNIT_PLAYS = 2 * SMALL.cycle_plays


@pytest.fixture(autouse=True, scope="module")
def short_units() -> Any:
    """Two cycles of the small machine are a unit."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(campaign_cycle, "UNIT_PLAYS", UNIT_PLAYS)
        yield


@given(st.data(), st.integers(1, 400), st.integers(1, 5))
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_any_split_order_and_interruption_is_one_long_walk(data: Any, plays: int, machines: int) -> None:
    recipe = Recipe(SMALL.blob, KEY, machines, plays)
    ledger = play_with_moods(recipe, lambda most: int(data.draw(st.integers(0, most))))
    assert outcome(ledger) == walk(SMALL, recipe, UNIT_PLAYS)


def test_never_more_pieces_wait_than_a_few_for_each_worker() -> None:
    """The first piece ends last: all the others wait for it, and no more are cut."""
    work = CycleWork(SMALL, Recipe(SMALL.blob, KEY, 1, 10_000))
    course = Course(work, work.ledger())
    cut = []
    while (piece := course.next(3, Sizes(1, 1))) is not None:
        cut.append(piece)
    assert len(cut) == 3 * AHEAD
    for first, last in cut[1:]:
        course.enter(CyclePart(first, last, (0, 0, 0), b""))
    assert course.next(3, Sizes(1, 1)) is None or len(cut) == 3 * AHEAD
    course.enter(CyclePart(*cut[0], (0, 0, 0), b""))
    assert course.next(3, Sizes(1, 1)) == (len(cut), len(cut) + 1)


# --- mutants: every one must be caught -------------------------------------------------------------


def _lost(enter: Callable[[Course, Part], None]) -> Callable[[Course, Part], None]:
    def mutant(course: Course, part: Part) -> None:
        if part.first:
            enter(course, part)
        else:
            course._open -= 1

    return mutant


def _twice(enter: Callable[[Course, Part], None]) -> Callable[[Course, Part], None]:
    def mutant(course: Course, part: Part) -> None:
        enter(course, part)
        course._ledger.add(part)

    return mutant


def _out_of_order(enter: Callable[[Course, Part], None]) -> Callable[[Course, Part], None]:
    def mutant(course: Course, part: Part) -> None:
        course._open -= 1
        course._ledger.add(part)

    return mutant


def check(seed: int) -> None:
    """The property above with a fixed order, for mutants."""
    chance = random.Random(seed)
    recipe = Recipe(SMALL.blob, KEY, 3, 200)
    ledger = play_with_moods(recipe, lambda most: chance.randint(0, most))
    assert outcome(ledger) == walk(SMALL, recipe, UNIT_PLAYS)


@pytest.mark.parametrize("guarded", [True, False])
@pytest.mark.parametrize("mutant", [_lost, _twice, _out_of_order])
def test_a_part_lost_twice_or_out_of_order_is_caught(
    mutant: Callable[..., Any], guarded: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the ledger itself, and by the figures where the ledger looks away."""
    monkeypatch.setattr(Course, "enter", mutant(Course.enter))
    if not guarded:
        monkeypatch.setattr(campaign_cycle, "need_next", lambda part, done: None)
    with pytest.raises((AssertionError, CampaignError)):
        for seed in range(8):
            check(seed)


def test_a_unit_that_begins_at_another_cycle_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = cext.new_state
    monkeypatch.setattr(
        cext, "new_state", lambda tables, key, machine, cycle=0: honest(tables, key, machine, cycle=0)
    )
    with pytest.raises(AssertionError):
        check(0)


def test_a_ledger_that_forgets_its_hash_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    honest = CycleLedger.save

    def forgetful(ledger: CycleLedger) -> dict[str, Any]:
        return honest(ledger) | {"digest_state": cext.Sha256().state.hex()}

    monkeypatch.setattr(CycleLedger, "save", forgetful)
    with pytest.raises(AssertionError):
        for seed in range(8):
            check(seed)


def test_a_piece_that_never_comes_back_is_an_error_and_no_endless_wait() -> None:
    work = CycleWork(SMALL, Recipe(SMALL.blob, KEY, 1, 100))
    pool = Moody(work, lambda most: 0, Sizes(1, 100), 1)
    course = Course(work, work.ledger())
    pool.finished = lambda: [CyclePart(1, 2, (0, 0, 0), b"")]  # type: ignore[method-assign]
    with pytest.raises(CampaignError, match="every piece must come back"):
        play_all(course, pool, lambda: None)


# --- memory ---------------------------------------------------------------------------------------


@pytest.mark.long
def test_bookkeeping_of_a_million_million_plays_fits_in_little_memory(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A million machines of a million plays, all of the campaign but the plays themselves."""
    model, million = load_cycle("cierzo"), 1_000_000
    monkeypatch.setattr(campaign_cycle, "UNIT_PLAYS", million)
    counts = (78 * 10**4, 22 * 10**4, *[0] * (len(model.tables.prizes_cents) - 2))

    def quick(
        work: CycleWork, first: int, last: int, stopped: object, count: Callable[[int], None]
    ) -> CyclePart:
        count((last - first) * million)
        return CyclePart(first, last, tuple(n * (last - first) for n in counts), bytes(8 * (last - first)))

    monkeypatch.setattr(CycleWork, "play", quick)
    monkeypatch.setattr(Threads, "sizes", Sizes(1 << 26, 1 << 26))
    path = tmp_path / "checkpoint"
    tracemalloc.start()
    try:
        campaign = run_campaign(model, million, machines=million, seed="00", jobs=2, checkpoint=path)
        _, peak_bytes = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [count for _, count in campaign.prizes][:2] == [78 * 10**10, 22 * 10**10]
    assert peak_bytes < 20_000_000
    assert path.stat().st_size < 4_000
