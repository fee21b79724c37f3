# SPDX-License-Identifier: MIT
"""A dask cluster of two workers, in processes of its own."""

from __future__ import annotations

import json
import subprocess
import sys

from places import TESTS


class RunningCluster:
    """A cluster in processes of its own."""

    def __init__(self) -> None:
        helper = TESTS / "support" / "campaign_cluster_process.py"
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(helper)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        told = json.loads(self._process.stdout.readline())
        self.url: str = told["url"]
        self.pids: list[int] = told["pids"]

    def close(self) -> None:
        self._process.communicate(timeout=60)
