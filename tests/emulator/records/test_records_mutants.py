# SPDX-License-Identifier: MIT
"""
Mutants of what keeps machines, journals, keys and passwords: each is one change, and names who must notice.

    pytest tests/emulator/records/test_records_mutants.py -m "long or not long" -k "fsync"

``records_mutants.toml`` has the rows. A row is told from an honest run by a process of its own, which reads
one module with the change: its tests must fail, and fail by what they look at, not by the change itself.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from places import TESTS

ROWS: dict[str, dict[str, Any]] = tomllib.loads(
    (Path(__file__).with_name("records_mutants.toml")).read_text("utf-8")
)
# One of each kind is run every time, the others behind ``long``.
SOON = {
    "a journal that knows more than its machine",
    "a machine's folder without fsync",
    "any seed in a header",
    "a short journal called altered",
    "a journal in the place of its machine",
    "data that unpack to anything",
    "JSON of any depth",
    "a flipped byte that service calls whole",
    "a database for everybody",
    "a password in the refusal of it",
}
# Pytest's exit statuses: https://docs.pytest.org/en/stable/reference/exit-codes.html
PASSED, FAILED = 0, 1


def told(row: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """Run a row's tests with its change."""
    mutant = {"module": row["module"], "old": row["old"], "new": row["new"]}
    folders = [str(TESTS / "mutated"), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(folders), "AZAR_MUTANT": json.dumps(mutant)}
    for name in [name for name in environment if name.startswith("PYTEST_")]:
        del environment[name]
    command = [sys.executable, "-P", "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider", "--no-header"]
    command += row["tests"]
    return subprocess.run(
        command, check=False, cwd=TESTS, env=environment, capture_output=True, text=True, timeout=300
    )


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in SOON else pytest.mark.long) for name in ROWS]
)
def test_a_mutant_is_caught(name: str) -> None:
    run = told(ROWS[name])
    assert run.returncode == FAILED, run.stdout[-2_000:] + run.stderr[-500:]
    assert "old must stand once" not in run.stdout, f"mend the row: {run.stdout[-400:]}"
    assert "Error" in run.stdout or "DID NOT RAISE" in run.stdout


def test_a_change_that_changes_nothing_is_not_caught() -> None:
    """Or every row would be worth nothing."""
    assert ROWS.keys() >= SOON
    row = ROWS["a machine's file without fsync"]
    assert told({**row, "new": row["old"]}).returncode == PASSED
