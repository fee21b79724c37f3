# SPDX-License-Identifier: MIT
"""
A pytest plugin that bounds time: a test that hangs ends the process, and a run ends when its time is up.

``MUTANTS_SECONDS`` is the time of the run, ``MUTANTS_TEST_SECONDS`` that of one test.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

_BEGUN = time.monotonic()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """The default action of SIGALRM ends a process even in a loop of C."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(int(os.environ["MUTANTS_TEST_SECONDS"]))
    try:
        return (yield)
    finally:
        signal.alarm(0)
        if time.monotonic() - _BEGUN > float(os.environ["MUTANTS_SECONDS"]):
            item.session.shouldstop = "time is up"
