# SPDX-License-Identifier: MIT
"""
The chip of a machine of record: the key that seals its records, in a file of its own beside its NVRAM.

On a board it lies in the one-time memory of the chip, where nobody who holds the FRAM has it. On a computer
it is a file of mode 0600, made once, when the machine is commissioned, and never again: whoever has neither
it nor a copy has another chip, and no record of the machine's is sealed by that one.

    key = create(key_file("m.nvram"))       # a new machine
    key = read(key_file("m.nvram"))         # KeyFileError says what to do
"""

from __future__ import annotations

import contextlib
import os
import shlex
import stat
from pathlib import Path

from emulator import EmulatorError
from emulator.records.files import sync_folder
from machines.chip import KEY_BYTES

_SUFFIX = ".key"
_MODE = 0o600
_OTHERS = 0o077
_MOST_BYTES = 4096


class KeyFileError(EmulatorError):
    """The key of a machine cannot be had; ``hint`` is what to do next."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


def key_file(nvram: str | Path) -> Path:
    """Where the key of the machine lies that is kept in this file."""
    path = Path(nvram)
    return path.with_name(path.name + _SUFFIX)


def create(path: Path) -> bytes:
    """
    Make a key, and wait until it is on the disk: nothing is sealed under a key that could be lost.

    A key that is there already is the chip of this place, and is taken: a machine that is commissioned anew
    has another FRAM on the same board.

    Raises:
        KeyFileError: as for ``read``.
        OSError: it cannot be written.
    """
    key = os.urandom(KEY_BYTES)
    try:
        # Never over one that is there; the mode holds from the first byte on.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _MODE)
    except FileExistsError:
        return read(path)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(key.hex().encode() + b"\n")
            stream.flush()
            os.fsync(stream.fileno())
    except BaseException:
        # A key that was written in part is none, and nothing has been sealed under it.
        with contextlib.suppress(OSError):
            path.unlink()
        raise
    sync_folder(path.parent)
    return key


def read(path: Path) -> bytes:
    """
    Read a key.

    Raises:
        KeyFileError: it is not there, others may read it, or it holds something else.
    """
    try:
        with path.open("rb") as stream:
            mode = stat.S_IMODE(os.fstat(stream.fileno()).st_mode)
            text = stream.read(_MOST_BYTES)
    except FileNotFoundError:
        raise KeyFileError(
            f"{path}: the key of the machine's chip must lie beside its memory (got none)",
            "put it back from where you have a copy; if there is none, azar service NVRAM --reseal gives the "
            "machine a new chip, on your word that nobody else has written its memory",
        ) from None
    except OSError as error:
        raise KeyFileError(
            f"{path}: {error.strerror or error}", "the key of a machine's chip must be readable"
        ) from error
    # Where the owner's rights are not kept in a mode, the system makes one up.
    if os.name == "posix" and mode & _OTHERS:
        raise KeyFileError(
            f"{path}: whoever has it can forge a machine's memory, so its mode must be 0600 (got {mode:04o})",
            f"chmod 600 {shlex.quote(str(path))}",
        )
    try:
        key = bytes.fromhex(text.decode("ascii"))
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES or not any(key):
        raise KeyFileError(
            f"{path} must hold the {2 * KEY_BYTES} hex digits of a key, not all zero",
            "put it back from where you have a copy",
        )
    return key
