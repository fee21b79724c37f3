# SPDX-License-Identifier: MIT
"""Fresh virtual machines: the board's modules compiled and laid, everything else taken away, parked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from emulator.vm.engine import Engine
from emulator.vm.image import Image, lay_out, make_image
from emulator.vm.process import Parked, Process
from emulator.vm.scheduler import clear, find_scheduler
from emulator.vm.wasi import System
from machines.rom import mpy

_GUEST = Path(__file__).parent / "guest"
_MACHINE = Path(__file__).parent.parent / "board" / "machine.py"
_SHIMS = ("_boot", "_board", "time", "payout")
# What a traceback calls the guest's first program.
BOOT_FILE = "_boot.py"
_SLEEPING_TIME = "time_loop"
# Code, data and C stack of the module, and what MicroPython allocates outside its heap.
_MEMORY_MARGIN_BYTES = 1 << 20

# The guest before any program, by (module, heap, whether it has payout, whether it sleeps).
_bare: dict[tuple[str, int, bool, bool], Image] = {}
_making = threading.Lock()


def bare_image(engine: Engine, heap_kb: int, has_payout: bool, *, sleeps: bool = False) -> Image:
    """
    A parked guest without a program, made once a process.

    Args:
        engine: the compiled module.
        heap_kb: heap of the virtual machine, in KiB.
        has_payout: whether firmware may import ``payout``.
        sleeps: whether its program has a loop of its own, in which it sleeps.
    """
    key = (engine.sha256, heap_kb, has_payout, sleeps)
    with _making:
        if key not in _bare:
            _bare[key] = _boot(engine, heap_kb, has_payout, sleeps)
    return _bare[key]


def memory_limit(heap_kb: int) -> int:
    """Bytes of linear memory that a process with that heap may have."""
    return (heap_kb << 10) + _MEMORY_MARGIN_BYTES


def new_system(heap_kb: int, output: Callable[[int, bytes], None] | None = None) -> System:
    """The system of a process with that heap, still without files."""
    system = System(["micropython", "-X", f"heapsize={heap_kb}k", "-c", "import _boot"], {})
    if output is not None:
        system.output = output
    return system


def _boot(engine: Engine, heap_kb: int, has_payout: bool, sleeps: bool) -> Image:
    system = new_system(heap_kb)
    system.files = {f"{name}.mpy": data for name, data in _shims(has_payout, sleeps).items()}
    marks: list[bytes] = []

    def host_call(name: int, name_size: int, data: int, size: int, result: int, room: int) -> int:
        """All that the boot code calls is ``park``, and ``mark`` before it calls the scheduler."""
        memory = system.memory
        if memory.read(name, name_size) == b"mark":
            marks.append(memory.read(0, memory.size))
            return 0
        raise Parked(memory.read(data, size))

    process = Process(engine, system, host_call, memory_limit(heap_kb))
    layout = lay_out(process.memory, process.boot())
    if marks:
        after = process.memory.read(0, len(marks[0]))
        found = find_scheduler(marks[0], after, layout.pump)
        clear(process.memory, found)
        layout = layout._replace(scheduler=found)
    return make_image(process.save(), layout)


def _shims(has_payout: bool, sleeps: bool) -> dict[str, bytes]:
    """The board's modules, compiled."""
    files = {name: _GUEST / f"{name}.py" for name in _SHIMS} | {"machine": _MACHINE}
    if not has_payout:
        del files["payout"]
    if sleeps:
        files["time"] = _GUEST / f"{_SLEEPING_TIME}.py"
    return mpy.compile_all({name: path.read_text(encoding="utf-8") for name, path in files.items()})
