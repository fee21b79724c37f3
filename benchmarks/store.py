# SPDX-License-Identifier: MIT
"""
Measures what the firmware's writes to its NVRAM cost: each record's, on both runtimes.

    python benchmarks/store.py [--rounds 12] [--ticks 25] [--writes 40]

A machine boots with our firmware; its ticks then do nothing but one kind of write, so often, each of them
packed, sealed, sent over the bus and read back. Processor time of one core, garbage collection included; the
median of all rounds, in which the kinds take turns. It measures an earlier version, too:
PYTHONPATH=EARLIER python benchmarks/store.py.
"""

from __future__ import annotations

import argparse
import statistics
import time

from emulator.cabinet import Cabinet
from emulator.vm.choose import RUNTIMES
from machines.rom import firmware_sources

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
    for name in list(WRITES)[1:]:
        own = [column[name] - column["nothing"] for column in columns]
        print(f"{name:16}" + "".join(f"{us:14.2f}" for us in own))


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
