# SPDX-License-Identifier: MIT
"""
The sessions of docs/prompt.md, done again.

A block that begins with ``$ azar board`` begins a session; those that begin with ``>>>`` go on with it. After
a change that is meant, ``python tests/support/prompt_sessions.py`` writes into the page what is said now.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from places import ROOT

from emulator import cli

PAGE = ROOT / "docs" / "prompt.md"
FIRMWARE = ROOT / "machines" / "firmware"
# The bug of the page: a pulse that is followed already begins again with every edge.
BUG = (
    "parallel/coin_drive.py",
    "if state.take_edge(EDGE_COIN + coin) and state.coin_since_ms[coin] < 0:",
    "if state.take_edge(EDGE_COIN + coin):",
)
_BLOCK = re.compile(r"(?<=```text\n)(?P<text>(?:\$ azar board|>>>).*?)(?=```\n)", re.DOTALL)
_TYPED = (">>> ", "... ", "...")
# How many instructions a tick takes changes with every line of the firmware.
_WALKED = re.compile(r"(?:^ +[\d,]+ +\d+%  .*\n)+", re.MULTILINE)
_COUNTED = re.compile(r" +[\d,]+ instructions")


class Session(NamedTuple):
    """One session of the page."""

    command: str
    blocks: list[str]
    """Without the command."""

    @property
    def typed(self) -> str:
        """What is typed in all of them."""
        rows = [line for block in self.blocks for line in block.splitlines() if line.startswith(_TYPED)]
        return "".join(f"{row[4:]}\n" for row in rows)


def sessions(text: str) -> list[Session]:
    """The sessions of a page."""
    found: list[Session] = []
    for block in _BLOCK.findall(text):
        if block.startswith("$"):
            command, _, rest = block.partition("\n")
            found.append(Session(command.removeprefix("$ azar "), [rest]))
        else:
            found[-1].blocks.append(block)
    return found


def done(session: Session) -> list[str]:
    """What the prompt says to the same lines, block by block; in a folder of its own."""
    with _folder():
        output, stdin = io.StringIO(), sys.stdin
        sys.stdin = io.StringIO(session.typed)
        try:
            with contextlib.redirect_stdout(output), contextlib.redirect_stderr(io.StringIO()):
                cli.run(shlex.split(session.command))
        finally:
            sys.stdin = stdin
    lines = iter(output.getvalue().splitlines(keepends=True))
    said, ahead = [], next(lines, "")
    for block in session.blocks:
        left = sum(line.startswith(_TYPED) for line in block.splitlines())
        made = ""
        while ahead and (left or not ahead.startswith(_TYPED)):
            left -= ahead.startswith(_TYPED)
            made, ahead = made + ahead, next(lines, "")
        said.append(made)
    return said


def plain(block: str) -> str:
    """A block without what every change of the firmware changes: counts of instructions, ways of ticks."""
    return _WALKED.sub("the way of a tick\n", _COUNTED.sub(" instructions", block))


@contextlib.contextmanager
def _folder() -> Iterator[None]:
    """A folder with the firmware of the page, the current one meanwhile."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as name:
        buggy_firmware(Path(name) / "my_firmware")
        os.chdir(name)
        try:
            yield
        finally:
            os.chdir(before)


def buggy_firmware(folder: Path) -> Path:
    """A copy of our firmware with the bug of the page."""
    shutil.copytree(FIRMWARE, folder)
    file, old, new = BUG
    source = (folder / file).read_text(encoding="utf-8")
    assert source.count(old) == 1
    (folder / file).write_text(source.replace(old, new), encoding="utf-8")
    return folder


def main() -> None:
    """Write the page anew."""
    text = PAGE.read_text(encoding="utf-8")
    for session in sessions(text):
        for block, made in zip(session.blocks, done(session), strict=True):
            text = text.replace(block, made)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
