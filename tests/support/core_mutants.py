# SPDX-License-Identifier: MIT
"""Builds a copy of the core with one text of its source replaced, to show which check refuses it."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import cffi
import pytest
from compiler import compiler, python_headers
from places import ROOT

import cext

SOURCES = Path(cext.__file__).parent
ROOMS = ("src", "fast")
LINK = ("-shared", *(("-undefined", "dynamic_lookup") if sys.platform == "darwin" else ()))


def _copy(room: Path, target: Path, file: Path, old: str, new: str) -> None:
    target.mkdir(parents=True)
    for path in room.iterdir():
        text = path.read_text(encoding="utf-8")
        if path == file:
            text = text.replace(old, new)
        (target / path.name).write_text(text, encoding="utf-8")


def _compile(source: Path, headers: list[Path], target: Path) -> str:
    command = [
        compiler(),
        "-std=c99",
        # The wide loops are long, and mutants make few plays.
        "-O1" if source.parent.name == "src" else "-O0",
        "-w",
        "-fPIC",
        *(f"-I{folder}" for folder in headers),
        "-c",
        str(source),
    ]
    subprocess.run([*command, "-o", str(target)], check=True)
    return str(target)


@functools.cache
def _shared() -> Path:
    """Where all workers and runs of a tree lay what is the same for all mutants, so that one compiles it."""
    files = [*SOURCES.glob("*.cdef"), *(path for room in ROOMS for path in (SOURCES / room).iterdir())]
    text = b"".join(path.read_bytes() for path in [*sorted(files), Path(__file__)])
    about = f"{compiler()} {sys.version} {cffi.__version__}".encode()
    folder = ROOT / ".pytest_cache" / f"core-{hashlib.sha256(about + text).hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    for other in folder.parent.glob("core-*"):
        if other != folder:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _compile_once(source: Path, headers: list[Path], name: str) -> str:
    """Compile into the shared folder, unless another worker has; whole files only, by whoever ends first."""
    target = _shared() / name
    if not target.exists():
        part = target.with_suffix(f".{os.getpid()}")
        _compile(source, headers, part)
        part.replace(target)
    return str(target)


@functools.cache
def _objects() -> dict[tuple[str, str], str]:
    """Every C file of the core as it is, compiled once for all mutants."""
    sources = [(room, path) for room in ROOMS for path in (SOURCES / room).glob("*.c")]
    return {
        (room, path.name): _compile_once(path, [SOURCES / "src"], f"{room.replace('/', '-')}-{path.stem}.o")
        for room, path in sources
    }


@functools.cache
def _headers(path: Path) -> frozenset[str]:
    """The names of our headers that a file includes, by whatever way."""
    found: set[str] = set()
    for name in re.findall(r'^#include "(.+)"', path.read_text(encoding="utf-8"), re.MULTILINE):
        at = next(SOURCES / room / name for room in ROOMS if (SOURCES / room / name).is_file())
        found |= {name} | _headers(at)
    return frozenset(found)


@functools.cache
def _wrapper() -> str:
    """Python's way into the core, made and compiled once for all mutants."""
    ffi = cffi.FFI()
    for path in sorted(SOURCES.glob("*.cdef"), key=lambda path: (path.name != "core.cdef", path.name)):
        ffi.cdef(path.read_text(encoding="utf-8"))
    headers = sorted(path.name for path in (SOURCES / "src").glob("*.h") if "inner" not in path.name)
    # Whatever package it lies in, the name of its module is the last part.
    ffi.set_source("mutant._core", "\n".join(f'#include "{header}"' for header in headers))
    source = Path(tempfile.mkdtemp(prefix="azar-wrapper-")) / "_core.c"
    ffi.emit_c_code(str(source))
    return _compile_once(source, [SOURCES / "src", python_headers()], "wrapper.o")


def build(base: Path, file: str, old: str, new: str, rooms: tuple[str, ...]) -> ModuleType:
    """
    The package cext under the name mutant, with ``old`` in one file replaced by ``new``.

    Args:
        base: an empty folder on the path of imports.
        file, old, new: what is changed; the file from the root of the tree.
        rooms: where a changed header is seen; the fast kernels take long to compile.
    """
    package, changed = base / "mutant", ROOT / file
    if changed.read_text(encoding="utf-8").count(old) != 1:
        raise LookupError(f"{file} no longer has the text that is to be changed: {old}")
    if changed.suffix == ".h" and "inner" not in changed.name:
        raise LookupError(f"{file} must be a .c file or an inner header: the wrapper sees the others")
    for room in ROOMS:
        _copy(SOURCES / room, package / room, changed, old, new)
    for path in SOURCES.glob("*.py"):
        text = path.read_text(encoding="utf-8").replace("cext", "mutant")
        (package / path.name).write_text(text, encoding="utf-8")
    objects = [
        # New are the files that see the change.
        _compile(path, [package / "src"], package / f"{room}-{path.stem}.o")
        if SOURCES / room / path.name == changed
        or (room in rooms and changed.name in _headers(SOURCES / room / path.name))
        else _objects()[room, path.name]
        for room in ROOMS
        for path in sorted((package / room).glob("*.c"))
    ]
    target = package / f"_core{sysconfig.get_config_var('EXT_SUFFIX')}"
    subprocess.run([compiler(), *LINK, _wrapper(), *objects, "-o", str(target)], check=True)
    importlib.invalidate_caches()
    return importlib.import_module("mutant")


@contextlib.contextmanager
def built(base: Path, file: str, old: str, new: str, *, fast: bool = False) -> Iterator[ModuleType]:
    """The changed core as above; what was imported of it is forgotten afterwards."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(base))
        try:
            yield build(base, file, old, new, ROOMS if fast else ("src",))
        finally:
            for name in [name for name in sys.modules if name.partition(".")[0] == "mutant"]:
                del sys.modules[name]
