# SPDX-License-Identifier: MIT
"""
A pytest plugin that bounds time: a test that hangs ends the process, and a run ends when its time is up.

``MUTANTS_SECONDS`` is how long a run may work, with processes that it has started, so that a busy computer
runs as many tests as an idle one; ``MUTANTS_TEST_SECONDS`` is the time of one test by the clock.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

_BEGUN = time.monotonic()
# A run that mostly waits ends after so many times its seconds.
CLOCK_TIMES = 6


def is_up(seconds: float) -> bool:
    """Whether this process and those that it has waited for have worked long enough, or the clock says so."""
    return sum(os.times()[:4]) > seconds or time.monotonic() - _BEGUN > CLOCK_TIMES * seconds


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """The default action of SIGALRM ends a process even in a loop of C."""
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(int(os.environ["MUTANTS_TEST_SECONDS"]))
    try:
        return (yield)
    finally:
        signal.alarm(0)
        if is_up(float(os.environ["MUTANTS_SECONDS"])):
            item.session.shouldstop = "time is up"
