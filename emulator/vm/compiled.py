# SPDX-License-Identifier: MIT
"""
Our firmware as CPython compiled it, in the user's cache: compiling is half of a process's first machine.

    code = compiled.kept(source, "coins.py")
    compiled.keep()         # at the end of a program's import: writes, if anything had to be compiled

A code is known by its source and file name, the whole file by Python and by the module that counts turns.
"""

from __future__ import annotations

import hashlib
import marshal
import sys
from functools import cache
from pathlib import Path
from types import CodeType

from emulator.vm import turns

MOST_CODES = 400
"""A program has about 75, of which one or two differ from model to model; the oldest are made anew."""

_FILE = "firmware.bin"
_fresh: list[str] = []


def made(source: str, file: str, *, thorough: bool = True) -> CodeType:
    """Compile a module so that it counts its turns, as ``turns.counted`` says."""
    return compile(turns.counted(source, file, thorough=thorough), file, "exec", dont_inherit=True)


def kept(source: str, file: str) -> CodeType:
    """The code of this source, which counts turns of ``while``; kept or made now."""
    name = hashlib.sha256(f"{file}\0{source}".encode()).hexdigest()
    known = _known()
    if name not in known:
        known[name] = made(source, file, thorough=False)
        _fresh.append(name)
    return known[name]


def keep() -> None:
    """Write down what was made since the last time."""
    if _fresh:
        from emulator.support import cache as kept_files

        # What others have kept meanwhile stays.
        both = _read() | {name: _known()[name] for name in _fresh}
        _fresh.clear()
        kept_files.write(_FILE, _sources(), marshal.dumps(dict(list(both.items())[-MOST_CODES:])))


@cache
def _known() -> dict[str, CodeType]:
    return _read()


def _read() -> dict[str, CodeType]:
    from emulator.support import cache as kept_files

    said = kept_files.read(_FILE, _sources())
    codes: dict[str, CodeType] = {} if said is None else marshal.loads(said)
    return codes


@cache
def _sources() -> str:
    counting = hashlib.sha256(Path(turns.__file__).read_bytes()).hexdigest()
    return f"{sys.version} {sys.implementation.cache_tag} {counting}"
