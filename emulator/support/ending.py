# SPDX-License-Identifier: MIT
"""
Ctrl-C, SIGTERM and SIGHUP, looked at between two frames or steps: the run ends, and is saved.

Whoever ends a group of processes, as timeout does, may send SIGTERM twice: that is one wish, and a clean end.

    with told_to_end() as ending:
        run_panel(cabinet, going=ending.going)
"""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")  # Windows has no SIGHUP


class Ending:
    """Whether somebody has told the run to end."""

    def __init__(self) -> None:
        self.told = False

    def going(self) -> bool:
        """Whether to go on."""
        return not self.told

    def hear(self, number: int, frame: object) -> None:
        """A signal came: the first one asks; Ctrl-C breaks off who was asked, another signal asks again."""
        if self.told and number == signal.SIGINT:
            raise KeyboardInterrupt
        self.told = True


@contextlib.contextmanager
def told_to_end() -> Iterator[Ending]:
    """Listen to the signals while this lasts; only the main thread can."""
    ending, before = Ending(), {}
    if threading.current_thread() is threading.main_thread():
        for name in _SIGNALS:
            number = getattr(signal, name, None)
            if number is not None:
                before[number] = signal.signal(number, ending.hear)
    try:
        yield ending
    finally:
        for number, handler in before.items():
            if handler is not None:
                signal.signal(number, handler)
