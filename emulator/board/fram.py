# SPDX-License-Identifier: MIT
"""The FRAM: 32 KiB that survive a power cut, written byte by byte as the bytes arrive on the bus."""

from __future__ import annotations

from collections.abc import Callable

from emulator.board.device import Kept
from emulator.board.errors import BoardError
from emulator.board.operations import Operations

ADDRESS_BYTES = 2
# The largest memory that such an address reaches.
BYTES_MOST = 1 << 8 * ADDRESS_BYTES


class FRAM(Kept):
    """
    A ferroelectric memory with a two-byte address, such as the MB85RC256V.

    It has no page buffer: each byte is in the array as soon as its acknowledge is sent, so a cut
    can leave any prefix of a write behind. Reads and writes wrap at the end of the array.

    Attributes:
        data: the array itself.
        writes: bytes written since the board was made.
        on_write: called with (address, byte) after every byte; None costs nothing.
        on_transfer: called with (address, size, written) before every transaction that moves bytes.
    """

    # Array and pointer; hooks and planned cuts belong to the host.
    KEPT = ("data", "_pointer", "writes")

    def __init__(self, image: bytes, operations: Operations) -> None:
        size = len(image)
        if size < 256 or size & (size - 1):
            raise BoardError(f"fram image must be a power of two from 256 bytes on (got {size})")
        self.data = bytearray(image)
        self.writes = 0
        self.on_write: Callable[[int, int], None] | None = None
        self.on_transfer: Callable[[int, int, bool], None] | None = None
        self._operations = operations
        self._left = -1
        self._pointer = 0

    def cut_after(self, byte_count: int) -> None:
        """Cut the power once ``byte_count`` more bytes are written, before the one after them."""
        if byte_count < 0:
            raise BoardError(f"byte_count must be 0 or more bytes (got {byte_count})")
        self._left = byte_count

    def reset(self) -> None:
        """The supply came: the address pointer starts at 0 and no cut is planned."""
        self._pointer = 0
        self._left = -1

    def i2c_write(self, data: bytes) -> None:
        """Take an address and the bytes that follow it."""
        size = len(data) - ADDRESS_BYTES
        if size < 0:
            return
        mask = len(self.data) - 1
        address = (data[0] << 8 | data[1]) & mask
        if not size:
            self._pointer = address
            return
        if self.on_transfer is not None:
            self.on_transfer(address, size, True)
        if not self._operations.armed and self._left < 0 and self.on_write is None and address + size <= mask:
            self.data[address : address + size] = data[ADDRESS_BYTES:]
            self._operations.done += size
            self.writes += size
            self._pointer = address + size
            return
        self._pointer = address
        for byte in data[ADDRESS_BYTES:]:
            self._write_byte(byte, mask)

    def _write_byte(self, byte: int, mask: int) -> None:
        if self._left == 0:
            self._operations.cut()
        self._operations.count()
        self._left -= self._left > 0
        address = self._pointer
        self.data[address] = byte
        self.writes += 1
        self._pointer = (address + 1) & mask
        if self.on_write is not None:
            self.on_write(address, byte)

    def i2c_read(self, size: int) -> bytes:
        """Read on from the address of the last transaction."""
        start = self._pointer
        if self.on_transfer is not None and size:
            self.on_transfer(start, size, False)
        total = len(self.data)
        self._pointer = (start + size) % total
        if start + size <= total:
            return bytes(self.data[start : start + size])
        return bytes(self.data[(start + offset) % total] for offset in range(size))
