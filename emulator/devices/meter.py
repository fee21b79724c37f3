# SPDX-License-Identifier: MIT
"""
The electromechanical meters: wheels that a coil moves on, and the loop that closes through their plugs.

    meter = Meter(board, "plays")
    loop = MeterLoop(board, [meter])
    meter.plug(False)                  # the firmware sees meter_present fall
"""

from __future__ import annotations

from collections.abc import Sequence

from emulator.board.board import Board
from emulator.board.device import Device

# An impulse counter rated ten counts a second: half of its period is pulse, with some reserve.
PULSE_MIN_US = 30_000
PERIOD_MIN_US = 100_000
_NO_PULSE = -1


class Meter(Device):
    """
    Counts on the trailing edge of a pulse that was long enough; its wheels never turn back.

    A pulse that is too short, or begins too soon after the last counted one, moves nothing.
    """

    # Wheels, plug and pulse.
    KEPT = ("count", "plugged", "_begun_us", "_counted_us")

    def __init__(self, board: Board, what: str, count: int = 0) -> None:
        super().__init__(f"meter_{what}")
        self.count = count
        self.plugged = True
        self.loop: MeterLoop | None = None
        self._board = board
        self._begun_us = _NO_PULSE
        self._counted_us = -PERIOD_MIN_US
        self._what = what
        board.line(self.name).watch(self._coil_changed)

    def plug(self, plugged: bool) -> None:
        """Pull its plug or put it back."""
        self.plugged = plugged
        self._begun_us = _NO_PULSE
        if self.loop is not None:
            self.loop.feel()

    def _coil_changed(self, on: bool) -> None:
        now_us, begun_us = self._board.now_us, self._begun_us
        if on:
            self._begun_us = now_us if self.plugged else _NO_PULSE
            return
        counts = self._counts(now_us)
        self._begun_us = _NO_PULSE
        if not counts:
            return
        self._counted_us = begun_us
        self.count += 1
        self._board.emit("meter", name=self._what, count=self.count)

    def rest_count(self, now_us: int) -> int:
        """What its wheels show if the power goes now: a pulse that was long enough counts as it ends."""
        return self.count + self._counts(now_us)

    def _counts(self, now_us: int) -> bool:
        """Whether the pulse moves the wheels on if it ends now."""
        begun_us = self._begun_us
        if begun_us == _NO_PULSE or now_us - begun_us < PULSE_MIN_US:
            return False
        return begun_us - self._counted_us >= PERIOD_MIN_US


class MeterLoop:
    """The wire through all plugs: ``meter_present`` is asserted while none is pulled."""

    def __init__(self, board: Board, meters: Sequence[Meter]) -> None:
        self._meters = tuple(meters)
        self._line = board.line("meter_present")
        for meter in self._meters:
            meter.loop = self
        self.feel()

    def feel(self) -> None:
        """A plug was pulled or put back."""
        self._line.drive(all(meter.plugged for meter in self._meters))
