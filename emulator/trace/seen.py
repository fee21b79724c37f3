# SPDX-License-Identifier: MIT
"""What one sees of a machine when a turn of its clock has ended: lamps, reels, meters, coins, texts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from emulator.board.board import Board
from emulator.cabinet import Cabinet
from emulator.cabinet.ledger import Ledger
from emulator.devices.hopper import Hopper
from emulator.devices.ht16k33 import RAM_BYTES
from emulator.devices.lamp import Lamp
from emulator.devices.meter import Meter
from emulator.devices.reel import Reel
from emulator.devices.reel_screen import ScreenReel
from emulator.link.port import LinkPort
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.trace.timeline import LEFT_OUT, Timeline
from emulator.trace.vcd import TEXT, Value

Read = Callable[[], Value]
Stamp = Callable[[], object]


class Sight(NamedTuple):
    """One thing to see."""

    path: str
    bits: int
    read: Read
    stamp: Stamp | None = None
    """Where reading is dear: as long as this is the same there is nothing new."""


class Looker:
    """Tells the timeline of what has changed since it looked last."""

    def __init__(self, timeline: Timeline, sights: Iterator[Sight]) -> None:
        self._timeline = timeline
        self._seen: list[tuple[int, Read, Stamp | None]] = []
        for sight in sights:
            number = timeline.signal(sight.path, bits=sight.bits)
            if number != LEFT_OUT:
                self._seen.append((number, sight.read, sight.stamp))
        self._values: list[Value | None] = [None] * len(self._seen)
        self._stamps: list[object] = [None] * len(self._seen)

    def look(self) -> None:
        """Look at everything."""
        values, stamps = self._values, self._stamps
        for at, (number, read, stamp) in enumerate(self._seen):
            if stamp is not None:
                now = stamp()
                if now == stamps[at]:
                    continue
                stamps[at] = now
            value = read()
            if value != values[at]:
                values[at] = value
                self._timeline.tell(number, value)


def sights_of(machine: Cabinet | DiceCup | ElectronicWheel) -> Iterator[Sight]:
    """What there is to see of a machine."""
    board = machine.board
    yield Sight("supply.powered", 1, lambda: int(board.powered))
    yield Sight("supply.firmware", 1, lambda: int(board.alive))
    yield Sight("supply.tick", 32, lambda: board.ticks)
    yield Sight("supply.fault", TEXT, lambda: board.fault or "")
    if isinstance(machine, DiceCup):
        yield from _cup(machine)
    elif isinstance(machine, ElectronicWheel):
        yield from _wheel(machine)
    else:
        yield from _cabinet(machine)


def _cup(cup: DiceCup) -> Iterator[Sight]:
    yield Sight("displays.message", TEXT, lambda: cup.message)
    yield Sight("displays.dice", TEXT, lambda: " ".join(str(face) for face in cup.faces))


def _wheel(wheel: ElectronicWheel) -> Iterator[Sight]:
    yield Sight("displays.message", TEXT, lambda: wheel.message)
    yield Sight("displays.number", TEXT, lambda: "" if wheel.number is None else str(wheel.number))
    yield Sight("lamps.ready", 1, lambda: int(wheel.ready))
    yield Sight("lamps.closed", 1, lambda: int(wheel.closed))
    yield Sight("ball.runs", 1, lambda: int(wheel.running))


def _cabinet(cabinet: Cabinet) -> Iterator[Sight]:
    machine, board = cabinet.machine, cabinet.board
    yield Sight("supply.tilt", TEXT, lambda: cabinet.tilt, lambda: board.fram.writes)
    yield Sight("displays.credits", TEXT, lambda: cabinet.display.credits)
    yield Sight("displays.reserve", TEXT, lambda: cabinet.display.reserve)
    yield Sight("displays.prizes", TEXT, lambda: cabinet.display.prizes)
    yield Sight("displays.message", TEXT, lambda: machine.message.text)
    for name, lamp in machine.lamps.items():
        yield _lamp(name, lamp)
    yield Sight("lamps.glass", 8 * RAM_BYTES, lambda: int.from_bytes(machine.glass.ram, "little"))
    for name, meter in machine.meters.items():
        yield _meter(name, meter)
    reels: list[Reel] | list[ScreenReel] = machine.reels
    for number, reel in enumerate([*reels], 1):
        yield from _reel(f"reels.reel_{number}", reel, board)
    for hopper in machine.hoppers.values():
        yield from _hopper(hopper)
    for place in ("tray", "cash_box", "stuck"):
        yield _money(place, cabinet.ledger)
    if machine.tickets is not None:
        yield Sight("coins.tickets", 32, lambda: machine.tickets_given)
    if machine.link is not None:
        yield from _link(machine.link.port)


def _lamp(name: str, lamp: Lamp) -> Sight:
    return Sight(f"lamps.{name}", 1, lambda: int(lamp.lit))


def _meter(name: str, meter: Meter) -> Sight:
    return Sight(f"meters.{name}", 32, lambda: meter.count)


def _reel(path: str, reel: Reel | ScreenReel, board: Board) -> Iterator[Sight]:
    yield Sight(f"{path}_moves", 1, lambda: int(reel.moving(board.now_us)))
    if isinstance(reel, ScreenReel):
        yield Sight(f"{path}_stop", 16, lambda: reel.position_u16(board.now_us) * reel.stops >> 16)


def _hopper(hopper: Hopper) -> Iterator[Sight]:
    yield Sight(f"coins.{hopper.name}_turns", 1, lambda: int(hopper.turning))
    yield Sight(f"coins.{hopper.name}_coins", 16, hopper.level)


def _money(place: str, ledger: Ledger) -> Sight:
    return Sight(f"coins.{place}_cents", 32, lambda: ledger.total(place), lambda: ledger.moves)


def _link(port: LinkPort) -> Iterator[Sight]:
    def status() -> str:
        return f"{port.status} {port.why}".rstrip()

    def pots() -> str:
        return " ".join(str(value_mc // 1000) for value_mc in port.pots_mc)

    yield Sight("link.status", TEXT, status)
    yield Sight("link.pots_cents", TEXT, pots)
