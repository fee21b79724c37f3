# SPDX-License-Identifier: MIT
"""What holds for every test: a shell that runs them in the background must not make Ctrl-C inaudible."""

from __future__ import annotations

import signal


def pytest_configure() -> None:
    """Shells start background jobs with SIGINT ignored, which programs under test would inherit."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
