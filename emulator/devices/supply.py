# SPDX-License-Identifier: MIT
"""The supply: mains, a capacitor that outlives them a little, and what the board can see of both."""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import NEVER, Device

GPIO = 47
NOMINAL_MV = 24_000
# Below this the regulator gives up and the board loses its power.
DROPOUT_MV = 16_000
# 10 mF at 1 A from 24 V down to 16 V: long enough for a coin that has passed the gate to be reported.
HOLD_UP_US = 80_000
# The divider in front of the ADC: full scale at 33 V.
FULL_SCALE_MV = 33_000
ADC_MAX = 65_535


class Supply(Device):
    """
    Mains on or off, as seen on the line ``supply`` and the ADC behind the same pin.

    The line falls the moment the mains fail, HOLD_UP_US before the board goes dark: an early warning
    that no promise of the machine may rest on, since ``board.power_off()`` gives none.
    """

    # When the mains failed and when the board will follow.
    KEPT = ("due_us", "_failed_us", "_back_us")

    def __init__(self, board: Board) -> None:
        super().__init__("supply")
        self._board = board
        self._line = board.line("supply")
        self._failed_us = NEVER
        self._back_us = NEVER
        board.adc[GPIO] = self.read_u16

    def fail(self) -> None:
        """The mains go; the board follows when the capacitor is empty."""
        if self._board.powered and self._failed_us == NEVER:
            self._failed_us = self._board.now_us
            self._line.drive(False)
        self._plan()

    def dip(self, for_us: int) -> None:
        """The mains fail and come back by themselves after a while."""
        self._back_us = self._board.now_us + for_us
        self.fail()

    def restore(self) -> None:
        """The mains come back: in time to save the board, or to start it again."""
        self._failed_us = self._back_us = self.due_us = NEVER
        if self._board.powered:
            self._line.drive(True)
        else:
            self._board.power_on()

    def reset(self) -> None:
        """The board has power."""
        self._failed_us = self._back_us = self.due_us = NEVER
        self._line.drive(True)

    def power_lost(self, now_us: int) -> None:
        """The board has none; mains that dipped come back in their time."""
        self._failed_us = NEVER
        self._plan()
        self._line.drive(False)

    def tick(self, now_us: int) -> None:
        """The mains are back, or the capacitor is empty."""
        if self._back_us <= now_us:
            self.restore()
        else:
            self._failed_us = NEVER
            self._plan()
            self._board.power_off()

    def _plan(self) -> None:
        empty_us = NEVER if self._failed_us == NEVER else self._failed_us + HOLD_UP_US
        self.due_us = min(self._back_us, empty_us)

    def millivolts(self) -> int:
        """Voltage in front of the regulator."""
        if not self._board.powered:
            return 0
        since_us = max(0, self._board.now_us - self._failed_us)
        return NOMINAL_MV - (NOMINAL_MV - DROPOUT_MV) * since_us // HOLD_UP_US

    def read_u16(self) -> int:
        """What the ADC says."""
        return self.millivolts() * ADC_MAX // FULL_SCALE_MV
