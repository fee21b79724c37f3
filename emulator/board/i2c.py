# SPDX-License-Identifier: MIT
"""The I2C bus: whole transactions between the chip and the parts at its addresses."""

from __future__ import annotations

from collections.abc import Callable

from emulator.board.device import I2CDevice
from emulator.board.errors import BoardError
from emulator.board.guard import HostGuard
from emulator.board.operations import Operations

# As much as the chip's memory holds: no firmware may make the host build more.
READ_MAX = 262_144


class I2CBus:
    """
    One bus; a transaction takes no virtual time, and nobody at an address means no acknowledge.

    Attributes:
        heard: called with (address, bytes written, bytes read) after each transaction, with None for bytes
            read where none were wanted; None costs nothing.
    """

    def __init__(self, number: int, operations: Operations, guard: HostGuard) -> None:
        self.number = number
        self.unplugged: set[int] = set()
        self.heard: Callable[[int, bytes, bytes | None], None] | None = None
        self._devices: dict[int, I2CDevice] = {}
        self._operations = operations
        self._guard = guard

    def attach(self, address: int, device: I2CDevice) -> None:
        """Put a device at a seven-bit address."""
        if not 0x08 <= address <= 0x77 or address in self._devices:
            raise BoardError(f"address must be 0x08 to 0x77 and free (got {address:#04x})")
        self._devices[address] = device

    # Every commit of the firmware goes through the next two, so they look a device up on the spot.
    def write(self, bus: int, address: int, data: bytes) -> bool:
        """One write transaction; return whether the address was acknowledged."""
        device = self._devices.get(address)
        if device is None or bus != self.number or address in self.unplugged:
            return False
        self._operations.count()
        try:
            device.i2c_write(bytes(data))
            if self.heard is not None:
                self.heard(address, bytes(data), None)
        except Exception as error:
            self._guard.failed(error)
        return True

    def read(self, bus: int, address: int, prefix: bytes, size: int) -> bytes | None:
        """Write ``prefix`` (a register address, if any), then read ``size`` bytes; None: no acknowledge."""
        device = self._devices.get(address)
        if device is None or bus != self.number or address in self.unplugged:
            return None
        if not 0 <= size <= READ_MAX:
            raise ValueError(f"size must be 0 to {READ_MAX:,} bytes (got {size})")
        try:
            if prefix:
                device.i2c_write(prefix)
            data = device.i2c_read(size)
            if self.heard is not None:
                self.heard(address, prefix, data)
            return data
        except Exception as error:
            self._guard.failed(error)
