# SPDX-License-Identifier: MIT
"""
A name that stays the same for a pseudo-terminal whose own changes with every run: a symbolic link.

    with LinkName(Path("/tmp/cctalk"), "/dev/pts/7"):
        ...                                # /tmp/cctalk -> /dev/pts/7; gone afterwards

A lock beside it tells a run that goes on from one that was killed, whose link is taken over.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from emulator.cctalk.wire import WireError
from emulator.support.closing import Closing

# Where pseudo-terminals are.
_TERMINALS = "/dev/"


class LinkName(Closing):
    """
    Args:
        path: of the link; nothing may be there, or a link that no run holds.
        target: what it leads to.

    Raises:
        WireError: with what stands in the way.
    """

    def __init__(self, path: Path, target: str) -> None:
        try:
            import fcntl
        except ImportError:
            raise WireError("a link needs Linux or macOS (name the serial port to your host)") from None
        self._path = path
        self._target = target
        self._lock_path = path.with_name(f".{path.name}.lock")
        self._lock = self._held(lambda lock: fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB))
        try:
            self._take()
        except BaseException:
            self._free()
            raise

    def _held(self, hold: Callable[[int], None]) -> int:
        """Open and hold the lock; again if the run that had it has removed it meanwhile."""
        while True:
            lock = os.open(self._lock_path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                hold(lock)
                if os.path.samestat(os.fstat(lock), self._lock_path.stat()):
                    return lock
            except FileNotFoundError:
                pass
            except OSError:
                os.close(lock)
                raise WireError(
                    f"link must not be another run's (got {self._path}, which is in use)"
                ) from None
            os.close(lock)

    def _take(self) -> None:
        path = self._path
        if os.path.lexists(path) and not (path.is_symlink() and str(path.readlink()).startswith(_TERMINALS)):
            raise WireError(
                f"link must be a path where nothing is (got {path}, which is no link to a terminal)"
            )
        made = path.with_name(f".{path.name}.{os.getpid()}")
        made.unlink(missing_ok=True)
        made.symlink_to(self._target)
        made.replace(path)

    def _free(self) -> None:
        self._lock_path.unlink(missing_ok=True)
        os.close(self._lock)

    def close(self) -> None:
        """Remove the link, unless somebody has put another one there."""
        if self._path.is_symlink() and str(self._path.readlink()) == self._target:
            self._path.unlink()
        self._free()
