# SPDX-License-Identifier: MIT
"""azar table simulate: the same counts on any number of threads, stopped or not, judged at four sigma."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any

import pytest

from emulator import cli
from emulator.lab.table_campaign import InterruptedTableCampaignError, TableCampaign
from machines.tables.pocket_campaign import PocketCounter

KEY = bytes(range(32))


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PocketCounter, "piece", 1_000)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_any_number_of_threads_counts_the_same(jobs: int) -> None:
    asked = TableCampaign("french-roulette", units=10_500, key=KEY, first=77)
    assert [units for _, units in asked.pieces()] == [1_000] * 10 + [500]
    told: list[tuple[int, int]] = []
    counts = asked.run(jobs, progress=lambda done, of: told.append((done, of)))
    assert (counts == asked.counter.count(KEY, first=77, units=10_500)).all()
    assert told[-1] == (10_500, 10_500)
    assert len(told) == 11


@pytest.mark.usefixtures("small")
def test_who_stops_it_keeps_what_is_counted() -> None:
    asked = TableCampaign("boule", units=50_000, key=KEY)

    def stop(done: int, of: int) -> None:
        if done == 3_000:
            raise KeyboardInterrupt

    with pytest.raises(InterruptedTableCampaignError, match="3,000 of 50,000") as error:
        asked.run(2, progress=stop)
    assert (error.value.counts == asked.counter.count(KEY, first=0, units=3_000)).all()


def printed(capsys: pytest.CaptureFixture[str], *line: str, status: int = 0) -> Any:
    assert cli.run(["table", "simulate", *line, "--json"]) == status
    return json.loads(capsys.readouterr().out)


def test_the_command_names_every_bet_and_its_exact_mean(capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "craps", "--units", "1e5", "--seed", "07", "--bet", "field", "--bet", "win")
    assert [row["spot"] for row in found["bets"]] == ["win", "field"]
    assert found["bets"][1]["settled"] == 100_000
    assert found["bets"][1]["exact_mean"] == pytest.approx(-1 / 18)
    again = printed(capsys, "craps", "--units", "1e5", "--seed", "07", "--bet", "win", "--jobs", "1")
    assert again["bets"][0]["gains"] == found["bets"][0]["gains"]
    shoes = printed(capsys, "punto-y-banca", "--units", "200", "--seed", "00")
    assert shoes["unit"] == "shoes"
    assert 55 < shoes["facts"]["coups of a shoe"] < 66
    assert cli.run(["table", "simulate", "punto-y-banca", "--units", "1000", "--fresh", "--seed", "00"]) == 0
    assert re.search(r"tie +1,000 ", capsys.readouterr().out)


@pytest.mark.long
def test_the_count_of_whole_shoes_is_told_beside_them(capsys: pytest.CaptureFixture[str]) -> None:
    # The mean square of two hands takes ten seconds; what is counted is held to a table by the core's tests.
    line = ("black-jack", "--units", "3000", "--seed", "00", "--rule", "seats=2")
    found = printed(capsys, *line, "--count")
    rows = found["counts"]
    assert [row["true_count"] for row in rows] == [*range(-10, 11)]
    assert sum(row["rounds"] for row in rows) == found["bets"][0]["settled"]
    assert sum(row["insured"] for row in rows) == found["bets"][-1]["settled"]
    assert set(found["gains_from"]) == {"a stake", "an insurance"}
    assert "counts" not in printed(capsys, *line)
    assert cli.run(["table", "simulate", *line, "--count"]) == 0
    said = capsys.readouterr()
    assert re.search(r"\+10 +\d+ +0\.\d{3} +[+-]0\.\d{5}", said.out)
    assert re.search(r"a stake gains from .* by 2 sigma", said.err)


def test_a_mean_far_from_the_exact_one_ends_with_status_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = PocketCounter.count

    def biased(self: PocketCounter, key: bytes, **more: Any) -> Any:
        counts = honest(self, key, **more)
        counts[0, 0] += 20 * counts.sum() // 1_000
        return counts

    monkeypatch.setattr(PocketCounter, "count", biased)
    assert cli.run(["table", "simulate", "boule", "--units", "1e6", "--seed", "00"]) == 1
    said = capsys.readouterr()
    assert "means must lie within 4 sigma" in said.err
    assert "counts it again" in said.err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (["boule", "--units", "1.5"], "--units must be whole"),
        (["boule", "--units", "many"], "--units must be a number"),
        (["boule", "--units", "0"], "--units must be whole"),
        (["boule", "--fresh"], "a game with a shoe"),
        (["boule", "--count"], "--count must be asked of whole shoes"),
        (["black-jack", "--count", "--fresh"], "(got black-jack --fresh)"),
        (["black-jack", "--rule", "seats=1"], "seats must be 2 or more"),
        (["boule", "--bet", "77"], "--bet must be a spot of boule"),
        (["poker"], "game must be one of"),
    ],
)
def test_the_command_says_what_is_wrong(
    line: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["table", "simulate", *line]) != 0
    assert says in capsys.readouterr().err


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    from running_cluster import RunningCluster

    running = RunningCluster()
    yield running
    running.close()


@pytest.mark.long
@pytest.mark.skipif(find_spec("distributed") is None, reason="needs dask's distributed")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
@pytest.mark.parametrize("game", ["craps", "punto-y-banca"])
def test_a_cluster_counts_the_same(game: str, cluster: Any) -> None:
    asked = TableCampaign(game, units=3 << 24 if game == "craps" else 3 << 15, key=KEY)
    here, there = asked.run(2), asked.run(cluster=cluster.url)
    assert [row.gains for row in asked.counter.results(here)] == [
        row.gains for row in asked.counter.results(there)
    ]
