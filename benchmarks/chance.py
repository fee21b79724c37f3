# SPDX-License-Identifier: MIT
"""
Measures campaigns and exact counts of the reference game of chance beside what one would use instead.

One process on one pinned core; the contenders take turns within each repeat; times are the thread's CPU
time, a ratio is the median of the repeats' ratios. Every contender fills the same full histogram. Needs a C
compiler, and numba (pip install 'azar[bench]').

    python benchmarks/chance.py --repeats 9
    python benchmarks/chance.py --tier avx2 --only reference_game any_stop_count
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from types import ModuleType

import numpy as np
from cffi import FFI

sys.path.insert(0, str(Path(__file__).resolve().parent))
import chance_contenders as contenders
from reference_game import CAP_CENTS, LINES, PAYS_CENTS, SCATTER_CENTS, make_strips, reference_tables

import cext

CORE = Path(cext.__file__).resolve().parent
KEY = bytes(range(32))
TIERS = ("plain", "avx2", "avx512")

Call = Callable[[], object]


def seconds(call: Call) -> float:
    """Return the thread's CPU seconds of one call."""
    start = time.thread_time()
    call()
    return time.thread_time() - start


def in_turns(calls: Mapping[str, tuple[Call, int]], repeats: int) -> dict[str, list[float]]:
    """Return seconds a unit of work of each call in each repeat; the calls take turns."""
    for call, _ in calls.values():
        call()
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(repeats):
        for name, (call, work) in calls.items():
            times[name].append(seconds(call) / work)
    return times


def ratio(slow: list[float], quick: list[float]) -> float:
    """Return how often the quick one fits into the slow one, as the median of the repeats."""
    return round(statistics.median(a / b for a, b in zip(slow, quick, strict=True)), 3)


def rate(times: list[float]) -> float:
    """Return millions a second."""
    return round(1e-6 / statistics.median(times), 3)


def campaign(tables: cext.ChanceTables, plays: int, kernel: str = "auto", pots: bool = False) -> Call:
    """Return a call that plays `plays` plays further on each time, histogram, and pots if wanted."""
    histogram = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
    at = [0]
    state = [cext.pots_new(tables, KEY, 1)] if pots else []

    def run() -> None:
        _, events = cext.chance_campaign(
            tables, cext.Course(KEY, 1, at[0], plays), kernel=kernel, histogram=histogram
        )
        if pots:
            state[0], _ = cext.pots_course(tables, cext.Course(KEY, 1, at[0], plays), events, state[0])
        at[0] += plays

    return run


def naive_module(folder: Path, stops: int) -> ModuleType:
    """Compile chance_naive.c for one strip length with the core's own flags."""

    def array(rows: list[list[int]]) -> str:
        return "{" + ",".join("{" + ",".join(map(str, row)) + "}" for row in rows) + "}"

    scatters = ",".join(str(SCATTER_CENTS.get(n, 0)) for n in range(6))
    pays = [[PAYS_CENTS[s].get(n, 0) if s < 9 else 0 for n in range(6)] for s in range(10)]
    (folder / f"game{stops}").mkdir()
    (folder / f"game{stops}" / "game.h").write_text(
        f"#include <stdint.h>\n#define STOPS {stops}u\n"
        f"static const uint8_t STRIPS[5][STOPS] = {array(make_strips(stops))};\n"
        f"static const uint8_t LINES[20][5] = {array(LINES)};\n"
        f"static const uint32_t PAYS[10][6] = {array(pays)};\n"
        f"static const uint32_t SCATTERS[6] = {{{scatters}}};\n",
        encoding="utf-8",
    )
    ffi = FFI()
    ffi.cdef(
        "void naive_play(uint64_t seed, uint64_t plays, uint64_t *histogram);"
        "void naive_count(uint32_t first, uint32_t end, uint64_t *histogram);"
    )
    source = Path(__file__).with_name("chance_naive.c").read_text(encoding="utf-8")
    name = f"_naive{stops}"
    ffi.set_source(
        name, source, include_dirs=[str(folder / f"game{stops}")], extra_compile_args=["-O3", "-std=c99"]
    )
    ffi.compile(tmpdir=str(folder))
    return importlib.import_module(name)


def naive_plays(module: ModuleType, plays: int) -> Call:
    """Return a call that makes plays by the naive C."""
    histogram = module.ffi.new("uint64_t[]", CAP_CENTS + 1)
    return lambda: module.lib.naive_play(7, plays, histogram)


def quickest(tables: cext.ChanceTables, tier: str) -> str:
    """Return the quickest kernel of a tier or a narrower one; words drawn again take the widest."""
    if tier == TIERS[cext.widest_tier()]:
        return cext.chosen_kernel(tables, 1 << 24)
    wider = TIERS[TIERS.index(tier) + 1 :]
    names = [name for name in cext.chance_kernels(tables) if not name.endswith(tuple(wider))]
    times = in_turns({name: (campaign(tables, 1 << 18, name), 1 << 18) for name in names[1:]}, 5)
    return min(times, key=lambda name: min(times[name]))


def reference_game(repeats: int, tier: str) -> dict[str, object]:
    """The game with 32 stops: plays with full histogram from Python, and how much quicker the core is."""
    tables = reference_tables(32)
    plays = {"core": 1 << 24, "core_portable": 200_000, "numpy": 20_000, "numpy_line_table": 100_000}
    plays |= {"numba": 500_000, "python_loop": 10_000}
    makers: dict[str, contenders.Play] = {
        "numpy": contenders.numpy_lines(np.random.default_rng(1)),
        "numpy_line_table": contenders.numpy_table(np.random.default_rng(2)),
        "numba": contenders.numba_loop(),
        "python_loop": contenders.python_loop(random.Random(3)),
    }
    calls = {name: (partial(make, plays[name]), plays[name]) for name, make in makers.items()}
    kernel = quickest(tables, tier)
    calls["core"] = campaign(tables, plays["core"], kernel), plays["core"]
    calls["core_portable"] = campaign(tables, plays["core_portable"], "plain"), plays["core_portable"]
    times = in_turns(calls, repeats)
    return {
        "kernel": kernel,
        "million_plays_per_second": {name: rate(values) for name, values in times.items()},
        "core_is_quicker": {
            name: ratio(values, times["core"]) for name, values in times.items() if name != "core"
        },
    }


def any_stop_count(folder: Path, repeats: int, tier: str) -> dict[str, object]:
    """72 and 100 stops a reel beside the naive C."""
    found: dict[str, object] = {}
    for stops in (72, 100):
        tables = reference_tables(stops)
        kernel = quickest(tables, tier)
        calls = {"core": (campaign(tables, 1 << 22, kernel), 1 << 22)}
        calls["naive"] = naive_plays(naive_module(folder, stops), 300_000), 300_000
        times = in_turns(calls, repeats)
        found[str(stops)] = {
            "kernel": kernel,
            "million_plays_per_second": {name: rate(values) for name, values in times.items()},
            "core_is_quicker": ratio(times["naive"], times["core"]),
        }
    return found


def progressive(repeats: int) -> dict[str, object]:
    """A pot hit by five wilds, its course included, beside the same game without."""
    on, off = reference_tables(32, pot=True), reference_tables(32)
    calls = {"off": (campaign(off, 1 << 24), 1 << 24), "on": (campaign(on, 1 << 24, pots=True), 1 << 24)}
    times = in_turns(calls, repeats)
    return {"on_beside_off": ratio(times["off"], times["on"])}


def fewer_rounds(folder: Path, repeats: int) -> dict[str, object]:
    """The woven kernel compiled here with 20 and with 8 rounds: what the strength of ChaCha20 costs."""
    tables = reference_tables(32)
    if "automaton-avx512" not in cext.chance_kernels(tables):
        return {"chacha20_beside_chacha8": None}
    calls: dict[str, tuple[Call, int]] = {}
    for rounds in (20, 8):
        module = rounds_module(folder, rounds)
        calls[str(rounds)] = rounds_campaign(module, tables, 1 << 24), 1 << 24
    times = in_turns(calls, repeats)
    return {"chacha20_beside_chacha8": ratio(times["8"], times["20"])}


def rounds_module(folder: Path, rounds: int) -> ModuleType:
    """Compile the core, of which a clone has the sources, with this many rounds in the woven kernel."""
    from cext.build import HEADERS

    ffi = FFI()
    for name in ("core", "chance", "fast"):
        ffi.cdef((CORE / f"{name}.cdef").read_text(encoding="utf-8"))
    ffi.set_source(
        f"_rounds{rounds}",
        "\n".join(f'#include "{name}"' for name in HEADERS if not name.endswith("inner.h")),
        sources=[str(path) for room in ("src", "fast") for path in sorted((CORE / room).glob("*.c"))],
        include_dirs=[str(CORE / "src"), str(CORE / "fast")],
        extra_compile_args=["-O3", "-std=c99", f"-DCHACHA_ROUNDS={rounds}"],
    )  # fmt: skip
    ffi.compile(tmpdir=str(folder))
    return importlib.import_module(f"_rounds{rounds}")


def rounds_campaign(module: ModuleType, tables: cext.ChanceTables, plays: int) -> Call:
    """Return a call that plays by the woven kernel of that module."""
    ffi, lib, kernel = module.ffi, module.lib, module.lib.CORE_KERNEL_AUTOMATON_AVX512
    opened, tally = ffi.new("core_chance *"), ffi.new("core_chance_tally *")
    blob = ffi.from_buffer("uint8_t[]", tables.blob)
    built, scratch = np.empty(1 << 24, np.uint8), np.empty(1 << 28, np.uint8)
    histogram = np.zeros(tables.cap_cents // tables.unit_cents + 1, np.uint64)
    buffers = [ffi.from_buffer("uint8_t[]", array) for array in (built, scratch)]
    code = lib.core_chance_open(opened, blob, len(tables.blob))
    code |= lib.core_fast_build(
        opened,
        kernel,
        buffers[0],
        len(built),
        buffers[1],
        len(scratch),
        ffi.new("size_t *"),
    )
    if code:
        raise SystemExit(f"core refuses the reference game ({code})")
    bins = ffi.from_buffer("uint64_t[]", histogram)

    def run(keep: object = (built, scratch, blob, opened)) -> None:
        lib.core_fast_campaign(buffers[0], kernel, buffers[1], KEY, 1, 0, plays, 0, bins, ffi.NULL, 0, tally)

    return run


def exact(folder: Path, repeats: int) -> dict[str, object]:
    """All turns counted, beside the naive C that shows every window (of 100 stops only a slab of them)."""
    found: dict[str, object] = {}
    for stops, first_reel in ((32, 32), (100, 1)):
        tables = reference_tables(stops)
        module = sys.modules.get(f"_naive{stops}") or naive_module(folder, stops)
        histogram = module.ffi.new("uint64_t[]", CAP_CENTS + 1)
        calls: dict[str, tuple[Call, int]] = {
            "naive": (partial(module.lib.naive_count, 0, first_reel, histogram), first_reel * stops**4),
            "core": (partial(cext.turn_distribution, tables), stops**5),
        }
        times = in_turns(calls, repeats)
        found[str(stops)] = {
            "combinations": stops**5,
            "seconds": round(statistics.median(times["core"]) * stops**5, 4),
            "core_is_quicker": ratio(times["naive"], times["core"]),
        }
    return found


def main() -> None:
    """Read the arguments, measure, print one JSON object."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--repeats", type=int, default=9)
    parser.add_argument(
        "--only", nargs="*", default=[], help="sections to measure, by their names in the output"
    )
    widest = TIERS[cext.widest_tier()]
    parser.add_argument("--tier", choices=TIERS[: cext.widest_tier() + 1], default=widest)
    chosen = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        sys.path.insert(0, name)  # where naive C and other rounds are compiled
        sections: dict[str, Callable[[], dict[str, object]]] = {
            "reference_game": lambda: reference_game(chosen.repeats, chosen.tier),
            "any_stop_count": lambda: any_stop_count(folder, chosen.repeats, chosen.tier),
            "progressive": lambda: progressive(chosen.repeats),
            "rounds": lambda: fewer_rounds(folder, chosen.repeats),
            "exact": lambda: exact(folder, min(3, chosen.repeats)),
        }
        found = {
            name: measure() for name, measure in sections.items() if not chosen.only or name in chosen.only
        }
    print(json.dumps({"tier": chosen.tier, **found}, indent=2))


if __name__ == "__main__":
    main()
