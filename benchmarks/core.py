# SPDX-License-Identifier: MIT
"""
Measures a campaign of the core beside a small portable urn, in one process, in turns.

Both draw a prize without replacement and a window for it, with ChaCha20 words, one thread. Times are the
thread's CPU time; the ratio is the median of the ratios of the turns. Needs a C compiler.

    python benchmarks/core.py --plays 5000000 --turns 9
"""

from __future__ import annotations

import argparse
import importlib
import json
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

from cffi import FFI

import cext

PRIZES_CENTS = (0, 20, 40, 60, 80, 100, 160, 200, 400, 800, 1600, 4000, 8000)
STRATUM = (4012, 420, 230, 120, 80, 60, 40, 20, 10, 4, 2, 1, 1)


def make_tables() -> cext.Tables:
    """Return a machine of three reels with 24 stops and 13 classes, in a cycle of 20,000 plays."""
    strip = [s % 8 for s in range(24)]
    pays: list[tuple[tuple[int, ...], int]] = [((s, s, s), PRIZES_CENTS[5 + s]) for s in range(8)]
    pays += [((s, s, -1), PRIZES_CENTS[1 + s]) for s in range(4)]
    return cext.Tables(
        cext.pack_tables(
            strips=[strip] * 3, rows=3, paylines=[[1, 1, 1]], pays=pays, prizes_cents=PRIZES_CENTS,
            strata=[STRATUM] * 4, price_cents=20, simultaneous_max=2, hold=True,
        )
    )  # fmt: skip


def build_baseline(folder: Path) -> ModuleType:
    """Compile baseline.c with the core's own flags and return the module."""
    ffi = FFI()
    ffi.cdef("""
        uint64_t baseline_run(const uint16_t *plan, size_t strata, size_t classes, const uint32_t *first,
            const uint16_t *windows, uint64_t plays, uint64_t *counts);
    """)
    source = Path(__file__).with_name("baseline.c").read_text(encoding="utf-8")
    ffi.set_source("_baseline", source, extra_compile_args=["-O3", "-std=c99"])
    ffi.compile(tmpdir=str(folder))
    sys.path.insert(0, str(folder))
    return importlib.import_module("_baseline")


def baseline_of(tables: cext.Tables, module: ModuleType, plays: int) -> Callable[[], list[int]]:
    """Return a call that makes ``plays`` plays of the baseline and returns its counts."""
    ffi, classes = module.ffi, len(tables.prizes_cents)
    windows: list[int] = []
    first = [0]
    for k in range(classes):
        for stops in tables.windows(k):
            number = 0
            for stop, radix in zip(stops, tables.stops, strict=True):
                number = number * radix + stop
            windows.append(number)
        first.append(len(windows))
    plan = ffi.new("uint16_t[]", [n for entries in tables.strata for n in entries])
    arrays = (ffi.new("uint32_t[]", first), ffi.new("uint16_t[]", windows))
    counts = ffi.new("uint64_t[]", classes)

    def run() -> list[int]:
        module.lib.baseline_run(plan, len(tables.strata), classes, *arrays, plays, counts)
        return list(counts)

    return run


def timed(call: Callable[[], object]) -> float:
    """Return the thread's CPU seconds of one call."""
    start = time.thread_time()
    call()
    return time.thread_time() - start


def measure(plays: int, turns: int) -> dict[str, object]:
    """Return rates in plays a second and the ratio of core to baseline."""
    tables = make_tables()
    with tempfile.TemporaryDirectory() as folder:
        baseline = baseline_of(tables, build_baseline(Path(folder)), plays)

        def core() -> list[int]:
            return list(cext.campaign(tables, bytes(32), 0, plays)[1].counts)

        if core() != baseline():
            raise SystemExit("core and baseline draw different prizes")
        times = [(timed(core), timed(baseline)) for _ in range(turns)]
    state, steps = cext.new_state(tables, bytes(32)), 20_000

    def single_steps() -> None:
        after = state
        for _ in range(steps):
            after, _ = cext.step_bytes(tables, after, 1, 0)

    return {
        "plays": plays,
        "turns": turns,
        "core_plays_per_second": round(plays / statistics.median(core for core, _ in times)),
        "baseline_plays_per_second": round(plays / statistics.median(base for _, base in times)),
        "ratio": round(statistics.median(base / core for core, base in times), 3),
        "steps_per_second": round(steps / timed(single_steps)),
        "tables_bytes": len(tables.blob),
    }


def main() -> None:
    """Read the arguments, measure, print one JSON object."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--plays", type=int, default=4_000_000, help="plays of a turn; whole cycles of 20,000"
    )
    parser.add_argument("--turns", type=int, default=9)
    chosen = parser.parse_args()
    print(json.dumps(measure(chosen.plays, chosen.turns), indent=2))


if __name__ == "__main__":
    main()
