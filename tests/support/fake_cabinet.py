# SPDX-License-Identifier: MIT
"""A cabinet of twenty lines for the tests of the records: it counts coins and plays, and nothing more."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from emulator import EmulatorError

PLAY_US = 2_000_000
DIGESTS = {"firmware": "f0" * 32, "tables": "7a" * 32, "settings": "5e" * 32, "pins": "91" * 32}


class FakeCabinet:
    """Takes coins at once; a play lasts two seconds, every third wins; absorbs the entropy it is given."""

    def __init__(
        self, *, price: int = 20, entropy: Callable[[], bytes | None] = lambda: None, **changed: Any
    ) -> None:
        self.price, self.entropy = price, entropy
        self._origin = {
            "model": "fake",
            "profile": "es-ar-2002",
            "serial": 7,
            "language": "es",
            "seed": "00",
            "test": True,
            "chip_key": None,
            "powered": True,
            "digests": DIGESTS,
            "physical": {"purse": {"100": 4}, "reels": [0, 0, 0]},
            "nvram": bytes(512),
        } | changed
        self.now_us = 0
        self.credits = self.won = self.plays = 0
        self.purse = {int(cents): n for cents, n in self._origin["physical"]["purse"].items()}
        self.powered = True
        self.due_us: int | None = None
        self._outputs: list[Callable[..., None]] = []
        self._inputs: list[Callable[..., None]] = []

    @classmethod
    def from_origin(cls, origin: dict[str, Any], *, firmware: Any, entropy: Any) -> FakeCabinet:
        return cls(price=firmware or 20, entropy=entropy, **origin)

    def origin(self) -> dict[str, Any]:
        return self._origin

    def listen(self, heard: Callable[..., None]) -> None:
        self._outputs.append(heard)

    def listen_inputs(self, heard: Callable[..., None]) -> None:
        self._inputs.append(heard)

    @property
    def nvram(self) -> bytes:
        return bytes([self.credits % 256, self.plays % 256]).ljust(512, b"\0")

    @property
    def meters(self) -> dict[str, int]:
        return {"plays": self.plays, "won_cents": self.won}

    @property
    def display(self) -> SimpleNamespace:
        text = f"{self.credits // 100}.{self.credits % 100:02}"
        return SimpleNamespace(credits=text, reserve="0.00", prizes="0.00", message="INSERTE MONEDA")

    @property
    def lamps(self) -> dict[str, bool]:
        return {"start": self.credits >= self.price and self.due_us is None, "collect": False}

    @property
    def reels(self) -> list[SimpleNamespace]:
        return [SimpleNamespace(moving=self.due_us is not None)] * 3

    tray_cents = 0
    cash_box_cents = 0
    hopper_levels: dict[int, int] = {10: 200, 100: 100}  # noqa: RUF012
    tilt = ""
    flags: list[str] = []  # noqa: RUF012

    def run_us(self, us: int) -> None:
        until = self.now_us + us
        if self.due_us is not None and self.due_us <= until:
            self.now_us, self.due_us = self.due_us, None
            self._settle()
        self.now_us = until

    def _settle(self) -> None:
        self.plays += 1
        win = 60 if self.plays % 3 == 0 else 0
        self.won += win
        self.credits += win
        self._emit("commit", plays=self.plays, credits_cents=self.credits, won_cents=win)
        fresh = self.entropy()
        if fresh is not None:
            self._hear("entropy", hex=fresh.hex())
            self.won += fresh[0] % 2  # so that another entropy gives another run

    def insert(self, cents: int) -> None:
        if not self.purse.get(cents):
            raise EmulatorError(f"cents must be a coin in the purse (got {cents})")
        self._hear("insert", cents=cents)
        self.purse[cents] -= 1
        self.credits += cents
        self._emit("coin_accepted", cents=cents)

    def press(self, name: str, ms: int = 100) -> None:
        self._hear("press", name=name, ms=ms)
        if name == "start" and self.lamps["start"]:
            self.credits -= self.price
            self.due_us = self.now_us + PLAY_US
            self._emit("reel_start", reel=0)

    def power_off(self) -> None:
        self._hear("power_off")
        self.powered = False

    def power_on(self) -> None:
        self._hear("power_on")
        self.powered = True

    def _emit(self, kind: str, /, **fields: Any) -> None:
        for heard in self._outputs:
            heard(kind, self.now_us, fields)

    def _hear(self, name: str, /, **arguments: Any) -> None:
        for heard in self._inputs:
            heard(name, self.now_us, arguments)
