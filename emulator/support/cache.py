# SPDX-License-Identifier: MIT
"""
Figures that azar can compute again, kept in the user's cache folder.

    rows = remembered("models", digest_of([Path(machines.__file__).parent]), listing)
    figures.keeper = figure    # what exact mathematics has computed of a model (machines.support.figures)

A file counts if it is this user's alone and begins with the SHA-256 of the sources that computed its figures
and of the figures themselves; every other file is replaced, and a folder that takes no file costs time, not
figures. So neither another azar nor another user can have left a figure that decides on a model, nor can a
damaged disk; who may write the user's own files could as well write another azar.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib.util
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeVar, cast

import platformdirs

from emulator.support import files
from machines.support.private import HAS_MODES, ExposedError, require_private

MOST_FIGURES = 500
"""A model has up to five; of more, those that were made first are made again."""

_Figures = TypeVar("_Figures")


def folder() -> Path:
    """Where what azar can make again is kept."""
    return platformdirs.user_cache_path("azar")


def digest_of(folders: Iterable[Path], endings: tuple[str, ...] = ("",)) -> str:
    """SHA-256 over names and bytes of the files below some folders that end so, compiled Python apart."""
    digest = hashlib.sha256()
    for top in folders:
        for folder, below, names in os.walk(top):
            below[:] = sorted(name for name in below if name != "__pycache__")
            for path in (Path(folder, name) for name in sorted(names) if name.endswith(endings)):
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
    found = _read(name, sources)
    if found is None:
        found = make()
        _write(name, sources, found)
    return cast(_Figures, found)


def figure(name: str, make: Callable[[], list[str]]) -> list[str]:
    """The figures of this name by the mathematics at hand, kept or made now."""
    sources = _mathematics()
    return one_of("figures", sources, name, make)


def one_of(file: str, sources: str, name: str, make: Callable[[], _Figures]) -> _Figures:
    """
    One of many figures that these sources made and one file keeps, kept or made now.

    Args:
        file: of all of them; past MOST_FIGURES those that were made first are made again.
        sources: as ``remembered`` takes them.
        name: which figures.
        make: computes them.
    """
    known = _kept_in(file, sources)
    if name not in known:
        made = make()
        # What others have kept meanwhile stays.
        known = {**_kept_in(file, sources), name: made}
        _write(file, sources, dict(list(known.items())[-MOST_FIGURES:]))
    return cast(_Figures, known[name])


def _kept_in(file: str, sources: str) -> dict[str, object]:
    return cast(dict[str, object], _read(file, sources) or {})


@functools.cache
def _mathematics() -> str:
    """A digest of all that computes figures: the core as it was built, our sources, Python and libraries."""
    azar = Path(__file__).parents[2]
    parts = [sys.version, digest_of((azar / "cext", azar / "machines"), (".py", ".so", ".pyd"))]
    for library in ("numpy", "flint"):
        found = importlib.util.find_spec(library)
        if found is not None and found.origin is not None:  # an install writes all of its files anew
            parts.append(f"{found.origin} {Path(found.origin).stat().st_mtime_ns}")
    return "\n".join(parts)


def _read(name: str, sources: str) -> object:
    """What a file keeps that counts; None without such a file."""
    kept = read(f"{name}.json", sources)
    with contextlib.suppress(ValueError):
        return None if kept is None else cast(object, json.loads(kept))
    return None


def _write(name: str, sources: str, figures: object) -> None:
    write(f"{name}.json", sources, json.dumps(figures).encode())


def read(file: str, sources: str) -> bytes | None:
    """What ``write`` kept in this file, if it counts and these sources made it."""
    path = folder() / file
    with contextlib.suppress(OSError, ExposedError):
        require_private(path)
        if not HAS_MODES or path.stat().st_uid == os.getuid():
            seal, _, kept = path.read_bytes().partition(b"\n")
            if seal == _seal(sources, kept):
                return kept
    return None


def write(file: str, sources: str, said: bytes) -> None:
    """Keep what follows from these sources; a folder that takes no file is left as it is."""
    path = folder() / file
    with contextlib.suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.replace(path, _seal(sources, said) + b"\n" + said, durable=False)


def _seal(sources: str, said: bytes) -> bytes:
    return hashlib.sha256(sources.encode() + said).hexdigest().encode()
