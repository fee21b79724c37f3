# SPDX-License-Identifier: MIT
"""
Appends the steps of a running machine to its file: one write each, so that only the last can be cut off.

    log = StepLog(path, snapshot)             # just after the snapshot was written
    log.append(cabinet.nvram, cabinet.physical())
    log.sync()                                # from any thread: what was appended is on the disk
"""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from pathlib import Path

from emulator.cabinet.saved import change, difference
from emulator.records.machine_file import STEPS_MOST, Snapshot, beginning, pack_snapshot, pack_step
from emulator.support import files
from machines.support.plain import JsonView

_NOTHING = object()
# What ``difference`` gives of equal memories: no piece.
_UNCHANGED = bytes(4)
_FLAGS = os.O_WRONLY | os.O_APPEND | getattr(os, "O_BINARY", 0)


class StepLog:
    """
    One machine's open file and its present contents. A failed write leaves the file as it was before, and the
    next one tries again.

    Args:
        path: where this snapshot lies, and nothing behind it yet.
        snapshot: what the steps begin with.

    Raises:
        OSError: it cannot be opened.
    """

    def __init__(self, path: Path, snapshot: Snapshot) -> None:
        data = pack_snapshot(snapshot)
        self._descriptor = os.open(path, _FLAGS)
        self._guard = threading.Lock()
        self._chain = beginning(data)
        self._begin = self._end = len(data)
        self._number = 0
        self._nvram = bytearray(snapshot.nvram)
        self._physical = dict(snapshot.physical)

    @property
    def full(self) -> bool:
        """Whether a new snapshot is due."""
        return self._end - self._begin >= STEPS_MOST

    def append(self, nvram: bytes, physical: JsonView) -> None:
        """
        Write the changes since the last step, if there are any.

        Raises:
            OSError: it cannot be written; the file is as it was before.
        """
        before = self._physical
        changes = {name: value for name, value in physical.items() if before.get(name, _NOTHING) != value}
        changes |= {name: None for name in before if name not in physical}
        memory = difference(self._nvram, nvram)
        if not changes and memory == _UNCHANGED:
            return
        step, chain = pack_step(self._number + 1, self._chain, changes, memory)
        self._write(step)
        self._number, self._chain = self._number + 1, chain
        self._physical = dict(physical)
        change(self._nvram, memory)

    def _write(self, step: bytes) -> None:
        try:
            written = os.write(self._descriptor, step)
            if written != len(step):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            # What is torn here would hide every later step.
            with contextlib.suppress(OSError):
                os.ftruncate(self._descriptor, self._end)
            raise
        self._end += written

    def sync(self) -> None:
        """Wait until every step so far is on the disk; OSError if that fails."""
        with self._guard:
            if self._descriptor < 0:
                return
            # The machine goes on writing, and may take a new file meanwhile.
            descriptor = os.dup(self._descriptor)
        try:
            files.sync(descriptor)
        finally:
            os.close(descriptor)

    def close(self) -> None:
        """Let go of the file; a second call does nothing."""
        with self._guard:
            if self._descriptor >= 0:
                os.close(self._descriptor)
                self._descriptor = -1
