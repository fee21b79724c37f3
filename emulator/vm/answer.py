# SPDX-License-Identifier: MIT
"""What a program answered to a line that somebody typed at its prompt."""

from __future__ import annotations

import ast
import re
from typing import NamedTuple

from emulator.support.errors import EmulatorError
from emulator.vm.trace import alike

# The file that a traceback names for what was typed, as MicroPython's own prompt has it.
TYPED = "<stdin>"
# What an answer that did not come to its end says instead of a traceback.
ENDLESS = (
    "the statement was stopped: it took longer than any that comes back. The program is as it was before"
)
CUT = "the power went while the statement was done"
RESET = "the chip was reset while the statement was done"
PRINTED_MOST = 65_536
_KIND = re.compile(r"(?P<kind>\w+)(:.*)?", re.DOTALL)


class AnswerError(EmulatorError):
    """An answer has no value: it is an error, or what it printed is no plain value."""


class Answer(NamedTuple):
    """
    What came of a line.

    Attributes:
        printed: what it printed, the value of an expression included, as at MicroPython's own prompt.
        error: its traceback, or why it did not come to its end; empty where it did.
        stopped: it was stopped, for ENDLESS, CUT or RESET.
    """

    printed: str
    error: str = ""
    stopped: bool = False

    @property
    def value(self) -> object:
        """
        The value of an expression: a number, text, bytes, or lists, tuples and tables of them.

        Raises:
            AnswerError: the line failed, or what it printed is nothing of that kind.
        """
        if self.error:
            raise AnswerError(f"the line must come to its end (got {self.error.strip().splitlines()[-1]})")
        text = self.printed.strip()
        if not text:
            return None
        try:
            return ast.literal_eval(text)
        except (ValueError, SyntaxError) as error:
            raise AnswerError(f"the line must give a plain value (got {text})") from error

    @property
    def kind(self) -> str:
        """The type of its error, alike on both runtimes, or what stopped it; empty for none."""
        if self.stopped or not self.error:
            return self.error
        last = _KIND.fullmatch(self.error.strip().splitlines()[-1])
        return "" if last is None else alike(f"{TYPED}:1: {last['kind']}").rpartition(" ")[2]


class Printed:
    """What a line prints, as far as anybody reads it: no line fills the host's memory."""

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._room, self._dropped = PRINTED_MOST, 0

    def write(self, text: str) -> None:
        """Take some text."""
        kept = text[: self._room]
        self._room -= len(kept)
        self._dropped += len(text) - len(kept)
        if kept:
            self._texts.append(kept)

    @property
    def text(self) -> str:
        """All of it, or its beginning and how much more there was."""
        more = f"\n... {self._dropped:,} characters more\n" if self._dropped else ""
        return "".join(self._texts) + more


def mode_of(text: str) -> str:
    """
    How to compile what was typed: "single", which prints the value of an expression, or "exec" for several.

    Args:
        text: what was typed; what CPython cannot read is left to the program's own compiler, as a single one.
    """
    try:
        return "exec" if len(ast.parse(text).body) > 1 and "\n" in text.strip() else "single"
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return "single"
