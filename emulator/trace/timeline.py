# SPDX-License-Identifier: MIT
"""
Puts changes in the order of their times: what a byte on a wire looked like is known when it is whole.

    timeline = Timeline(now)
    coin = timeline.signal("pins.coin_200")
    timeline.open(lambda signals: VCDFile(stream.write, signals, "cierzo"))
    timeline.tell(coin, 1)                     # now
    timeline.tell(line, 0, at_us=1_499_000)    # earlier, no further back than some part holds
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable
from fnmatch import fnmatchcase
from operator import itemgetter

from emulator.trace.errors import TraceError
from emulator.trace.vcd import Signal, Value, VCDFile

LEFT_OUT = -1
"""The number of a signal that nobody asked for."""

# So many changes wait before those are written whose time is settled; they are a few megabytes.
_WAITING = 1 << 14

_time_of: Callable[[tuple[int, int, Value]], int] = itemgetter(0)


class Timeline:
    """
    Signals, and their changes on the way to the file.

    Args:
        now: virtual time in microseconds.
        chosen: patterns as a shell has them, for whole paths or scopes; a signal that none fits is left out,
            and so is one that fits a pattern with "-" before it.
        plain: the reader knows wires alone.

    Attributes:
        signals: those that are written.
        went_back: the clock did, as when a state was put back; nothing is told from there on.
    """

    def __init__(
        self, now: Callable[[], int], chosen: Iterable[str] = ("*",), *, plain: bool = False
    ) -> None:
        self.signals: list[Signal] = []
        self.went_back = False
        self._told_us = 0
        self._offered: list[str] = []
        patterns = tuple(chosen)
        self._left_out = tuple(pattern[1:] for pattern in patterns if pattern.startswith("-"))
        self._chosen = tuple(pattern for pattern in patterns if not pattern.startswith("-")) or ("*",)
        self._now, self._plain = now, plain
        self._holders: list[Callable[[], int]] = []
        self._waiting: list[tuple[int, int, Value]] = []
        self._limit = _WAITING
        self._writing = False
        self._file: VCDFile | None = None

    def signal(self, path: str, bits: int = 1, rest: int = 0) -> int:
        """Declare a signal before ``open``; return its number, LEFT_OUT for one that nobody asked for."""
        signal = Signal(path, bits, rest)
        if self._plain and bits != 1:
            return LEFT_OUT
        self._offered.append(path)
        if any(_fits(path, pattern) for pattern in self._left_out):
            return LEFT_OUT
        if not any(_fits(path, pattern) for pattern in self._chosen):
            return LEFT_OUT
        self.signals.append(signal)
        return len(self.signals) - 1

    def hold(self, settled_us: Callable[[], int]) -> None:
        """``settled_us`` says up to what time nothing will be told any more; without one up to now."""
        self._holders.append(settled_us)

    def open(self, make: Callable[[list[Signal]], VCDFile]) -> VCDFile:
        """
        Begin the file of all signals declared.

        Raises:
            TraceError: a pattern fits none of them.
        """
        for pattern in (*self._chosen, *self._left_out):
            if not any(_fits(path, pattern) for path in self._offered):
                scopes = sorted({path.partition(".")[0] for path in self._offered})
                raise TraceError(
                    f"signals must name some of this machine (got {pattern})",
                    f"patterns fit paths such as {self._offered[0]}, or scopes: {', '.join(scopes)}",
                )
        self._file = make(self.signals)
        return self._file

    def tell(self, number: int, value: Value, at_us: int | None = None) -> None:
        """A signal changed, now unless ``at_us`` says when; values of one instant keep their order."""
        now_us = self._now()
        if now_us < self._told_us:
            self.went_back = True
        if number == LEFT_OUT or self.went_back:
            return
        self._told_us = now_us
        self._waiting.append((now_us if at_us is None else at_us, number, value))
        # A part that lays out what it held tells of it from within ``settled``.
        if len(self._waiting) > self._limit and not self._writing:
            self._writing = True
            self._write(min([self._now() - 1, *[settled() for settled in self._holders]]))
            self._limit = _WAITING + len(self._waiting)
            self._writing = False

    def close(self, at_us: int) -> None:
        """The run ended at this time; write all that waits."""
        last_us = max((row[0] for row in self._waiting), default=at_us)
        self._write(last_us)
        if self._file is not None:
            self._file.close(max(at_us, last_us))
            self._file = None

    def _write(self, until_us: int) -> None:
        waiting = self._waiting
        waiting.sort(key=_time_of)  # stable: of one instant what was told first comes first
        end = bisect_right(waiting, until_us, key=_time_of)
        if self._file is not None:
            for at_us, number, value in waiting[:end]:
                self._file.change(at_us, number, value)
        del waiting[:end]


def _fits(path: str, pattern: str) -> bool:
    return fnmatchcase(path, pattern) or fnmatchcase(path, f"{pattern}.*")
