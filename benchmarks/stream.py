# SPDX-License-Identifier: MIT
"""
Measures `azar rng stream` beside the same program that generates nothing, through the same kind of pipe.

Both write the same buffers to a reader that only reads. They take turns; the ratio is the median of the
turns' ratios. Wall time needs two idle processors: on a busy computer the processor seconds say more.

    python benchmarks/stream.py --bytes 4000000000 --turns 9
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time

MAIN = "from emulator.cli import main; main()"
IDLE = "import cext; cext.fill_keystream = lambda *_, **__: None; "
READER = "import os\nbuffer = memoryview(bytearray(1 << 18))\nwhile os.readv(0, [buffer]): pass"


def carry(program: str, size: int) -> tuple[float, float]:
    """Return the seconds that a program's bytes take to their reader, and the processor seconds of both."""
    line = [sys.executable, "-c", program, "rng", "stream", "--seed", "00", "--bytes", str(size)]
    before, start = os.times(), time.perf_counter()
    with subprocess.Popen(line, stdout=subprocess.PIPE) as writer:
        assert writer.stdout is not None
        with subprocess.Popen([sys.executable, "-c", READER], stdin=writer.stdout) as reader:
            writer.stdout.close()
        if writer.wait() or reader.returncode:
            raise SystemExit("writer or reader failed")
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - start, used


def measure(size: int, turns: int) -> dict[str, object]:
    """Return bytes a second of both and the median ratio."""
    pairs = [(carry(MAIN, size), carry(IDLE + MAIN, size)) for _ in range(turns)]
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
    chosen = parser.parse_args()
    print(json.dumps(measure(chosen.bytes, chosen.turns), indent=2))


if __name__ == "__main__":
    main()
