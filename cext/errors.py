# SPDX-License-Identifier: MIT
"""The one exception of the core, and how a return code becomes one."""

from __future__ import annotations

from collections.abc import Sequence

from cext._core import ffi, lib


class CoreError(Exception):
    """
    A call that the core refuses.

    Attributes:
        code: the negative ``CORE_E_*`` of ``core.h``.
    """

    def __init__(self, message: str, code: int = int(lib.CORE_E_ARGUMENT)) -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[CoreError], tuple[str, int]]:
        return type(self), (str(self), self.code)


def check(code: int) -> int:
    """Return ``code`` if it is no error, else raise its CoreError."""
    if code < 0:
        text: bytes = ffi.string(lib.core_error_text(code))
        raise CoreError(text.decode(), code)
    return code


def need_range(name: str, value: int, low: int, high: int, unit: str = "") -> int:
    """Return ``value`` if it lies between ``low`` and ``high``, both included."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        tail = f" {unit}" if unit else ""
        raise CoreError(f"{name} must be {low} to {high}{tail} (got {value!r})")
    return value


def need_bytes(name: str, value: bytes, size: int) -> bytes:
    """Return ``value`` if it is ``size`` bytes long."""
    if not isinstance(value, (bytes, bytearray, memoryview)):
        raise CoreError(f"{name} must be {size} bytes (got {type(value).__name__})")
    if len(value) != size:
        raise CoreError(f"{name} must be {size} bytes (got {len(value)})")
    return bytes(value)


def need_count(name: str, items: Sequence[object], low: int, high: int, unit: str) -> None:
    """Refuse a sequence that has fewer than ``low`` or more than ``high`` items."""
    need_range(f"number of {name}", len(items), low, high, unit)


def need_row(name: str, row: Sequence[int], count: int, low: int, high: int) -> None:
    """Refuse a row that has not ``count`` values, each from ``low`` to ``high``."""
    if len(row) != count:
        raise CoreError(f"{name} must have {count} values (got {len(row)})")
    for i, value in enumerate(row):
        need_range(f"{name}[{i}]", value, low, high)
