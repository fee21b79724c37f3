# SPDX-License-Identifier: MIT
"""
Goes back and forth in the past of a TEST machine, and lets it go on from where somebody stops.

    past = Past(cabinet)
    past.show(to_us)                   # the cabinet is what it was; nothing was done to it yet
    past.stay()                        # what came later has never happened: one input, ``rewind``
    past.leave()                       # or: back to the present, as if nobody had looked
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulator.board.device import NEVER
from emulator.cabinet.history import History

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

# Why a machine does not run back.
OF_RECORD, UNSAVED = "record", "unsaved"


class Past:
    """
    Args:
        cabinet: one that remembers, if it is to go back; see ``Cabinet.remember``.
    """

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet
        self._present: bytes | None = None
        self.present_us = self.shown_us = 0

    @property
    def active(self) -> bool:
        """Whether the cabinet is shown as it was."""
        return self._present is not None

    @property
    def now_us(self) -> int:
        """The time that the cabinet shows."""
        return self._cabinet.now_us

    @property
    def hindrance(self) -> str:
        """Why it does not go back: OF_RECORD, UNSAVED, or "" where it does."""
        if not self._cabinet.test:
            return OF_RECORD
        history = self._history
        return UNSAVED if history is None or history.first_us > self._cabinet.now_us else ""

    @property
    def first_us(self) -> int:
        """The earliest time that can be shown; the present where there is none."""
        history = self._history
        first_us = NEVER if history is None else history.first_us
        return first_us if first_us < NEVER else self._cabinet.now_us

    @property
    def _history(self) -> History | None:
        return self._cabinet.history

    def show(self, to_us: int) -> int:
        """Bring the cabinet to what it was at a time, as near as it is remembered; return that time."""
        history = self._history
        if history is None or self.hindrance:
            return self._cabinet.now_us
        if self._present is None:
            self._present, self.present_us = self._cabinet.state(), self._cabinet.now_us
            self.shown_us = self.present_us
        to_us = max(history.first_us, min(to_us, self.present_us))
        if to_us == self.present_us:
            self._cabinet.load_state(self._present)
        elif to_us != self.shown_us:
            history.bring(to_us)
        self.shown_us = to_us
        return to_us

    def stay(self) -> bool:
        """Go on from what is shown; return whether anything that had happened has not any more."""
        if self._present is None:
            return False
        present, self._present = self._present, None
        if self.shown_us == self.present_us:
            return False
        # The input is one of the present, and so is told before it acts.
        self._cabinet.load_state(present)
        self._cabinet.rewind(self.shown_us)
        for name in sorted(self._cabinet.pressed):
            self._cabinet.up(name)
        return True

    def leave(self) -> None:
        """Back to the present."""
        if self._present is not None:
            self._cabinet.load_state(self._present)
            self._present = None
