# SPDX-License-Identifier: MIT
"""A program for the virtual machine: its modules, checked, and compiled when a boot needs them."""

from __future__ import annotations

import ast
import functools
import hashlib
from collections.abc import Mapping

from emulator.vm.errors import FirmwareError, VMError, VMUnavailableError
from emulator.vm.trace import refusal
from machines.rom import mpy

# Modules of the board, which no ROM replaces.
RESERVED = ("_board", "_boot", "machine", "payout", "time")


class Program:
    """
    Modules of a ROM.

    Args:
        sources: module name -> MicroPython source, ``main`` among them.
        compiled: module name -> ``.mpy`` of modules that came compiled; the others are compiled at boot.

    Attributes:
        sources: module name -> source.
        digest: SHA-256 over names, sources and bytecode.

    Raises:
        VMError: no ``main``, or a module with a name of the board's.
        VMUnavailableError: the compiler is missing.
    """

    def __init__(self, sources: Mapping[str, str], compiled: Mapping[str, bytes] | None = None) -> None:
        if "main" not in sources:
            raise VMError("sources must hold a module main")
        taken = sorted(set(sources) & set(RESERVED))
        if taken:
            raise VMError(f"sources must not replace a module of the board (got {', '.join(taken)})")
        self.sources = dict(sources)
        self._compiled = dict(compiled or {})
        digest = hashlib.sha256()
        for name, source in sorted(sources.items()):
            bytecode = self._compiled.get(name, b"")
            digest.update(f"{name}\0{len(source)}\0{len(bytecode)}\0{source}".encode() + bytecode)
        self.digest = digest.hexdigest()
        try:
            mpy.compiler()
        except mpy.CompileError as error:
            raise VMUnavailableError(str(error)) from error

    def files(self) -> dict[str, bytes]:
        """
        The files that the guest sees.

        Raises:
            FirmwareError: a module does not compile; its text names file and line.
        """
        files = {}
        for name, source in self.sources.items():
            try:
                data = self._compiled[name] if name in self._compiled else mpy.compile_module(name, source)
            except mpy.CompileError as error:
                raise FirmwareError(refusal(str(error), name)) from error
            files[f"{name}.mpy"] = data
        return files


@functools.lru_cache(maxsize=64)
def offers_tick(main: str) -> bool:
    """
    Whether a module ``main`` has a ``tick`` for the board to call; if not it has a loop of its own.

    Args:
        main: its source; one that does not compile counts as offering it, so that its boot tells why.
    """
    try:
        body = ast.parse(main).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return True
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name == "tick":
            return True
        if isinstance(node, ast.ImportFrom) and any((row.asname or row.name) == "tick" for row in node.names):
            return True
        if isinstance(node, ast.Assign) and any(
            isinstance(target, ast.Name) and target.id == "tick" for target in node.targets
        ):
            return True
    return False
