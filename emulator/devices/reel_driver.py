# SPDX-License-Identifier: MIT
"""The reel driver: a three-axis stepper controller on I2C with a register map of our own."""

from __future__ import annotations

from collections.abc import Sequence
from struct import Struct

from emulator.board.board import Board
from emulator.board.device import Device
from emulator.devices.reel import Reel

# Registers of an axis; its base is 16 times its number. Numbers of two bytes are little endian.
CMD, STATUS, VELOCITY, TARGET, POSITION, INDEX, TURNS, COUNT, EDGE = 0, 1, 2, 4, 6, 8, 10, 12, 14
AXIS_BYTES = 16

CMD_FREE, CMD_RUN, CMD_STOP, CMD_DEFINE, CMD_CLEAR = 0, 1, 2, 3, 4
STATUS_MOVING, STATUS_INDEX, STATUS_AT_TARGET = 1, 2, 4

# POSITION to EDGE.
_READINGS = Struct("<5H")
_WRITABLE = frozenset((CMD, VELOCITY, VELOCITY + 1, TARGET, TARGET + 1))


class ReelDriver(Device):
    """
    Registers in front of the reels.

    A write transaction starts with a register address and goes on upwards; a command takes effect at
    its end, so one write may carry CMD, VELOCITY and TARGET. Reads start at the last address.
    """

    # Registers and address; the axes save themselves.
    KEPT = ("_registers", "_pointer")

    def __init__(self, board: Board, reels: Sequence[Reel]) -> None:
        super().__init__("reel_driver")
        self._board = board
        self._reels = tuple(reels)
        self._registers = bytearray(AXIS_BYTES * len(self._reels))
        self._pointer = 0

    def reset(self) -> None:
        """All registers 0."""
        self._registers[:] = bytes(len(self._registers))
        self._pointer = 0

    def i2c_write(self, data: bytes) -> None:
        """Take an address and the bytes that follow it."""
        if not data:
            return
        registers = self._registers
        self._pointer = data[0]
        commanded = []
        for byte in data[1:]:
            axis, register = divmod(self._pointer, AXIS_BYTES)
            if axis < len(self._reels) and register in _WRITABLE:
                registers[self._pointer] = byte
                if register == CMD:
                    commanded.append(axis)
            self._pointer = self._pointer + 1 & 0xFF
        for axis in commanded:
            self._command(axis)

    def _command(self, axis: int) -> None:
        reel, base = self._reels[axis], axis * AXIS_BYTES
        command = self._registers[base + CMD]
        velocity, target = self._word(base + VELOCITY), self._word(base + TARGET)
        if command == CMD_FREE:
            reel.free()
        elif command == CMD_RUN:
            reel.run(velocity)
        elif command == CMD_STOP:
            reel.stop_at(target, velocity)
        elif command == CMD_DEFINE:
            reel.define(target)
        elif command == CMD_CLEAR:
            reel.index_seen = False

    def i2c_read(self, size: int) -> bytes:
        """Read on from the last address; what lies behind the last axis reads 0."""
        now_us = self._board.now_us
        start = self._pointer
        for axis in range(start // AXIS_BYTES, len(self._reels)):
            base = axis * AXIS_BYTES
            if base >= start + size:
                break
            reel = self._reels[axis]
            self._registers[base + STATUS] = (
                STATUS_MOVING * reel.moving(now_us)
                | STATUS_INDEX * reel.index_seen
                | STATUS_AT_TARGET * reel.at_target
            )
            _READINGS.pack_into(self._registers, base + POSITION, *reel.readings(now_us))
        self._pointer = start + size & 0xFF
        return bytes(self._registers[start : start + size]).ljust(size, b"\0")

    def _word(self, address: int) -> int:
        return self._registers[address] | self._registers[address + 1] << 8
