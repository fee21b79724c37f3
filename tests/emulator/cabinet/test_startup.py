# SPDX-License-Identifier: MIT
"""One small file of tests is run without loading what it does not use."""

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
