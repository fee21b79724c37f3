# SPDX-License-Identifier: MIT
"""
Measures `azar rng stream` beside a program that writes one buffer over and over, through the same pipe.

Both write buffers, of the same size unless told otherwise, to a reader that only reads, in turns; the ratio
is the median of the turns' ratios of the time from first byte to last. That needs two idle processors: on a
busy computer it says little but who used more of them.

    python benchmarks/stream.py --bytes 4000000000 --turns 9
    python benchmarks/stream.py --idle-buffer 262144     # an idle writer that stays in the processor's cache
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys

MAIN = "from emulator.cli import main; main()"
IDLE = """
import fcntl, os, sys
fcntl.fcntl(1, fcntl.F_SETPIPE_SZ, 1 << 20)
left, buffer = int(sys.argv[-1]), memoryview(bytearray(int(os.environ["IDLE_BYTES"])))
while left > 0:
    left -= os.write(1, buffer[:left])
"""
READER = """
import os, time
buffer, start = memoryview(bytearray(1 << 18)), 0.0
while os.readv(0, [buffer]):
    start = start or time.perf_counter()
print(time.perf_counter() - start)
"""


def carry(program: str, size: int) -> tuple[float, float]:
    """Return the seconds from a program's first byte to its last, and the processor seconds of all of it."""
    # -P: the folder that this is called in must not hide the installed package.
    line = [sys.executable, "-P", "-c", program, "rng", "stream", "--seed", "00", "--bytes", str(size)]
    before = os.times()
    with subprocess.Popen(line, stdout=subprocess.PIPE) as writer:
        reader = subprocess.run(
            [sys.executable, "-c", READER], stdin=writer.stdout, stdout=subprocess.PIPE, check=True
        )
        assert writer.stdout is not None
        writer.stdout.close()
        if writer.wait():
            raise SystemExit("the writer failed")
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return float(reader.stdout), used


def measure(size: int, turns: int) -> dict[str, object]:
    """Return bytes a second of both and the median ratio."""
    pairs = [(carry(MAIN, size), carry(IDLE, size)) for _ in range(turns)]
    return {
        "bytes": size,
        "turns": turns,
        "stream_gb_per_second": round(size / statistics.median(made[0] for made, _ in pairs) / 1e9, 2),
        "idle_gb_per_second": round(size / statistics.median(idle[0] for _, idle in pairs) / 1e9, 2),
        "ratio": round(statistics.median(idle[0] / made[0] for made, idle in pairs), 3),
        "processor_seconds": round(statistics.median(made[1] for made, _ in pairs), 2),
        "idle_processor_seconds": round(statistics.median(idle[1] for _, idle in pairs), 2),
        "load": round(os.getloadavg()[0], 1),
    }


def main() -> None:
    """Read the arguments, measure, print one JSON object."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bytes", type=int, default=4_000_000_000)
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--idle-buffer", type=int, default=1 << 22, help="bytes that the idle writer repeats")
    chosen = parser.parse_args()
    os.environ["IDLE_BYTES"] = str(chosen.idle_buffer)
    print(json.dumps(measure(chosen.bytes, chosen.turns), indent=2))


if __name__ == "__main__":
    main()
