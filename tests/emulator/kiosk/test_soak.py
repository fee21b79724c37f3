# SPDX-License-Identifier: MIT
"""The soak in small ends with 1 where every visit leaves memory behind, and else as its rise says."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from places import ROOT, TESTS

_RUN = "--hours 8 --lives 1 --seed 3 --size 640x400 --model cierzo"
_LEFT = 1_000_000
"""Bytes that a visit leaves, of which there are some six an hour."""
_LEAKS_MB = 2.0
"""A rise an hour that tells of it: without it eight hours rise by 0.2 to 1.1."""
_PLANTED = f"        vars(self).setdefault('left', []).append(bytes(range(256)) * {_LEFT // 256})\n"
_END = "        give_back()\n"
LEAK = {"module": "emulator.panel.hall.window", "old": _END, "new": _END + _PLANTED}


def soaked(mutant: dict[str, str] | None) -> tuple[int, dict[str, object]]:
    """Exit status of the whole script, and what it printed."""
    folders = [str(TESTS / "mutated"), *filter(None, [os.environ.get("PYTHONPATH")])]
    planted = {} if mutant is None else {"AZAR_MUTANT": json.dumps(mutant)}
    done = subprocess.run(
        [sys.executable, str(ROOT / "benchmarks" / "soak.py"), *_RUN.split()],
        check=False, cwd=ROOT, capture_output=True, text=True, timeout=3_000,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(folders), **planted},
    )  # fmt: skip
    assert done.stdout, done.stderr[-2_000:]
    return done.returncode, json.loads(done.stdout[done.stdout.index("{\n") :])


@pytest.mark.long
@pytest.mark.parametrize("leaks", [False, True], ids=["as it is", "with a leak"])
def test_the_soak_ends_with_1_where_memory_leaks_and_otherwise_as_it_rises(leaks: bool) -> None:
    status, found = soaked(LEAK if leaks else None)
    (rise,) = found["rise_mb_an_hour"]  # type: ignore[misc]
    assert found["conserved"], "nothing but memory decides"
    assert status == (rise > 1.0), found
    assert leaks == (rise > _LEAKS_MB), found
