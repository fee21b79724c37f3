# SPDX-License-Identifier: MIT
"""
MicroPython compiled for this computer: once a process, and kept in the user's cache between runs.

The compiled module is machine code, so it is loaded only from bytes whose digest was just checked.
"""

from __future__ import annotations

import hashlib
import os
import stat
import threading
import weakref
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from emulator.support import files
from emulator.vm.derive import Progress, cache_folder, derived_module
from emulator.vm.errors import VMUnavailableError

if TYPE_CHECKING:
    import wasmtime

# The very version: the runner uses its C interface, and fuel has to count alike everywhere.
VERSION = "50.0.1"
REQUIREMENT = f"wasmtime=={VERSION}"
# Deep enough for the C stack's own limit to speak first: MicroPython gives up at 40,000 bytes of it.
_NATIVE_STACK_BYTES = 1 << 20
# More than any heap that MicroPythonRuntime takes needs.
MEMORY_MAX_BYTES = 16 << 20
_GUARD_BYTES = 1 << 16
_MAGIC = b"azar compiled module 1\n"
_DIGEST_BYTES = 32

_engine: Engine | None = None
_making = threading.Lock()


class Engine:
    """
    The compiled module and what every virtual machine of this process shares.

    Args:
        wasm: a WebAssembly module.
        cache: folder of compiled modules; None compiles anew.
        progress: told what is being done, if it takes long.

    Raises:
        VMUnavailableError: wasmtime is missing or does not take the module.
    """

    def __init__(self, wasm: bytes, cache: Path | None = None, progress: Progress | None = None) -> None:
        try:
            found = version("wasmtime")
            import wasmtime
        except (PackageNotFoundError, ImportError, OSError, RuntimeError) as error:
            reason = f"{REQUIREMENT} is not installed or does not run here: {error}"
            raise VMUnavailableError(reason) from error
        if found != VERSION:
            raise VMUnavailableError(f"wasmtime must be {VERSION} (got {found})")
        self.sha256 = hashlib.sha256(wasm).hexdigest()
        config = wasmtime.Config()
        config.wasm_exceptions = True
        # Fuel counts instructions, the same on every computer: power cuts and hangs are placed by it.
        config.consume_fuel = True
        # Equal bits on every processor, whatever it makes of a NaN.
        config.cranelift_nan_canonicalization = True
        config.max_wasm_stack = _NATIVE_STACK_BYTES
        # The host keeps addresses into the guest's memory. Reserving 4 GiB each, as wasmtime does by
        # itself, would save a tenth of the time and keep hundreds of machines out of small computers.
        config.memory_may_move = False
        config.memory_reservation = MEMORY_MAX_BYTES
        config.memory_guard_size = _GUARD_BYTES
        # By checks in the code, for 4 in 100 of its time: a library loaded later may set the handlers of
        # signals anew, as pygame does, and a module that leaves its memory would end the whole process.
        config.signals_based_traps = False
        self.engine = wasmtime.Engine(config)
        try:
            self.module = self._compiled(wasm, cache, progress)
        except wasmtime.WasmtimeError as error:
            raise VMUnavailableError(f"{REQUIREMENT} does not take the module: {error}") from error
        self._assembled: dict[str, wasmtime.Module] = {}
        # By hand: at the end of the process wasmtime is gone before what it made.
        weakref.finalize(self, _close, self.module, self._assembled, self.engine)

    def assembled(self, text: str) -> wasmtime.Module:
        """A small module from its text, compiled once: that takes longer than all else of a new process."""
        import wasmtime

        if text not in self._assembled:
            self._assembled[text] = wasmtime.Module(self.engine, text)
        return self._assembled[text]

    def _compiled(self, wasm: bytes, cache: Path | None, progress: Progress | None) -> wasmtime.Module:
        import wasmtime

        path = None if cache is None else cache / f"{self.sha256[:16]}-{VERSION}.compiled"
        if path is not None:
            code = _checked(path)
            if code is not None:
                try:
                    return wasmtime.Module.deserialize(self.engine, code)
                except wasmtime.WasmtimeError:
                    pass  # compiled for another processor or another wasmtime: compile it for this one
        if progress is not None:
            progress("MicroPython: compiling it for this computer, a few seconds")
        module = wasmtime.Module(self.engine, wasm)
        if path is not None:
            _keep(path, bytes(module.serialize()))
        return module


def _close(module: wasmtime.Module, assembled: dict[str, wasmtime.Module], engine: wasmtime.Engine) -> None:
    for one in (module, *assembled.values()):
        one.close()
    engine.close()


def shared_engine(progress: Progress | None = None) -> Engine:
    """
    The engine of this process, on the derived MicroPython.

    Raises:
        VMUnavailableError: genuine MicroPython cannot run here.
    """
    global _engine  # noqa: PLW0603 - one compiled module a process is the point
    with _making:
        if _engine is None:
            _engine = Engine(derived_module(progress), cache_folder(), progress)
    return _engine


def _checked(path: Path) -> bytes | None:
    """The compiled code, if the file is ours alone and holds what its digest says."""
    try:
        if os.name == "posix":
            status = path.stat()
            if status.st_uid != os.getuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                return None
        data = path.read_bytes()
    except OSError:
        return None
    start = len(_MAGIC) + _DIGEST_BYTES
    code = data[start:]
    if data[:start] != _MAGIC + hashlib.sha256(code).digest():
        return None
    return code


def _keep(path: Path, code: bytes) -> None:
    """Keep compiled code for the next process; one that cannot be kept is compiled again."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        files.replace(path, _MAGIC + hashlib.sha256(code).digest() + code, durable=False)
    except OSError:
        return
