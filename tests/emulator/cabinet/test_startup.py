# SPDX-License-Identifier: MIT
"""A small file of tests, and a machine that stands alone, load nothing that they do not use."""

from __future__ import annotations

import subprocess
import sys

from places import ROOT

HEAVY = ("hypothesis.core", "numpy", "pygame", "pydantic", "machines.model", "emulator.cabinet")


def test_a_file_of_plain_tests_loads_no_heavy_library() -> None:
    """``pytest -n0 FILE`` answers at once, or nobody runs one file after each change."""
    command = [sys.executable, "-X", "importtime", "-m", "pytest", "-q", "-n0", "tests/house/test_words.py"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "_pytest.main" in loaded
    assert {name for name in HEAVY if name in loaded} == set()


def test_a_machine_that_stands_alone_loads_no_mathematics_and_no_network() -> None:
    start = "from emulator.records import session; session.Cabinet('cierzo', seed='00')"
    code = f"import sys; {start}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "machines.types.chance.model" in loaded
    assert {"numpy", "flint", "xlsxwriter", "pygame", "ssl", "sqlite3"} & loaded == set()
