# SPDX-License-Identifier: MIT
"""What a board needs from whatever executes its firmware."""

from __future__ import annotations

from collections.abc import Iterable
from types import ModuleType
from typing import Any, Protocol


class Runtime(Protocol):
    """One program in execution; a board calls it in this order: bind, boot, tick and dispatch, drop."""

    def bind(self, modules: Iterable[ModuleType]) -> None:
        """Take the host modules of the next boot: ``_board``, ``time`` and ``payout``."""

    def boot(self) -> None:
        """Load the program afresh and call ``main.boot()``."""

    def tick(self) -> int:
        """Call ``main.tick()``; return the milliseconds until the next one."""

    def dispatch(self, kind: int, number: int) -> None:
        """Call the handler of a pin (0), a timer (1) or a UART (2)."""

    def drop(self) -> None:
        """The program is gone."""

    def describe(self, error: BaseException) -> str:
        """An error of the firmware as one line: file, line, function, what."""

    def save(self) -> dict[str, Any]:
        """The program's one state object as plain values."""

    def load(self, saved: dict[str, Any]) -> None:
        """Give a freshly booted program the state that ``save`` returned."""
