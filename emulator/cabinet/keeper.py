# SPDX-License-Identifier: MIT
"""Saves a machine as soon as money has moved, before anybody is told or shown it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

from emulator.cabinet.ledger import Ledger
from emulator.cabinet.listeners import Listeners
from emulator.cabinet.machine import Machine


class Keeper:
    """
    Calls the function that saves the machine.

    Attributes:
        turned: wheels of meters that have turned in this run.
    """

    def __init__(self, machine: Machine, ledger: Ledger, listeners: Listeners) -> None:
        self.turned = 0
        self._machine = machine
        self._ledger = ledger
        self._listeners = listeners
        self._keep: Callable[[], None] | None = None
        # What had moved when it was kept.
        self._settled: tuple[int, ...] = ()

    @property
    def touched_us(self) -> int:
        """Time of the last input; -1 before the first."""
        return self._listeners.touched_us

    def keep_with(self, keep: Callable[[], None]) -> None:
        """
        Call ``keep`` whenever coins, books or meters have moved, before anybody hears or sees of it.

        What it keeps then, ``nvram`` and ``physical()``, is what a power cut at that instant would leave.
        """
        self._keep = keep
        self._settled = self._moved()

    def settle(self) -> None:
        """Save what has moved since the last time; to be called before anything is shown or told."""
        if self._keep is not None and (moved := self._moved()) != self._settled:
            self._settled = moved
            self._keep()

    def tell(self, name: str, /, **arguments: object) -> None:
        """Tell of an input, once all that moved before it is kept."""
        self.settle()
        self._listeners.tell(name, **arguments)

    @contextlib.contextmanager
    def idle(self) -> Iterator[None]:
        """Keep nothing and tell nobody, as long as this lasts."""
        keep, self._keep = self._keep, None
        try:
            with self._listeners.unheard():
                yield
        finally:
            self._keep = keep

    def _moved(self) -> tuple[int, ...]:
        """Equal while no coin, ticket, wheel of a meter or byte of the NVRAM has moved."""
        machine = self._machine
        return (self._ledger.moves, machine.board.fram.writes, machine.tickets_given, self.turned)
