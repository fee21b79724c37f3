# SPDX-License-Identifier: MIT
"""
Measures campaigns: two threads beside one, and a cluster of two processes beside two threads.

Threads are timed as whole processes, each pair in turn, interpreter and all. The cluster is running already;
what is timed is the campaign, as its scheduler's clients see it. Ratios are medians over the turns, of wall
clock time and of processor time. Where others use the computer wall clock time says nothing; then the ratio
of processor times, times `busy`, is about what two free cores would give: `busy` is for how many processors
the two threads had work, of the time in which they did not stand in the kernel's queue for one (Linux only).
Needs azar[cluster] for the cluster.

    python benchmarks/campaign.py --plays 2000000000 --turns 5
    python benchmarks/campaign.py --model moncayo --plays 1000000000 --no-cluster
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from emulator.lab.campaign import Running, run_campaign
from emulator.lab.campaign_result import Playable
from machines.model import ChanceModel, CycleModel, load_model

CLUSTER = Path(__file__).parents[1] / "tests" / "support" / "campaign_cluster_process.py"


class Cost(NamedTuple):
    """Seconds of wall clock and of processors."""

    wall_s: float
    cpu_s: float


def process_cost(model: str, plays: int, jobs: int) -> tuple[Cost, str]:
    """A whole ``azar simulate``; its cost and the digest that it printed."""
    options = ["--plays", str(plays), "--seed", "00", "--jobs", str(jobs), "--json"]
    # -P: what is installed, not what lies in the folder where this is called.
    command = [sys.executable, "-P", "-m", "emulator", "simulate", model, *options]
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    wall_s, after = time.monotonic() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu_s = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(wall_s, cpu_s), json.loads(told)["digest"]


def call_cost(call: Callable[[], str], processes: Iterable[int] = ()) -> tuple[Cost, str]:
    """A call in this process; what other processes spend meanwhile counts as well."""
    pids = list(processes)
    before, began = time.process_time() + _spent_s(pids), time.monotonic()
    digest = call()
    wall_s = time.monotonic() - began
    return Cost(wall_s, time.process_time() + _spent_s(pids) - before), digest


def _spent_s(pids: list[int]) -> float:
    import psutil

    times = [psutil.Process(pid).cpu_times() for pid in pids]
    return float(sum(spent.user + spent.system for spent in times))


def busy(model: Playable, plays: int) -> float | None:
    """Processors that two threads keep busy, of the time in which they are not kept waiting for one."""
    first: dict[int, tuple[int, int, int]] = {}
    last: dict[int, tuple[int, int, int]] = {}

    def look(now: Running) -> None:
        for thread in threading.enumerate():
            number = thread.native_id
            if number and thread is not threading.main_thread():
                run_ns, queued_ns, _ = Path(f"/proc/self/task/{number}/schedstat").read_text().split()
                last[number] = (time.monotonic_ns(), int(run_ns), int(queued_ns))
                first.setdefault(number, last[number])

    if not Path("/proc/self/schedstat").exists():
        return None
    run_campaign(model, plays, seed="00", jobs=2, progress=look)
    shares = []
    for number, end in last.items():
        wall_ns, run_ns, queued_ns = (b - a for a, b in zip(first[number], end, strict=True))
        if wall_ns > queued_ns:  # seen twice, and not only waiting
            shares.append(run_ns / (wall_ns - queued_ns))
    return round(sum(shares), 3) if shares else None


@contextmanager
def cluster() -> Any:
    """Two worker processes; yields the scheduler's address and the ids of all their processes."""
    import psutil

    process = subprocess.Popen(
        [sys.executable, str(CLUSTER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    told = json.loads(process.stdout.readline())
    try:
        family = psutil.Process(process.pid)
        yield told["url"], [process.pid, *(child.pid for child in family.children(recursive=True))]
    finally:
        process.communicate(timeout=60)


def compare(turns: int, one: Callable[[], tuple[Cost, str]], two: Callable[[], tuple[Cost, str]]) -> Any:
    """Both in turn; medians of how much of each kind of time ``one`` takes for that of ``two``."""
    pairs = []
    for turn in range(turns):
        # Who goes first changes, so that a slow stretch does not always meet the same one.
        if turn % 2:
            second, first = two(), one()
        else:
            first, second = one(), two()
        if first[1] != second[1]:
            raise SystemExit("the two make different plays")
        pairs.append((first[0], second[0]))
    return {
        "wall": round(statistics.median(a.wall_s / b.wall_s for a, b in pairs), 3),
        "cpu": round(statistics.median(a.cpu_s / b.cpu_s for a, b in pairs), 3),
        "wall_s": [(round(a.wall_s, 2), round(b.wall_s, 2)) for a, b in pairs],
        "cpu_s": [(round(a.cpu_s, 2), round(b.cpu_s, 2)) for a, b in pairs],
    }


def measure(name: str, plays: int, turns: int, *, with_cluster: bool) -> dict[str, Any]:
    """All ratios, and plays a second of one thread by its own time."""
    threads = compare(turns, lambda: process_cost(name, plays, 1), lambda: process_cost(name, plays, 2))
    one_cpu_s = statistics.median(one for one, _ in threads["cpu_s"])
    found: dict[str, Any] = {
        "model": name,
        "plays": plays,
        "turns": turns,
        "load": os.getloadavg()[0],
        "plays_per_second_and_core": round(plays / one_cpu_s),
        "one_thread_to_two": threads,
    }
    model = load_model(name)
    assert isinstance(model, ChanceModel | CycleModel)
    found["busy"] = busy(model, plays)
    if with_cluster:
        with cluster() as (url, pids):

            def by_threads() -> str:
                return run_campaign(model, plays, seed="00", jobs=2).digest

            def by_cluster() -> str:
                return run_campaign(model, plays, seed="00", cluster=url).digest

            found["threads_to_cluster"] = compare(
                turns, lambda: call_cost(by_threads), lambda: call_cost(by_cluster, pids)
            )
    return found


def main() -> None:
    """Read the arguments, measure, print one JSON object."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--model", default="cierzo")
    parser.add_argument("--plays", type=int, default=1_000_000_000)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--no-cluster", action="store_true")
    chosen = parser.parse_args()
    found = measure(chosen.model, chosen.plays, chosen.turns, with_cluster=not chosen.no_cluster)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
