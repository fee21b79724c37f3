# SPDX-License-Identifier: MIT
"""
Every setting of a ccTalk line and of its devices, with its limits and its default.

    LineSetup(devices=(AcceptorSetup(sorter=False), HopperSetup(coin=50)))
    line("acceptor", "hopper", echo=False)     # the usual ones of these kinds

The names are those of a profile file, of ``--acceptor KEY=VALUE`` and of the tables in docs/cctalk.md.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass

from emulator.cctalk.limits import (
    Cents,
    Choice,
    Flag,
    Headers,
    Poll,
    Revision,
    Text,
    Whole,
    Word,
    limits,
    setting,
)
from emulator.devices.cctalk.acceptor import EURO_CENTS, POSITIONS
from emulator.devices.cctalk.acceptor import identity as acceptor_identity
from emulator.devices.cctalk.bill_validator import EURO_CENTS as NOTES_CENTS
from emulator.devices.cctalk.bill_validator import TYPES
from emulator.devices.cctalk.bill_validator import identity as reader_identity
from emulator.devices.cctalk.hopper import TIMEOUT_US, Ways
from emulator.devices.cctalk.hopper import identity as hopper_identity
from emulator.devices.cctalk.identity import Identity
from emulator.devices.cctalk.makers import ACCEPTOR_MAKER, HOPPER_MAKER, READER_MAKER
from emulator.devices.cctalk.peripheral import USUAL, Habits
from emulator.support.errors import EmulatorError
from machines.support.plain import Json, JsonView

# Coins of the euro, and the notes that a reader may know.
COINS_CENTS = (1, 2, 5, 10, 20, 50, 100, 200)
ALL_NOTES_CENTS = (500, 1_000, 2_000, 5_000, 10_000, 20_000)
DUMMY_EVENTS = {"off": None, "null": 0, "inhibited": 2}
MOST_COINS = 20_000
_MS = 1_000
_LONGEST_MS = 60_000


class SetupError(EmulatorError):
    """Settings that do not fit each other."""


@dataclass(frozen=True, kw_only=True)
class DeviceSetup:
    """What every device has."""

    address: int = setting(2, Whole(2, 255), "its address at power-up")
    crc: bool = setting(False, Flag(), "the 16-bit CRC mode in place of the 8-bit checksum")
    manufacturer: str = setting("", Text(2, 32), "header 246")
    product: str = setting("", Text(3, 16), "header 244")
    serial: int = setting(1, Whole(0, 16_777_215), "header 242")
    software: str = setting("AZAR-1.00", Text(3, 32), "header 241")
    build: str = setting("STD01", Text(3, 32), "header 192, padded with spaces to 8")
    revision: str = setting("1.4.7", Revision(), "header 4")
    answer_ms: int = setting(USUAL.answer_us // _MS, Whole(0, 1_000), "from a command to its answer")
    start_ms: int = setting(USUAL.start_us // _MS, Whole(0, _LONGEST_MS), "deaf after power-up")
    reset_ms: int = setting(
        USUAL.reset_us // _MS, Whole(0, _LONGEST_MS), "deaf after a reset command; 0: it hears at once"
    )
    gap_ms: int = setting(
        USUAL.gap_us // _MS, Whole(1, _LONGEST_MS), "a packet whose next byte takes longer is given up"
    )
    poll_ms: int = setting(USUAL.poll_ms, Poll(), "header 249: how often the host should poll")
    unanswered: tuple[int, ...] = setting((), Headers(), "headers to which it is silent")

    @property
    def kind(self) -> str:
        """Its name in --device and in a profile."""
        return KIND_OF[type(self)]

    def identity(self, kind: Identity) -> Identity:
        """What it says of itself."""
        major, issue, minor = (int(part) for part in self.revision.split("."))
        return kind._replace(
            product=self.product,
            serial=self.serial,
            manufacturer=self.manufacturer,
            software=self.software,
            build=self.build,
            revision=(major, issue, minor),
        )

    def habits(self) -> Habits:
        """How it behaves."""
        return Habits(
            answer_us=self.answer_ms * _MS,
            start_us=self.start_ms * _MS,
            reset_us=self.reset_ms * _MS,
            gap_us=self.gap_ms * _MS,
            poll_ms=self.poll_ms,
            unanswered=frozenset(self.unanswered),
        )


@dataclass(frozen=True, kw_only=True)
class TakerSetup(DeviceSetup):
    """What takes money in has."""

    silence_ms: int = setting(
        USUAL.silence_us // _MS,
        Whole(0, _LONGEST_MS),
        "takes nothing when not polled for so long; 0: never mind",
    )
    open: bool = setting(False, Flag(), "lets everything in after power-up and reset, without header 231")

    def habits(self) -> Habits:
        """How it behaves."""
        return super().habits()._replace(silence_us=self.silence_ms * _MS, open=self.open)


@dataclass(frozen=True, kw_only=True)
class AcceptorSetup(TakerSetup):
    """A coin acceptor."""

    manufacturer: str = setting(ACCEPTOR_MAKER, Text(2, 32), "header 246")
    product: str = setting(acceptor_identity(1).product, Text(3, 16), "header 244")
    coins: tuple[int, ...] = setting(
        EURO_CENTS, Cents(COINS_CENTS, POSITIONS), "cents of the coins, from position 1 on"
    )
    sorter: bool = setting(True, Flag(), "a credit names path 1 to 8; without a sorter path 0")
    dummy_event: str = setting(
        "off", Word(tuple(DUMMY_EVENTS)), "event 0,0 or 0,2 that a poll at counter 0 adds"
    )
    position_codes: bool = setting(
        True, Flag(), "event 128 + position - 1 for an inhibited coin; off: event 2"
    )


@dataclass(frozen=True, kw_only=True)
class HopperSetup(DeviceSetup):
    """A hopper."""

    address: int = setting(3, Whole(2, 255), "its address at power-up; the second hopper's 4, and so on")
    manufacturer: str = setting(HOPPER_MAKER, Text(2, 32), "header 246")
    product: str = setting(hopper_identity(1).product, Text(3, 16), "header 244")
    serial: int = setting(2, Whole(0, 16_777_215), "header 242; the second hopper's 3, and so on")
    coin: int = setting(100, Choice(COINS_CENTS), "cents of its coin")
    fill: int = setting(200, Whole(0, MOST_COINS), "coins in it at the start")
    capacity: int = setting(400, Whole(1, MOST_COINS), "coins that it holds; where fill is more, so many")
    registers: int = setting(2, Whole(1, 3), "bytes in the answer to header 163")
    acknowledge: bool = setting(False, Flag(), "answers a payout with ACK, not with the event counter")
    step_refused: bool = setting(False, Flag(), "a refused payout steps the event counter")
    needs_key: bool = setting(True, Flag(), "refuses header 167 of 9 bytes unless 160 was asked before it")
    values: bool = setting(False, Flag(), "is asked for values, headers 134-130, not for coins")
    timeout_ms: int = setting(
        TIMEOUT_US // _MS, Whole(100, _LONGEST_MS), "gives up when no coin comes for so long"
    )

    def ways(self) -> Ways:
        """How it pays."""
        timeout_us = self.timeout_ms * _MS
        return Ways(self.registers, self.acknowledge, self.step_refused, self.needs_key, timeout_us)


@dataclass(frozen=True, kw_only=True)
class ReaderSetup(TakerSetup):
    """A note reader."""

    address: int = setting(40, Whole(2, 255), "its address at power-up")
    manufacturer: str = setting(READER_MAKER, Text(2, 32), "header 246")
    product: str = setting(reader_identity(1).product, Text(3, 16), "header 244")
    serial: int = setting(9, Whole(0, 16_777_215), "header 242")
    notes: tuple[int, ...] = setting(
        NOTES_CENTS, Cents(ALL_NOTES_CENTS, TYPES), "cents of the notes, from type 1 on"
    )


KINDS: Mapping[str, type[DeviceSetup]] = {
    "acceptor": AcceptorSetup,
    "hopper": HopperSetup,
    "bill": ReaderSetup,
}
KIND_OF: Mapping[type[DeviceSetup], str] = {setup: kind for kind, setup in KINDS.items()}


@dataclass(frozen=True, kw_only=True)
class WireSetup:
    """The line itself."""

    echo: bool = setting(True, Flag(), "the host hears its own bytes, as on one wire")
    queue: bool = setting(
        False, Flag(), "holds the host's next packet back until the last one is answered, or 50 ms are over"
    )


@dataclass(frozen=True, kw_only=True)
class LineSetup:
    """
    A line with its devices.

    Attributes:
        seed: hex digits; decides the rhythm of the mechanisms only.
    """

    devices: tuple[DeviceSetup, ...] = (AcceptorSetup(), HopperSetup(), ReaderSetup())
    wire: WireSetup = WireSetup()
    seed: str = "00"

    def __post_init__(self) -> None:
        if not self.devices:
            raise SetupError("a line needs one device or more (got none)")
        addresses = [device.address for device in self.devices]
        for address in addresses:
            if addresses.count(address) > 1:
                names = [device.kind for device in self.devices if device.address == address]
                raise SetupError(f"address must be one device's (got {address} for {' and '.join(names)})")
        for kind in (AcceptorSetup, ReaderSetup):
            if sum(isinstance(device, kind) for device in self.devices) > 1:
                raise SetupError(f"a line has one {KIND_OF[kind]} (got several)")
        for device in self.devices:
            if isinstance(device, HopperSetup) and device.fill > device.capacity:
                raise SetupError(
                    f"fill must be 0 to the capacity, {device.capacity} coins (got {device.fill})"
                )

    @property
    def acceptor(self) -> AcceptorSetup | None:
        """The coin acceptor."""
        return next((device for device in self.devices if isinstance(device, AcceptorSetup)), None)

    @property
    def hoppers(self) -> tuple[HopperSetup, ...]:
        """All hoppers."""
        return tuple(device for device in self.devices if isinstance(device, HopperSetup))

    @property
    def reader(self) -> ReaderSetup | None:
        """The note reader."""
        return next((device for device in self.devices if isinstance(device, ReaderSetup)), None)

    def plain(self) -> Json:
        """As plain JSON values."""
        return {
            "wire": dataclasses.asdict(self.wire),
            "devices": [{"kind": device.kind, **_plain(device)} for device in self.devices],
            "seed": self.seed,
        }

    @classmethod
    def of(cls, plain: JsonView) -> LineSetup:
        """From what ``plain`` returned."""
        devices = []
        for row in plain["devices"]:
            values = {key: tuple(value) if isinstance(value, list) else value for key, value in row.items()}
            kind = str(values.pop("kind"))
            devices.append(made(kind, values))
        return cls(devices=tuple(devices), wire=WireSetup(**plain["wire"]), seed=plain["seed"])


def made(kind: str, values: JsonView) -> DeviceSetup:
    """
    Return the device of a kind with these settings, all else as usual.

    Raises:
        SetupError: no such setting, or a value outside its limits.
    """
    allowed = limits(KINDS[kind])
    for name, value in values.items():
        if name not in allowed:
            raise SetupError(f"{kind} has {', '.join(allowed)} (got {name})")
        try:
            allowed[name].taken(value)
        except ValueError as error:
            raise SetupError(f"{kind}.{name} must be {error} (got {value})") from None
    return KINDS[kind](**values)


def line(*kinds: str, echo: bool = True, crc: bool = False, seed: str = "00") -> LineSetup:
    """
    Return a line with the usual device of each kind.

    Args:
        kinds: of KINDS; none: all of them.
        echo: whether the host hears its own bytes, as on one wire it does.
        crc: the devices speak the 16-bit CRC mode.
        seed: as of LineSetup.

    Raises:
        SetupError: a kind that there is not.
    """
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown:
        raise SetupError(f"device must be {', '.join(KINDS)} (got {', '.join(unknown)})")
    devices = tuple(KINDS[kind](crc=crc) for kind in kinds or KINDS)
    return LineSetup(devices=devices, wire=WireSetup(echo=echo), seed=seed)


def _plain(device: DeviceSetup) -> Json:
    values = dataclasses.asdict(device)
    return {key: list(value) if isinstance(value, tuple) else value for key, value in values.items()}
