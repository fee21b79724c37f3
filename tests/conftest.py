# SPDX-License-Identifier: MIT
"""What holds for every test: it runs against this clone, and Ctrl-C is heard."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from installed import differing

import emulator


def pytest_configure(config: pytest.Config) -> None:
    """Refuse to test another copy than the one at hand; hear Ctrl-C."""
    if not hasattr(config, "workerinput"):
        _require_this_clone()
    # Shells start background jobs with SIGINT ignored, which programs under test would inherit.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _require_this_clone() -> None:
    clone = Path(__file__).parents[1]
    copy = Path(emulator.__file__).parents[1]
    files = differing(clone, copy)
    if files:
        more = f" and {len(files) - 1} more" if len(files) > 1 else ""
        raise pytest.UsageError(
            f"the installed azar must be what this clone holds; in {copy} differs: {files[0]}{more}\n\n"
            "hint: pip install -e '.[vm,test]' once, and every edit counts"
        )
