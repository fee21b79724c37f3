# SPDX-License-Identifier: MIT
"""
How far an examination is, seen while its checks are at work, in this process or in others.

    going = Going(checks, "full", told)
    going.part(0, 120, 600)           # a fifth of the first check
    going.ended(0)
    parts = going.shared(context)     # doubles that other processes write; ``look`` reads them
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from multiprocessing.context import BaseContext
from typing import Protocol, cast

from emulator.lab.exam.catalogue import Check

Told = Callable[[float, float, str], None]
"""Told (seconds of work done, seconds of all, the check that is at work or has just ended)."""


class Parts(Protocol):
    """Of each check how much is done, a share of 1."""

    def __getitem__(self, number: int, /) -> float: ...
    def __setitem__(self, number: int, share: float, /) -> None: ...
    def __iter__(self) -> Iterator[float]: ...


class Going:
    """
    The checks of an examination that are left, each as long as its file says.

    Args:
        checks: in the order of their numbers.
        mode: of the examination.
        before, total: seconds of checks that are done, and of all.
        told: None: nobody wants to know.
    """

    def __init__(
        self, checks: Sequence[Check], mode: str, before: float, total: float, told: Told | None
    ) -> None:
        self._seconds = [float(check.seconds[mode]) for check in checks]
        self._names = [check.id for check in checks]
        self._before, self._total, self._told = before, total, told
        self._parts: Parts = [0.0] * len(checks)

    def shared(self, context: BaseContext) -> Parts:
        """Where other processes write how far their checks are, a share of 1 each."""
        self._parts = cast(Parts, context.Array("d", len(self._names), lock=False))
        return self._parts

    def part(self, number: int, done: float, of: float) -> None:
        """A check has done so much; it never goes back, as of a check that does several things."""
        self._parts[number] = max(self._parts[number], grown(done, of))
        self._tell(self._names[number])

    def ended(self, number: int) -> None:
        """A check has ended."""
        self._parts[number] = 1.0
        self._tell(self._names[number])

    def look(self) -> None:
        """Tell how far the others are."""
        busy = [name for name, part in zip(self._names, self._parts, strict=True) if 0 < part < 1]
        self._tell(", ".join(busy))

    def _tell(self, name: str) -> None:
        if self._told is not None:
            made = sum(part * seconds for part, seconds in zip(self._parts, self._seconds, strict=True))
            self._told(self._before + made, self._total, name)


def grown(done: float, of: float) -> float:
    """A share, less than 1 until the check has ended."""
    return min(done / of, 0.99) if of > 0 else 0.0
