# SPDX-License-Identifier: MIT
"""What every program on genuine MicroPython has: heap, fuel, a planned cut, and what it prints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import ModuleType

from emulator.vm.answer import Answer, Printed
from emulator.vm.calls import Calls
from emulator.vm.derive import Progress
from emulator.vm.engine import shared_engine
from emulator.vm.errors import FirmwareError, VMError
from emulator.vm.image import Layout
from emulator.vm.program import Program
from emulator.vm.trace import complaint
from emulator.vm.wasi import STDERR

# Half of the RP2350's 520 KB: stack, buffers and the runtime's own data want some as well.
HEAP_KB = 256
HEAP_MIN_KB, HEAP_MAX_KB = 32, 8192
# A chip of 150 MHz that executes an instruction a cycle, roughly an RP2350.
FUEL_PER_US = 150
_NO_PROMPT = "main must offer tick() for a prompt: a program with a loop of its own never lets one in"


class GuestRuntime:
    """
    One program in a virtual machine of its own; how it boots and ticks, its kinds say.

    Args:
        sources: module name -> MicroPython source; what ``main`` has to offer, the kind says.
        compiled: module name -> ``.mpy`` of modules that came compiled; the others are compiled at boot.
        heap_kb: heap of the virtual machine, HEAP_MIN_KB to HEAP_MAX_KB.
        console: takes what the firmware prints.
        progress: told in a few words what takes long at first use.

    Attributes:
        counts_fuel: True: a cut can fall between any two instructions.
        has_prompt: False: its kinds say otherwise.
        fuel_used: instructions executed since ``plan_cut`` was last called.

    Raises:
        VMUnavailableError: genuine MicroPython cannot run on this computer.
        VMError: no ``main``, a module with a name of the board's, or a heap out of range.
    """

    _calls: Calls
    has_prompt = False

    def __init__(
        self,
        sources: Mapping[str, str],
        compiled: Mapping[str, bytes] | None = None,
        *,
        heap_kb: int = HEAP_KB,
        console: Callable[[str], None] | None = None,
        progress: Progress | None = None,
    ) -> None:
        _require_heap(heap_kb)
        self._heap_kb = heap_kb
        self._console = console
        self._engine = shared_engine(progress)
        self._program = Program(sources, compiled)
        self._calls = self._new_calls()
        self._errors = bytearray()
        self._said: list[str] = []
        # What a line at the prompt prints, while it is done.
        self._answering: Printed | None = None
        self._layout: Layout | None = None
        self._cut: Callable[[], None] | None = None
        self._cut_fuel = 0
        self.counts_fuel = True
        self.fuel_used = 0

    def bind(self, modules: Iterable[ModuleType]) -> None:
        """Take the host modules of the next boot."""
        self._calls.bind(modules)

    def describe(self, error: BaseException) -> str:
        """The line that a failing firmware gave, or the error itself."""
        return str(error) if isinstance(error, FirmwareError) else f"{type(error).__name__}: {error}"

    def plan_cut(self, fuel: int | None, cut: Callable[[], None]) -> None:
        """
        Let the power go after so many more instructions, and count them from 0.

        Args:
            fuel: instructions; None plans no cut.
            cut: takes the power away and raises.
        """
        self._cut, self._cut_fuel = (None, 0) if fuel is None else (cut, fuel)
        self.fuel_used = 0

    def evaluate(self, text: str) -> Answer:
        """Nothing: only a program that comes back between two ticks has a prompt."""
        raise VMError(_NO_PROMPT)

    def peek(self, text: str) -> Answer:
        """Nothing, either."""
        raise VMError(_NO_PROMPT)

    def place(self) -> str:
        """Empty: its kinds say more."""
        return ""

    # Inside.

    def _new_calls(self) -> Calls:
        return Calls()

    def _spend(self, fuel: int) -> None:
        self.fuel_used += fuel
        if self._cut is not None:
            self._cut_fuel -= fuel

    def _failed(self) -> FirmwareError:
        return FirmwareError(complaint(self._errors.decode(errors="replace"), self._program.sources))

    def _printed(self, descriptor: int, data: bytes) -> None:
        if descriptor == STDERR:
            self._errors += data
        else:
            self._say(data.decode(errors="replace"))

    def _say(self, text: str) -> None:
        """Pass on what was printed; while a program is imported it is kept for the next boot as well."""
        if self._answering is not None:
            self._answering.write(text)
            return
        if self._calls.told is not None:
            self._said.append(text)
        if self._console is not None and text:
            self._console(text)


def _require_heap(heap_kb: int) -> None:
    if not HEAP_MIN_KB <= heap_kb <= HEAP_MAX_KB:
        raise VMError(f"heap_kb must be {HEAP_MIN_KB} to {HEAP_MAX_KB} KiB (got {heap_kb})")
