# SPDX-License-Identifier: MIT
"""
Files for their owner's eyes: made with mode 0600, and refused where others may read or write them.

    create(path, pem)                          # a key; never over a file that is there
    with open(path, "w", opener=for_its_owner) as stream: ...
    require_private(path)                      # ExposedError says how to mend it

Windows has no modes; there the folder of the user protects a file, and nothing is refused.
"""

from __future__ import annotations

import os
import shlex
import stat
from pathlib import Path

from machines import MachinesError

MODE = 0o600
_OTHERS = 0o077
# Where the owner's rights are not kept in a mode, ``os.stat`` makes one up.
HAS_MODES = os.name == "posix"


class ExposedError(MachinesError):
    """A file that holds secrets and that others may read or write; ``hint`` is the command that mends it."""

    def __init__(self, path: str | Path, mode: int) -> None:
        super().__init__(
            f"{path}: holds what nobody else may know, so its mode must be 0600 (got {mode:04o})"
        )
        self.hint = f"chmod 600 {shlex.quote(str(path))}"


def for_its_owner(path: str, flags: int) -> int:
    """
    An opener for ``open``: a file that is made has mode 0600, one that is there must have it.

    Raises:
        ExposedError: others may read or write the file that is there; it is left as it is.
    """
    # Nothing is emptied before it is known whose it is.
    descriptor = os.open(path, flags & ~os.O_TRUNC, MODE)
    try:
        require_own(path, os.fstat(descriptor))
        if flags & os.O_TRUNC and stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.ftruncate(descriptor, 0)
    except BaseException:
        os.close(descriptor)
        raise
    return descriptor


def create(path: Path, data: bytes, mode: int = MODE) -> None:
    """
    Write a new file.

    Raises:
        FileExistsError: there is one; it is left as it is.
        OSError: it cannot be written.
    """
    # O_EXCL: never over a key that is there; the mode holds from the first byte on.
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode)
    with os.fdopen(descriptor, "wb") as stream:
        stream.write(data)


def require_private(path: str | Path) -> None:
    """
    Pass a file that is its owner's alone, or that is not there.

    Raises:
        ExposedError: others may read or write it.
    """
    try:
        found = Path(path).stat()
    except OSError:
        return
    require_own(path, found)


def require_own(path: str | Path, found: os.stat_result) -> None:
    """Raise ExposedError if others may read or write the file whose ``stat`` this is."""
    mode = stat.S_IMODE(found.st_mode)
    # A pipe or /dev/null keeps nothing.
    if HAS_MODES and stat.S_ISREG(found.st_mode) and mode & _OTHERS:
        raise ExposedError(path, mode)
