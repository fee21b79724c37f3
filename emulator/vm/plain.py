# SPDX-License-Identifier: MIT
"""Plain values of a program on CPython, copied for a saved state or put back after a look."""

from __future__ import annotations

from emulator.vm.errors import VMError
from emulator.vm.foreign import Guest

_PLAIN = frozenset((type(None), bool, int, str, bytes))


def plain(value: Guest, path: str) -> Guest:
    """A deep copy of a plain value; VMError names what is not plain."""
    if type(value) in _PLAIN:
        return value
    if type(value) in (list, tuple):
        if _PLAIN.issuperset(map(type, value)):
            return type(value)(value)
        return type(value)(plain(item, f"{path}[{index}]") for index, item in enumerate(value))
    if type(value) is dict:
        return {key: plain(item, f"{path}[{key!r}]") for key, item in value.items()}
    raise VMError(f"{path} must be a plain value to be saved (got {type(value).__name__})")


def copied(value: Guest) -> Guest:
    """A deep copy of a plain value; anything else as it is."""
    try:
        return plain(value, "")
    except VMError:
        return value


def put_back(names: dict[str, Guest], before: dict[str, Guest]) -> None:
    """Undo what was done to names; those that are what they were stay the same objects."""
    for name in names.keys() - before.keys():
        del names[name]
    for name, value in before.items():
        if name not in names or names[name] != value:
            names[name] = value
