# SPDX-License-Identifier: MIT
"""
The host's end of the guest's ``_board``: takes a host call apart, asks the board, puts the answer back.

Arguments and results travel in three arrays that guest and host share, as guest/_board.py lays them out.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable
from functools import partial
from types import ModuleType
from typing import NamedTuple

from emulator.support.errors import EmulatorError
from emulator.vm.errors import FirmwareError
from emulator.vm.foreign import Wasm
from emulator.vm.memory import Memory
from emulator.vm.process import RESULT_BYTES
from emulator.vm.runtime import HARMLESS, NO_LOOK

GPIO_COUNT = 48
_LATCHES, _FED, _PAGE_BYTES = GPIO_COUNT, 2 * GPIO_COUNT, 2 * GPIO_COUNT + 1
_UNKNOWN = bytes([2]) * GPIO_COUNT
_WORD_COUNT, _TICKS_MS, _TICKS_US = 8, 6, 7
_INBOX_BYTES = 1024
_TICKS_MASK = (1 << 30) - 1
_NOBODY = -1
# Calls that the board answers without more ado, and how many numbers each takes: those that tell it
# something, those that ask for a number, those that ask for bytes.
_TOLD = {"pin_mode": 3, "pin_irq": 2, "uart_init": 2, "uart_irq": 2, "wdt_start": 1, "timer_stop": 1}
_WORD = {"pin_get": 1, "uart_any": 1, "adc_read": 1, "scratch_read": 1, "reset_cause": 0}
_BYTES = {"uart_read": 2, "otp_read": 1, "unique_id": 0}
# What a look may call: those, the chip's clock and chance without a draw, and the way to what was typed.
_HARMLESS = frozenset(
    name.encode() for name in (*HARMLESS, "time", "payout_describe", "payout_check", "prompt", "more")
)

Told = tuple[str, tuple[int, ...]]


class Shared(NamedTuple):
    """Where the guest keeps what both sides read and write."""

    words: int
    page: int
    inbox: int


class Calls:
    """
    Answers the host calls of one guest.

    Attributes:
        odd: what ``main.tick`` returned instead of a small integer, as the firmware would print it.
        told: while a program is imported, what it told the board without learning anything; otherwise None.
        looked: it also asked the board something.
        typed: what somebody typed at a prompt, to be evaluated next.
        peeking: it may ask the board what changes nothing, and do nothing to it.
    """

    def __init__(self) -> None:
        self.memory: Memory
        self.odd = ""
        self.told: list[Told] | None = None
        self.looked = False
        self.typed = ""
        self.peeking = False
        self._board = ModuleType("_board")
        self._time = ModuleType("time")
        self._payout: ModuleType | None = None
        self._levels: list[int] = []
        self._rest = b""
        self._words: Wasm = None
        self._page: Wasm = None
        self._shared = Shared(0, 0, 0)
        names = [name for name in dir(self) if name.startswith("_do_")]
        self._handlers: dict[bytes, Callable[[bytes], None]] = {
            name.removeprefix("_do_").encode(): getattr(self, name) for name in names
        }
        for answer, calls in ((self._tell, _TOLD), (self._ask_word, _WORD), (self._ask_bytes, _BYTES)):
            for name, count in calls.items():
                self._handlers[name.encode()] = partial(self._pass_on, answer, name, count)

    @property
    def has_payout(self) -> bool:
        """Whether this board plays at all."""
        return self._payout is not None

    def bind(self, modules: Iterable[ModuleType]) -> None:
        """Take the host modules of the next boot."""
        by_name = {module.__name__: module for module in modules}
        self._board, self._time = by_name["_board"], by_name["time"]
        self._payout = by_name.get("payout")
        self._levels = self._board.pin_levels()

    def attach(self, shared: Shared) -> None:
        """Find the shared arrays in the guest's memory."""
        self._shared = shared
        self._words = self.memory.view(shared.words, ctypes.c_int32 * _WORD_COUNT)
        self._page = self.memory.view(shared.page, ctypes.c_ubyte * _PAGE_BYTES)
        self.memory.read(shared.inbox, _INBOX_BYTES)

    def enter(self) -> None:
        """Show the guest clock and levels as they are now; an import sees the time of a boot."""
        ticks_us = self._board.ticks_us() if self.told is None else 0
        self._words[_TICKS_MS] = ticks_us // 1000 & _TICKS_MASK
        self._words[_TICKS_US] = ticks_us & _TICKS_MASK
        self._show_levels()

    def leave(self) -> None:
        """Pass on what the guest only noted: that it fed the watchdog."""
        if self._page[_FED]:
            self._page[_FED] = 0
            self._tell("wdt_feed")

    def tell(self, told: Iterable[Told]) -> None:
        """Tell the board again what a program told it while it was imported."""
        for name, arguments in told:
            getattr(self._board, name)(*arguments)

    def __call__(self, name: int, name_size: int, data: int, size: int, result: int, room: int) -> int:
        """Answer one call; the text of an error is the only thing that goes into the guest's own room."""
        what = self.memory.read(name, name_size)
        payload = self.memory.read(data, size) if size else b""
        handler = self._handlers.get(what)
        try:
            if handler is None:
                raise FirmwareError(f"a host call that does not exist: {what!r}")
            if self.peeking and what not in _HARMLESS:
                raise RuntimeError(f"{NO_LOOK} ({what.decode()})")
            handler(payload)
        except (EmulatorError, FirmwareError):
            raise
        except Exception as error:
            text = f"{type(error).__name__}: {error}".encode()[: min(room, RESULT_BYTES)]
            text = text.decode(errors="ignore").encode()
            self.memory.write(result, text)
            return len(text)
        return 0

    # Helpers.

    def _show_levels(self) -> None:
        levels = _UNKNOWN if self.told is not None else bytes(self._levels)
        ctypes.memmove(self._page, levels, GPIO_COUNT)

    def _tell(self, name: str, *arguments: int) -> None:
        getattr(self._board, name)(*arguments)
        if self.told is not None:
            self.told.append((name, arguments))
        self._show_levels()

    def _ask(self, name: str, *arguments: Wasm) -> Wasm:
        self.looked = True
        return getattr(self._board, name)(*arguments)

    def _ask_word(self, name: str, *arguments: int) -> None:
        self._words[0] = self._ask(name, *arguments)

    def _ask_bytes(self, name: str, *arguments: int) -> None:
        self._answer(self._ask(name, *arguments))

    def _pass_on(self, answer: Callable[..., None], name: str, count: int, payload: bytes) -> None:
        answer(name, *self._numbers(count))

    def _numbers(self, count: int) -> list[int]:
        numbers: list[int] = self._words[:count]
        return numbers

    def _answer(self, data: bytes) -> None:
        """Put bytes into the inbox, the rest when it asks for more."""
        self._words[0] = len(data)
        self.memory.write(self._shared.inbox, data[:_INBOX_BYTES])
        self._rest = data if len(data) > _INBOX_BYTES else b""

    def _chance(self) -> Wasm:
        self.looked = True
        if self._payout is None:
            raise FirmwareError("a host call that does not exist: payout")
        return self._payout

    # The calls, named as the guest names them.

    def _do_odd(self, payload: bytes) -> None:
        self.odd = payload.decode(errors="replace")

    def _do_prompt(self, payload: bytes) -> None:
        self._answer(self.typed.encode())

    def _do_more(self, payload: bytes) -> None:
        part, self._rest = self._rest[:_INBOX_BYTES], self._rest[_INBOX_BYTES:]
        self.memory.write(self._shared.inbox, part)

    def _do_pin_set(self, payload: bytes) -> None:
        gpio, level = self._numbers(2)
        self._tell("pin_set", gpio, level)
        self._page[_LATCHES + gpio] = level

    def _do_i2c_write(self, payload: bytes) -> None:
        bus, address = self._numbers(2)
        self._words[0] = 1 if self._ask("i2c_write", bus, address, payload) else 0
        self._show_levels()

    def _do_i2c_read(self, payload: bytes) -> None:
        bus, address, size = self._numbers(3)
        data = self._ask("i2c_read", bus, address, payload, size)
        if data is None:
            self._words[0] = _NOBODY
        else:
            self._answer(data)

    def _do_uart_write(self, payload: bytes) -> None:
        self._words[0] = self._ask("uart_write", self._words[0], payload)
        self._show_levels()

    def _do_timer_start(self, payload: bytes) -> None:
        number, seconds, rest_us, periodic = self._numbers(4)
        self._tell("timer_start", number, seconds * 1_000_000 + rest_us, periodic)

    def _do_rtc_get(self, payload: bytes) -> None:
        self._answer(" ".join(str(number) for number in self._ask("rtc_get")).encode())

    def _do_rtc_set(self, payload: bytes) -> None:
        self._ask("rtc_set", tuple(int(number) for number in payload.split()))

    def _do_reset(self, payload: bytes) -> None:
        self._ask("reset")

    def _do_time(self, payload: bytes) -> None:
        self.looked = True
        self._answer(str(self._time.time()).encode())

    def _do_payout_step(self, payload: bytes) -> None:
        after, outcome = self._chance().step(payload, *self._numbers(2))
        self._answer(after + outcome)
        self._words[1] = len(after)

    def _do_payout_absorb(self, payload: bytes) -> None:
        self._answer(self._chance().absorb(payload))

    def _do_payout_describe(self, payload: bytes) -> None:
        *numbers, digest = self._chance().describe()
        self._answer(digest)
        self._words[1:5] = numbers

    def _do_payout_check(self, payload: bytes) -> None:
        self._words[0] = 1 if self._chance().check(payload) else 0

    def _do_payout_trial(self, payload: bytes) -> None:
        self._answer(self._chance().trial())
