# SPDX-License-Identifier: MIT
"""The whole machine in a file, written and read by the prompt."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from emulator.prompt.row import Row
from emulator.prompt.words import PromptError, shown_us

if TYPE_CHECKING:
    from emulator.cabinet import Cabinet


def write(cabinet: Cabinet, words: Sequence[str]) -> Row:
    """
    Keep a machine as it is now.

    Raises:
        PromptError: no file is named, or it cannot be written.
        VMError: the program holds something that cannot be saved.
    """
    path, saved = _path(words), cabinet.save()
    try:
        path.write_bytes(saved)
    except OSError as error:
        raise PromptError(f"{path}: cannot be written: {error.strerror or error}") from None
    return Row("save", f"saved at {shown_us(cabinet.now_us)} s: {path}", {"path": str(path)})


def read(words: Sequence[str]) -> bytes:
    """What ``write`` wrote; PromptError: no file is named, or it cannot be read."""
    path = _path(words)
    try:
        return path.read_bytes()
    except OSError as error:
        raise PromptError(f"{path}: cannot be read: {error.strerror or error}") from None


def _path(words: Sequence[str]) -> Path:
    if len(words) != 1:
        raise PromptError("a file must be named", ".save a.cabinet")
    return Path(words[0])
