# SPDX-License-Identifier: MIT
"""
Measures a sweep of power cuts: cuts, boots and runs to rest a second of one processor, on each runtime.

Times are the process's CPU time, so that other work on the computer counts little. A whole sweep takes
half a minute on CPython; cuts between instructions of MicroPython are a sample.

    python benchmarks/powercut.py --chapters prize,hopper --fuel 2000
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

from emulator.lab.powercut import chapters, run_powercut
from emulator.vm.choose import CPYTHON, MICROPYTHON
from machines.model import Model, load_model


def measure(model: Model, chapters: tuple[str, ...], runtime: str) -> dict[str, Any]:
    """Return the rates of a sweep over every place of these chapters."""
    began = time.process_time()
    sweep = run_powercut(model, seed="00", only=chapters, runtime=runtime)
    seconds = time.process_time() - began
    counts = sweep.total.counts
    return {
        "cuts": sweep.total.cuts,
        "states": counts.states,
        "rests": counts.rests,
        "violations": sweep.violations,
        "seconds": round(seconds, 2),
        "cuts_per_second": round(sweep.total.cuts / seconds),
        "states_per_second": round(counts.states / seconds),
    }


def measure_fuel(model: Model, chapters: tuple[str, ...], cuts: int) -> dict[str, Any]:
    """Return the rate of cuts between instructions of MicroPython, what was really killed included."""
    began = time.process_time()
    sweep = run_powercut(model, cuts=1, fuel_cuts=cuts, seed="00", only=chapters)
    seconds = time.process_time() - began
    return {
        "cuts": sweep.total.fuel_cuts,
        "kills": sweep.total.kills,
        "violations": sweep.violations,
        "seconds": round(seconds, 2),
        "cuts_per_second": round(sweep.total.fuel_cuts / seconds),
    }


def main() -> None:
    """Read the arguments, measure, print one JSON object."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    model = load_model("cierzo")
    names = ",".join(chapter.name for chapter in chapters(model))
    parser.add_argument("--chapters", default=names, help=f"some of {names}")
    parser.add_argument("--fuel", type=int, default=20_000, help="cuts between instructions; 0: none")
    parser.add_argument("--micropython", action="store_true", help="the sweep at operations there, too")
    chosen = parser.parse_args()
    wanted = tuple(chosen.chapters.split(","))
    found = {CPYTHON: measure(model, wanted, CPYTHON)}
    if chosen.micropython:
        found[MICROPYTHON] = measure(model, wanted, MICROPYTHON)
    if chosen.fuel:
        found["between instructions"] = measure_fuel(model, wanted, chosen.fuel)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
