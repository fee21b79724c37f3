# SPDX-License-Identifier: MIT
"""
The serial console of a board: what its firmware prints, a line at a time, and never more than a wire carries.

    cab = Cabinet("cierzo", seed="00", console=sys.stderr)     # or a function that takes each line

The lines are the same on both runtimes; they are no part of the journal. A firmware that prints for ever
fills no disk: beyond CHARACTERS_PER_S and CHARACTERS_MAX lines are dropped, and counted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from emulator.board.board import Board

# A line of 115,200 baud with 8N1, ten bits a character, as a USB or UART console of the chip is set up.
CHARACTERS_PER_S = 11_520
# What may come at once, such as at a boot: several seconds of that line.
BURST_CHARACTERS = 65_536
# Of one run: a day of one line a second.
CHARACTERS_MAX = 16_777_216
# A longer line is ended here; a terminal of 80 columns shows twelve rows of it.
LINE_CHARACTERS = 1_000


class Stream(Protocol):
    """Anything that text can be written to."""

    def write(self, text: str, /) -> object: ...


Sink = Callable[[str], object]


class Console:
    """
    Takes text as the firmware prints it and hands over whole lines.

    Args:
        sink: a stream, or a function; gets each line with its line feed.

    Attributes:
        hushed: nothing is heard: what runs was heard before.
    """

    def __init__(self, sink: Stream | Sink, *, hushed: bool = False) -> None:
        self.hushed = hushed
        self._sink: Sink = sink if callable(sink) else sink.write
        self._board: Board | None = None
        self._line = ""
        self._allowed = BURST_CHARACTERS
        self._seen_us = 0
        self._told = 0
        self._dropped = 0

    @classmethod
    def of(cls, sink: Stream | Sink | None) -> Console | None:
        """A console for a sink, or the console that it is already; None for none."""
        return sink if sink is None or isinstance(sink, Console) else cls(sink)

    def attach(self, board: Board) -> None:
        """Print by the clock of this board; an error of the sink is raised from its ``advance``."""
        self._board = board

    def write(self, text: str) -> None:
        """Take some text, as the firmware's ``print`` gives it."""
        board = self._board
        if self.hushed or (board is not None and board.loading):
            return
        text, at = self._line + text, 0
        try:
            while (end := _end(text, at)) > 0:
                line, at = text[at:end], end
                self._tell(line if line.endswith("\n") else line + "\n")
        except Exception as error:
            if board is None:
                raise
            board.chip.guard.failed(error)
        finally:
            self._line = text[at:]

    def end_line(self) -> None:
        """End a line that the program has begun and can end no more."""
        if self._line:
            self.write("\n")

    def _tell(self, line: str) -> None:
        now_us = 0 if self._board is None else self._board.now_us
        gained = (now_us - self._seen_us) * CHARACTERS_PER_S // 1_000_000
        if gained > 0:
            self._allowed = min(BURST_CHARACTERS, self._allowed + gained)
            self._seen_us = now_us
        size = len(line)
        if size > self._allowed or self._told + size > CHARACTERS_MAX:
            if self._told + size > CHARACTERS_MAX >= self._told:
                self._told = CHARACTERS_MAX + 1
                self._sink(f"[console: {CHARACTERS_MAX:,} characters are told, no more of this run]\n")
            self._dropped += size
            return
        if self._dropped:
            self._sink(f"[console: {self._dropped:,} characters dropped, more than a wire carries]\n")
            self._dropped = 0
        self._allowed -= size
        self._told += size
        self._sink(line)


def _end(text: str, start: int) -> int:
    """Where the line that begins at ``start`` ends; 0 if it goes on."""
    longest = start + LINE_CHARACTERS
    feed = text.find("\n", start, longest) + 1
    return feed or (longest if len(text) >= longest else 0)
