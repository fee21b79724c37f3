# SPDX-License-Identifier: MIT
"""A unit at the far end of a cable of the bus, which can be pulled, and on which noise turns bits round."""

from __future__ import annotations

from abc import ABC, abstractmethod

from emulator.board.board import Board
from emulator.board.device import Device


class I2CUnit(Device, ABC):
    """
    Answers at one register, and takes what is written to another one.

    Attributes:
        noise: so many transactions on its cable will still be garbled, every one a bit.
    """

    def __init__(self, name: str, board: Board, address: int, answer: int) -> None:
        super().__init__(name)
        self.noise = 0
        self._board = board
        self._address = address
        self._answer_register = answer
        self._register = 0
        self._answer = b""

    @property
    def plugged(self) -> bool:
        """Whether its cable is in."""
        return self._address not in self._board.i2c.unplugged

    def plug(self, plugged: bool) -> None:
        """Pull its plug to the board or put it back."""
        if plugged:
            self._board.i2c.unplugged.discard(self._address)
        else:
            self._board.i2c.unplugged.add(self._address)

    def i2c_write(self, data: bytes) -> None:
        """A register, then what is meant for it; what is not whole is not taken."""
        if not data:
            return
        self._register = data[0]
        if self._register == self._answer_register:
            self._answer = self._status()
        elif len(data) > 1:
            self._take(self._register, data[1:])

    def i2c_read(self, size: int) -> bytes:
        """The answer, from its first byte on."""
        return self._garbled(self._answer[:size].ljust(size, b"\0"))

    @abstractmethod
    def _status(self) -> bytes:
        """The answer, when its register is asked for."""

    @abstractmethod
    def _take(self, register: int, data: bytes) -> None:
        """Do what a whole write of any other register means."""

    def _garbled(self, data: bytes) -> bytes:
        """What arrives of it: noise turns one bit round."""
        if not self.noise:
            return data
        self.noise -= 1
        at = self.noise % len(data)
        return data[:at] + bytes([data[at] ^ 1 << self.noise % 8]) + data[at + 1 :]
