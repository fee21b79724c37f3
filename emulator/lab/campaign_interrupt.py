# SPDX-License-Identifier: MIT
"""Ctrl-C and SIGTERM, looked at between two entries, never in the middle of one."""

from __future__ import annotations

import signal
import threading
from types import FrameType, TracebackType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Interrupts:
    """
    While this context lasts, the first signal only sets ``asked``; a second one does what it always does.

    Only the main thread hears signals: in others nothing changes and ``asked`` stays False.

    Args:
        wanted: False leaves signals as they are.
    """

    def __init__(self, *, wanted: bool) -> None:
        self.asked = False
        self._wanted = wanted and threading.current_thread() is threading.main_thread()
        self._before: dict[signal.Signals, object] = {}

    def __enter__(self) -> Interrupts:
        if self._wanted:
            self._before = {number: signal.signal(number, self._hear) for number in _SIGNALS}
        return self

    def _hear(self, number: int, frame: FrameType | None) -> None:
        self.asked = True
        self._restore()

    def _restore(self) -> None:
        while self._before:
            number, handler = self._before.popitem()
            signal.signal(number, handler)  # type: ignore[arg-type]

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._restore()
