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
from collections.abc import Callable
from typing import NoReturn

from emulator.vm.calls import Calls
from emulator.vm.errors import FirmwareError, OutOfFuelError, VMError
from emulator.vm.fiber import Fiber, Suspended
from emulator.vm.guest_runtime import FUEL_PER_US, GuestRuntime
from emulator.vm.scheduler import schedule
from emulator.vm.start import bare_image, memory_limit, new_system
from machines.support.plain import Json

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


class LoopRuntime(GuestRuntime):
    """
    A program with a loop of its own: ``main`` loops while it is imported, or has ``main()``.

    Its interrupts are handed over between two bytecodes, as MicroPython does with soft interrupts. The
    clock that it reads moves on from slice to slice.
    """

    _calls: _LoopCalls
    _fiber: Fiber | None = None

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

    def save(self) -> Json:
        """There is none."""
        raise VMError(_NO_STATES)

    def load(self, saved: Json) -> None:
        """There is none."""
        raise VMError(_NO_STATES)

    # Inside.

    def _new_calls(self) -> _LoopCalls:
        return _LoopCalls(self._failed)

    def _power_goes(self) -> NoReturn:
        assert self._cut is not None
        self._cut()
        raise VMError("cut must raise")
