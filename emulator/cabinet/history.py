# SPDX-License-Identifier: MIT
"""
The history of a run, for time to run back: states at intervals, and the inputs between them.

    history = cabinet.remember()                   # a TEST machine; from here on
    cabinet.run(ms=60_000)
    cabinet.rewind(cabinet.now_us - 5_000_000)     # an input: in the journal, and so in its replay
"""

from __future__ import annotations

import bisect
import contextlib
from collections import Counter, deque
from collections.abc import Callable, Iterable
from typing import Protocol

from emulator.board.board import Board
from emulator.board.device import NEVER
from emulator.cabinet.errors import CabinetError
from emulator.vm.errors import VMError
from machines.support.plain import JsonView

# A state every second; of those older than a minute every fifth; ten minutes of them.
EVERY_US = 1_000_000
FRESH_US = 60_000_000
SPARSE_EVERY_US = 5_000_000
SPAN_US = 600_000_000

Input = tuple[int, str, JsonView]


class Rememberable(Protocol):
    """The part of a cabinet that a history uses."""

    board: Board

    @property
    def now_us(self) -> int: ...
    def state(self) -> bytes: ...
    def load_state(self, state: bytes) -> None: ...
    def run_us(self, us: int) -> None: ...
    def listen_inputs(self, heard: Callable[[str, int, JsonView], None]) -> None: ...
    def again(self, entropy: Callable[[], bytes | None]) -> contextlib.AbstractContextManager[None]: ...


class History:
    """
    The past of one cabinet, as far back as it is kept.

    A state is taken when the clock comes to its time, before anything is done to the cabinet at that
    time. Any time in between is reached from the state before it, by doing the same inputs again.

    Args:
        cabinet: what it is of.
        at: the only times to keep, each as often as it will be wanted; None keeps the last SPAN_US.
        touched: something has been done to the cabinet at this instant, which so cannot be gone back to.

    Raises:
        VMError: the program has no states that can be saved.
    """

    def __init__(
        self, cabinet: Rememberable, at: Iterable[int] | None = None, *, touched: bool = False
    ) -> None:
        self._cabinet = cabinet
        self._begin_us = cabinet.now_us + touched
        self._wanted = None if at is None else Counter(at)
        self._marks = [] if self._wanted is None else sorted(self._wanted)
        self._states: dict[int, bytes] = {}
        self._inputs: list[Input] = []
        self._next_us = cabinet.now_us
        self._keep()
        cabinet.listen_inputs(self._heard)

    @property
    def first_us(self) -> int:
        """The earliest time that can be gone back to; NEVER where there is none yet."""
        return max(self._begin_us, next(iter(self._states), NEVER))

    @property
    def size(self) -> int:
        """Bytes of all states."""
        return sum(len(state) for state in self._states.values())

    @property
    def times(self) -> list[int]:
        """The times at which there is a state, ascending."""
        return list(self._states)

    def before(self, time_us: int) -> int:
        """The time of the last state that is not later; CabinetError if there is none."""
        times = self.times
        index = bisect.bisect_right(times, time_us)
        if not index:
            raise CabinetError(f"to_us must be {self.first_us} us or later (got {time_us})")
        return times[index - 1]

    def advance(self, until_us: int) -> None:
        """Let the board's time pass and keep states on the way."""
        board = self._cabinet.board
        while self._next_us <= until_us:
            board.advance(self._next_us)
            try:
                self._keep()
            except VMError:
                self._forget()
        board.advance(until_us)

    def bring(self, to_us: int) -> None:
        """
        Restore the cabinet as of ``to_us`` without telling listeners; later states are kept.

        Raises:
            CabinetError: no state is kept at or before that time.
        """
        cabinet = self._cabinet
        start_us = self.before(to_us)
        inputs = self._inputs[self._arrival(start_us) : self._arrival(to_us)]
        absorbed = deque(row for row in inputs if row[1] == "entropy")

        def entropy() -> bytes | None:
            if absorbed and absorbed[0][0] == cabinet.now_us:
                return bytes.fromhex(absorbed.popleft()[2]["hex"])
            return None

        with cabinet.again(entropy):
            cabinet.load_state(self._states[start_us])
            for time_us, name, arguments in inputs:
                if name != "entropy":
                    cabinet.run_us(time_us - cabinet.now_us)
                    getattr(cabinet, name)(**arguments)
            cabinet.run_us(to_us - cabinet.now_us)

    def rewind(self, to_us: int) -> None:
        """Restore the cabinet as of ``to_us``, and forget what came after."""
        self.bring(to_us)
        for time_us in [time_us for time_us in self._states if time_us > to_us]:
            del self._states[time_us]
        del self._inputs[self._arrival(to_us) :]
        self._done_with(to_us)
        self._plan(to_us)

    def _done_with(self, to_us: int) -> None:
        if self._wanted is not None:
            self._wanted[to_us] -= 1
            if self._wanted[to_us] <= 0:
                self._states.pop(to_us, None)
                self._marks = [time_us for time_us in self._marks if time_us != to_us]

    def _keep(self) -> None:
        """The clock has come to the time of the next state; VMError where the program has none."""
        now_us = self._next_us
        if self._wanted is None or now_us in self._wanted:
            self._states[now_us] = self._cabinet.state()
        if self._wanted is None:
            self._thin(now_us)
        self._plan(now_us)

    def _forget(self) -> None:
        """The program holds something that cannot be saved: earlier times are out of reach."""
        self._states.clear()
        self._inputs.clear()
        self._plan(self._next_us)

    def _plan(self, now_us: int) -> None:
        if self._wanted is None:
            self._next_us = now_us - now_us % EVERY_US + EVERY_US
        else:
            index = bisect.bisect_right(self._marks, now_us)
            self._next_us = self._marks[index] if index < len(self._marks) else NEVER

    def _thin(self, now_us: int) -> None:
        """Let go of every state that is too old, and of four in five that are no longer fresh."""
        aged_us = now_us - FRESH_US
        if aged_us % SPARSE_EVERY_US:
            self._states.pop(aged_us, None)
        times = list(self._states)
        # The last one that is as old as the span stays: what lies behind it is reached from there.
        for time_us in times[: max(0, bisect.bisect_right(times, now_us - SPAN_US) - 1)]:
            del self._states[time_us]
        del self._inputs[: self._arrival(next(iter(self._states)))]

    def _arrival(self, time_us: int) -> int:
        """How many inputs there were when the clock came to a time: what is absorbed then is one of them."""
        index = bisect.bisect_left(self._inputs, (time_us,))
        while self._inputs[index : index + 1] and self._inputs[index][:2] == (time_us, "entropy"):
            index += 1
        return index

    def _heard(self, name: str, t_us: int, arguments: JsonView) -> None:
        if name != "rewind" and self._wanted is None:
            self._inputs.append((t_us, name, dict(arguments)))
