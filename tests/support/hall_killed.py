# SPDX-License-Identifier: MIT
"""
A visit to a hall that is killed at one of its writes, before, within or behind it.

    count = writes_of(lambda: walk(["cierzo"]))       # how many there are
    with killed_at(7, WITHIN):
        walk(["cierzo"])                              # raises Killed, and nothing is written afterwards

``python -m hall_killed NUMBER WHERE`` walks in a process that ends itself with SIGKILL at that write.
"""

from __future__ import annotations

import contextlib
import functools
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

from emulator.hall import desk
from emulator.hall.hall import Hall

BEFORE, WITHIN, BEHIND = "before", "within", "behind"


class Killed(BaseException):
    """The process would be gone."""


class Writes:
    """
    Counts what is written to files, and ends it all at one of them.

    Args:
        number: of the write, from 1; 0: none.
        end: called there; what it raises is raised by every write that comes later.
    """

    def __init__(self, number: int = 0, where: str = BEFORE, end: Callable[[], None] = lambda: None) -> None:
        self.count, self._number, self._where, self._end = 0, number, where, end
        self._write, self._replace, self._gone = os.write, Path.replace, False

    def write(self, descriptor: int, data: bytes) -> int:
        if self._at():
            if self._where != BEFORE:
                whole = bytes(data) if self._where == BEHIND else bytes(data)[: len(data) // 2]
                self._write(descriptor, whole)
            self._stop()
        return self._write(descriptor, data)

    def replace(self, path: Path, target: Path) -> Path:
        if self._at():
            if self._where == BEHIND:
                self._replace(path, target)
            self._stop()
        return self._replace(path, target)

    def _at(self) -> bool:
        if self._gone:
            raise Killed
        self.count += 1
        return self.count == self._number

    def _stop(self) -> None:
        self._gone = True
        self._end()
        raise Killed

    @contextlib.contextmanager
    def watched(self) -> Iterator[None]:
        """Every write through here, as long as this lasts."""
        with (
            mock.patch.object(os, "write", self.write),
            mock.patch.object(os, "ftruncate", self._cut),
            mock.patch.object(Path, "replace", functools.partialmethod(_passed_on, self)),
        ):
            yield

    def _cut(self, descriptor: int, length: int) -> None:
        """A process that is gone mends nothing either."""
        if self._gone:
            raise Killed
        os.truncate(descriptor, length)


def _passed_on(path: Path, writes: Writes, target: Path) -> Path:
    return writes.replace(path, target)


def walk_with_a_card() -> None:
    """To a machine of house cards, and back with what is left on the card, which is charged."""
    with Hall.open(["moncayo_tarjeta"]) as hall:
        cabinet = hall.walk_to(hall.stands[0]).cabinet
        cabinet.run(ms=5_000)
        cabinet.insert_card()
        cabinet.run(ms=500)
        cabinet.press("hold_1")
        cabinet.run(ms=1_500)
        hall.come_back()
        hall.charge()


def walk() -> None:
    """From the street to two machines, a play at each, and home."""
    with Hall.open(["cierzo", "cometa"]) as hall:
        hall.change(desk.in_coins(hall.pocket))
        for stand in hall.stands:
            cabinet = hall.walk_to(stand).cabinet
            cabinet.run(ms=3_000)
            cabinet.insert(100)
            cabinet.run(ms=2_500)
            cabinet.press("start")
            cabinet.run(ms=1_000)
            hall.come_back()


def money() -> dict[str, Any]:
    """Where the money is once the hall has been opened again, and closed."""
    with Hall.open(["cierzo", "cometa"]) as hall:
        books = hall.ledger.books
        assert books.at is None and books.pending is None
        books.require_sound()
        return {"hall": hall.ledger.hall, "books": books}


def main() -> None:
    """Walk, and be killed."""
    writes = Writes(int(sys.argv[1]), sys.argv[2], lambda: os.kill(os.getpid(), signal.SIGKILL))
    with writes.watched():
        walk()


if __name__ == "__main__":
    main()
