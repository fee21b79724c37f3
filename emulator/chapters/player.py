# SPDX-License-Identifier: MIT
"""
The script of a power-cut sweep: chapters that together make a machine do all that it can do with money.

Each chapter begins on a machine whose NVRAM says what the chapter needs (money in its buckets, a prize
that comes next, the last entry of a cycle), so that a few plays reach everything. It is played by a
visitor and an attendant who look at the machine as anybody can: lamps, counters, coins, meters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Unpack

from emulator.cabinet import Cabinet
from emulator.cabinet.options import FirmwareOptions
from emulator.chapters.link import QUIET, SERIAL, join
from emulator.devices.supply import HOLD_UP_US, Supply
from emulator.support.errors import EmulatorError
from emulator.support.seed import chip_key_of
from machines.memory import factory
from machines.memory.balanced import balance
from machines.memory.chip import seals_of
from machines.memory.record import decode
from machines.model import Model
from machines.support.plain import Json, JsonView
from machines.types.common.own import Own

# How long anything may take that a chapter waits for, the pulses of the largest prize included, and how
# often it looks.
PATIENCE_MS = 300_000
LOOK_MS = 10
# The credits of twenty plays in the smallest coin (B-12), and a few more.
PURSE_COINS = 48
HALF_SECOND_MS = 500
# What the board absorbs: always the same, so that the commit of it is there and a run repeats.
ENTROPY = bytes(range(32))
# Shorter than what the capacitor carries the board over.
DIP_MS = HOLD_UP_US // 1000 - 5


class ScriptStuckError(EmulatorError):
    """A chapter waited in vain: the machine does not do what the chapter is about."""


@dataclass(frozen=True)
class Prepared:
    """What a chapter begins with: rows of the main record, the next play, coins really in the hoppers."""

    rows: JsonView = field(default_factory=dict)
    state: bytes = b""
    levels: Mapping[int, int] = field(default_factory=dict)


class Player:
    """
    Plays a chapter on a cabinet.

    Args:
        cabinet: powered, right behind its first boot.
        watch: called with True when what follows is to be cut, with False when not.
        before: called after each input, before time goes on.
    """

    def __init__(
        self,
        cabinet: Cabinet,
        watch: Callable[[bool], None] = lambda on: None,
        before: Callable[[], None] = lambda: None,
    ) -> None:
        self.cab = cabinet
        self.watch = watch
        self._before = before

    def wait(self, ms: int) -> None:
        """Let time pass."""
        self._before()
        self.cab.run(ms=ms)

    def until(self, what: str, holds: Callable[[], bool]) -> None:
        """Wait for something that can be seen."""
        for _ in range(PATIENCE_MS // LOOK_MS):
            if holds():
                return
            self.wait(LOOK_MS)
        seen = f"{self.cab.display}, tilt {self.cab.tilt!r}, fault {self.cab.fault!r}"
        raise ScriptStuckError(f"{what}: not within {PATIENCE_MS} ms ({seen})")

    def lit(self, lamp: str) -> None:
        """Wait until a button would be taken."""
        self.until(f"lamp {lamp}", lambda: self.cab.lamps[lamp])

    def press(self, name: str) -> None:
        """Press a button once it is lit, and let the machine see it."""
        self.lit(name)
        self.cab.press(name)
        self.wait(50)

    def insert(self, cents: int) -> None:
        """A coin falls through, all the way, once the machine takes coins of its value."""
        inhibit = self.cab.board.line(f"inhibit_{self.cab.model.coin_lines[cents]}")
        self.until(f"coins of {cents} are taken", lambda: not inhibit.asserted)
        self.cab.insert(cents)
        self.wait(700)

    def insert_note(self) -> None:
        """A note is drawn in as soon as the mouth is open, and credited or given back."""
        self.until("notes are taken", lambda: self.cab.note_open)
        self.cab.insert_note(self.cab.model.note_cents)
        self.until("the note is credited", lambda: self.cab.note is None and not self.record()["note_stage"])

    def record(self) -> Json:
        """The books."""
        return decode(self.cab.nvram) or {}

    def settled(self) -> None:
        """Wait until a play is over and awarded."""
        self.until("the play is over", lambda: self.record().get("phase") == 0)

    def paid(self) -> None:
        """Wait until a payment is over."""
        self.until("the payment is over", lambda: not self.record().get("queue"))

    def tilted(self) -> None:
        """Wait until the machine stops itself."""
        self.until("a tilt", lambda: bool(self.cab.tilt))

    def attended(self) -> None:
        """An attendant opens the door and closes it again."""
        self.cab.open_door()
        self.wait(HALF_SECOND_MS)
        self.cab.close_door()
        self.until("no tilt", lambda: not self.cab.tilt)

    def dip(self) -> None:
        """The mains fail and come back just before the board goes dark."""
        supply = next(device for device in self.cab.board.devices if isinstance(device, Supply))
        supply.fail()
        self.wait(DIP_MS)
        supply.restore()

    def replug(self) -> None:
        """Pull the plug, and put it back after a while."""
        self.cab.power_off()
        self.wait(HALF_SECOND_MS)
        self.cab.power_on()

    def quiet_meters(self) -> None:
        """Wait for a moment between two pulses of the meters."""
        names = ("plays", "prizes", "in", "out")
        lines = [self.cab.board.line(f"meter_{name}") for name in names]
        self.until("meters between pulses", lambda: not any(line.asserted for line in lines))

    def meters_done(self) -> None:
        """Wait until the meters show what the books say."""

        def shown() -> bool:
            record = self.record()
            return bool(record) and tuple(record["meters_given"]) == self.cab.model.meter_units.owed(record)

        self.until("the meters are up to date", shown)


def answer(cab: Cabinet) -> bool:
    """Press what keeps a win, picks the first object or goes on, if a play of chance asks; whether it did."""
    name = "collect" if cab.lamps["double"] else "start"
    if not cab.lamps[name] or cab.pressed:
        return False
    cab.press(name, ms=50)
    return True


@dataclass(frozen=True)
class Chapter:
    """One part of the script."""

    name: str
    title: str
    prepare: Callable[[Own, bytes], Prepared]
    """From a model of its type and the key."""
    play: Callable[[Player], None]
    wanted: Callable[[Own], bool] = lambda model: True
    luck: str = QUIET
    """Of a linked machine: QUIET, or GENEROUS where every play wins the pot."""

    def cabinet(self, model: Model, key: bytes, **run: Unpack[FirmwareOptions]) -> Cabinet:
        """A TEST cabinet of this chapter, powered on, and joined to a link of its own if it has one."""
        prepared = self.prepare(model, key)
        levels = {hopper.cents: hopper.fill for hopper in model.hoppers}
        image = prepared_image(model, key, prepared, levels)
        levels.update(prepared.levels)
        cabinet = Cabinet(
            model,
            seed=key.hex(),
            serial=SERIAL,
            nvram=image,
            hoppers=levels,
            purse=dict.fromkeys(model.coins_cents, PURSE_COINS),
            entropy=_entropy,
            **run,
        )
        join(cabinet, self.luck, key)
        return cabinet


def _entropy() -> bytes | None:
    return ENTROPY


def prepared_image(model: Model, key: bytes, prepared: Prepared, levels: Mapping[int, int]) -> bytes:
    """An NVRAM with the given rows, its books balanced by coins in and its meters up to date."""
    state = prepared.state or model.first_state(key, SERIAL)
    counts = tuple(levels[hopper.cents] for hopper in model.hoppers)
    values = factory.blank(state, SERIAL, counts, model.first_stops())
    values.update(prepared.rows)
    balance(model, values)
    given = model.meter_units.owed(values)
    return factory.image_of(values, given, seals_of(chip_key_of(key.hex()), SERIAL))
