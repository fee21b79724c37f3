# SPDX-License-Identifier: MIT
"""
A hopper: while its motor turns it drops one coin after another past its sensor into the tray.

    hopper = Hopper(board, ledger, cents=10, capacity=600)
    hopper.add(coin_id)                # a coin that lies in the ledger's hopper_10
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol

from emulator.board.board import Board
from emulator.board.device import NEVER, Device
from emulator.devices.errors import DeviceError
from emulator.devices.ledger import Ledger
from machines.support.plain import Json, JsonView

# Four coins a second, as universal disc hoppers pay; the disc does not turn quite evenly.
PERIOD_US = 250_000
PERIOD_SPREAD_US = 20_000
SENSE_US = 30_000
# The coin-out sensor: sees, has lost its plug and sees nothing, or tells of a coin for ever.
SENSOR_SOUND, SENSOR_DARK, SENSOR_STUCK = "sound", "dark", "stuck"
# From the sensor to the tray.
CHUTE_US = 250_000
LOW_COINS = 20


class HopperWiring(Protocol):
    """What lies between the mechanism of a hopper and whoever drives it."""

    def watch(self, changed: Callable[[], None]) -> None:
        """Call ``changed`` whenever ``driven`` may have another value."""

    def driven(self) -> int:
        """How the motor is driven: 1 forward, -1 back, 0 not."""

    def sense(self, seen: bool, now_us: int) -> None:
        """The coin-out sensor sees a coin, or none any more."""

    # Whether a sensor that begins to stick looks like a coin.
    counts_stuck: bool

    def stick(self, stuck: bool, now_us: int) -> None:
        """The coin-out sensor tells of a coin for ever, or is mended."""

    def level(self, low: bool, full: bool) -> None:
        """The level sensors."""

    def stalled(self, stalled: bool, now_us: int) -> None:
        """The motor is driven and the disc stands, or no longer."""


class ParallelHopper:
    """A motor line, a sensor line and two level lines, as the pin table has them."""

    counts_stuck = True

    def __init__(self, board: Board, name: str) -> None:
        self._sense = board.line(f"{name}_sense")
        self._low = board.line(f"{name}_low")
        self._full = board.line(f"{name}_full")
        self._motor = board.line(f"{name}_motor")

    def watch(self, changed: Callable[[], None]) -> None:
        """The motor line is the drive."""
        self._motor.watch(lambda on: changed())

    def driven(self) -> int:
        """Forward while the line is asserted; these motors do not turn back."""
        return int(self._motor.asserted)

    def sense(self, seen: bool, now_us: int) -> None:
        """A pulse on the sensor line."""
        self._sense.drive(seen)

    def stick(self, stuck: bool, now_us: int) -> None:
        """The sensor line stays asserted, or falls."""
        self._sense.drive(stuck)

    def level(self, low: bool, full: bool) -> None:
        """Both level lines."""
        self._low.drive(low)
        self._full.drive(full)

    def stalled(self, stalled: bool, now_us: int) -> None:
        """Nobody measures the current of this motor."""


class Hopper(Device):
    """
    A disc that a motor turns, a coin-out sensor, two level sensors.

    The leading edge of the sensor is the coin that passes: it is the visitor's from there. A motor
    that stops keeps the next coin; an empty or jammed hopper turns and drops nothing.

    Its name is the ledger's place of its coins: ``hopper_<cents>`` unless given.

    Attributes:
        dropped: called for every coin that leaves it.
    """

    def __init__(
        self,
        board: Board,
        ledger: Ledger,
        cents: int,
        capacity: int,
        wiring: HopperWiring | None = None,
        name: str = "",
    ) -> None:
        super().__init__(name or f"hopper_{cents}")
        self.cents = cents
        self.capacity = capacity
        self.jammed = False
        self.runs_away = False
        self.sensor = SENSOR_SOUND
        self.dropped: Callable[[], None] = lambda: None
        self._board = board
        self._ledger = ledger
        self._wiring = wiring or ParallelHopper(board, self.name)
        self._wiring.watch(self._turn)
        self._coins: list[int] = []
        self._next_us = NEVER
        self._sense_end_us = NEVER
        # Coins between sensor and tray: (coin, landing time), in order.
        self._falling: list[tuple[int, int]] = []
        # How many of the next coins take another one along, or never reach the sensor; those that did not.
        self._doubles = self._losses = 0
        self._lost: list[int] = []
        self._feel()

    def level(self) -> int:
        """How many coins lie in it."""
        return len(self._coins)

    def add(self, coin_id: int) -> None:
        """A coin that the ledger already has in this hopper drops into it."""
        self.fill((coin_id,))

    def fill(self, coins: Sequence[int]) -> None:
        """Coins that the ledger already has in this hopper drop into it, all at once."""
        if len(self._coins) + len(coins) > self.capacity:
            raise DeviceError(
                f"level must be 0 to {self.capacity} coins (got {len(self._coins) + len(coins)})"
            )
        self._coins += coins
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

    def run_away(self, forced: bool) -> None:
        """Weld the contact of the motor, or mend it: it turns whenever there is current."""
        self.runs_away = forced
        self._turn()

    def sensor_fault(self, sensor: str) -> None:
        """Pull the plug of the coin-out sensor, let it stick, or mend it."""
        if sensor == SENSOR_STUCK and self.sensor != SENSOR_STUCK and self._board.powered:
            looks_like_a_coin = self._wiring.driven() > 0 and self._sense_end_us == NEVER
            if self._wiring.counts_stuck and looks_like_a_coin:
                self._moved("hopper_sensor_stuck", -self.cents)
            self._wiring.stick(True, self._board.now_us)
        elif sensor != SENSOR_STUCK:
            self._wiring.stick(False, self._board.now_us)
        self.sensor = sensor

    def double(self, coins: int) -> None:
        """So many of the next coins pass the sensor together with another one."""
        self._doubles = coins

    def lose(self, coins: int) -> None:
        """So many of the next coins lodge between disc and sensor; 0 puts back what of those has room."""
        self._losses = coins
        if not coins:
            while self._lost and len(self._coins) < self.capacity:
                coin_id = self._lost.pop(0)
                self._ledger.move(coin_id, self.name)
                self._coins.append(coin_id)
            self._feel()
            self._turn()

    def _moved(self, fault: str, cents: int) -> None:
        """Tell of cents that a fault let out unseen, or made seem to be out: below 0."""
        self._board.emit("fault_moved", id=fault, way="out", cents=cents)

    @property
    def turning(self) -> bool:
        """Whether its motor has current; a jammed disc stands all the same."""
        return self._driven() != 0

    def _driven(self) -> int:
        return 1 if self.runs_away and self._board.powered else self._wiring.driven()

    def _turn(self) -> None:
        """Plan the next coin, or keep it."""
        driven = self._driven()
        self._wiring.stalled(driven != 0 and self.jammed, self._board.now_us)
        if driven <= 0 or self.jammed or not self._coins:
            self._next_us = NEVER
        elif self._next_us == NEVER:
            self._next_us = self._board.now_us + PERIOD_US + self._board.vary(PERIOD_SPREAD_US)
        self._plan()

    def _feel(self) -> None:
        self._wiring.level(len(self._coins) < LOW_COINS, len(self._coins) >= self.capacity)

    def tick(self, now_us: int) -> None:
        """A coin passes, a pulse ends or a coin lands."""
        if self._sense_end_us <= now_us:
            self._sense_end_us = NEVER
            if self.sensor == SENSOR_SOUND:
                self._wiring.sense(False, now_us)
        if self._next_us <= now_us:
            self._next_us = NEVER
            if self._losses:
                self._losses -= 1
                self._lodge()
            else:
                self._pass(now_us)
            self._feel()
            self._turn()
        while self._falling and self._falling[0][1] <= now_us:
            coin_id = self._falling.pop(0)[0]
            self._ledger.move(coin_id, "tray")
            self._board.emit("coin_in_tray", coin=coin_id, cents=self.cents)
        self._plan()

    def _lodge(self) -> None:
        coin_id = self._coins.pop(0)
        self._ledger.move(coin_id, "stuck")
        self._lost.append(coin_id)

    def _pass(self, now_us: int) -> None:
        """One coin, or two, to the tray; the sensor sees one, if it sees at all."""
        if self.sensor != SENSOR_SOUND:
            self._moved(f"hopper_sensor_{self.sensor}", self.cents)
        elif self._wiring.driven() <= 0:
            self._moved("hopper_runaway", self.cents)
        self._drop(now_us)
        if self._doubles and self._coins:
            self._doubles -= 1
            self._moved("coin_double", self.cents)
            self._drop(now_us)
        self._sense_end_us = now_us + SENSE_US
        if self.sensor == SENSOR_SOUND:
            self._wiring.sense(True, now_us)

    def _drop(self, now_us: int) -> None:
        coin_id = self._coins.pop(0)
        self._ledger.move(coin_id, "paying")
        self._falling.append((coin_id, now_us + CHUTE_US))
        self._board.emit("hopper_coin", coin=coin_id, cents=self.cents)
        self.dropped()

    def reset(self) -> None:
        """There is current: what is welded turns, what sticks is told."""
        if self.sensor == SENSOR_STUCK:
            self._wiring.stick(True, self._board.now_us)
        self._turn()

    def power_lost(self, now_us: int) -> None:
        """The sensor goes dark; a coin that has passed it falls on."""
        self._sense_end_us = NEVER
        self._wiring.sense(False, now_us)
        self._turn()

    @property
    def losses(self) -> int:
        """How many of the next coins will not reach the sensor."""
        return self._losses

    @property
    def doubles(self) -> int:
        """How many of the next coins will take another one along."""
        return self._doubles

    @property
    def lodged(self) -> int:
        """How many coins are stuck between disc and sensor."""
        return len(self._lost)

    def lodge(self, coins: Sequence[int]) -> None:
        """Coins that the ledger already has stuck are between disc and sensor, as another run left them."""
        self._lost += coins

    def landings(self) -> Iterator[tuple[int, str]]:
        """(coin, place) of every coin past the sensor: it comes to rest in the tray, power or not."""
        for coin_id, _ in self._falling:
            yield coin_id, "tray"

    def in_flight(self, now_us: int) -> list[tuple[int, int, str, int]]:
        """(coin, cents, path, progress in permille) of every coin between sensor and tray."""
        return [
            (coin_id, self.cents, "paying", 1000 - 1000 * (land_us - now_us) // CHUTE_US)
            for coin_id, land_us in self._falling
        ]

    def _plan(self) -> None:
        self.due_us = min(self._next_us, self._sense_end_us, self._falling[0][1] if self._falling else NEVER)

    def save(self) -> Json:
        """Coins, disc, sensor and chute."""
        return {
            "coins": list(self._coins),
            "jammed": self.jammed,
            "next_us": self._next_us,
            "sense_end_us": self._sense_end_us,
            "falling": [list(pair) for pair in self._falling],
            "faults": (self.runs_away, self.sensor, self._doubles, self._losses, list(self._lost)),
        }

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        self._coins = list(saved["coins"])
        self.jammed = saved["jammed"]
        self._next_us = saved["next_us"]
        self._sense_end_us = saved["sense_end_us"]
        self._falling = [(coin_id, land_us) for coin_id, land_us in saved["falling"]]
        self.runs_away, self.sensor, self._doubles, self._losses, lost = saved["faults"]
        self._lost = list(lost)
        self._plan()
