# SPDX-License-Identifier: MIT
"""Campaigns on a real dask cluster of two processes: the same bits, also when a worker dies."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from campaign_helpers import figures
from running_cluster import RunningCluster

import cext
from emulator.lab import campaign_cluster
from emulator.lab.campaign import CampaignError, InterruptedCampaignError, Running, run_campaign
from emulator.lab.campaign_pieces import Sizes
from emulator.lab.cluster import ClusterError
from machines.model import ChanceModel, CycleModel, load_cycle, load_model

pytestmark = [
    # Workers that run none of these tests need not import the library, which takes a second.
    pytest.mark.skipif(find_spec("distributed") is None, reason="needs dask's distributed"),
    # It leaves sockets to the garbage collector when a peer dies.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

PLAYS = 40_000_000


@pytest.fixture(scope="module")
def cluster() -> Iterator[RunningCluster]:
    running = RunningCluster()
    yield running
    running.close()


@pytest.fixture(scope="module")
def cierzo() -> CycleModel:
    return load_cycle("cierzo")


@pytest.fixture(scope="module")
def with_threads(cierzo: CycleModel) -> dict[str, Any]:
    return figures(run_campaign(cierzo, PLAYS, machines=2, seed="0123"))


@pytest.fixture(autouse=True)
def short_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two million plays: some of them are under way whenever something happens."""
    monkeypatch.setattr(campaign_cluster.Cluster, "sizes", Sizes(1 << 21, 1 << 21))


def test_a_cluster_gives_the_same_bits(
    cluster: RunningCluster, cierzo: CycleModel, with_threads: dict[str, Any]
) -> None:
    assert figures(run_campaign(cierzo, PLAYS, machines=2, seed="0123", cluster=cluster.url)) == with_threads


def test_a_cluster_plays_machines_of_chance_with_their_pots(
    cluster: RunningCluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(campaign_cluster.Cluster, "sizes", Sizes(1 << 16, 1 << 16))
    aneto = load_model("aneto")
    assert isinstance(aneto, ChanceModel)
    told = [
        figures(run_campaign(aneto, 250_000, machines=3, seed="0123", gamble_rounds=2, cluster=url))
        for url in (cluster.url, None)
    ]
    assert told[0] == told[1]


def test_an_interrupted_cluster_is_gone_on_with_by_threads(
    cluster: RunningCluster, cierzo: CycleModel, with_threads: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "campaign.json"

    def interrupt(now: Running) -> None:
        if now.rtp_percent is not None:  # parts are entered
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(InterruptedCampaignError):
        run_campaign(
            cierzo, PLAYS, machines=2, seed="0123", cluster=cluster.url, checkpoint=path, progress=interrupt
        )
    assert json.loads(path.read_text())["totals"]["done"] > 0
    assert figures(run_campaign(cierzo, PLAYS, machines=2, checkpoint=path, resume=True)) == with_threads


def test_a_worker_with_another_core_is_an_error_that_names_both(
    cluster: RunningCluster, cierzo: CycleModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = campaign_cluster.core_digest()
    monkeypatch.setattr(campaign_cluster, "core_digest", lambda: "00" * 32)
    with pytest.raises(CampaignError) as caught:
        run_campaign(cierzo, PLAYS, seed="0123", cluster=cluster.url)
    assert str(caught.value) == f"every worker must have core {'00' * 32} (got {theirs})"
    assert "pip install" in caught.value.hint


def test_an_error_of_a_worker_arrives(
    cluster: RunningCluster, cierzo: CycleModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = campaign_cluster.Cluster._submit

    def damaged(pool: Any, piece: Any) -> None:
        recipe = pool._work.recipe
        other = recipe._replace(blob=recipe.blob[:-1] + bytes([recipe.blob[-1] ^ 1]))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pool._work, "recipe", other)
            honest(pool, piece)

    monkeypatch.setattr(campaign_cluster.Cluster, "_submit", damaged)
    with pytest.raises(cext.CoreError, match="tables blob and its SHA-256 differ"):
        run_campaign(cierzo, PLAYS, seed="0123", cluster=cluster.url)


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_worker_killed_in_the_middle_changes_nothing(
    cluster: RunningCluster, cierzo: CycleModel, with_threads: dict[str, Any]
) -> None:
    """Both workers have a piece under way whenever one has just come back. Its nanny starts another."""
    pids = cluster.pids

    def kill(now: Running) -> None:
        if now.done and pids:
            assert now.done < now.total
            os.kill(pids.pop(), signal.SIGKILL)

    campaign = run_campaign(cierzo, PLAYS, machines=2, seed="0123", cluster=cluster.url, progress=kill)
    assert len(pids) < 2
    assert figures(campaign) == with_threads


@pytest.mark.long
def test_an_address_where_nobody_answers_is_refused(
    cierzo: CycleModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emulator.lab.cluster.CONNECT_S", 1)
    for url in ("tcp://127.0.0.1:9", "nonsense"):
        with pytest.raises(ClusterError, match="cluster must be the address of a dask scheduler"):
            run_campaign(cierzo, 100, seed="00", cluster=url)
