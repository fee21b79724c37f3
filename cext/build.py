# SPDX-License-Identifier: MIT
"""Builds the extension module cext._core from *.cdef, src/*.c and fast/*.c (cffi, API mode)."""

from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
HEADERS = sorted(path.name for path in (HERE / "src").glob("*.h"))
# What the core is, and what only makes campaigns and tables quick on a large computer.
SOURCES = sorted(path.relative_to(HERE) for room in ("src", "fast") for path in (HERE / room).glob("*.c"))
INNER = sorted(f"cext/fast/{path.name}" for path in (HERE / "fast").glob("*.h"))
# core.cdef first: the others use its constants.
LISTS = ["core.cdef", *sorted(path.name for path in HERE.glob("*.cdef") if path.name != "core.cdef")]

ffi = FFI()
for name in LISTS:
    ffi.cdef((HERE / name).read_text(encoding="utf-8"))
# Paths are relative to the root of the source tree, where setuptools runs: an sdist accepts no others.
ffi.set_source(
    "cext._core",
    "\n".join(f'#include "{name}"' for name in HEADERS if not name.endswith("inner.h")),
    sources=[f"cext/{path.as_posix()}" for path in SOURCES],
    include_dirs=["cext/src"],
    depends=[*(f"cext/src/{name}" for name in HEADERS), *INNER, *(f"cext/{name}" for name in LISTS)],
    extra_compile_args=["-O3", "-std=c99"],
)
