# SPDX-License-Identifier: MIT
"""
A ccTalk line in wall time inside a Python program, such as a test of host software.

    with Line(profile.line()) as line:
        host = MyHost(line.port)
        line.insert(200)
        assert line.outcome()["outcome"] == "accepted"
"""

from __future__ import annotations

import threading
import time

from emulator.cctalk.desk import Desk
from emulator.cctalk.hands import status
from emulator.cctalk.outcomes import text
from emulator.cctalk.serve import WARM_UP_US, Service, wall_clock
from emulator.cctalk.setup import LineSetup
from emulator.cctalk.trace import Tracer, row_text
from emulator.cctalk.wire import Pty, Wire
from emulator.support.closing import Closing
from emulator.support.errors import EmulatorError
from machines.support.plain import Json

_MONEY = ("coin", "note")
_ENDS_WITHIN_S = 10.0


class LineStoppedError(EmulatorError):
    """The line has ended, or its thread died of an error."""


class Line(Closing):
    """
    Devices that a thread serves until ``close``; every method may be called from any other thread.

    Args:
        setup: the line and its devices; unless given an acceptor, a hopper and a note reader.
        wire: where the host is; unless given a pseudo-terminal.

    Attributes:
        port: what the host opens, such as /dev/pts/3.
        frames: every packet so far, as rows of ``emulator.cctalk.trace``.
        events: every outcome and fault so far, as the lines of ``azar cctalk --json``.
    """

    def __init__(self, setup: LineSetup | None = None, wire: Wire | None = None) -> None:
        self._desk = Desk(setup)
        self._wire = Pty() if wire is None else wire
        self.port = self._wire.name
        self.frames: list[Json] = []
        self.events: list[Json] = []
        self._seen = 0
        self._changed = threading.Condition()
        self._error: BaseException | None = None
        self._ends = False
        self._desk.told = self.events.append
        self._tracer = Tracer(self._desk, self.frames.append)
        self._desk.advance(WARM_UP_US)
        self._service = Service(self._desk, self._wire, wall_clock())
        self._thread = threading.Thread(target=self._serve, name="azar-cctalk", daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        try:
            while not self._ends:
                with self._changed:
                    self._service.turn()
                    self._changed.notify_all()
                self._service.wait()
        except BaseException as error:
            with self._changed:
                self._error = error
                self._changed.notify_all()

    # -- hands --------------------------------------------------------------------------------------

    def insert(self, cents: int) -> None:
        """Drop a coin into the slot."""
        self._do("insert", cents)

    def note(self, cents: int) -> None:
        """Offer a note to the mouth."""
        self._do("note", cents)

    def refill(self, coins: int, at: int | None = None) -> None:
        """Put coins into a hopper; ``at``: its address, the first one's unless given."""
        self._do("refill", coins, at)

    def empty(self, at: int | None = None) -> None:
        """Take every coin out of a hopper."""
        self._do("empty", at)

    def damage(self, fault: str, value: str | int | None = None, at: int | None = None) -> None:
        """Let a fault of docs/faults.md begin."""
        self._do("damage", fault, None if value is None else str(value), at)

    def mend(self, fault: str, at: int | None = None) -> None:
        """End a fault."""
        self._do("mend", fault, at)

    def spoil(self, kind: str, **numbers: int) -> None:
        """Spoil answers: drop, checksum, delay, nak, busy; with address, header, count, every, ms."""
        self._do("line_fault", kind, **numbers)

    def sound(self) -> None:
        """End all faults of the line."""
        self._do("line_sound")

    def power(self, on: bool) -> None:
        """Pull the plug of all devices, or put it back."""
        self._do("power", on)

    def _do(self, act: str, *args: object, **more: object) -> None:
        with self._changed:
            self._alive()
            self._service.turn()  # so that it happens now, not when the clock was looked at last
            getattr(self._desk, act)(*args, **more)

    # -- what there is ------------------------------------------------------------------------------

    def outcome(self, seconds: float = 5.0) -> Json:
        """
        Return what became of a coin or note, one a call in their order; wait for it if need be.

        Raises:
            TimeoutError: nothing was decided in that time.
        """
        until = time.monotonic() + seconds
        with self._changed:
            while True:
                for row in self.events[self._seen :]:
                    self._seen += 1
                    if row["event"] in _MONEY:
                        return row
                self._alive()
                left = until - time.monotonic()
                if left <= 0:
                    raise TimeoutError(f"no coin or note was decided about in {seconds} s")
                self._changed.wait(left)

    def status(self) -> Json:
        """What there is: coins in each hopper, in the tray, in the cash box, and the counters."""
        with self._changed:
            return status(self._desk)

    @property
    def trace(self) -> str:
        """Packets and outcomes in the order of their time, one a line."""
        with self._changed:
            rows = [(row["t_us"], row_text(row)) for row in self.frames]
            rows += [(row["t_us"], f"{row['t_us'] / 1e6:12.6f}  {text(row)}") for row in self.events]
        return "\n".join(line for _, line in sorted(rows, key=lambda row: row[0]))

    def _alive(self) -> None:
        if self._error is not None:
            raise _died(self._error) from self._error
        if self._ends:
            raise LineStoppedError("the line has ended")

    # -- end ----------------------------------------------------------------------------------------

    def close(self) -> None:
        """End the thread, give the pseudo-terminal back; LineStoppedError if the thread died."""
        if self._ends:
            return
        self._ends = True
        self._thread.join(_ENDS_WITHIN_S)
        self._tracer.flush()
        self._wire.close()
        if self._error is not None:
            raise _died(self._error) from self._error


def _died(error: BaseException) -> LineStoppedError:
    return LineStoppedError(f"the line died of {type(error).__name__}: {error}")
