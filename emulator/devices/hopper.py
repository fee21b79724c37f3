# SPDX-License-Identifier: MIT
"""
A hopper: while its motor turns it drops one coin after another past its sensor into the tray.

    hopper = Hopper(board, ledger, cents=10, capacity=600)
    hopper.add(coin_id)                # a coin that lies in the ledger's hopper_10
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from emulator.board.board import Board
from emulator.board.device import NEVER, Device
from emulator.devices.errors import DeviceError
from emulator.money import Ledger

# Four coins a second, as universal disc hoppers pay; the disc does not turn quite evenly.
PERIOD_US = 250_000
PERIOD_SPREAD_US = 20_000
SENSE_US = 30_000
# From the sensor to the tray.
CHUTE_US = 250_000
LOW_COINS = 20


class Hopper(Device):
    """
    Motor line in, coin-out sensor out, two level sensors.

    The leading edge of the sensor is the coin that passes: it is the visitor's from there. A motor
    that stops keeps the next coin; an empty or jammed hopper turns and drops nothing.
    """

    def __init__(self, board: Board, ledger: Ledger, cents: int, capacity: int) -> None:
        super().__init__(f"hopper_{cents}")
        self.cents = cents
        self.capacity = capacity
        self.jammed = False
        self._board = board
        self._ledger = ledger
        self._sense = board.line(f"{self.name}_sense")
        self._low = board.line(f"{self.name}_low")
        self._full = board.line(f"{self.name}_full")
        self._motor = board.line(f"{self.name}_motor")
        self._motor.watch(self._motor_changed)
        self._coins: list[int] = []
        self._next_us = NEVER
        self._sense_end_us = NEVER
        # Coins between sensor and tray: (coin, landing time), in order.
        self._falling: list[tuple[int, int]] = []
        self._feel()

    def level(self) -> int:
        """How many coins lie in it."""
        return len(self._coins)

    def add(self, coin_id: int) -> None:
        """A coin that the ledger already has in this hopper drops into it."""
        if len(self._coins) >= self.capacity:
            raise DeviceError(f"level must be 0 to {self.capacity} coins (got {len(self._coins) + 1})")
        self._coins.append(coin_id)
        self._feel()
        self._turn()

    def take_all(self) -> list[int]:
        """Empty it by hand; the caller says where the coins go."""
        coins, self._coins = self._coins, []
        self._feel()
        self._turn()
        return coins

    def jam(self, jammed: bool) -> None:
        """Wedge the disc, or free it."""
        self.jammed = jammed
        self._turn()

    def _motor_changed(self, on: bool) -> None:
        self._turn()

    def _turn(self) -> None:
        """Plan the next coin, or keep it."""
        if not self._motor.asserted or self.jammed or not self._coins:
            self._next_us = NEVER
        elif self._next_us == NEVER:
            self._next_us = self._board.now_us + PERIOD_US + self._board.vary(PERIOD_SPREAD_US)
        self._plan()

    def _feel(self) -> None:
        self._low.drive(len(self._coins) < LOW_COINS)
        self._full.drive(len(self._coins) >= self.capacity)

    def tick(self, now_us: int) -> None:
        """A coin passes, a pulse ends or a coin lands."""
        if self._sense_end_us <= now_us:
            self._sense_end_us = NEVER
            self._sense.drive(False)
        if self._next_us <= now_us:
            coin_id = self._coins.pop(0)
            self._ledger.move(coin_id, "paying")
            self._falling.append((coin_id, now_us + CHUTE_US))
            self._sense_end_us = now_us + SENSE_US
            self._next_us = NEVER
            self._sense.drive(True)
            self._feel()
            self._turn()
            self._board.emit("hopper_coin", coin=coin_id, cents=self.cents)
        while self._falling and self._falling[0][1] <= now_us:
            coin_id = self._falling.pop(0)[0]
            self._ledger.move(coin_id, "tray")
            self._board.emit("coin_in_tray", coin=coin_id, cents=self.cents)
        self._plan()

    def power_lost(self, now_us: int) -> None:
        """The sensor goes dark; a coin that has passed it falls on."""
        self._sense_end_us = NEVER
        self._sense.drive(False)
        self._plan()

    def in_flight(self, now_us: int) -> list[tuple[int, int, str, int]]:
        """(coin, cents, path, progress in permille) of every coin between sensor and tray."""
        return [
            (coin_id, self.cents, "paying", 1000 - 1000 * (land_us - now_us) // CHUTE_US)
            for coin_id, land_us in self._falling
        ]

    def _plan(self) -> None:
        self.due_us = min(self._next_us, self._sense_end_us, self._falling[0][1] if self._falling else NEVER)

    def save(self) -> dict[str, Any]:
        """Coins, disc, sensor and chute."""
        return {
            "coins": list(self._coins),
            "jammed": self.jammed,
            "next_us": self._next_us,
            "sense_end_us": self._sense_end_us,
            "falling": [list(pair) for pair in self._falling],
        }

    def load(self, saved: Mapping[str, Any]) -> None:
        """Put back what ``save`` returned."""
        self._coins = list(saved["coins"])
        self.jammed = saved["jammed"]
        self._next_us = saved["next_us"]
        self._sense_end_us = saved["sense_end_us"]
        self._falling = [(coin_id, land_us) for coin_id, land_us in saved["falling"]]
        self._plan()
