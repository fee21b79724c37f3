# SPDX-License-Identifier: MIT
"""
Firmware on genuine MicroPython: its own bytecode in its own virtual machine, as a parked process.

    runtime = MicroPythonRuntime(rom.sources)
    board = Board(pins.PINS, image, runtime)
"""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

from emulator.vm.answer import ENDLESS, Answer, Printed, mode_of
from emulator.vm.calls import Told
from emulator.vm.errors import HANG_MS, FirmwareError, FirmwareHangError, OutOfFuelError, VMError
from emulator.vm.guest_runtime import FUEL_PER_US, GuestRuntime
from emulator.vm.image import Image, changed_memory, difference, make_image
from emulator.vm.postmortem import Postmortem
from emulator.vm.process import Process, Snapshot
from emulator.vm.start import BOOT_FILE, bare_image, memory_limit, new_system
from emulator.vm.trace import without_frames
from emulator.vm.wasi import System
from machines.support.plain import Json

_PROGRAMS_KEPT = 16
# MicroPython gives up at 40,000 bytes of C stack.
_STACK_BYTES = 1 << 16
_HANG_FUEL = FUEL_PER_US * 1000 * HANG_MS


class _Imported(NamedTuple):
    """A guest that has imported a ROM, what it told and printed meanwhile, and the instructions it took."""

    image: Image
    told: tuple[Told, ...]
    printed: str
    fuel: int


# Guests that have imported a ROM, by (module, heap, payout, digest of the program), the last used last.
_programs: OrderedDict[tuple[str, int, bool, str], _Imported] = OrderedDict()


class _Odd:
    """What a firmware returned that is no small integer."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


class MicroPythonRuntime(GuestRuntime):
    """
    A program whose ``main`` offers ``boot()`` and ``tick()``.

    A boot begins with a copy of the guest as it was when it had imported the program, unless the
    program asks the board anything while it is imported: then it is imported anew every time.
    """

    has_prompt = True
    _system: System
    _process: Process | None = None
    _base: Image | None = None

    def boot(self) -> None:
        """Load the program afresh and call ``main.boot()``."""
        self._begin()
        assert self._layout is not None
        self._enter(self._layout.boot)

    def tick(self) -> int:
        """Call ``main.tick()``."""
        if self._layout is None:
            raise VMError("the program must be booted before it ticks")
        wait_ms = self._enter(self._layout.tick)
        return wait_ms if wait_ms >= 0 else _Odd(self._calls.odd)  # type: ignore[return-value]

    def dispatch(self, kind: int, number: int) -> None:
        """Call the firmware's handler of a pin, timer or UART."""
        if self._layout is not None:
            self._enter(self._layout.dispatch, kind, number)

    def evaluate(self, text: str) -> Answer:
        """
        Compile a line in the virtual machine and execute it there, in names of its own beside those of main.

        One that never comes back is stopped, and the virtual machine is then what it was before.
        """
        return self._typed(text, peeking=False)

    def peek(self, text: str) -> Answer:
        """The same; the virtual machine is then what it was before, and may do nothing to the board."""
        return self._typed(text, peeking=True)

    def place(self) -> str:
        """Where its instructions ran out last; to be asked before the next call."""
        return "" if self._process is None or self._base is None else self._found(self._process)

    def drop(self) -> None:
        """Forget the program, and a cut that was planned for it."""
        self._layout = self._cut = None

    def save(self) -> Json:
        """The whole virtual machine, as a difference from the program just imported."""
        if self._layout is None or self._process is None or self._base is None:
            raise VMError("the program must be booted before it is saved")
        now = self._process.save()
        return {
            "base": self._base.digest,
            "memory": difference(self._base.snapshot, now),
            "stack_pointer": now.stack_pointer,
            "open_files": now.open_files,
        }

    def load(self, saved: Json) -> None:
        """
        Become what ``save`` returned, without a boot.

        Raises:
            VMError: it was saved by another program, heap or version of the virtual machine.
        """
        self._begin(tell=False)
        process, base = self._process, self._base
        assert process is not None and base is not None
        if base.digest != saved["base"]:
            base = bare_image(self._engine, self._heap_kb, self._calls.has_payout)
        if base.digest != saved["base"]:
            raise VMError("saved program must be of the same ROM, heap and virtual machine")
        memory = changed_memory(base.snapshot, saved["memory"])
        process.load(Snapshot(memory, saved["stack_pointer"], saved["open_files"]))
        self._base = base

    # Inside.

    def _typed(self, text: str, *, peeking: bool) -> Answer:
        process, layout, calls = self._process, self._layout, self._calls
        if process is None or layout is None:
            raise VMError("the program must be booted before anything is evaluated in it")
        before, used, error, stopped = process.save(), self.fuel_used, "", False
        self._answering = printed = Printed()
        calls.typed, calls.peeking = text, peeking
        try:
            self._enter(layout.evaluate, mode_of(text) == "single", cuts=not peeking)
        except FirmwareHangError:
            error, stopped = ENDLESS, True
        except FirmwareError:
            # What a tick would tell of itself in one line stands here as the program's compiler printed it.
            error = without_frames(self._errors.decode(errors="replace"), BOOT_FILE)
            if not error:
                raise
        finally:
            self._answering, calls.peeking = None, False
            if peeking or stopped:
                process.load(before)
            if peeking:
                self.fuel_used = used
        return Answer(printed.text, error, stopped)

    def _begin(self, *, tell: bool = True) -> None:
        """Become a guest that has just imported the program; the board learns what it told it meanwhile."""
        process = self._process
        if process is None:
            self._system = new_system(self._heap_kb, self._printed)
            self._system.files = self._program.files()
            limit = memory_limit(self._heap_kb)
            process = self._process = Process(self._engine, self._system, self._calls, limit)
            self._calls.memory = process.memory
        key = (self._engine.sha256, self._heap_kb, self._calls.has_payout, self._program.digest)
        program = _programs.get(key)
        if program is None or (self._cut is not None and self._cut_fuel <= program.fuel):
            self._import(process, key)
            return
        _programs.move_to_end(key)
        self._become(process, program.image)
        self._spend(program.fuel)
        if tell:
            self._calls.tell(program.told)
            self._say(program.printed)

    def _become(self, process: Process, image: Image) -> None:
        process.load(image.snapshot)
        self._calls.attach(image.layout.shared)
        self._layout, self._base = image.layout, image

    def _import(self, process: Process, key: tuple[str, int, bool, str]) -> None:
        bare = bare_image(self._engine, self._heap_kb, self._calls.has_payout)
        self._become(process, bare)
        calls, before = self._calls, self.fuel_used
        calls.told, calls.looked = [], False
        self._said = []
        try:
            self._enter(bare.layout.load)
            told = tuple(calls.told)
        finally:
            calls.told = None
        if not calls.looked:
            image = make_image(process.save(), bare.layout)
            _programs[key] = _Imported(image, told, "".join(self._said), self.fuel_used - before)
            if len(_programs) > _PROGRAMS_KEPT:
                _programs.popitem(last=False)
            self._base = image

    def _found(self, process: Process) -> str:
        """Where the program was when its instructions ran out; empty if that cannot be told."""
        assert self._base is not None
        memory, top = process.memory, self._base.snapshot.stack_pointer
        look = Postmortem(memory.read(0, memory.size), self._program.files(), self._program.sources)
        return look.place(range(max(process.stack_pointer & ~3, top - _STACK_BYTES), top))

    def _enter(self, function: int, *numbers: int, cuts: bool = True) -> int:
        """Call the guest; what it returned, -1 for something odd. Without ``cuts`` no cut falls in it."""
        process, calls = self._process, self._calls
        assert process is not None
        self._errors.clear()
        calls.enter()
        cut = self._cut if cuts else None
        given = _HANG_FUEL if cut is None else min(_HANG_FUEL, self._cut_fuel)
        process.fuel = given
        try:
            result = process.call(function, *numbers)
        except OutOfFuelError:
            self._spend(given)
            if cut is not None and self._cut_fuel <= 0:
                cut()
            calls.leave()
            raise FirmwareHangError(self._found(process)) from None
        self._spend(given - process.fuel)
        calls.leave()
        # The count is looked at in loops and calls only, so the last instructions may run past a cut.
        if cut is not None and self._cut_fuel <= 0:
            cut()
        if result is None:
            raise self._failed()
        return result
