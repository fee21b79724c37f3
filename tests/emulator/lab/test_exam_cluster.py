# SPDX-License-Identifier: MIT
"""The checks of an examination on a real dask cluster: the same bytes, also when a worker dies."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from running_cluster import RunningCluster

from emulator.lab.cluster import ClusterError
from emulator.lab.exam import cluster as exam_cluster
from emulator.lab.exam.catalogue import shipped
from emulator.lab.exam.cluster import examine_on
from emulator.lab.exam.folder import ExamError, check_folder
from emulator.lab.exam.sample import Sample
from emulator.lab.exam.work import Orders, examine

pytestmark = [
    # Workers that run none of these tests need not import the library, which takes a second.
    pytest.mark.skipif(find_spec("distributed") is None, reason="needs dask's distributed"),
    # It leaves sockets to the garbage collector when a peer dies.
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
]

CHECKS = [check for check in shipped() if check.id in {"declared", "price", "credits"}]
ORDERS = Orders("quick", "00")


@pytest.fixture(scope="module")
def cluster() -> Iterator[RunningCluster]:
    running = RunningCluster()
    yield running
    running.close()


@pytest.fixture(scope="module")
def sample() -> Sample:
    return Sample.of("cierzo")


def files_in(folder: Path) -> dict[str, bytes]:
    """Every file, by name."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


@pytest.mark.long
def test_workers_leave_the_same_bytes(cluster: RunningCluster, sample: Sample, tmp_path: Path) -> None:
    found = {
        check.id: rows for check, rows in examine_on(cluster.url, sample, ORDERS, CHECKS, tmp_path / "far")
    }
    here = {
        check.id: examine(check, sample, ORDERS, check_folder(tmp_path / "near", check.id))
        for check in CHECKS
    }
    assert found == here
    assert files_in(tmp_path / "far") == files_in(tmp_path / "near") != {}


@pytest.mark.long
def test_a_worker_with_another_core_is_an_error_that_names_both(
    cluster: RunningCluster, sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = exam_cluster.core_digest()
    monkeypatch.setattr(exam_cluster, "core_digest", lambda: "00" * 32)
    with pytest.raises(ExamError) as caught:
        list(examine_on(cluster.url, sample, ORDERS, CHECKS[:1], tmp_path))
    assert str(caught.value) == f"every worker of {cluster.url} must have core {'00' * 32} (got {theirs})"
    assert "pip install" in caught.value.hint
    assert files_in(tmp_path) == {}


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_check_whose_worker_dies_is_done_by_another(
    cluster: RunningCluster, sample: Sample, tmp_path: Path
) -> None:
    """Both workers are at work when the first check is back, and a nanny starts another for each."""
    pids = cluster.pids
    found = set()
    for check, _ in examine_on(cluster.url, sample, ORDERS, CHECKS, tmp_path):
        found.add(check.id)
        while pids:
            os.kill(pids.pop(), signal.SIGKILL)
    assert found == {check.id for check in CHECKS}


@pytest.mark.long
def test_a_check_that_kills_every_worker_ends_the_examination(
    cluster: RunningCluster, sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exam_cluster, "result", lambda future: None)
    with pytest.raises(ExamError, match="must not lose its worker more than 3 times"):
        list(examine_on(cluster.url, sample, ORDERS, CHECKS[:1], tmp_path))


@pytest.mark.long
def test_an_address_where_nobody_answers_is_refused(
    sample: Sample, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("emulator.lab.cluster.CONNECT_S", 1)
    with pytest.raises(ClusterError, match="cluster must be the address of a dask scheduler") as caught:
        list(examine_on("tcp://127.0.0.1:9", sample, ORDERS, CHECKS, tmp_path))
    assert "dask scheduler starts one" in caught.value.hint
