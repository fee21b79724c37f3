# SPDX-License-Identifier: MIT
"""
How fast the time of a TEST machine passes while somebody looks inside: slower, faster, or step by step.

    pace = Pace(cabinet)
    pace.paused = True
    pace.step(COMMIT)                  # until the firmware has committed next
    pace.elapsed(16_667)               # of the wall, in the machine's microseconds: 0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from emulator.inside.operations import Operation, record_tick

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

TICK, OPERATION, COMMIT, PLAY = "tick", "operation", "commit", "play"
STEPS = (OPERATION, TICK, COMMIT, PLAY)
# Numerator and denominator.
SPEEDS = ((1, 10), (1, 1), (10, 1), (100, 1))
USUAL = 1
# Nobody waits longer for a step; a machine at rest ticks once a second at the least.
MOST_US = {TICK: 60_000_000, OPERATION: 60_000_000, COMMIT: 60_000_000, PLAY: 120_000_000}


class Pace:
    """
    Args:
        cabinet: whose time passes; only a TEST machine's passes otherwise than the wall's.

    Attributes:
        paused: time stands.
        speed: which of SPEEDS.
        operations: what the tick did that was walked through last, in its order.
        done: how many of them are shown as done.
    """

    def __init__(self, cabinet: Cabinet) -> None:
        self._cabinet = cabinet
        self.paused = False
        self.speed = USUAL
        self.operations: tuple[Operation, ...] = ()
        self.done = 0
        self.before_us = 0
        self._left = 0

    def elapsed(self, us: int) -> int:
        """So much time of the wall in the machine's."""
        if not self._cabinet.test:
            return us
        if self.paused:
            return 0
        times, over = SPEEDS[self.speed]
        whole, self._left = divmod(us * times + self._left, over)
        return whole

    def faster(self, by: int) -> None:
        """So many steps faster, or slower: below 0."""
        self.speed = max(0, min(len(SPEEDS) - 1, self.speed + by))

    def step(self, what: str) -> bool:
        """
        Let time pass until the next tick, operation, commit, or beginning or end of a play.

        Returns:
            Whether it came; a machine at rest commits nothing and plays nothing.
        """
        self.paused = True
        if what == OPERATION:
            return self._operation()
        self._forget()
        return self._until(what)

    def forget(self) -> None:
        """Walk through no tick: time ran back, or on."""
        self._forget()

    def _forget(self) -> None:
        self.operations, self.done = (), 0

    def _until(self, what: str) -> bool:
        board = self._cabinet.board
        before, end_us = self._state(what), board.now_us + MOST_US[what]
        while self._state(what) == before:
            if board.now_us >= end_us:
                return False
            self._pass(end_us)
        return True

    def _state(self, what: str) -> object:
        """What changes with a step."""
        board = self._cabinet.board
        if what == TICK:
            return board.ticks
        if what == COMMIT:
            return board.fram.writes
        record = self._cabinet.machine.record()
        return None if record is None else (record["starts"], record["phase"] == 0)

    def _pass(self, end_us: int) -> None:
        """Until the next thing happens; what is due at this instant happens with the next microsecond."""
        now_us = self._cabinet.now_us
        until_us = min(max(self._cabinet.board.next_us(), now_us + 1), end_us)
        self._cabinet.run_us(until_us - now_us)

    def _operation(self) -> bool:
        """The next operation of the tick that is walked through; at its end the next tick that does any."""
        if self.done < len(self.operations):
            self.done += 1
            return True
        board = self._cabinet.board
        end_us = board.now_us + MOST_US[OPERATION]
        while board.now_us < end_us:
            self.before_us = board.now_us
            self.operations = record_tick(board, lambda: self._until(TICK))
            if self.operations:
                self.done = 1
                return True
        self._forget()
        return False
