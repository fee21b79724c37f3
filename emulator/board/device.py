# SPDX-License-Identifier: MIT
"""What every part of a cabinet has in common: a name, a due time, reset, tick, save and load."""

from __future__ import annotations

from typing import ClassVar, Protocol

from machines.support.plain import Json, JsonView

# Later than any virtual time: 2**62 us are 146,000 years.
NEVER = 1 << 62


def plain(value: object) -> object:
    """A copy of a value, so that saved lists and live ones stay apart."""
    return [plain(item) for item in value] if isinstance(value, list) else value


class Kept:
    """A part whose state is saved whole: the attributes in ``KEPT``, each by its name without underscore."""

    KEPT: ClassVar[tuple[str, ...]]

    def save(self) -> Json:
        """The whole state as plain values."""
        saved: Json = {}
        for name in self.KEPT:
            value = getattr(self, name)
            saved[name.lstrip("_")] = bytes(value) if isinstance(value, bytearray) else plain(value)
        return saved

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        for name in self.KEPT:
            value, now = saved[name.lstrip("_")], getattr(self, name)
            if isinstance(now, bytearray):
                now[:] = value
            else:
                setattr(self, name, plain(value))


class Device(Kept):
    """
    A part of the cabinet that the board's clock drives.

    A device says in ``due_us`` when it wants its next ``tick``; it is ticked at that very
    microsecond and has to move ``due_us`` on. Mechanics go on without power; ``power_lost`` and
    ``reset`` tell the electronics that the supply went and came. All state is plain values.
    """

    KEPT: ClassVar[tuple[str, ...]] = ("due_us",)

    def __init__(self, name: str) -> None:
        self.name = name
        self.due_us = NEVER

    def reset(self) -> None:
        """The supply came: the electronics start afresh, the mechanics stay as they are."""

    def power_lost(self, now_us: int) -> None:
        """The supply went: whatever needs current stops here."""

    def tick(self, now_us: int) -> None:
        """Do what was due at ``now_us`` and set ``due_us`` anew."""


class I2CDevice(Protocol):
    """A chip on the bus, seen in whole transactions from START to STOP."""

    def i2c_write(self, data: bytes) -> None:
        """Take the bytes of one write transaction."""

    def i2c_read(self, size: int) -> bytes:
        """Give ``size`` bytes for one read transaction."""
