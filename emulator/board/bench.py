# SPDX-License-Identifier: MIT
"""What a chip and its native module need of the board that they sit on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from emulator.board.clock import RTC
from emulator.board.fram import FRAM
from emulator.board.guard import HostGuard
from emulator.board.i2c import I2CBus
from emulator.board.otp import OTP


class Native(Protocol):
    """A module of the host that firmware imports."""

    def functions(self) -> dict[str, object]:
        """What it offers, by name."""


class Guarded(Protocol):
    """Whoever keeps what broke on the host while firmware ran."""

    @property
    def guard(self) -> HostGuard:
        """Where it is told."""


class Bench(Protocol):
    """A board as its chip sees it; ``Board`` is it."""

    powered: bool
    loading: bool
    emit: Callable[..., None]
    flags: list[str]
    adc: dict[int, Callable[[], int]]
    unique_id: bytes
    rtc: RTC
    otp: OTP
    i2c: I2CBus
    fram: FRAM

    @property
    def now_us(self) -> int:
        """Virtual time."""

    @property
    def alive(self) -> bool:
        """Whether firmware is running."""

    @property
    def payout(self) -> Native | None:
        """The native module; None on a board that never plays."""

    @property
    def chip(self) -> Guarded:
        """The chip that sits on it."""

    def power_off(self) -> None:
        """The supply goes."""


Functions = Callable[[], dict[str, Callable[..., object]]]
"""Makes the functions of the host module ``_board`` when a chip boots."""
