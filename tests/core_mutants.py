# SPDX-License-Identifier: MIT
"""Builds a copy of the core with one text of its source replaced, to show which check refuses it."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import cffi
import pytest

import cext

SOURCES = Path(cext.__file__).parent
ROOMS = ("src", "fast")


def _copy(room: Path, target: Path, file: str, old: str, new: str) -> None:
    target.mkdir(parents=True)
    for path in room.iterdir():
        text = path.read_text(encoding="utf-8")
        if path.name == file:
            assert text.count(old) == 1, f"{file} no longer has the text that is to be changed: {old}"
            text = text.replace(old, new)
        (target / path.name).write_text(text, encoding="utf-8")


def build(base: Path, name: str, file: str, old: str, new: str) -> ModuleType:
    """The package cext under another name, with `old` in one C file replaced by `new`."""
    package = base / name
    rooms = [room for room in ROOMS if (SOURCES / room).is_dir()]
    for room in rooms:
        _copy(SOURCES / room, package / room, file, old, new)
    for path in SOURCES.glob("*.py"):
        text = path.read_text(encoding="utf-8").replace("cext", name)
        (package / path.name).write_text(text, encoding="utf-8")
    ffi = cffi.FFI()
    for path in sorted(SOURCES.glob("*.cdef"), key=lambda path: (path.name != "core.cdef", path.name)):
        ffi.cdef(path.read_text(encoding="utf-8"))
    headers = sorted(path.name for path in (SOURCES / "src").glob("*.h") if "inner" not in path.name)
    ffi.set_source(
        f"{name}._core", "\n".join(f'#include "{header}"' for header in headers),
        sources=[str(path) for room in rooms for path in sorted((package / room).glob("*.c"))],
        include_dirs=[str(package / "src")], extra_compile_args=["-O1", "-w"],
    )  # fmt: skip
    ffi.compile(tmpdir=str(base))
    return importlib.import_module(name)


@pytest.fixture
def build_mutant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Callable[[str, str, str, str], ModuleType]]:
    """The function above in a folder of its own; what it imported is forgotten afterwards."""
    monkeypatch.syspath_prepend(str(tmp_path))
    names = []

    def made(name: str, file: str, old: str, new: str) -> ModuleType:
        names.append(name)
        return build(tmp_path, name, file, old, new)

    yield made
    for module in [module for module in sys.modules if module.split(".")[0] in names]:
        del sys.modules[module]
