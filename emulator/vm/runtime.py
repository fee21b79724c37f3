# SPDX-License-Identifier: MIT
"""What a board needs from whatever executes its firmware."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Protocol

from emulator.vm.answer import Answer
from emulator.vm.foreign import Guest
from machines.support.plain import Json

# What a program can tell the board without learning anything, while it is imported.
TOLD = frozenset(
    (
        "pin_set",
        "pin_mode",
        "pin_irq",
        "uart_init",
        "uart_irq",
        "wdt_start",
        "wdt_feed",
        "timer_start",
        "timer_stop",
    )
)
# Calls that change nothing, neither of the board nor of what is on its lines.
HARMLESS = frozenset(
    (
        "pin_get",
        "pin_levels",
        "uart_any",
        "adc_read",
        "scratch_read",
        "reset_cause",
        "otp_read",
        "unique_id",
        "rtc_get",
        "ticks_us",
    )
)
NO_LOOK = "a look must do nothing to the board"
Told = tuple[str, tuple[Guest, ...]]


class Runtime(Protocol):
    """
    One program in execution; a board calls it in this order: bind, boot, tick and dispatch, drop.

    Attributes:
        counts_fuel: whether instructions are counted, so that a cut can fall between any two.
        has_prompt: whether lines can be evaluated in it between two ticks.
        fuel_used: instructions since ``plan_cut``; 0 where they are not counted.
    """

    counts_fuel: bool
    has_prompt: bool
    fuel_used: int

    def bind(self, modules: Iterable[ModuleType]) -> None:
        """Take the host modules of the next boot: ``_board``, ``time`` and ``payout``."""

    def boot(self) -> None:
        """Load the program afresh and call ``main.boot()``."""

    def tick(self) -> int:
        """Call ``main.tick()``; return the milliseconds until the next one."""

    def dispatch(self, kind: int, number: int) -> None:
        """Call the handler of a pin (0), a timer (1) or a UART (2)."""

    def evaluate(self, text: str) -> Answer:
        """Do a line that somebody typed at a prompt, inside the program; VMError where it has none."""

    def peek(self, text: str) -> Answer:
        """The same without a trace: program and board are what they were, or it is refused."""

    def place(self) -> str:
        """Where instructions ran out last, ``file:line in function``; empty where that cannot be told."""

    def drop(self) -> None:
        """The program is gone."""

    def plan_cut(self, fuel: int | None, cut: Callable[[], None]) -> None:
        """From now on call ``cut``, which raises, after ``fuel`` instructions; None: never."""

    def describe(self, error: BaseException) -> str:
        """An error of the firmware as one line: file, line, function, what."""

    def save(self) -> Json:
        """The program's one state object as plain values."""

    def load(self, saved: Json) -> None:
        """Become the program that ``save`` was called on, booting it if that takes a boot."""
