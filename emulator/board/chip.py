# SPDX-License-Identifier: MIT
"""The chip: runs the firmware when something wakes it, and lives through its resets, cuts and crashes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType

from emulator.board.bench import Bench, Functions
from emulator.board.clock import time_functions
from emulator.board.device import NEVER
from emulator.board.errors import BoardError, ChipReset, HostFailure, PowerCut
from emulator.board.guard import HostGuard
from emulator.board.line import PinBank, PinRow
from emulator.board.operations import NO_PLAN, Operations
from emulator.board.scratch import HUNG, Scratch, crash_note
from emulator.board.timers import Timers
from emulator.board.uart import UARTPort
from emulator.board.watchdog import Watchdog
from emulator.support.errors import EmulatorError
from emulator.vm.answer import CUT, RESET, Answer
from emulator.vm.errors import FirmwareHangError
from emulator.vm.runtime import Runtime
from emulator.vm.trace import alike
from machines.support.plain import Json

# What woke the firmware, as ``machine._dispatch`` takes it.
IRQ_PIN, IRQ_TIMER, IRQ_UART = 0, 1, 2
# Reset causes as machine numbers them.
PWRON_RESET, WDT_RESET = 1, 3
TICK_MIN_MS, TICK_MAX_MS = 1, 1000
# From a reset to the first instruction; also keeps a program that resets itself from standing still.
RESET_US = 1_000
UART_COUNT = 2


class Chip:
    """
    Everything that a reset clears: the program, its pins, timers, watchdog and ports.

    Attributes:
        alive: whether firmware is running.
        fault: why it died, with file and line; None while it lives.
        last_fault: why it died last; None if it never did.
        reset_cause: as ``machine.reset_cause()`` tells it.
    """

    def __init__(self, board: Bench, rows: Iterable[PinRow], runtime: Runtime, functions: Functions) -> None:
        self.alive = False
        self.fault: str | None = None
        self.last_fault: str | None = None
        self.reset_cause = PWRON_RESET
        self.operations = Operations(self._cut)
        self.guard = HostGuard()
        self.pins = PinBank(rows, self.operations, self.guard)
        self.timers = Timers()
        self.watchdog = Watchdog()
        self.scratch = Scratch()
        self.uarts = [UARTPort(number, self._uart_woke) for number in range(UART_COUNT)]
        self.uart_handled: set[int] = set()
        self._uart_pending: list[int] = []
        self._board = board
        self._functions = functions
        self._runtime = runtime
        self._program_due_us = NEVER
        self._boot_due_us = NEVER
        self._started_us = 0
        self._reset_asked = False
        self._fuel_plan = (0, 0)
        self._host: dict[str, ModuleType] = {}

    def due_us(self, now_us: int) -> int:
        """When the chip has something to do next."""
        if self.alive and (self.pins.pending or self._uart_pending):
            return now_us
        due = self._program_due_us
        if self.timers.due_us < due:
            due = self.timers.due_us
        if self.watchdog.due_us < due:
            due = self.watchdog.due_us
        return self._boot_due_us if self._boot_due_us < due else due

    def run(self, now_us: int) -> None:
        """Once ``due_us`` has come: a boot, the watchdog's bite, or handlers and a tick of the firmware."""
        if self._boot_due_us <= now_us:
            self.boot(WDT_RESET)
        elif self.watchdog.due_us <= now_us:
            self._board.emit("watchdog")
            self._reset(now_us)
        elif self.alive:
            self._enter(self._wake)

    def ticks_us(self) -> int:
        """Microseconds since the program started."""
        return self._board.now_us - self._started_us

    def boot(self, cause: int) -> None:
        """Start the program; its first tick follows at once."""
        self._prepare(cause)
        self._enter(self._runtime.boot)

    def evaluate(self, text: str) -> Answer:
        """
        Do a line in the program, as its prompt would; counted as a tick if it does anything to the board.

        Raises:
            BoardError: no program runs, or one without a prompt.
        """
        self.require_program()
        answers: list[Answer] = []
        self._enter(lambda: answers.append(self._runtime.evaluate(text)), typed=True)
        if not self._board.powered:
            return Answer("", CUT, stopped=True)
        if not self.alive:
            return Answer("", self.fault or RESET, stopped=True)
        return answers[0]

    def peek(self, text: str) -> Answer:
        """The same without a trace: nothing is counted, and program and board are then what they were."""
        self.require_program()
        return self._runtime.peek(text)

    def require_program(self) -> None:
        """BoardError unless a program runs that has a prompt."""
        if not self._runtime.has_prompt:
            raise BoardError("main must offer tick() for a prompt: a loop of its own never lets one in")
        if not self.alive:
            why = self.fault or ("it starts anew" if self._board.powered else "the power is off")
            raise BoardError(f"the program must be running (got none: {why})")

    def cut_at_fuel(self, tick: int, fuel: int) -> None:
        """Plan a cut in ``tick`` once ``fuel`` instructions are done in it; a later plan replaces it."""
        self._fuel_plan = (tick, fuel)

    @property
    def fuel_used(self) -> int:
        """Instructions done in the tick that ran last; 0 on a runtime that does not count them."""
        return self._runtime.fuel_used

    def place(self) -> str:
        """``file:line in function`` where a cut by instructions has just fallen; empty if nobody can tell."""
        return self._runtime.place()

    @property
    def counts_fuel(self) -> bool:
        """Whether the runtime counts instructions."""
        return self._runtime.counts_fuel

    def _prepare(self, cause: int) -> None:
        """A chip that is about to run its program, with the host's modules made anew."""
        now_us = self._board.now_us
        self.alive = True
        self.fault = None
        self.reset_cause = cause
        self._boot_due_us = NEVER
        self._started_us = now_us
        self._program_due_us = now_us
        offers: dict[str, Json] = {
            "_board": self._functions(),
            "time": time_functions(self.ticks_us, self._board.rtc.seconds),
        }
        if self._board.payout is not None:
            offers["payout"] = self._board.payout.functions()
        self._runtime.bind([self._offer(name, functions) for name, functions in offers.items()])

    def _offer(self, name: str, functions: Json) -> ModuleType:
        """A module of the host, the same at each boot, with what it offers and nothing else."""
        module = self._host.setdefault(name, ModuleType(name))
        contents = vars(ModuleType(name)) | functions
        if vars(module).keys() != contents.keys():
            vars(module).clear()
        vars(module).update(contents)
        return module

    def halt(self) -> None:
        """The program is gone and its outputs float; only the watchdog goes on."""
        self.alive = self._reset_asked = False
        self._disconnect()
        self._runtime.drop()
        self._program_due_us = self._boot_due_us = NEVER
        self.timers.clear()
        self._uart_pending.clear()
        self.uart_handled.clear()
        for port in self.uarts:
            port.reset()
        self.pins.release()

    def ask_reset(self) -> None:
        """``machine.reset()``: leave the program here and boot it anew."""
        self._reset_asked = True
        self._disconnect()
        raise ChipReset

    def handle_uart(self, number: int, trigger: int) -> None:
        """Wake the program when a port has received something, or with trigger 0 no longer."""
        if trigger:
            self.uart_handled.add(number)
        else:
            self.uart_handled.discard(number)

    def _wake(self) -> None:
        """Hand over what came, in order of arrival, then tick."""
        runtime, pins, now_us = self._runtime, self.pins, self._board.now_us
        if pins.pending:
            edges, pins.pending = pins.pending, []
            for gpio in edges:
                runtime.dispatch(IRQ_PIN, gpio)
        if self.timers.due_us <= now_us:
            for number in self.timers.expire(now_us):
                runtime.dispatch(IRQ_TIMER, number)
        if self._uart_pending:
            ports, self._uart_pending = self._uart_pending, []
            for number in ports:
                if number in self.uart_handled:
                    runtime.dispatch(IRQ_UART, number)
        wait_ms = runtime.tick()
        if not self.alive:
            return  # a bare except in the firmware swallowed its own power cut
        if type(wait_ms) is not int or not TICK_MIN_MS <= wait_ms <= TICK_MAX_MS:
            raise ValueError(f"tick must return {TICK_MIN_MS} to {TICK_MAX_MS} ms (got {wait_ms!r})")
        self._program_due_us = now_us + wait_ms * 1000

    def _enter(self, work: Callable[[], None], *, typed: bool = False) -> None:
        """Run firmware code, or what somebody typed; a cut, a reset or a crash inside it ends here."""
        self.operations.start()
        if self._runtime.counts_fuel:
            tick, fuel = self._fuel_plan
            self._runtime.plan_cut(fuel if tick == self.operations.tick else None, self._cut)
        self.guard.inside = True
        try:
            work()
        except EmulatorError:
            raise
        except FirmwareHangError as error:
            if self.alive and not self._reset_asked:
                self._hang(str(error))
        except (PowerCut, ChipReset, HostFailure, Exception, SystemExit) as error:
            if self.alive and not self._reset_asked and self.guard.error is None:
                self._crash(self._runtime.describe(error))
        finally:
            self.guard.leave()
        if typed and not self.operations.done and self._board.powered:
            self.operations.undo()
        if self.operations.finish() and self._board.powered:
            self._board.power_off()
        elif self._reset_asked:
            self._reset(self._board.now_us)

    def _crash(self, text: str) -> None:
        self.halt()
        self.fault = self.last_fault = text
        self.scratch.note(crash_note(alike(text)))
        self._board.emit("fault", text=text)

    def _hang(self, text: str) -> None:
        """The program is caught in a loop: its outputs stay as they are until the watchdog bites."""
        self.alive = False
        self._disconnect()
        self._runtime.drop()
        self._program_due_us = NEVER
        self.timers.clear()
        self.fault = self.last_fault = text
        self.scratch.note(HUNG)
        self._board.emit("fault", text=text)

    def _reset(self, now_us: int) -> None:
        """A reset of the chip alone: the parts on the bus keep what they have."""
        self.halt()
        self.watchdog.stop()
        self._boot_due_us = now_us + RESET_US

    def _cut(self) -> None:
        self._board.power_off()
        raise PowerCut

    def _disconnect(self) -> None:
        """Whatever code still unwinds finds a board that is dead."""
        board = self._host.get("_board")
        for name, function in vars(board).items() if board else ():
            if callable(function):
                setattr(board, name, _dead)

    def _uart_woke(self, number: int) -> None:
        if self.alive and number not in self._uart_pending:
            self._uart_pending.append(number)

    def save(self, *, program: bool = True) -> Json:
        """The chip's state and, unless it is left out, the program's."""
        return {
            "alive": self.alive,
            "fault": self.fault,
            "last_fault": self.last_fault,
            "reset_cause": self.reset_cause,
            "tick": (self.operations.tick, self.operations.done),
            "cut": self.operations.plan,
            "pins": self.pins.save(),
            "timers": self.timers.save(),
            "watchdog": self.watchdog.save(),
            "scratch": self.scratch.save(),
            "uarts": [port.save() for port in self.uarts],
            "uart_handled": sorted(self.uart_handled),
            "uart_pending": list(self._uart_pending),
            "due_us": (self._program_due_us, self._boot_due_us, self._started_us),
            "program": self._runtime.save() if self.alive and program else None,
        }

    def load(self, saved: Json, *, program: bool = True) -> None:
        """
        Put back what ``save`` returned; ``program`` False leaves the program out.

        A runtime may have to boot the program before it gets its saved state; what this boot does to the
        world is overwritten, so load the chip first and everything else after.
        """
        self.halt()
        self.operations.plan = NO_PLAN
        if saved["alive"] and program:
            self._prepare(saved["reset_cause"])
            self._enter(lambda: self._runtime.load(saved["program"]))
            if not self.alive:
                raise BoardError(f"a saved program must boot again (got {self.fault})")
        self.fault, self.last_fault = saved["fault"], saved["last_fault"]
        self.reset_cause = saved["reset_cause"]
        self.operations.tick, self.operations.done = saved["tick"]
        self.operations.plan = saved["cut"]
        self.pins.load(saved["pins"])
        self.timers.load(saved["timers"])
        self.watchdog.load(saved["watchdog"])
        self.scratch.load(saved["scratch"])
        for port, state in zip(self.uarts, saved["uarts"], strict=True):
            port.load(state)
        self.uart_handled = set(saved["uart_handled"])
        self._uart_pending = list(saved["uart_pending"])
        self._program_due_us, self._boot_due_us, self._started_us = saved["due_us"]


def _dead(*_: object) -> None:
    raise PowerCut
