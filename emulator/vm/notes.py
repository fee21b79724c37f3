# SPDX-License-Identifier: MIT
"""What a program on CPython tells the board while it is imported, so that the board can be told it again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import ModuleType

from emulator.vm.foreign import Guest
from emulator.vm.runtime import TOLD, Told

# A program starts at time 0, whenever that is.
_KNOWN = ("ticks_us", "ticks_ms", "ticks_diff", "ticks_add")


class Notes:
    """
    Stands between a program and its board until it is closed.

    Args:
        host: name -> module of the host; one of them can be told something.
        builtins: of the program; what it prints has to be printed at each boot.

    Attributes:
        told: calls that teach a program nothing, in their order.
        asked: it made other calls as well.
    """

    def __init__(self, host: Mapping[str, ModuleType], builtins: dict[str, Guest]) -> None:
        self.told: list[Told] = []
        self.asked = False
        self._kept = [(names, dict(names)) for names in (*map(vars, host.values()), builtins)]
        for names, kept in self._kept:
            for name, function in kept.items():
                if callable(function) and name not in _KNOWN and (names is not builtins or name == "print"):
                    names[name] = self._noted(name, function, tells=name in TOLD)

    def close(self) -> None:
        """Give the program its board."""
        for names, kept in self._kept:
            names.update(kept)

    def _noted(self, name: str, function: Callable[..., Guest], *, tells: bool) -> Callable[..., Guest]:
        def noted(*arguments: Guest, **named: Guest) -> Guest:
            if tells:
                self.told.append((name, arguments))
            else:
                self.asked = True
            return function(*arguments, **named)

        return noted
