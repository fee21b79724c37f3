# SPDX-License-Identifier: MIT
"""The guest's linear memory as the host may touch it: every pointer is checked first."""

from __future__ import annotations

import ctypes
import struct
from collections.abc import Callable

from emulator.vm.errors import FirmwareError
from emulator.vm.foreign import Wasm

_U32 = 0xFFFFFFFF


class Memory:
    """
    A guest's memory, addressed as the guest does.

    Pointers and sizes come from the guest and may be anything; a range that does not lie wholly inside
    the memory raises, and nothing is read or written.

    Args:
        locate: returns the memory's host address and its size in bytes; it grows but never moves.
    """

    def __init__(self, locate: Callable[[], tuple[int, int]]) -> None:
        self._locate = locate
        self._base, self._size = locate()

    @property
    def size(self) -> int:
        """Bytes of memory now."""
        self._base, self._size = self._locate()
        return self._size

    def read(self, at: int, size: int) -> bytes:
        """``size`` bytes from ``at``."""
        return ctypes.string_at(self._address(at, size), size & _U32)

    def write(self, at: int, data: bytes) -> None:
        """Put bytes at ``at``."""
        ctypes.memmove(self._address(at, len(data)), data, len(data))

    def u32(self, at: int) -> int:
        """The word at ``at``."""
        return int.from_bytes(self.read(at, 4), "little")

    def put_u32(self, at: int, value: int) -> None:
        """Put a word at ``at``."""
        self.write(at, struct.pack("<I", value & _U32))

    def view(self, at: int, kind: Wasm) -> Wasm:
        """A ctypes object of type ``kind`` that lives at ``at``, for pages that both sides share."""
        return kind.from_address(self._address(at, ctypes.sizeof(kind)))

    def _address(self, at: int, size: int) -> int:
        at &= _U32
        end = at + (size & _U32)
        if end > self._size and end > self.size:
            raise FirmwareError(f"a pointer outside memory: {size & _U32} bytes at {at:#x}")
        return self._base + at
