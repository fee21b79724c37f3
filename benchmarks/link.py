# SPDX-License-Identifier: MIT
"""
Load of a carrousel controller: many machines over TCP, every play acknowledged when it is durable.

    python benchmarks/link.py                        # 200 machines, 10 plays a second each, SQLite, 60 s
    python benchmarks/link.py --store postgresql:///azar?host=/run/postgresql
    python benchmarks/link.py --machines 200 --plays 10 --seconds 10 --json

The controller runs in a process of its own, the machines in this one. No machine of type C plays 10 times a
second, so the controller's clock of rates runs faster: every bound is looked at and none is reached. A
play's time runs from the machine's commit to the acknowledgement. At the end the books are audited, and
every machine's meters compared. The disk's own figures are taken by themselves afterwards: a commit waits
as long as the disk does. Beside the load a process on each core sleeps a millisecond at a time: when it
wakes much too late, that core stood still, and the plays of those moments are told apart ("awake" leaves
them out).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from emulator.hall.demo import hurry_for
from emulator.link.audit import audit
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.rules import read_definition
from emulator.link.visitors import Visitors

LINK_KEY = bytes(range(32))


def definition(machines: int) -> str:
    """A link of so many tables: no model to load; a mystery is drawn in every play."""
    rows = ", ".join(f'{{ number = {i + 1}, model = "veruela" }}' for i in range(machines))
    return f"""
kind = "superjackpot"
place = "casino"
machines = [{rows}]
[[pots]]
base_cents = 100000
limit_cents = 1000000
share = "1/100"
reserve = "1/300"
hit = "mystery"
mystery = "1/2000"
[[pots]]
base_cents = 0
limit_cents = 1000
share = "1/1000"
hit = "combination"
prizes = ["1"]
[permit]
number = "load"
machines = {machines}
models = ["veruela"]
method = "azlk/1"
prizes = ["combination", "mystery"]
maximum_cents = 1001000
"""


def serve(where: str, hurry: int, ready: Any, done: Any) -> None:
    """The controller's process; its clock of rates is as much faster as its machines are than the law."""
    import asyncio

    from emulator.link.server import LinkServer

    server = LinkServer(lambda: open_store(where), LINK_KEY, print, hurry)

    async def until_done() -> None:
        task = asyncio.create_task(server.run("127.0.0.1", 0, None, ready.put))
        await asyncio.get_running_loop().run_in_executor(None, done.get)
        task.cancel()

    began = time.process_time()
    asyncio.run(until_done())
    ready.put(time.process_time() - began)


def percentile(values: list[float], share: float) -> float:
    """The value that this share of all do not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def above(values: list[float], bound: float) -> float:
    """How many of them are above the bound, in percent."""
    return round(100 * sum(value > bound for value in values) / len(values), 2)


def disk(folder: Path, seconds: float) -> dict[str, Any]:
    """What fdatasync of 16 KiB takes by itself in this folder, and the share of time in calls above 50 ms."""
    file = os.open(folder / "disk.probe", os.O_RDWR | os.O_CREAT)
    os.write(file, bytes(1 << 20))
    os.fsync(file)
    times: list[float] = []
    while sum(times) < seconds * 1_000:
        began = time.monotonic()
        os.pwrite(file, bytes([len(times) % 256]) * 16_384, len(times) * 16_384 % (1 << 20))
        os.fdatasync(file)
        times.append((time.monotonic() - began) * 1_000)
    os.close(file)
    stalled = sum(value for value in times if value > 50) / sum(times)
    return {
        "disk_p50_ms": round(percentile(times, 0.5), 1), "disk_p99_ms": round(percentile(times, 0.99), 1),
        "disk_worst_ms": round(max(times), 1), "disk_stalled_percent": round(100 * stalled, 1),
    }  # fmt: skip


STOOD_STILL_S = 0.02
AFTER_S = 0.05  # what waited in a gap is worked off


def sleep_beside(core: int, begun: Any, gaps: Any, done: Any) -> None:
    """A process that sleeps on a core, and when it was woken much too late: (from, to) in seconds."""
    os.sched_setaffinity(0, {core})
    begun.put(None)
    found = []
    while done.empty():
        began = time.monotonic()
        time.sleep(0.001)
        ended = time.monotonic()
        if ended - began > STOOD_STILL_S:
            found.append((began, ended))
    gaps.put(found)


def awake(visitors: Visitors, gaps: list[tuple[float, float]]) -> list[float]:
    """The times of the plays that were not under way while the computer stood still."""
    return [
        took_ms
        for took_ms, ended in zip(visitors.latencies_ms, visitors.ended_s, strict=True)
        if not any(ended > start and ended - took_ms / 1_000 < end + AFTER_S for start, end in gaps)
    ]


def awake_figures(times: list[float], of: int) -> dict[str, Any]:
    """What the plays of a computer that goes on took."""
    return {
        "awake_plays_percent": round(100 * len(times) / of, 1),
        "awake_p99_ms": round(percentile(times, 0.99), 1),
        "awake_above_50_ms_percent": above(times, 50.0),
    }  # fmt: skip


def run(where: str, machines: int, plays: float, seconds: float) -> dict[str, Any]:
    """One load; the figures, and whether the books are equal."""
    store = open_store(where)
    made = read_definition(definition(machines))
    Controller.create(store, made, os.urandom(32)).close()
    hurry = hurry_for(made.bounds[1].play_min_us, plays)
    context = multiprocessing.get_context("spawn")
    ready, done = context.Queue(), context.Queue()
    process = context.Process(target=serve, args=(where, hurry, ready, done))
    process.start()
    port = ready.get()
    visitors = Visitors(
        range(1, machines + 1), LINK_KEY, "127.0.0.1", port, stake_mc=600_000, plays_per_second=plays
    )
    visitors.connect()
    visitors.quiet()
    begun, gaps, over = context.Queue(), context.Queue(), context.Queue()
    cores = sorted(os.sched_getaffinity(0))
    sleepers = [context.Process(target=sleep_beside, args=(core, begun, gaps, over)) for core in cores]
    for sleeper in sleepers:  # they need the cores for half a second to begin with, which is no load of ours
        sleeper.start()
    while begun.qsize() < len(sleepers):
        visitors.turn(playing=False)
    began, cpu = time.monotonic(), time.process_time()
    visitors.run(seconds)
    took, cpu = time.monotonic() - began, time.process_time() - cpu
    over.put(None)
    stood_still = [gap for _ in sleepers for gap in gaps.get()]
    for sleeper in sleepers:
        sleeper.join()
    held = visitors.quiet()
    visitors.close()
    done.put(None)
    server_cpu = ready.get()
    process.join()
    times = visitors.latencies_ms
    return {
        "store": where.partition(":")[0] if "://" in where else "sqlite",
        "machines": machines, "plays_per_second_each": plays, "seconds": round(took, 1),
        "acknowledged": len(times), "per_second": round(len(times) / took),
        "not_allowed_in_time": sum(one.late for one in visitors.visitors),
        "p50_ms": round(percentile(times, 0.5), 1), "p99_ms": round(percentile(times, 0.99), 1),
        "above_50_ms_percent": above(times, 50.0),
        "computer_stood_still_percent": round(
            100 * sum(e - b for b, e in stood_still) / took / len(cores), 2
        ),
        **awake_figures(awake(visitors, stood_still), len(times)),
        "p999_ms": round(percentile(times, 0.999), 1), "worst_ms": round(max(times), 1),
        "controller_cpu": round(server_cpu / took, 2), "machines_cpu": round(cpu / took, 2),
        "all_acknowledged": held, **books(where, visitors),
    }  # fmt: skip


def books(where: str, visitors: Visitors) -> dict[str, Any]:
    """The audit, and the machines' own meters beside it."""
    store = open_store(where)
    found = audit(store)
    store.close()
    rows = {row["number"]: row for row in found.machines}
    equal = all(
        (rows[v.number]["seq"], rows[v.number]["staked_mc"]) == (v.port.next_seq - 1, v.port.staked_mc)
        and rows[v.number]["won_cents"] == v.port.won_cents
        for v in visitors.visitors
    )
    return {
        "commits": found.commits, "plays_a_commit": round(found.plays / max(1, found.commits), 1),
        "hits": found.pots[0].hits, "audit": found.problems or "sound", "meters_equal": equal,
    }  # fmt: skip


def main() -> None:
    """Read the command line and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--machines", type=int, default=200)
    parser.add_argument("--plays", type=float, default=10.0, help="a second, of each machine")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument(
        "--store", help="SQLite file or postgresql:// address without a link; a new file if absent"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        where = options.store or str(Path(folder) / "link.db")
        figures = run(where, options.machines, options.plays, options.seconds)
        figures |= disk(Path(folder), 8.0)
    if options.json:
        print(json.dumps(figures, indent=2))
    else:
        for name, value in figures.items():
            print(f"{name:24} {value}")


if __name__ == "__main__":
    main()
