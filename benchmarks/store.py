# SPDX-License-Identifier: MIT
"""
Measures what the firmware's writes to its NVRAM cost: each record's, on both runtimes.

    python benchmarks/store.py [--rounds 12] [--ticks 25] [--writes 40]

A machine boots with our firmware; its ticks then do nothing but one kind of write, so often, each of them
packed, sealed, sent over the bus and read back. Processor time of one core, garbage collection included; the
median of all rounds, in which the kinds take turns. The last line is what a play costs: each kind as often
as plays with their coins, prizes and pulses wrote it. It measures an earlier version, too:
PYTHONPATH=EARLIER python benchmarks/store.py.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter

from emulator.cabinet import Cabinet
from emulator.vm.choose import RUNTIMES
from machines.firmware import nvram
from machines.rom.program import firmware_sources

# Name of the write, and how the firmware calls it.
WRITES = {
    "nothing": "pass",
    "commit": "store.commit(state)",
    "commit_marks": "store.commit_marks(state)",
    "write_play": "store.write_play(state, 1, _row)",
    "log": "store.log(state, 1, state.power_ups)",
}
_PROGRAM = """

_row = {}
for _name, _, _many, _ in nvram.PLAY_LAYOUT[3:-1]:
    _row[_name] = [0] * _many if _many > 1 else 0


def tick():
    board.WATCHDOG.feed()
    for _ in range(%d):
        %s
    return 1000
"""


def main() -> None:
    """Print one line a write, a column a runtime."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=12, help="rounds to take the median of")
    parser.add_argument("--ticks", type=int, default=25, help="ticks in a round")
    parser.add_argument("--writes", type=int, default=40, help="writes in a tick")
    wanted = parser.parse_args()
    columns = [measure(runtime, wanted.rounds, wanted.ticks, wanted.writes) for runtime in RUNTIMES]
    print(f"{'us a write':16}" + "".join(f"{runtime:>14}" for runtime in RUNTIMES))
    a_play = [0.0] * len(columns)
    often = writes_a_play()
    for name in list(WRITES)[1:]:
        own = [column[name] - column["nothing"] for column in columns]
        a_play = [total + us * often[name] for total, us in zip(a_play, own, strict=True)]
        print(f"{name:16}" + "".join(f"{us:14.2f}" for us in own) + f"   {often[name]:.2f} a play")
    print(f"{'a play':16}" + "".join(f"{us:14.2f}" for us in a_play))


def writes_a_play(coins: int = 20) -> dict[str, float]:
    """How often plays wrote each kind, from the first coin to the last pulse: ten of each coin of 2 EUR."""
    sizes = {nvram.MAIN_SIZE: "commit", nvram.MARKS_SIZE: "commit_marks", nvram.PLAY_SIZE: "write_play"}
    seen: Counter[str] = Counter()
    cab = Cabinet("cierzo", seed="00", purse={200: coins})
    cab.run(ms=5_000)
    cab.board.fram.on_transfer = lambda at, size, written: seen.update([sizes.get(size, "log")] * written)
    for _ in range(coins):
        cab.insert(200)
        cab.run(ms=1_000)
        for _ in range(10):
            cab.press("start")
            cab.run(ms=6_000)
    plays = cab.meters["book_plays"]
    return {name: seen[name] / plays for name in WRITES}


def measure(runtime: str, rounds: int, ticks: int, writes: int) -> dict[str, float]:
    """Microseconds of each write with its share of a tick, the median of all rounds."""
    cabinets = {name: cabinet(runtime, call, writes) for name, call in WRITES.items()}
    spent: dict[str, list[float]] = {name: [] for name in WRITES}
    for cab in cabinets.values():
        cab.run(ms=5_000)
    for _ in range(rounds):
        for name, cab in cabinets.items():
            began = time.process_time()
            for _ in range(ticks):
                cab.run(ms=1_000)
            spent[name].append((time.process_time() - began) / ticks / writes * 1e6)
    for name, cab in cabinets.items():
        assert cab.fault is None and not cab.tilt, (name, cab.fault, cab.tilt)
    return {name: statistics.median(times) for name, times in spent.items()}


def cabinet(runtime: str, call: str, writes: int) -> Cabinet:
    """A machine whose ticks do nothing else than to call this so often."""
    sources = dict(firmware_sources())
    sources["main"] = "import nvram\n" + sources["main"] + _PROGRAM % (writes, call)
    return Cabinet("cierzo", seed="00", runtime=runtime, firmware=sources, trust_firmware=True)


if __name__ == "__main__":
    main()
