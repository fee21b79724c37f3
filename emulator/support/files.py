# SPDX-License-Identifier: MIT
"""Files that survive a power cut: replaced whole or not at all, and locked by one process at a time."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import IO


def replace(path: Path, data: bytes, *, durable: bool = True) -> None:
    """
    Write a file so that after a crash it is either all old or all new; if ``durable``, after a power cut too.

    Raises:
        OSError: it cannot be written; the old one is still there.
    """
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            if durable:
                sync(stream.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    if durable:
        sync_folder(path.parent)


def require_writable(path: Path) -> None:
    """Raise the OSError that replacing this file would raise, and change nothing."""
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    os.close(descriptor)
    Path(name).unlink()


def sync(descriptor: int) -> None:
    """
    Wait until what was written to an open file is on the disk.

    Source: macOS fsync(2): there only F_FULLFSYNC makes the drive write what it holds.
    """
    if _FULL_SYNC is not None:
        try:
            fcntl.fcntl(descriptor, _FULL_SYNC)
        except OSError:  # a file system that does not know it
            os.fsync(descriptor)
    else:
        os.fsync(descriptor)


def make_folder(folder: Path) -> None:
    """
    Make a folder and those above it, so that they outlast a power cut.

    Raises:
        OSError: one cannot be made.
    """
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for one in missing:
        sync_folder(one.parent)


def sync_folder(folder: Path) -> None:
    """Make a rename durable where the system lets a folder be opened; elsewhere it keeps its own promise."""
    if os.name != "posix":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


class Lock:
    """
    The lock of a file, held until ``release()`` or the end of the process.

    It is a hidden file beside it, because the file itself is replaced at every save. It stays there, empty
    of meaning: removing it could take it from under another process that has just opened it.
    """

    def __init__(self, path: Path) -> None:
        self._stream = path.with_name(f".{path.name}.lock").open("a+b")
        self.holder = ""
        self.held = _try_lock(self._stream)
        if not self.held:
            self._stream.seek(0)
            self.holder = self._stream.read(20).decode("ascii", "replace").strip() or "unknown"
            self._stream.close()
            return
        self._stream.truncate(0)
        self._stream.write(b"%d\n" % os.getpid())
        self._stream.flush()

    def release(self) -> None:
        """Give the file free; a second call does nothing."""
        if self.held:
            self.held = False
            _unlock(self._stream)


def held_elsewhere(path: Path) -> bool:
    """Whether somebody has the lock of a file; nothing is left behind."""
    beside = path.with_name(f".{path.name}.lock")
    if not beside.is_file():
        return False
    try:
        with beside.open("a+b") as stream:
            free = _try_lock(stream)
            if free and os.name != "posix":
                _unlock(stream)
            return not free
    except OSError:
        return True


try:
    import fcntl

    _FULL_SYNC = getattr(fcntl, "F_FULLFSYNC", None)
except ImportError:  # Windows has no flock; its own byte lock does the same, one byte far behind the number
    import msvcrt

    _FULL_SYNC = None

    _LOCK_BYTE = 1 << 20

    def _try_lock(stream: IO[bytes]) -> bool:
        stream.seek(_LOCK_BYTE)
        try:
            msvcrt.locking(stream.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        except OSError:
            return False
        return True

    def _unlock(stream: IO[bytes]) -> None:
        stream.seek(_LOCK_BYTE)
        msvcrt.locking(stream.fileno(), msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        stream.close()
else:

    def _try_lock(stream: IO[bytes]) -> bool:
        try:
            fcntl.flock(stream.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

    def _unlock(stream: IO[bytes]) -> None:
        stream.close()  # closing the only descriptor gives the lock free
