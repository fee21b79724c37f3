# SPDX-License-Identifier: MIT
"""What a cabinet refuses."""

from __future__ import annotations

from emulator.support.errors import EmulatorError


class CabinetError(EmulatorError):
    """An input that is impossible for a visitor or an attendant."""


def require_time(us: int) -> None:
    """Raise CabinetError unless so many microseconds can pass: a journal counts in whole ones."""
    if type(us) is not int:
        raise CabinetError(f"us must be whole, 0 or more (got {us!r})")
    if us < 0:
        raise CabinetError(f"us must be 0 or more (got {us})")
