# SPDX-License-Identifier: MIT
"""The file of a journal: readable by its owner alone, and never made over a file of another kind."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TextIO

from emulator.records.chain import JournalError
from emulator.records.journal import FORMAT
from emulator.records.segments import forget_segments
from machines.support.private import for_its_owner

# Every header begins with this member, the first in alphabetical order.
_BEGINNING = b'{"azar":"' + FORMAT.encode()


def open_journal(path: Path) -> TextIO:
    """
    Open a file to write a journal into: one that is not there yet, or an older journal, which is replaced.

    It holds a machine's first NVRAM and all entropy, and so its future plays: for its owner's eyes.

    Raises:
        JournalError: it holds something that is no journal.
        ExposedError: it is there and others may read it.
        OSError: it cannot be written.
    """
    if path.is_file():
        with path.open("rb") as stream:
            beginning = stream.read(len(_BEGINNING))
        if beginning and beginning != _BEGINNING:
            raise JournalError(f"{path}: must be a journal, or not be there yet, to write a journal into it")
    journal = open(path, "w", encoding="ascii", newline="\n", opener=for_its_owner)  # noqa: SIM115 (the caller's)
    forget_segments(path)
    return journal


def require_apart(path: Path, others: Mapping[str, Path]) -> None:
    """
    Raise JournalError if a journal would be written into another file of its run, before anything is.

    Args:
        path: of the journal.
        others: files of the run by what names them.
    """
    for name, other in others.items():
        if _same_file(path, other):
            raise JournalError(f"--journal must be another file than {name} (got {path} and {other})")


def _same_file(one: Path, other: Path) -> bool:
    """Whether two names lead to one file, through links of either kind, there or not."""
    try:
        if one.samefile(other):
            return True
    except OSError:
        pass
    return os.path.normcase(one.resolve()) == os.path.normcase(other.resolve())
