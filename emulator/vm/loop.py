# SPDX-License-Identifier: MIT
"""
Firmware with a loop of its own, as any MicroPython program has: ``while True:`` and ``time.sleep_ms``.

    import time
    from machine import Pin

    lamp = Pin(30, Pin.OUT)
    while True:
        lamp.toggle()
        time.sleep_ms(500)

FUEL_PER_US instructions take a microsecond of the board's time, a slice of a millisecond at once; sleeping
lets the time pass. A loop that never ends meets the watchdog, as on a chip.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from types import ModuleType
from typing import Any, NoReturn

from emulator.vm.calls import Calls
from emulator.vm.derive import Progress
from emulator.vm.engine import shared_engine
from emulator.vm.errors import FirmwareError, OutOfFuelError, VMError
from emulator.vm.fiber import Fiber, Suspended
from emulator.vm.image import Layout
from emulator.vm.micropython import FUEL_PER_US, HEAP_KB, require_heap
from emulator.vm.program import Program
from emulator.vm.scheduler import schedule
from emulator.vm.start import bare_image, memory_limit, new_system
from emulator.vm.trace import complaint
from emulator.vm.wasi import STDERR

SLICE_MS = 1
SLICE_FUEL = FUEL_PER_US * 1000 * SLICE_MS
LONGEST_WAIT_MS = 1000
_ENDLESS_FUEL = 1 << 60
_NO_STATES = "a program with a loop of its own has no save states: only one with boot() and tick() has"


class _LoopCalls(Calls):
    """Host calls of a program that waits and takes its interrupts itself."""

    def __init__(self, failed: Callable[[], FirmwareError]) -> None:
        super().__init__()
        self.wait_ms = 0
        self.interrupts: deque[tuple[int, int]] = deque()
        self._failed = failed

    def _do_wait(self, payload: bytes) -> None:
        self.wait_ms = self._numbers(1)[0]
        raise Suspended

    def _do_interrupt(self, payload: bytes) -> None:
        kind, number = self.interrupts.popleft() if self.interrupts else (-1, 0)
        self._words[0] = kind << 16 | number

    def _do_fault(self, payload: bytes) -> None:
        raise self._failed()


class LoopRuntime:
    """
    One program with a loop of its own, in a virtual machine of its own.

    Its interrupts are handed over between two bytecodes, as MicroPython does with soft interrupts. The
    clock that it reads moves on from slice to slice.

    Args:
        sources: module name -> MicroPython source; ``main`` loops while it is imported, or has ``main()``.
        compiled: module name -> ``.mpy`` of modules that came compiled.
        heap_kb: heap of the virtual machine, HEAP_MIN_KB to HEAP_MAX_KB.
        console: takes what the firmware prints.
        progress: told in a few words what takes long at first use.

    Attributes:
        counts_fuel: True: a cut can fall between any two instructions.
        fuel_used: instructions executed since ``plan_cut`` was last called.

    Raises:
        VMUnavailableError: genuine MicroPython cannot run on this computer.
        VMError: no ``main``, a module with a name of the board's, or a heap out of range.
    """

    def __init__(
        self,
        sources: Mapping[str, str],
        compiled: Mapping[str, bytes] | None = None,
        *,
        heap_kb: int = HEAP_KB,
        console: Callable[[str], None] | None = None,
        progress: Progress | None = None,
    ) -> None:
        require_heap(heap_kb)
        self._engine = shared_engine(progress)
        self._program = Program(sources, compiled)
        self._heap_kb = heap_kb
        self._console = console
        self._errors = bytearray()
        self._calls = _LoopCalls(self._failed)
        self._fiber: Fiber | None = None
        self._layout: Layout | None = None
        self._cut: Callable[[], None] | None = None
        self._cut_fuel = 0
        self.counts_fuel = True
        self.fuel_used = 0

    def bind(self, modules: Iterable[ModuleType]) -> None:
        """Take the host modules of the next boot."""
        self._calls.bind(modules)

    def boot(self) -> None:
        """Load a fresh guest; the program begins with the first tick."""
        if self._fiber is not None:
            self._fiber.close()
            self._fiber = None
        self._errors.clear()
        self._calls.interrupts.clear()
        self._calls.wait_ms = 0
        image = bare_image(self._engine, self._heap_kb, self._calls.has_payout, sleeps=True)
        system = new_system(self._heap_kb, self._printed)
        system.files = self._program.files()
        fiber = Fiber(self._engine, system, self._calls, memory_limit(self._heap_kb))
        fiber.load(image.snapshot)
        self._calls.memory = fiber.memory
        self._calls.attach(image.layout.shared)
        fiber.begin(image.layout.run, SLICE_FUEL)
        self._fiber, self._layout = fiber, image.layout

    def tick(self) -> int:
        """Let the program go on for a slice or until it waits; return the milliseconds that pass."""
        fiber, layout, calls = self._fiber, self._layout, self._calls
        if fiber is None or layout is None or layout.scheduler is None:
            raise VMError("the program must be booted before it ticks")
        calls.enter()
        calls.wait_ms = 0
        if calls.interrupts:
            schedule(fiber.memory, layout.scheduler, layout.pump)
        given = _ENDLESS_FUEL if self._cut is None else self._cut_fuel
        fiber.fuel = given
        try:
            ended = fiber.resume()
        except OutOfFuelError:
            self._spend(given)
            self._power_goes()
        self._spend(given - fiber.fuel)
        calls.leave()
        if self._cut is not None and self._cut_fuel <= 0:
            self._power_goes()
        if ended:
            self._errors.extend(b"" if self._errors else b"RuntimeError: main came to its end")
            raise self._failed()
        return min(max(calls.wait_ms, SLICE_MS), LONGEST_WAIT_MS)

    def dispatch(self, kind: int, number: int) -> None:
        """An interrupt: its handler runs as soon as the program goes on."""
        self._calls.interrupts.append((kind, number))

    def drop(self) -> None:
        """Forget the program; it may still be unwinding, so its machine goes with the next boot."""
        self._layout = None

    def describe(self, error: BaseException) -> str:
        """The line that a failing firmware gave, or the error itself."""
        return str(error) if isinstance(error, FirmwareError) else f"{type(error).__name__}: {error}"

    def plan_cut(self, fuel: int | None, cut: Callable[[], None]) -> None:
        """Let the power go after so many more instructions, and count them from 0; None plans no cut."""
        self._cut, self._cut_fuel = (None, 0) if fuel is None else (cut, fuel)
        self.fuel_used = 0

    def save(self) -> dict[str, Any]:
        """There is none."""
        raise VMError(_NO_STATES)

    def load(self, saved: dict[str, Any]) -> None:
        """There is none."""
        raise VMError(_NO_STATES)

    # Inside.

    def _spend(self, fuel: int) -> None:
        self.fuel_used += fuel
        if self._cut is not None:
            self._cut_fuel -= fuel

    def _power_goes(self) -> NoReturn:
        assert self._cut is not None
        self._cut()
        raise VMError("cut must raise")

    def _failed(self) -> FirmwareError:
        return FirmwareError(complaint(self._errors.decode(errors="replace"), self._program.names))

    def _printed(self, descriptor: int, data: bytes) -> None:
        if descriptor == STDERR:
            self._errors += data
        elif self._console is not None:
            self._console(data.decode(errors="replace"))
