# SPDX-License-Identifier: MIT
"""
What every ccTalk peripheral does: listens, checks, answers or stays silent, and the headers common to all.

A kind of peripheral adds rows to ``HEADERS``: header -> (method, lengths of data it takes). A method returns
the data of the answer, ``NAKED`` for a refusal, or None for silence.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any, ClassVar, NamedTuple

from emulator.board.device import NEVER
from emulator.devices.cctalk.packet import ACK, BROADCAST, HOST, NAK, Framer, packet, read
from emulator.devices.errors import DeviceError

# From the last byte of a command to the first of its answer; the specification asks for less than 10 ms.
ANSWER_US = 3_000
# After a reset, and after power-up, until commands are heard.
START_US = 200_000
# Address poll and address clash: a bare byte this often times the address, then silence until the end.
ADDRESS_STEP_US = 4_000
ADDRESS_QUIET_US = 1_200_000
PIN_SIZE = 4
NO_ENCRYPTION = bytes(17)
ENCRYPTION_ASKED = bytes.fromhex("AA550000 55AA")
ADDRESS_IN_EEPROM = 0x84


class _Naked:
    """The refusal: understood, supported, refused."""


NAKED = _Naked()
Reply = bytes | _Naked | None


class Identity(NamedTuple):
    """What a peripheral says of itself."""

    category: str
    product: str
    serial: int
    manufacturer: str = "AZR"
    software: str = "AZAR-1.00"
    build: str = "STD01"
    created: tuple[int, int, int] = (1, 1, 2026)
    """Day, month, year."""
    base_year: int = 2020
    program: bytes = b"azar"
    """What header 197 makes its checksum of."""


class Sent(NamedTuple):
    """What a peripheral sends: these bytes, so long after now."""

    after_us: int
    data: bytes


def number(value: int, size: int) -> bytes:
    """A count as ccTalk sends it: low byte first, wrapping."""
    return (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")


class Peripheral:
    """
    One address on the bus.

    Args:
        address: 2 to 255; kept without power, as its own EEPROM keeps it.
        identity: its texts and numbers.
        crc: it speaks the 16-bit CRC mode and no other.

    Attributes:
        due_us: when it wants its next ``tick``.
        lately: (time in us, cents) of coins counted, as long as somebody watches for those not asked for yet.
        deaf_until_us: nothing is heard before: start-up, reset, address poll.
    """

    HEADERS: ClassVar[Mapping[int, tuple[str, tuple[int, ...]]]] = {
        254: ("_acknowledge", (0,)),
        253: ("_address_poll", (0,)),
        252: ("_address_clash", (0,)),
        251: ("_address_change", (1,)),
        250: ("_address_random", (0,)),
        246: ("_manufacturer", (0,)),
        245: ("_category", (0,)),
        244: ("_product", (0,)),
        242: ("_serial", (0,)),
        241: ("_software", (0,)),
        219: ("_pin_new", (PIN_SIZE,)),
        218: ("_pin_enter", (PIN_SIZE,)),
        216: ("_storage", (0,)),
        197: ("_rom_checksum", (0,)),
        196: ("_created", (0,)),
        195: ("_created", (0,)),
        192: ("_build", (0,)),
        170: ("_base_year", (0,)),
        169: ("_address_mode", (0,)),
        111: ("_encryption", (6,)),
        4: ("_revision", (0,)),
        3: ("_status_clear", (0,)),
        2: ("_status", (0,)),
        1: ("_reset_asked", (0,)),
    }
    # What outlives the power, and what does not: the names of plain attributes.
    KEPT: ClassVar[tuple[str, ...]] = ("address", "pin", "random_steps")
    LOST: ClassVar[tuple[str, ...]] = ("pin_entered", "ignored", "bad_checks", "lately", "plugged")

    def __init__(self, address: int, identity: Identity, *, crc: bool = False) -> None:
        self.address = address
        self.identity = identity
        self.crc = crc
        self.due_us = NEVER
        self.deaf_until_us = 0
        self.pin = bytes(PIN_SIZE)
        self.pin_entered = False
        self.ignored = 0
        self.bad_checks = 0
        self.random_steps = 0
        self.lately: list[list[int]] = []
        self.powered = False
        self.plugged = True
        self._framer = Framer()
        self._now_us = 0
        self._source = address

    # -- power and time -----------------------------------------------------------------------------

    def power_on(self, now_us: int) -> None:
        """The supply came; not to one that is unplugged."""
        if self.plugged:
            self.powered = True
            self.restart(now_us)

    def power_lost(self, now_us: int) -> None:
        """The supply went."""
        self.powered = False
        self.due_us = NEVER
        self._framer.clear()

    def plug(self, plugged: bool, current: bool, now_us: int) -> None:
        """Pull its plug or put it back; ``current``: whether the others have power now."""
        if plugged == self.plugged:
            return
        self.plugged = plugged
        if plugged and current:
            self.power_on(now_us)
        elif not plugged:
            self.power_lost(now_us)
            self.lately = []

    def restart(self, now_us: int) -> None:
        """Begin afresh, after power-up or a reset: deaf for a while, then as new."""
        self._framer = Framer()
        self.pin_entered = self.pin == bytes(PIN_SIZE)
        self.ignored = self.bad_checks = 0
        self.deaf_until_us = now_us + START_US

    def tick(self, now_us: int) -> None:
        """Do what was due."""

    # -- bytes --------------------------------------------------------------------------------------

    def hear(self, byte: int, now_us: int) -> Sent | None:
        """One byte of the bus, its own not included; what it sends in answer."""
        if not self.powered or now_us < self.deaf_until_us:
            return None
        frame = self._framer.feed(byte, now_us)
        if frame is None:
            return None
        if frame[0] not in (self.address, BROADCAST):
            self.ignored = (self.ignored + len(frame)) & 0xFF
            return None
        asked = read(frame, crc=self.crc)
        if asked is None:
            self.bad_checks = (self.bad_checks + 1) & 0xFF
            return None
        if not self.crc and asked.source != HOST:
            return None  # another device's answer, or a line that is not the host's
        self._now_us = now_us
        return self._answer(asked.header, asked.data, asked.destination)

    def _answer(self, header: int, data: bytes, destination: int) -> Sent | None:
        row = self.HEADERS.get(header)
        if row is None or len(data) not in row[1]:
            return None
        self._source = source = 0 if destination == BROADCAST else self.address
        reply = getattr(self, row[0])(data)
        if reply is None or isinstance(reply, Sent):
            return reply
        if isinstance(reply, _Naked):
            return Sent(ANSWER_US, packet(HOST, NAK, source=source, crc=self.crc))
        return Sent(ANSWER_US, packet(HOST, ACK, reply, source=source, crc=self.crc))

    # -- headers of every peripheral ----------------------------------------------------------------

    def _acknowledge(self, data: bytes) -> Reply:
        return b""

    def _address_poll(self, data: bytes) -> Sent:
        return self._bare(self.address * ADDRESS_STEP_US)

    def _address_clash(self, data: bytes) -> Sent:
        # Fixed for each device, so that two of the same address are told apart.
        return self._bare((self.identity.serial * 2_654_435_761 >> 8 & 0xFF) * ADDRESS_STEP_US)

    def _bare(self, after_us: int) -> Sent:
        self.deaf_until_us = self._now_us + ADDRESS_QUIET_US
        return Sent(after_us, bytes((self.address,)))

    def _address_change(self, data: bytes) -> Reply | Sent:
        if data[0] in (BROADCAST, HOST):
            return NAKED
        return self._moved(data[0])

    def _address_random(self, data: bytes) -> Reply | Sent:
        self.random_steps += 1
        mixed = zlib.crc32(self.identity.serial.to_bytes(4, "little") + number(self.random_steps, 4))
        return self._moved(2 + mixed % 254)

    def _moved(self, address: int) -> Sent:
        self.address = address  # the answer still comes from the old one
        return Sent(ANSWER_US, packet(HOST, ACK, source=self._source, crc=self.crc))

    def _manufacturer(self, data: bytes) -> Reply:
        return self.identity.manufacturer.encode("ascii")

    def _category(self, data: bytes) -> Reply:
        return self.identity.category.encode("ascii")

    def _product(self, data: bytes) -> Reply:
        return self.identity.product.encode("ascii")

    def _serial(self, data: bytes) -> Reply:
        return number(self.identity.serial, 3)

    def _software(self, data: bytes) -> Reply:
        return self.identity.software.encode("ascii")

    def _build(self, data: bytes) -> Reply:
        return self.identity.build.ljust(8).encode("ascii")

    def _storage(self, data: bytes) -> Reply:
        return bytes(5)  # none

    def _rom_checksum(self, data: bytes) -> Reply:
        return zlib.crc32(self.identity.program).to_bytes(4, "big")

    def _created(self, data: bytes) -> Reply:
        day, month, year = self.identity.created
        return number(day | month << 5 | year - self.identity.base_year << 9, 2)

    def _base_year(self, data: bytes) -> Reply:
        return str(self.identity.base_year).encode("ascii")

    def _address_mode(self, data: bytes) -> Reply:
        return bytes((ADDRESS_IN_EEPROM,))

    def _encryption(self, data: bytes) -> Reply:
        return NO_ENCRYPTION if data == ENCRYPTION_ASKED else None

    def _revision(self, data: bytes) -> Reply:
        return bytes((1, 4, 7))

    def _status(self, data: bytes) -> Reply:
        return bytes((self._framer.timeouts, self.ignored, self.bad_checks))

    def _status_clear(self, data: bytes) -> Reply:
        self._framer.timeouts = self.ignored = self.bad_checks = 0
        return b""

    def _pin_new(self, data: bytes) -> Reply:
        if not self.pin_entered:
            return None
        self.pin = data
        self.pin_entered = data == bytes(PIN_SIZE)
        return b""

    def _pin_enter(self, data: bytes) -> Reply:
        self.pin_entered = self.pin in (data, bytes(PIN_SIZE))
        return b""

    def _reset_asked(self, data: bytes) -> Reply | Sent:
        answer = Sent(ANSWER_US, packet(HOST, ACK, source=self._source, crc=self.crc))
        self.restart(self._now_us)
        return answer

    # -- its own memory ----------------------------------------------------------------------------

    def kept(self) -> dict[str, Any]:
        """What outlives the power, as plain JSON values."""
        values = {name: _plain(getattr(self, name)) for name in self.KEPT}
        return {name: value.hex() if isinstance(value, bytes) else value for name, value in values.items()}

    def keep(self, values: Mapping[str, Any]) -> None:
        """Put back what ``kept`` returned; DeviceError for anything else."""
        for name in self.KEPT:
            now = getattr(self, name)
            try:
                value = _plain(values[name])
                value = bytes.fromhex(value) if isinstance(now, bytes) else value
            except (KeyError, TypeError, ValueError):
                value = None
            if not _alike(value, now):
                raise DeviceError(f"{name} of a kept device must be like {now!r} (got {values.get(name)!r})")
            setattr(self, name, value)

    # -- saved states -------------------------------------------------------------------------------

    def save(self) -> dict[str, Any]:
        """Everything that changes, as plain values."""
        saved = {name: _plain(getattr(self, name)) for name in (*self.KEPT, *self.LOST)}
        return saved | {
            "powered": self.powered,
            "due_us": self.due_us,
            "deaf_until_us": self.deaf_until_us,
            "framer": self._framer.save(),
        }

    def load(self, saved: Mapping[str, Any]) -> None:
        """Put back what ``save`` returned."""
        for name in (*self.KEPT, *self.LOST):
            setattr(self, name, _plain(saved[name]))
        self.powered = saved["powered"]
        self.due_us = saved["due_us"]
        self.deaf_until_us = saved["deaf_until_us"]
        self._framer.load(saved["framer"])


def _alike(value: Any, now: Any) -> bool:
    """Whether a value is of the kind of another; numbers are counts."""
    if isinstance(now, list):
        return type(value) is list and len(value) == len(now) and all(map(_alike, value, now))
    if type(now) is int:
        return type(value) is int and 0 <= value < 1 << 64
    return type(value) is type(now) and (not isinstance(now, bytes) or len(value) == len(now))


def _plain(value: Any) -> Any:
    """A copy of a value, so that saved lists and live ones stay apart."""
    return [_plain(item) for item in value] if isinstance(value, list) else value
