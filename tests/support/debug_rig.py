# SPDX-License-Identifier: MIT
"""A small firmware in a folder, and a board that runs it while somebody looks."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from emulator.board.board import Board
from emulator.vm.cpython import CPythonRuntime
from emulator.vm.watch import Watch
from machines.firmware import pins

MAIN = '''\
"""Counts down, over and over."""
import steps


class State:
    pass


state = State()


def boot() -> None:
    """Begin."""
    state.left = 3
    state.sums = []


def tick() -> int:
    state.left = steps.next_of(state.left)
    for number in range(state.left):
        steps.add(state.sums, number)
    return 100
'''
STEPS = '''\
def next_of(left: int) -> int:
    """One less; from the beginning after the last."""
    if left == 0:
        return 3
    elif left < 0:
        return 0
    return left - 1


def add(sums: list, number: int) -> None:
    if number > 5:
        number = 5
    while number > 1:
        number -= 1
    sums.append(
        number
        + 1
    )
'''
# By hand: lines of statements, those that never run, and by line whether each outcome of a branch happens.
STEPS_LINES = [1, 3, 4, 5, 6, 7, 10, 11, 12, 13, 14, 15]
STEPS_NEVER = [6, 12]
STEPS_BRANCHES = [(3, True, True), (5, False, True), (11, False, True), (13, True, True)]


def laid(folder: Path, **modules: str) -> dict[str, Path]:
    """Write modules into a folder, those of this file unless others are named; return their files."""
    sources = modules or {"main": MAIN, "steps": STEPS}
    paths = {name: folder / f"{name}.py" for name in sources}
    for name, text in sources.items():
        paths[name].write_text(text, encoding="utf-8")
    return paths


def watched_board(paths: dict[str, Path], watch: Watch | None, **options: Any) -> Board:
    """A board, still off, with the firmware of these files, whoever wrote it."""
    sources = {name: path.read_text(encoding="utf-8") for name, path in paths.items()}
    named = {name: str(path) for name, path in paths.items()}
    return Board(pins.PINS, bytes(32_768), CPythonRuntime(sources, watch=watch, paths=named, **options))


def typed(patch: pytest.MonkeyPatch, *lines: str) -> None:
    """Type these lines at the next prompts."""
    patch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What pdb has said, line by line."""
    return capsys.readouterr().out.replace("(pdb) ", "").splitlines()
