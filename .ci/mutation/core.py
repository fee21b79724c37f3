# SPDX-License-Identifier: MIT
"""The C core of a copy of the tree: built once, and anew file by file where one was changed."""

from __future__ import annotations

import concurrent.futures
import contextlib
import os
import re
import runpy
import subprocess
import sys
import sysconfig
from pathlib import Path

FLAGS = ("-O3", "-std=c99", "-fPIC", "-w", "-DPy_LIMITED_API=0x030b0000")
# Functions of headers and those that are always inlined are too small and too often called to be watched, and
# with the latter watched GCC 12 compiles kernels for AVX-512 wrongly.
WATCHED = (
    "-finstrument-functions",
    "-finstrument-functions-exclude-file-list=.h",
    "-Dalways_inline=always_inline,no_instrument_function",
)
_SECONDS = 600


class NoBugError(Exception):
    """What a change made is no bug that could be noticed."""


class DoesNotCompileError(NoBugError):
    """The compiler refused a file."""


class SameCodeError(NoBugError):
    """
    The compiler made the same machine code of it.

    Papadakis et al. 2015, "Trivial compiler equivalence", ICSE, 936: the change has no effect here, for
    instance because it stands in code for another processor.
    """


class Core:
    """
    The objects of the core of one copy.

    Args:
        tree: the copy's root.
        objects: a folder for them.
        watched: build it so that ``trace.c`` hears of every function that is entered.
    """

    def __init__(self, tree: Path, objects: Path, *, watched: bool = False) -> None:
        self._tree, self._objects = tree, objects
        self._flags = (*FLAGS, *(WATCHED if watched else ()))
        self._headers = [tree / "cext" / "src", Path(sysconfig.get_path("include"))]
        self._before: dict[Path, bytes] = {}
        self._trace = Path(__file__).with_name("trace.c") if watched else None
        objects.mkdir(parents=True, exist_ok=True)

    @property
    def library(self) -> Path:
        """What Python imports."""
        return self._tree / "cext" / "_core.abi3.so"

    def _sources(self) -> list[Path]:
        rooms = [self._tree / "cext" / room for room in ("src", "fast")]
        return sorted(path for room in rooms for path in room.glob("*.c"))

    def _object(self, source: Path) -> Path:
        return self._objects / f"{source.parent.name}-{source.stem}.o"

    def _compile(self, source: Path) -> None:
        command = [os.environ.get("CC", "cc"), *self._flags, *(f"-I{folder}" for folder in self._headers)]
        command += ["-c", str(source), "-o", str(self._object(source))]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_SECONDS, check=False)
        if done.returncode:
            raise DoesNotCompileError(done.stderr.strip())

    def _link(self) -> None:
        objects = [*self._sources(), self._tree / "cext" / "_core.c", *([self._trace] if self._trace else [])]
        # The C library has a silent function of the trace's name, too.
        command = [os.environ.get("CC", "cc"), "-shared", "-Wl,-Bsymbolic", "-o", str(self.library)]
        self.library.unlink(missing_ok=True)
        subprocess.run(
            [*command, *(str(self._object(path)) for path in objects)], check=True, timeout=_SECONDS
        )

    def build(self) -> None:
        """Compile everything and link it."""
        wrapper = self._tree / "cext" / "_core.c"
        with contextlib.redirect_stdout(sys.stderr):
            runpy.run_path(str(self._tree / "cext" / "build.py"))["ffi"].emit_c_code(str(wrapper))
        sources = [*self._sources(), wrapper, *([self._trace] if self._trace else [])]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(self._compile, sources))
        self._link()

    def rebuild(self, changed: Path) -> None:
        """
        Compile what a file is part of, and link.

        Raises:
            DoesNotCompileError: the compiler refuses it.
            SameCodeError: the machine code is what it was.
        """
        units = self.units(changed)
        self._before = {self._object(unit): self._object(unit).read_bytes() for unit in units}
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(self._compile, units))
        if all(path.read_bytes() == before for path, before in self._before.items()):
            raise SameCodeError(changed.name)
        self._link()

    def restore(self) -> None:
        """Lay back the objects from before the last ``rebuild``, and link."""
        for path, before in self._before.items():
            path.write_bytes(before)
        self._link()

    def defined(self, unit: Path) -> set[str]:
        """The functions that a C file was compiled to."""
        return set(functions(self._object(unit))[0].values())

    def units(self, changed: Path) -> list[Path]:
        """The C files that a file is part of: itself, or those that include it by whatever way."""
        if changed.suffix == ".c":
            return [changed]
        found, names = [], {changed.name}
        texts = {path: path.read_text(encoding="utf-8") for path in (self._tree / "cext").glob("*/*.[ch]")}
        while True:
            pattern = re.compile(rf'^#include "(?:{"|".join(map(re.escape, sorted(names)))})"', re.MULTILINE)
            found = [path for path, text in texts.items() if pattern.search(text)]
            more = names | {path.name for path in found if path.suffix == ".h"}
            if more == names:
                return [path for path in found if path.suffix == ".c"]
            names = more


def functions(library: Path) -> tuple[dict[int, str], int]:
    """The names of a library's functions by address, and the address of ``azar_entered``."""
    told = subprocess.run(["nm", str(library)], capture_output=True, text=True, check=True).stdout
    found = {}
    for line in told.splitlines():
        address, _, rest = line.partition(" ")
        kind, _, name = rest.partition(" ")
        if address and kind in ("t", "T"):
            found[int(address, 16)] = name.partition(".")[0]
    return found, next((at for at, name in found.items() if name == "azar_entered"), 0)
