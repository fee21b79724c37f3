# SPDX-License-Identifier: MIT
"""
A screen that shows reels: a display controller on I2C with the strips in a memory of its own.

    register 0        command: 1 all reels run, on the strips of the set in register 1
    register 1        set of strips, 0 or 1
    register 2        bits of the reels that move (read only)
    register 16 + r   stop at which reel r comes to rest; a write of it brakes the reel

What runs or brakes is a function of the time alone; without power the screen is dark and forgets all.
"""

from __future__ import annotations

from collections.abc import Sequence

from emulator.board.board import Board
from emulator.board.device import Device
from emulator.devices.errors import DeviceError
from machines.support.plain import Json, JsonView

COMMAND, SET, MOVING, STOP_AT = 0, 1, 2, 16
RUN = 1

# Stops that a running reel shows in a second, and the last ones that it slows down over.
STOPS_A_SECOND = 54
BRAKE_STOPS = 10
BRAKE_US = 340_000
_REST, _RUNNING, _BRAKING = 0, 1, 2
_TURN = 1 << 16


class ScreenReel:
    """One reel as the screen draws it; the attributes are those of a reel that turns."""

    motor_steps = 0

    def __init__(self, stops: Sequence[int], position_u16: int) -> None:
        self._counts = tuple(stops)
        self.set = 0
        self.stage = _REST
        self.stop = (position_u16 * self.stops + _TURN // 2) // _TURN % self.stops
        self.since_us = 0
        self.stopped_at_us = 0

    @property
    def stops(self) -> int:
        """Stops of the strip that it shows."""
        return self._counts[self.set]

    def moving(self, now_us: int) -> bool:
        """Whether it runs or brakes."""
        return self.stage == _RUNNING or (self.stage == _BRAKING and now_us < self.since_us + BRAKE_US)

    def position_u16(self, now_us: int) -> int:
        """Where its strip stands, in 1/65,536 of a turn."""
        if not self.moving(now_us):
            return (self.stop * _TURN + self.stops // 2) // self.stops % _TURN
        gone_us = now_us - self.since_us
        if self.stage == _RUNNING:
            stop_thousandths = self.stop * 1000 + gone_us * STOPS_A_SECOND // 1000
        else:
            left_us = BRAKE_US - gone_us
            # It slows down evenly: what is left goes with the square of the time that is left.
            stop_thousandths = self.stop * 1000 - BRAKE_STOPS * 1000 * left_us * left_us // BRAKE_US**2
        return stop_thousandths * _TURN // (self.stops * 1000) % _TURN

    def rest_u16(self, now_us: int) -> int:
        """Where its strip stands if the power goes now: at the nearest stop."""
        stop = self._nearest(now_us)
        return (stop * _TURN + self.stops // 2) // self.stops % _TURN

    def _nearest(self, now_us: int) -> int:
        return (self.position_u16(now_us) * self.stops + _TURN // 2) // _TURN % self.stops

    def power_lost(self, now_us: int) -> None:
        """It goes dark where it stands."""
        self.stop = self._nearest(now_us)
        self.stage = _REST

    def run(self, strip_set: int, now_us: int) -> None:
        """Turn from where it stands."""
        self.stop = (self.position_u16(now_us) * self.stops // _TURN) % self._counts[strip_set]
        self.set, self.stage, self.since_us = strip_set, _RUNNING, now_us

    def brake(self, stop: int, now_us: int) -> None:
        """Come to rest at a stop; at once if it does not turn."""
        still = not self.moving(now_us)
        self.stop = stop % self.stops
        self.stage = _REST if still else _BRAKING
        self.since_us = now_us
        self.stopped_at_us = now_us if still else now_us + BRAKE_US


class ReelScreen(Device):
    """
    The controller of the screen.

    Args:
        board: whose clock it goes by.
        stops: for each set, the stops of each reel's strip.
        positions_u16: what each reel shows at first.
    """

    def __init__(self, board: Board, stops: Sequence[Sequence[int]], positions_u16: Sequence[int]) -> None:
        super().__init__("reel_screen")
        if not 1 <= len(stops) <= 2 or len({len(row) for row in stops}) != 1:
            raise DeviceError(f"stops must be one or two sets of as many reels (got {stops})")
        self._board = board
        self._sets = len(stops)
        self.reels = [
            ScreenReel(counts, position)
            for counts, position in zip(zip(*stops, strict=True), positions_u16, strict=True)
        ]
        self._set = 0
        self._pointer = 0

    def power_lost(self, now_us: int) -> None:
        """It goes dark where it stands."""
        for reel in self.reels:
            reel.power_lost(now_us)

    def reset(self) -> None:
        """Set 0 is chosen; the picture is what it was told last."""
        self._set = 0
        self._pointer = 0

    def i2c_write(self, data: bytes) -> None:
        """Take a register address and the bytes that go there and after it."""
        if not data:
            return
        self._pointer = data[0]
        for byte in data[1:]:
            self._store(self._pointer, byte)
            self._pointer = self._pointer + 1 & 0xFF

    def _store(self, register: int, value: int) -> None:
        now_us = self._board.now_us
        if register == SET:
            self._set = min(value, self._sets - 1)
        elif register == COMMAND and value == RUN:
            for reel in self.reels:
                reel.run(self._set, now_us)
        elif STOP_AT <= register < STOP_AT + len(self.reels):
            self.reels[register - STOP_AT].brake(value, now_us)

    def i2c_read(self, size: int) -> bytes:
        """Read on from the last address; what is no register reads 0."""
        now_us = self._board.now_us
        moving = sum(1 << number for number, reel in enumerate(self.reels) if reel.moving(now_us))
        values = {SET: self._set, MOVING: moving}
        read = bytes(values.get(self._pointer + at & 0xFF, 0) for at in range(size))
        self._pointer = self._pointer + size & 0xFF
        return read

    def save(self) -> Json:
        """Registers, and of each reel what it shows."""
        rows = [(r.set, r.stage, r.stop, r.since_us, r.stopped_at_us) for r in self.reels]
        return {**super().save(), "set": self._set, "pointer": self._pointer, "reels": rows}

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        super().load(saved)
        self._set, self._pointer = saved["set"], saved["pointer"]
        for reel, row in zip(self.reels, saved["reels"], strict=True):
            reel.set, reel.stage, reel.stop, reel.since_us, reel.stopped_at_us = row
