# SPDX-License-Identifier: MIT
"""
A cluster of two worker processes on this computer, apart from the tests, for whom warnings are errors.

Prints one JSON line, {"url": ..., "pids": [...]}, and ends when its standard input does.
"""

from __future__ import annotations

import json
import logging
import sys

from distributed import LocalCluster


def main() -> None:
    """Run until nobody listens any more."""
    # A worker that a test kills is no news.
    with LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
    ) as cluster:
        pids = [worker.pid for worker in cluster.workers.values()]
        print(json.dumps({"url": cluster.scheduler_address, "pids": pids}), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
