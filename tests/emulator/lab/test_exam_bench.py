# SPDX-License-Identifier: MIT
"""The bench of the examination: any machine driven from outside, and TEST machines brought near a limit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from emulator import Cabinet
from emulator.lab.bench.bench import Bench, BenchError
from emulator.lab.bench.driving import purse
from emulator.lab.bench.prepare import Prepared, PrepareError, approach, prepare, ready
from emulator.lab.bench.search import (
    Budget,
    Found,
    Wish,
    double_next,
    meter_near,
    pot_next,
    prize_next,
    search,
)
from emulator.lab.exam.examination import Examination
from emulator.lab.exam.finding import Grade
from emulator.lab.exam.sample import Sample
from machines.model import load_model, model_names

DRAWN = [name for name in model_names() if load_model(name).type != "A"]


def on_the_bench(model: str, **options: Any) -> Bench:
    options.setdefault("seed", "00")
    options.setdefault("purse", purse(load_model(model)))
    return Bench(Cabinet(model, **options))


def stand(found: Found, model: str, entries: int = 1) -> Bench:
    """A machine right before the play that was searched, its button lit."""
    bench = on_the_bench(model, seed=found.seed)
    approach(bench, found.play - 1, entries=entries)
    ready(bench, entries=entries)
    return bench


# -- the bench -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("model", DRAWN)
def test_every_machine_that_draws_plays_on_the_bench(model: str) -> None:
    """Drums or screen, coins or card, linked or alone: one play, its stake and where the reels stand."""
    bench = on_the_bench(model)
    ready(bench)
    play = bench.play()
    assert play.stake_cents == min(load_model(model).bets_cents)
    assert len(play.stops) == len(load_model(model).strips)
    assert [start.stake_cents for start in bench.starts] == [play.stake_cents]


def test_a_button_that_is_dark_is_no_play() -> None:
    """An empty machine: the bench says what it waited for."""
    with pytest.raises(BenchError, match="start must be lit"):
        on_the_bench("cierzo").play()


def test_the_bench_hears_no_reason_that_is_read_in_the_books() -> None:
    """Why a coin came back is what the program knows, not what anybody can see."""
    bench = on_the_bench("cierzo")
    bench.cab.open_door()
    bench.insert(20)
    (returned,) = bench.of("coin_returned")
    assert set(returned.fields) == {"coin", "cents"}


def test_a_question_is_told_from_a_double_play_by_its_blinking_lamp() -> None:
    """Galacho: after a small prize DOUBLE blinks; with money for two plays it only shines."""
    found = search(load_model("galacho"), prize_next(20), Budget(50, 5), "00")
    assert found is not None
    bench = stand(found, "galacho")
    assert bench.lit("double") and not bench.asks()
    bench.press("start")
    bench.settle()
    assert bench.asks() and bench.prizes == 0
    bench.keep()
    assert not bench.asks() and bench.prizes == found.plays[-1].won_cents


# -- search and approach ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "wish", "budget"),
    [
        ("cierzo", prize_next(2_000), Budget(2_000, 12)),
        ("cierzo", double_next(1_000, 20), Budget(2_000, 12)),
        ("galacho", prize_next(4_000), Budget(2_000, 5)),
        ("monegros", prize_next(2_000), Budget(2_000, 5)),
        ("moncayo", prize_next(1_200_000), Budget(20_000, 60)),
        ("mudejar", prize_next(100_000), Budget(20_000, 20)),
    ],
)
def test_the_machine_plays_what_the_search_found(model: str, wish: Wish, budget: Budget) -> None:
    """A key found by the core brings its prize on the cabinet, by coins and buttons alone."""
    found = search(load_model(model), wish, budget, "00")
    assert found is not None and found.tried <= budget.keys and found.play <= budget.plays
    bench = stand(found, model, wish.entries)
    play = bench.play("double" if wish.entries == 2 else "start")
    assert play.prize_cents == found.plays[-1].won_cents
    assert len(bench.starts) == found.play


def test_a_pot_is_searched_too() -> None:
    """Of a machine of chance with pots: a play that hits one."""
    model = next(load_model(name) for name in DRAWN if load_model(name).pots)
    found = search(model, pot_next(len(model.pots) - 1), Budget(3_000, 100), "00")
    assert found is None or len(model.pots) - 1 in found.plays[-1].pots


def test_the_meter_stands_near_its_maximum() -> None:
    """Prizes add up to what was wished for, and not to more."""
    found = search(load_model("cierzo"), meter_near(2_000, 80, 2), Budget(2_000, 60), "00")
    assert found is not None
    assert 1_920 <= sum(play.won_cents for play in found.plays) < 2_000
    bench = on_the_bench("cierzo", seed=found.seed)
    approach(bench, found.play, entries=2)
    assert bench.prizes == sum(play.won_cents for play in found.plays)


def test_what_the_budget_does_not_reach_is_not_examined(tmp_path: Path) -> None:
    """80 EUR in the first five plays: no key has it, and the finding says what was tried."""
    exam = Examination(Sample.of("cierzo"), "quick", "00", tmp_path)
    prepared = prepare(exam, prize_next(8_000), Budget(20, 5), Budget(10, 8))
    assert prepared.found is None
    finding = prepared.refused
    assert finding.grade is Grade.NO_EXAMINADO
    assert "20 claves de 5 partidas, 10 claves de 8 partidas" in finding.said.es
    assert "80,00 EUR" in finding.said.es and "80.00 EUR" in finding.said.en


def test_the_same_examination_prepares_the_same_machine(tmp_path: Path) -> None:
    """The key follows from the seed of the check, so that a report repeats."""

    def made(seed: str) -> Prepared:
        return prepare(
            Examination(Sample.of("cierzo"), "quick", seed, tmp_path), prize_next(400), Budget(500, 5)
        )

    assert made("00").as_dict() == made("00").as_dict() != made("01").as_dict()


def test_a_machine_of_record_is_never_prepared() -> None:
    """Without a seed its key is its own; and one that has played is not fresh."""
    with pytest.raises(PrepareError, match="machine of record must not be prepared"):
        approach(Bench(Cabinet("cierzo")), 1)
    bench = on_the_bench("cierzo")
    approach(bench, 1)
    bench.clicks()
    with pytest.raises(PrepareError, match="must be fresh"):
        approach(bench, 1)


def test_an_empty_purse_is_said_by_name() -> None:
    """Nobody plays without money."""
    with pytest.raises(PrepareError, match="purse must hold"):
        ready(on_the_bench("cierzo", purse={}))
