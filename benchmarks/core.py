# SPDX-License-Identifier: MIT
"""
Measures campaigns of the prize cycle by every kernel, with windows and of prizes only, in turns.

Beside them: numpy's permutation of a cycle's prizes, and a small portable urn in C that draws a prize without
replacement and a window for it with ChaCha20 words. One thread; times are the thread's CPU time, a ratio is
the median of the ratios of the turns. Needs a C compiler.

    python benchmarks/core.py --plays 5000000 --turns 9
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from turns import Call, build, in_turns, spent

import cext

PRIZES_CENTS = (0, 20, 40, 60, 80, 100, 160, 200, 400, 800, 1600, 4000, 8000)
STRATUM = (4012, 420, 230, 120, 80, 60, 40, 20, 10, 4, 2, 1, 1)
NUMPY_KINDS = (np.uint8, np.uint16, np.int64)


def make_tables() -> cext.Tables:
    """Return a machine of three reels with 24 stops and 13 classes, in a cycle of 20,000 plays."""
    strip = [s % 8 for s in range(24)]
    pays: list[tuple[tuple[int, ...], int]] = [((s, s, s), PRIZES_CENTS[5 + s]) for s in range(8)]
    pays += [((s, s, -1), PRIZES_CENTS[1 + s]) for s in range(4)]
    return cext.Tables(
        cext.pack_tables(cext.CycleGame(
            strips=[strip] * 3, rows=3, paylines=[[1, 1, 1]], pays=pays, prizes_cents=PRIZES_CENTS,
            strata=[STRATUM] * 4, price_cents=20, simultaneous_max=2, hold=True,
        ))
    )  # fmt: skip


def build_baseline(folder: Path) -> Any:
    """Compile baseline.c and return the module."""
    declarations = """
        uint64_t baseline_run(const uint16_t *plan, size_t strata, size_t classes, const uint32_t *first,
            const uint16_t *windows, uint64_t plays, uint64_t *counts);
    """
    source = Path(__file__).with_name("baseline.c").read_text(encoding="utf-8")
    return build(folder, "_baseline", declarations, source)


def baseline_of(tables: cext.Tables, module: Any, plays: int) -> Call:
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


def permutation_of(tables: cext.Tables, plays: int, kind: type) -> Call:
    """Return a call that puts whole cycles of prizes in order, ``plays`` in all."""
    counts = np.array(tables.strata).sum(axis=0)
    cycle = np.repeat(np.arange(len(counts)), counts).astype(kind)
    generator = np.random.default_rng(1)

    def run() -> None:
        for _ in range(plays // cycle.size):
            generator.permutation(cycle)

    return run


def campaign_of(tables: cext.Tables, plays: int, kernel: str, display: bool) -> Call:
    """Return a call that makes a campaign and returns its counts."""

    def run() -> list[int]:
        return list(cext.campaign(tables, bytes(32), 0, plays, kernel=kernel, display=display)[1].counts)

    return run


def beside_permutation(plays: int, turns: int, tier: str) -> float:
    """How many times quicker the cycle with windows is than numpy's quickest permutation."""
    tables = make_tables()
    kinds = {kind.__name__: permutation_of(tables, plays, kind) for kind in NUMPY_KINDS}
    times = in_turns({"core": campaign_of(tables, plays, tier, display=True), **kinds}, turns)
    return times.ratio("core", max(kinds, key=lambda kind: times.rate(kind, plays)))


def measure(plays: int, turns: int) -> dict[str, object]:
    """Return rates in plays a second and the ratios."""
    tables = make_tables()
    contenders = {
        f"{mode} {kernel}": campaign_of(tables, plays, kernel, mode == "windows")
        for kernel in cext.cycle_kernels()
        for mode in ("windows", "prizes")
    }
    for kind in NUMPY_KINDS:
        contenders[f"numpy permutation {kind.__name__}"] = permutation_of(tables, plays, kind)
    with tempfile.TemporaryDirectory() as folder:
        contenders["baseline"] = baseline_of(tables, build_baseline(Path(folder)), plays)
        counts = {str(call()) for name, call in contenders.items() if "numpy" not in name}
        if len(counts) != 1:
            raise SystemExit("core and baseline draw different prizes")
        times = in_turns(contenders, turns)
    best = cext.cycle_kernels()[-1]
    quickest = max((name for name in contenders if "numpy" in name), key=lambda name: times.rate(name, plays))
    state, steps = cext.new_state(tables, bytes(32)), 20_000

    def single_steps() -> None:
        after = state
        for _ in range(steps):
            after, _ = cext.step_bytes(tables, after, 1, 0)

    return {
        "plays": plays,
        "turns": turns,
        "plays_per_second": {name: round(times.rate(name, plays)) for name in contenders},
        f"prizes {best} times {quickest}": times.ratio(f"prizes {best}", quickest),
        f"windows {best} times {quickest}": times.ratio(f"windows {best}", quickest),
        f"windows {best} times baseline": times.ratio(f"windows {best}", "baseline"),
        "windows plain times baseline": times.ratio("windows plain", "baseline"),
        "steps_per_second": round(steps / spent(single_steps)),
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
