# SPDX-License-Identifier: MIT
"""What a test opens and somebody else hands around: rooms, stores, cabinets on a link of their own."""

from __future__ import annotations

from typing import Protocol, TypeVar


class Closes(Protocol):
    def close(self) -> None: ...


Thing = TypeVar("Thing", bound=Closes)

_open: list[Closes] = []


def opened(thing: Thing) -> Thing:
    """The thing itself; the fixture ``closes_what_was_opened`` closes it when the test has ended."""
    _open.append(thing)
    return thing


def close_all() -> None:
    """The last first."""
    while _open:
        _open.pop().close()
