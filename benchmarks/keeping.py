# SPDX-License-Identifier: MIT
"""
What keeping a machine costs: ten virtual minutes of play, in memory and with a file.

    python benchmarks/keeping.py [MINUTES]

It prints virtual time over the processor's time, and what a frame of the panel (1/60 s) takes longer.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from emulator.cabinet import Cabinet
from emulator.records.session import Wanted, open_session

FRAMES_A_SECOND = 60


def play(cabinet: Cabinet, until_ms: int) -> int:
    """Play without a pause, in the frames of a panel; return how many frames."""
    frames = 0
    cabinet.run(ms=6_000)
    while cabinet.now_ms < until_ms:
        if cabinet.lamps["start"]:
            cabinet.press("start")
        elif not any(reel.moving for reel in cabinet.reels) and cabinet.display.credits == "0.00":
            cabinet.insert(200)
            cabinet.run(ms=1_000)
        for _ in range(FRAMES_A_SECOND // 10):
            cabinet.run_us(1_000_000 // FRAMES_A_SECOND)
            frames += 1
    return frames


def measured(name: str, wanted: Wanted, minutes: int) -> float:
    """Print one row; return the seconds a frame."""
    with open_session(wanted) as session:
        for _ in range(minutes * 4):
            session.cabinet.ledger.bring(200, "purse")
        began_s, began_cpu_s = time.perf_counter(), time.process_time()
        frames = play(session.cabinet, minutes * 60_000)
        took_s, cpu_s = time.perf_counter() - began_s, time.process_time() - began_cpu_s
        plays = session.cabinet.meters["plays"]
    print(
        f"{name:28} {plays:4} plays  {minutes * 60 / cpu_s:5.0f} x real time of the processor, "
        f"{minutes * 60 / took_s:5.0f} x of the wall; {1e6 * cpu_s / frames:4.0f} us a frame"
    )
    return cpu_s / frames


def main() -> None:
    """Three ways, in turns."""
    minutes = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(3):
            room = Path(folder)
            journal = room / f"{turn}.jsonl"
            measured("in memory", Wanted(seed="00", journal=room / "memory.jsonl"), minutes)
            kept = Wanted(seed="00", nvram=room / f"{turn}.nvram", journal=journal)
            measured("kept in a file", kept, minutes)


if __name__ == "__main__":
    main()
