# SPDX-License-Identifier: MIT
"""
Measures both runtimes side by side: speed of play, boots, saved states, power cuts.

    python benchmarks/runtimes.py [--minutes 10] [--cuts 300]

One visitor plays the same on both, a play every 5.2 s; devices, balances and the cabinet's own work are
in the times, which are those of one core. Promise 4 of the design: 200 times real time on CPython, 50
times on MicroPython.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

from emulator.cabinet import Cabinet
from emulator.vm.choose import RUNTIMES
from machines.memory.record import decode

PURSE = {100: 400, 200: 200}
ROUNDS = 100


def main() -> None:
    """Print one line a figure, a column a runtime."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=int, default=10, help="virtual time to play")
    parser.add_argument("--cuts", type=int, default=300, help="power cuts to measure")
    wanted = parser.parse_args()
    columns = [measure(runtime, wanted.minutes, wanted.cuts) for runtime in RUNTIMES]
    print(f"{'':34}" + "".join(f"{runtime:>14}" for runtime in RUNTIMES))
    for name in columns[0]:
        print(f"{name:34}" + "".join(f"{column[name]:>14}" for column in columns))


def measure(runtime: str, minutes: int, cuts: int) -> dict[str, str]:
    """Every figure of one runtime as text."""
    began = time.process_time()
    cab = Cabinet("cierzo", seed="00", runtime=runtime, purse=PURSE)
    first_s = time.process_time() - began
    again_us = median_us(lambda: Cabinet("cierzo", seed="00", runtime=runtime, purse=PURSE))
    cab.run(ms=6_000)
    ticks, began, began_us = cab.board.ticks, time.process_time(), cab.now_us
    while cab.now_us - began_us < minutes * 60_000_000:
        play(cab)
    spent_s = time.process_time() - began
    ticks = cab.board.ticks - ticks
    chip = cab.board.chip
    program = chip.save()["program"]
    state, kept, saved = cab.snapshot(), cab.state(), cab.save()
    boot_us = median_us(lambda: (cab.power_off(), cab.power_on()))
    cab.put_back(state)
    return {
        "first machine of a process, ms": f"{first_s * 1000:.0f}",
        "another machine of that model, us": f"{again_us:,.0f}",
        f"times real time, {minutes} min of play": f"{minutes * 60 / spent_s:.0f}",
        "plays": str(cab.meters["book_plays"]),
        "ticks/s": f"{ticks / spent_s:,.0f}",
        "us a tick": f"{spent_s / ticks * 1e6:.0f}",
        "plug out and in again, us": f"{boot_us:,.0f}",
        "save the program, us": f"{median_us(chip.save):,.0f}",
        "program saved, bytes": f"{size(program):,}",
        "save the cabinet, us": f"{median_us(cab.snapshot):,.0f}",
        "restore the cabinet, us": f"{median_us(lambda: cab.put_back(state)):,.0f}",
        "state to rewind to, us": f"{median_us(cab.state):,.0f}",
        "state to rewind to, bytes": f"{len(kept):,}",
        "back to a state, us": f"{median_us(lambda: cab.load_state(kept)):,.0f}",
        "portable save, us": f"{median_us(cab.save):,.0f}",
        "portable save, bytes": f"{len(cab.save()):,}",
        "portable restore, us": f"{median_us(lambda: Cabinet.restore(saved)):,.0f}",
        "cut, boot and audit, a second": f"{cuts_a_second(cab, cuts):,.0f}",
    }


def play(cab: Cabinet) -> None:
    """One play, paid for and now and then collected."""
    if cab.display.credits in ("0.00", "0.10"):
        cab.insert(100)
        cab.run(ms=800)
    cab.press("start")
    cab.run(ms=5_200)
    if cab.meters["book_plays"] % 10 == 0:
        cab.press("collect")
        cab.run(ms=2_000)
        cab.take_tray()


def cuts_a_second(cab: Cabinet, cuts: int) -> float:
    """A play begins, the power goes at some operation of it, comes back, and the books are read."""
    while cab.display.credits in ("0.00", "0.10"):
        play(cab)
    cab.run(ms=9_000)
    before, tick = cab.snapshot(), cab.board.ticks
    began = time.process_time()
    for number in range(cuts):
        cab.put_back(before)
        cab.press("start")
        cab.board.cut_at_op(number * 7 % 400, tick + 1 + number % 3)
        cab.run(ms=40)
        if cab.powered:
            cab.power_off()
        cab.power_on()
        if decode(cab.nvram) is None or cab.fault:
            raise SystemExit(f"the machine must boot after every cut (got {cab.fault})")
    return cuts / (time.process_time() - began)


def median_us(work: Callable[[], object]) -> float:
    """The median of ROUNDS runs."""
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        work()
        times.append(time.process_time() - began)
    return statistics.median(times) * 1e6


def size(program: object) -> int:
    """Bytes of a saved program: its memory on MicroPython, its attributes as text on CPython."""
    if isinstance(program, dict) and isinstance(program.get("memory"), bytes):
        return len(program["memory"])
    return len(repr(program))


if __name__ == "__main__":
    main()
