# SPDX-License-Identifier: MIT
"""
The chip of a machine of record: the key that seals its records, in a file of its own beside its NVRAM.

On a board it lies in the one-time memory of the chip, where nobody who holds the FRAM has it. On a computer
it is a file of mode 0600, made once, when the machine is commissioned, and never again: without
it or a copy the machine has another chip, which has sealed none of its records.

    key = create(key_file("m.nvram"))       # a new machine
    key = read(key_file("m.nvram"))         # KeyFileError says what to do
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from emulator.support import files
from emulator.support.errors import HintedError
from machines.memory.chip import KEY_BYTES
from machines.support.private import ExposedError, require_own

_SUFFIX = ".key"
_MOST_BYTES = 4096


class KeyFileError(HintedError):
    """The key of a machine is missing or unusable; ``hint`` is what to do next."""


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
    if path.exists():
        return read(path)
    key = os.urandom(KEY_BYTES)
    # Written aside, since a process may end at any instant: what has the name of a key is a whole one.
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    aside = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(key.hex().encode() + b"\n")
            stream.flush()
            files.sync(stream.fileno())
        _name(aside, path)
    except FileExistsError:
        return read(path)
    finally:
        aside.unlink(missing_ok=True)
    files.sync_folder(path.parent)
    return key


def _name(aside: Path, path: Path) -> None:
    """Give a finished file its name; FileExistsError if there is one, which is left as it is."""
    try:
        os.link(aside, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links; the machine's lock keeps other processes away
        if path.exists():
            raise FileExistsError(str(path)) from None
        aside.rename(path)


def read(path: Path) -> bytes:
    """
    Read a key.

    Raises:
        KeyFileError: it is not there, others may read it, or it holds something else.
    """
    try:
        with path.open("rb") as stream:
            require_own(path, os.fstat(stream.fileno()))
            text = stream.read(_MOST_BYTES)
    except FileNotFoundError:
        raise KeyFileError(
            f"{path}: the key of the machine's chip must lie beside its memory (got none)",
            "put it back from where you have a copy; if there is none, azar service NVRAM --reseal gives the "
            "machine a new chip, on your word that nobody else has written its memory",
        ) from None
    except ExposedError as error:
        raise KeyFileError(str(error), error.hint) from None
    except OSError as error:
        raise KeyFileError(
            f"{path}: {error.strerror or error}", "the key of a machine's chip must be readable"
        ) from error
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
