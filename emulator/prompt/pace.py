# SPDX-License-Identifier: MIT
"""How the time of a machine at the prompt passes: tick by tick, for a while, or until something holds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from emulator.prompt.words import PromptError
from emulator.vm.answer import AnswerError

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet

# A program that does not come to its tick by then will not.
STEP_MOST_US = 60_000_000
UNTIL_MOST_US = 600_000_000
# Between two questions whether to go on.
_PIECE_US = 1_000_000

Passing = Callable[[], AbstractContextManager[Callable[[int, int], None]]]


@contextmanager
def unseen() -> Iterator[Callable[[int, int], None]]:
    """Time passes, and nobody is shown how far it is."""
    yield lambda done_us, of_us: None


class Pace:
    """
    Lets the time of a cabinet pass.

    Args:
        cabinet: whose time it is.
        going: asked now and then; once it says no, time stands.
        passing: opened around what may take long; takes the microseconds done, and of how many.

    Attributes:
        stop: why time stands before its time; the listener who hears a fault sets it. Empty: nothing did.
    """

    def __init__(self, cabinet: Cabinet, going: Callable[[], bool], passing: Passing) -> None:
        self._cabinet, self._going, self._passing = cabinet, going, passing
        self.stop = ""

    def step(self, ticks: int) -> int:
        """
        Let time pass until the firmware has ticked so often, and return how often it has.

        What falls on one microsecond happens together: more ticks than were wanted may do so.
        """
        board, self.stop = self._cabinet.board, ""
        first, end_us = board.ticks, board.now_us + STEP_MOST_US
        while board.ticks < first + ticks and self._goes_on(end_us):
            self._pass(end_us)
        return board.ticks - first

    def run(self, us: int) -> None:
        """Let so many microseconds pass, or fewer if something stops them."""
        self.stop, begin_us = "", self._cabinet.now_us
        # In pieces of the events themselves, so that a fault stops time where it happens.
        with self._passing() as at:
            while self._goes_on(begin_us + us):
                self._pass(begin_us + us)
                at(self._cabinet.now_us - begin_us, us)

    def until(self, text: str, most_us: int) -> bool:
        """
        Let time pass until an expression of the firmware holds after a tick; False: it did not in time.

        It is looked at without a trace.

        Raises:
            PromptError: the expression fails.
        """
        board, self.stop = self._cabinet.board, ""
        begin_us, ticked = board.now_us, -1
        with self._passing() as at:
            while True:
                if board.ticks != ticked and board.alive:
                    ticked = board.ticks
                    if self._holds(text):
                        return True
                if not self._goes_on(begin_us + most_us):
                    return False
                self._pass(begin_us + most_us)
                at(board.now_us - begin_us, most_us)

    def _holds(self, text: str) -> bool:
        answer = self._cabinet.peek(f"bool({text})")
        if answer.error:
            raise PromptError(f"{text}: {answer.error.strip().splitlines()[-1]}", ".help run")
        try:
            return answer.value is True
        except AnswerError as error:
            raise PromptError(f"{text}: {error}", ".help run") from None

    def _goes_on(self, end_us: int) -> bool:
        if not self.stop and not self._going():
            self.stop = "interrupted"
        return not self.stop and self._cabinet.now_us < end_us

    def _pass(self, end_us: int) -> None:
        """Until the next thing happens; what is due at this instant happens with the next microsecond."""
        now_us = self._cabinet.now_us
        until_us = min(max(self._cabinet.board.next_us(), now_us + 1), end_us, now_us + _PIECE_US)
        self._cabinet.run_us(until_us - now_us)
