# SPDX-License-Identifier: MIT
"""One small change of one file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

COMPARISONS = ("<", "<=", ">", ">=", "==", "!=", "in", "not in", "is", "is not")


@dataclass(frozen=True)
class Change:
    """
    A random small bug.

    Attributes:
        file: relative to the tree's root, with slashes.
        line, last: the statement that is changed, 1 for the first line of the file.
        start, end: bytes of the file that are replaced.
        new: what they become.
        what: the change in words.
        scope: name of the function around it; empty at the top of a file or class.
    """

    file: str
    line: int
    last: int
    start: int
    end: int
    new: str
    what: str
    scope: str

    @property
    def place(self) -> str:
        """FILE:LINE."""
        return f"{self.file}:{self.line}"

    @property
    def kind(self) -> str:
        """What sort of bug it is: samples hold each sort as often as the others."""
        told = self.what.partition(":")[0]
        if told in ("removed", "negated", "swapped"):
            return told
        if self.new in ("and", "or", "&&", "||"):
            return "and/or"
        if self.new in COMPARISONS:
            return "comparison"
        return "arithmetic" if not self.new.strip("()-").isalnum() else "constant"

    def apply(self, tree: Path) -> bytes:
        """Change the file in a tree and return what it was."""
        path = tree / self.file
        before = path.read_bytes()
        path.write_bytes(before[: self.start] + self.new.encode() + before[self.end :])
        return before


def shortened(text: str, most: int = 34) -> str:
    """One line of a text, cut where it is too long for a table."""
    flat = " ".join(text.split())
    return flat if len(flat) <= most else flat[: most - 1] + "…"


def neighbours(number: int) -> tuple[int, int]:
    """What a whole number becomes: by one; from 16 on by an eighth, as a level of a colour is no bug."""
    step = max(1, abs(number) // 8)
    return number + step, number - step
