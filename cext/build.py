# SPDX-License-Identifier: MIT
"""Builds the extension module cext._core from core.cdef and src/*.c (cffi, API mode)."""

from pathlib import Path

from cffi import FFI

HERE = Path(__file__).resolve().parent
SOURCES = ("error", "rng", "bulk", "sha256", "tables", "reels", "state", "cycle", "campaign")

ffi = FFI()
ffi.cdef((HERE / "core.cdef").read_text(encoding="utf-8"))
# Paths are relative to the root of the source tree, where setuptools runs: an sdist accepts no others.
ffi.set_source(
    "cext._core",
    '#include "core.h"',
    sources=[f"cext/src/{name}.c" for name in SOURCES],
    include_dirs=["cext/src"],
    depends=["cext/src/core.h", "cext/src/inner.h", "cext/core.cdef"],
    extra_compile_args=["-O3", "-std=c99"],
)
