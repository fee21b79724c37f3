# SPDX-License-Identifier: MIT
"""Fresh virtual machines: the board's modules compiled and laid, everything else taken away, parked."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from emulator.vm.engine import Engine
from emulator.vm.image import Image, lay_out, make_image
from emulator.vm.process import HostCall, Parked, Process
from emulator.vm.wasi import System
from machines import mpy

_GUEST = Path(__file__).parent / "guest"
_MACHINE = Path(__file__).parent.parent / "board" / "machine.py"
_SHIMS = ("_boot", "_board", "time", "payout")
# Code, data and C stack of the module, and what MicroPython allocates outside its heap.
_MEMORY_MARGIN_BYTES = 1 << 20

# The guest before any program, by (module, heap, whether it has payout).
_bare: dict[tuple[str, int, bool], Image] = {}
_making = threading.Lock()


def bare_image(engine: Engine, heap_kb: int, has_payout: bool) -> Image:
    """
    A parked guest without a program, made once a process.

    Args:
        engine: the compiled module.
        heap_kb: heap of the virtual machine, in KiB.
        has_payout: whether firmware may import ``payout``.
    """
    key = (engine.sha256, heap_kb, has_payout)
    with _making:
        if key not in _bare:
            _bare[key] = _boot(engine, heap_kb, has_payout)
    return _bare[key]


def new_process(engine: Engine, heap_kb: int, system: System, host_call: HostCall) -> Process:
    """A process that has not begun; an image's snapshot makes it a parked one."""
    return Process(engine, system, host_call, (heap_kb << 10) + _MEMORY_MARGIN_BYTES)


def new_system(heap_kb: int, output: Callable[[int, bytes], None] | None = None) -> System:
    """The system of a process with that heap, still without files."""
    system = System(["micropython", "-X", f"heapsize={heap_kb}k", "-c", "import _boot"], {})
    if output is not None:
        system.output = output
    return system


def _boot(engine: Engine, heap_kb: int, has_payout: bool) -> Image:
    sources = {name: (_GUEST / f"{name}.py").read_text(encoding="utf-8") for name in _SHIMS}
    sources["machine"] = _MACHINE.read_text(encoding="utf-8")
    if not has_payout:
        del sources["payout"]
    system = new_system(heap_kb)
    system.files = {f"{name}.mpy": data for name, data in mpy.compile_all(sources).items()}

    def host_call(name: int, name_size: int, data: int, size: int, result: int, room: int) -> int:
        # All that the boot code calls is park.
        raise Parked(system.memory.read(data, size))

    process = new_process(engine, heap_kb, system, host_call)
    layout = lay_out(process.memory, process.boot())
    return make_image(process.save(), layout)
