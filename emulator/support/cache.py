# SPDX-License-Identifier: MIT
"""
Figures that azar can compute again, kept in the user's cache folder.

    rows = remembered("models", digest_of(Path(machines.__file__).parent), listing)

A kept figure is shown and nothing else: no verdict on a model, no limit and no play follows from one, so a
file that somebody forged can make a list lie and no illegal model legal. A file counts if it is its owner's
alone and begins with the SHA-256 of the sources that computed the figure and of the figure itself; every
other file is replaced, and a folder that takes no file costs time, not figures.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar, cast

import platformdirs

from emulator.support import files
from machines.support.private import ExposedError, require_private

_Figures = TypeVar("_Figures")


def folder() -> Path:
    """Where what azar can make again is kept."""
    return platformdirs.user_cache_path("azar")


def digest_of(*folders: Path) -> str:
    """SHA-256 over the names and bytes of all files below these folders, compiled Python apart."""
    digest = hashlib.sha256()
    for top in folders:
        for folder, below, names in os.walk(top):
            below[:] = sorted(name for name in below if name != "__pycache__")
            for path in (Path(folder, name) for name in sorted(names)):
                try:
                    data = path.read_bytes()
                except OSError:  # the lock of an editor: no figure can follow from it
                    data = b""
                digest.update(f"{path.relative_to(top)}\0{len(data)}\0".encode() + data)
    return digest.hexdigest()


def remembered(name: str, sources: str, make: Callable[[], _Figures]) -> _Figures:
    """
    The figures of this name that these sources made, kept or made now.

    Args:
        name: of the file.
        sources: ``digest_of`` everything that the figures follow from.
        make: computes the figures, which JSON can say.
    """
    path = folder() / f"{name}.json"
    with contextlib.suppress(OSError, ValueError, ExposedError):
        require_private(path)
        seal, _, kept = path.read_bytes().partition(b"\n")
        if seal == _seal(sources, kept):
            return cast(_Figures, json.loads(kept))
    made = make()
    said = json.dumps(made).encode()
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.replace(path, _seal(sources, said) + b"\n" + said, durable=False)
    return made


def _seal(sources: str, said: bytes) -> bytes:
    return hashlib.sha256(sources.encode() + said).hexdigest().encode()
