# SPDX-License-Identifier: MIT
"""The runtimes by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.vm.cpython import CPythonRuntime
from emulator.vm.errors import VMError
from emulator.vm.program import offers_tick
from emulator.vm.runtime import Runtime
from emulator.vm.watch import Watch
from machines.rom.program import Rom

CPYTHON, MICROPYTHON = "cpython", "micropython"
RUNTIMES = (CPYTHON, MICROPYTHON)


def make_runtime(
    name: str,
    rom: Rom,
    console: Callable[[str], None] | None = None,
    *,
    ours: bool = False,
    watch: Watch | None = None,
    paths: Mapping[str, str] | None = None,
) -> Runtime:
    """
    A runtime for a ROM; one for a loop of its own if its ``main`` has no ``tick``.

    Whether the ROM may run there ``emulator.cabinet.trust`` decides.

    Args:
        name: one of RUNTIMES.
        rom: what the board boots.
        console: takes what the firmware prints.
        ours: the firmware is known to be ours, so that CPython counts fewer of its turns.
        watch, paths: what looks at it, and where it finds the modules; on CPython alone.

    Raises:
        VMUnavailableError: genuine MicroPython cannot run on this computer; the text is one line.
        VMError: an unknown name, or a ROM that the runtime does not take.
    """
    if name not in RUNTIMES:
        raise VMError(f"runtime must be one of {', '.join(RUNTIMES)} (got {name})")
    loops = not offers_tick(rom.sources["main"])
    if name == CPYTHON:
        if loops:
            raise VMError("main must offer tick(): a program with a loop of its own runs on MicroPython only")
        return CPythonRuntime(rom.sources, console=console, thorough=not ours, watch=watch, paths=paths)
    if watch is not None:
        raise VMError("watch must be None on MicroPython: only CPython runs a firmware line by line")
    require_micropython()
    if loops:
        from emulator.vm.loop import LoopRuntime

        return LoopRuntime(rom.sources, rom.compiled, console=console)
    from emulator.vm.micropython import MicroPythonRuntime

    return MicroPythonRuntime(rom.sources, rom.compiled, console=console)


def require_micropython(progress: Callable[[str], None] | None = None) -> None:
    """
    Make genuine MicroPython ready, which takes some seconds at its first use on a computer.

    Raises:
        VMUnavailableError: it cannot run here; the text is one line that says why.
    """
    from emulator.vm.engine import shared_engine

    shared_engine(progress)
