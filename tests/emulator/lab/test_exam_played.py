# SPDX-License-Identifier: MIT
"""Whole cycles and measured returns: right machines are green, a mutant of each figure turns its row red."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from exam_rig import done, grades, other_law, same_bytes

from emulator.lab.checks import played_chance, played_cycle
from emulator.lab.exam.finding import Grade, Method
from machines.support.plain import Json

# One machine step by step is enough for a mutant.
FEW = ((3, 1),) * 3
OK, BAD, OPEN = Grade.CONFORME, Grade.NO_CONFORME, Grade.NO_EXAMINADO


@pytest.fixture(autouse=True)
def few_machines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played_cycle, "MACHINES", FEW)


# --- cycles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["cierzo", *(pytest.param(name, marks=pytest.mark.long) for name in ("galacho", "monegros", "bochorno"))],
)
def test_two_cycles_of_every_machine_are_green(name: str, tmp_path: Path) -> None:
    found = done("played_cycle", name, tmp_path)
    assert set(grades(found).values()) == {OK}
    assert sorted(found) == ["B-06", "B-07", "B-08", "B-09"]
    windows = json.loads((tmp_path / "windows.json").read_text())
    assert all(len(one["cycles_cents"]) == 2 for one in windows["machines"])
    assert all(len(one["blocks_cents"]) == 8 for one in windows["machines"])


@pytest.mark.long
def test_evidence_of_cycles_repeats(tmp_path: Path) -> None:
    for turn in "ab":
        done("played_cycle", "cierzo", tmp_path / turn)
    assert same_bytes(tmp_path / "a", tmp_path / "b")


@pytest.mark.parametrize(
    ("row", "value", "red"),
    [
        ("B-07", 81, "B-07"),
        pytest.param("B-08", 71, "B-08", marks=pytest.mark.long),
        pytest.param("B-04", 7_999, "B-06", marks=pytest.mark.long),
        pytest.param("B-05", 8_019, "B-06", marks=pytest.mark.long),
    ],
)
def test_a_stricter_limit_is_missed(
    row: str, value: int, red: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_law(monkeypatch, row, value=value)
    found = grades(done("played_cycle", "cierzo", tmp_path))
    assert [one for one, grade in found.items() if grade == BAD] == [red]


@pytest.mark.long
def test_a_class_shifted_is_seen_play_by_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    walk = played_cycle.walk

    def shifted(*args: Any, **options: Any) -> played_cycle.Walked:
        one = walk(*args, **options)
        least = int(one.won_cents[one.won_cents > 0].min())
        return replace(one, won_cents=np.where(one.won_cents == least, 2 * least, one.won_cents))

    monkeypatch.setattr(played_cycle, "walk", shifted)
    found = grades(done("played_cycle", "cierzo", tmp_path))
    assert (found["B-07"], found["B-09"]) == (BAD, BAD)


def test_a_campaign_a_cent_away_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = played_cycle.run_campaign
    monkeypatch.setattr(
        played_cycle, "run_campaign", lambda *a, **o: replace(c := run(*a, **o), won_cents=c.won_cents + 1)
    )
    assert grades(done("played_cycle", "cierzo", tmp_path))["B-07"] == BAD


@pytest.mark.long
def test_chained_prizes_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that keeps the prizes of each thousand plays together pays the same and chains them."""
    walk = played_cycle.walk

    def chained(*args: Any, **options: Any) -> played_cycle.Walked:
        one = walk(*args, **options)
        rows = one.classes[: len(one.classes) // 1000 * 1000].reshape(-1, 1000)
        return replace(one, classes=np.sort(rows, axis=1).ravel())

    monkeypatch.setattr(played_cycle, "walk", chained)
    found = grades(done("played_cycle", "cierzo", tmp_path))
    assert [row for row, grade in found.items() if grade == BAD] == ["B-06"]


@pytest.mark.long
def test_raises_by_chance_must_be_as_likely_as_declared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = played_cycle.run_campaign
    monkeypatch.setattr(
        played_cycle,
        "run_campaign",
        lambda *a, **o: replace(c := run(*a, **o), won_cents=c.won_cents + 10 * int(c.variance_cents2**0.5)),
    )
    assert grades(done("played_cycle", "galacho", tmp_path))["B-07"] == BAD


# --- returns --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["aneto", *(pytest.param(name, marks=pytest.mark.long) for name in ("mudejar", "moncayo_nacional"))],
)
def test_the_return_of_every_machine_of_chance_is_green(name: str, tmp_path: Path) -> None:
    found = done("played_chance", name, tmp_path)
    assert grades(found) == {"C-01": OK, "C-06": OK}
    assert found["C-06"].method == Method.SAMPLED
    for bet in json.loads((tmp_path / "convergence.json").read_text())["bets"]:
        assert bet["points"][-1]["plays"] == bet["plays_worked_out"]
        assert len(bet["points"]) == played_chance.POINTS


def test_the_count_is_worked_out_from_the_exact_variance(tmp_path: Path) -> None:
    """(2.575829 x 4.76056 / 0.005)^2 plays of Moncayo bring its half width to 0.5 %, and not below."""
    found = done("played_chance", "moncayo_nacional", tmp_path)
    figure = found["C-06"].figures[0]
    assert figure.low is not None and figure.high is not None
    assert figure.high - figure.low == pytest.approx(1.0, abs=1e-6)
    assert "6014652" in found["C-06"].said.es


@pytest.mark.long
def test_evidence_of_returns_repeats(tmp_path: Path) -> None:
    for turn in "ab":
        done("played_chance", "moncayo_nacional", tmp_path / turn)
    assert same_bytes(tmp_path / "a", tmp_path / "b")


@pytest.mark.parametrize(("value", "grade"), [(90, BAD), (87, OPEN), (85, OK)])
def test_a_limit_above_within_and_below_the_interval(
    value: int, grade: Grade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The return is 86.83 %: a limit of 87 % lies within +-0.5 % of it."""
    other_law(monkeypatch, "C-06", value=value)
    assert grades(done("played_chance", "moncayo_nacional", tmp_path))["C-06"] == grade


def test_prizes_of_other_odds_are_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sheet = played_chance.par_sheet

    def other(model: Any) -> Json:
        """Two prizes change places."""
        rows = [dict(row) for row in sheet(model)["prizes"]]
        rows[0]["probability"], rows[1]["probability"] = rows[1]["probability"], rows[0]["probability"]
        return {"prizes": rows}

    monkeypatch.setattr(played_chance, "par_sheet", other)
    assert grades(done("played_chance", "moncayo", tmp_path)) == {"C-01": BAD, "C-06": OK}


def test_a_return_that_is_not_the_exact_one_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = played_chance.Series.__post_init__

    def other(series: played_chance.Series) -> None:
        kept(series)
        exact = series.work.exact

        class Off:
            """The plays, whose mean is told a little too high."""

            def __getattr__(self, name: str) -> Any:
                return getattr(work, name)

            def exact(self, plays: int) -> tuple[Fraction, Fraction]:
                found = exact(plays)
                assert found is not None
                return found[0] * Fraction(101, 100), found[1]

        work, series.work = series.work, Off()  # type: ignore[assignment]

    monkeypatch.setattr(played_chance.Series, "__post_init__", other)
    assert grades(done("played_chance", "moncayo", tmp_path))["C-06"] == BAD
