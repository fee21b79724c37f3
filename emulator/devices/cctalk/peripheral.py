# SPDX-License-Identifier: MIT
"""
What every ccTalk peripheral does: listens, checks, answers or stays silent, and the headers common to all.

A kind of peripheral adds rows to ``HEADERS``: header -> (method, lengths of data it takes). A method returns
the data of the answer, ``NAKED`` for a refusal, or None for silence.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, NamedTuple

from emulator.board.device import NEVER, plain
from emulator.devices.cctalk.identity import Identity
from emulator.devices.cctalk.line_faults import CHECKSUM, DELAY, DROP, REFUSALS, LineFault, LineFaults
from emulator.devices.cctalk.packet import (
    ACK,
    BROADCAST,
    BUSY,
    GAP_US,
    HOST,
    NAK,
    Framer,
    Packet,
    number,
    packet,
    read,
)
from emulator.devices.errors import DeviceError
from machines.support.plain import Json, JsonView

# Address poll and address clash: a bare byte this often times the address, then silence until the end.
ADDRESS_STEP_US = 4_000
ADDRESS_QUIET_US = 1_200_000
# Headers that are answered by that byte and no packet.
BARE = (253, 252)
PIN_SIZE = 4
NO_ENCRYPTION = bytes(17)
ENCRYPTION_ASKED = bytes.fromhex("AA550000 55AA")
ADDRESS_IN_EEPROM = 0x84


class _Naked:
    """The refusal: understood, supported, refused."""


NAKED = _Naked()
Reply = bytes | _Naked | None

# What answers a header: the name of a method, or a function of peripheral and data; and how long the data is.
Answer = Callable[[Any, bytes], Reply]
Row = tuple[str | Answer, tuple[int, ...]]


def always(data: bytes) -> Answer:
    """The same answer every time."""
    return lambda unit, _: data


DONE = always(b"")


def text(name: str) -> Answer:
    """A text of the identity."""
    return lambda unit, _: str(getattr(unit.identity, name)).encode("ascii")


def gives(name: str, size: int = 1) -> Answer:
    """An attribute as a number of so many bytes."""
    return lambda unit, _: number(getattr(unit, name), size)


def takes(name: str) -> Answer:
    """The data is the new number of an attribute."""

    def take(unit: Any, data: bytes) -> Reply:
        setattr(unit, name, int.from_bytes(data, "little"))
        return b""

    return take


class Habits(NamedTuple):
    """
    How a product behaves where the specification leaves it to the maker.

    Attributes:
        answer_us: from the last byte of a command to the first of its answer; the specification asks for less
            than 10 ms.
        start_us: from power-up until commands are heard.
        reset_us: from the last byte of a reset command until the next is heard; 0: at once, so also whatever
            comes right behind the answer.
        gap_us: a packet whose next byte takes longer is given up.
        poll_ms: what header 249 asks of the host.
        silence_us: without a poll for so long nothing is accepted; 0: its host need not poll.
        open: positions and types let in after power-up and reset, without a command.
        unanswered: headers to which it is silent although its kind knows them.
    """

    answer_us: int = 3_000
    start_us: int = 200_000
    reset_us: int = 200_000
    gap_us: int = GAP_US
    poll_ms: int = 200
    silence_us: int = 1_000_000
    open: bool = False
    unanswered: frozenset[int] = frozenset()


USUAL = Habits()
# Saved too, whatever the kind.
_WHEN = ("powered", "due_us", "deaf_until_us")
POLL_UNIT_MS, POLL_UNIT_10_MS = 1, 2


class Sent(NamedTuple):
    """What a peripheral sends: these bytes, so long after now."""

    after_us: int
    data: bytes


class Peripheral:
    """
    One address on the bus.

    Args:
        address: 2 to 255; kept without power, as its own EEPROM keeps it.
        identity: its texts and numbers.
        crc: it speaks the 16-bit CRC mode and no other.
        habits: the usual ones unless given.

    Attributes:
        line_faults: what happens to its answers on purpose; None: nothing.
        due_us: when it wants its next ``tick``.
        lately: (time in us, cents) of coins counted, as long as somebody watches for those not asked for yet.
        deaf_until_us: nothing is heard before: start-up, reset, address poll.
    """

    HEADERS: ClassVar[Mapping[int, Row]] = {
        254: (DONE, (0,)),
        253: ("_address_poll", (0,)),
        252: ("_address_clash", (0,)),
        251: ("_address_change", (1,)),
        250: ("_address_random", (0,)),
        246: (text("manufacturer"), (0,)),
        245: (text("category"), (0,)),
        244: (text("product"), (0,)),
        242: ("_serial", (0,)),
        241: (text("software"), (0,)),
        219: ("_pin_new", (PIN_SIZE,)),
        218: ("_pin_enter", (PIN_SIZE,)),
        216: (always(bytes(5)), (0,)),
        197: ("_rom_checksum", (0,)),
        196: ("_created", (0,)),
        195: ("_created", (0,)),
        192: ("_build", (0,)),
        170: ("_base_year", (0,)),
        169: (always(bytes((ADDRESS_IN_EEPROM,))), (0,)),
        111: ("_encryption", (6,)),
        4: ("_revision", (0,)),
        3: ("_status_clear", (0,)),
        2: ("_status", (0,)),
        1: ("_reset_asked", (0,)),
    }
    # What outlives the power, and what does not: the names of plain attributes.
    KEPT: ClassVar[tuple[str, ...]] = ("address", "pin", "random_steps")
    LOST: ClassVar[tuple[str, ...]] = ("pin_entered", "ignored", "bad_checks", "lately", "plugged")

    def __init__(
        self, address: int, identity: Identity, *, crc: bool = False, habits: Habits | None = None
    ) -> None:
        self.address = address
        self.identity = identity
        self.crc = crc
        self.habits = habits or USUAL
        self.line_faults: LineFaults | None = None
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
        self._framer = Framer(self.habits.gap_us)
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
        self._framer = Framer(self.habits.gap_us)
        self.pin_entered = self.pin == bytes(PIN_SIZE)
        self.ignored = self.bad_checks = 0
        self.deaf_until_us = now_us + self.habits.start_us

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
        self._source = 0 if asked.destination == BROADCAST else self.address
        return self._answer(asked)

    def _answer(self, asked: Packet) -> Sent | None:
        row = self.HEADERS.get(asked.header)
        if row is None or len(asked.data) not in row[1] or asked.header in self.habits.unanswered:
            return None
        fault = None
        if self.line_faults is not None and asked.header not in BARE:
            fault = self.line_faults.next_for(self.address, asked.header)
        if fault is not None and fault.kind in REFUSALS:
            return self._say(NAK if fault.kind == "nak" else BUSY)
        answer = getattr(type(self), row[0]) if isinstance(row[0], str) else row[0]
        reply = answer(self, asked.data)
        if isinstance(reply, _Naked):
            reply = self._say(NAK)
        elif isinstance(reply, bytes):
            reply = self._say(ACK, reply)
        return reply if fault is None or reply is None else _spoilt(reply, fault)

    def _say(self, header: int, data: bytes = b"") -> Sent:
        """A packet to the host, after the usual time."""
        return Sent(self.habits.answer_us, packet(HOST, header, data, source=self._source, crc=self.crc))

    # -- headers of every peripheral ----------------------------------------------------------------

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
        return self._say(ACK)

    def _serial(self, data: bytes) -> Reply:
        return number(self.identity.serial, 3)

    def _build(self, data: bytes) -> Reply:
        return self.identity.build.ljust(8).encode("ascii")

    def _rom_checksum(self, data: bytes) -> Reply:
        return zlib.crc32(self.identity.program).to_bytes(4, "big")

    def _created(self, data: bytes) -> Reply:
        day, month, year = self.identity.created
        return number(day | month << 5 | year - self.identity.base_year << 9, 2)

    def _base_year(self, data: bytes) -> Reply:
        return str(self.identity.base_year).encode("ascii")

    def _encryption(self, data: bytes) -> Reply:
        return NO_ENCRYPTION if data == ENCRYPTION_ASKED else None

    def _revision(self, data: bytes) -> Reply:
        return bytes(self.identity.revision)

    def _polling(self, data: bytes) -> Reply:
        ms = self.habits.poll_ms
        return bytes((POLL_UNIT_10_MS, ms // 10) if ms % 10 == 0 else (POLL_UNIT_MS, ms))

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
        answer = self._say(ACK)
        self.restart(self._now_us)
        self.deaf_until_us = self._now_us + self.habits.reset_us
        return answer

    # -- its own memory ----------------------------------------------------------------------------

    def kept(self) -> Json:
        """What outlives the power, as plain JSON values."""
        values = {name: plain(getattr(self, name)) for name in self.KEPT}
        return {name: value.hex() if isinstance(value, bytes) else value for name, value in values.items()}

    def keep(self, values: JsonView) -> None:
        """Put back what ``kept`` returned; DeviceError for anything else."""
        for name in self.KEPT:
            now = getattr(self, name)
            try:
                value = bytes.fromhex(values[name]) if isinstance(now, bytes) else plain(values[name])
            except (KeyError, TypeError, ValueError):
                value = None
            if not _alike(value, now):
                raise DeviceError(f"{name} of a kept device must be like {now!r} (got {values.get(name)!r})")
            setattr(self, name, value)

    # -- saved states -------------------------------------------------------------------------------

    def save(self) -> Json:
        """Everything that changes, as plain values."""
        names = (*self.KEPT, *self.LOST, *_WHEN)
        return {name: plain(getattr(self, name)) for name in names} | {"framer": self._framer.save()}

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        for name in (*self.KEPT, *self.LOST, *_WHEN):
            setattr(self, name, plain(saved[name]))
        self._framer.load(saved["framer"])


def _spoilt(answer: Sent, fault: LineFault) -> Sent | None:
    """What is left of an answer on its way."""
    if fault.kind == DROP:
        return None
    if fault.kind == CHECKSUM:
        return answer._replace(data=answer.data[:-1] + bytes((answer.data[-1] + 1 & 0xFF,)))
    assert fault.kind == DELAY
    return answer._replace(after_us=answer.after_us + fault.ms * 1000)


def _alike(value: Any, now: Any) -> bool:
    """Whether a value is of the kind of another; numbers are counts."""
    if isinstance(now, list):
        return type(value) is list and len(value) == len(now) and all(map(_alike, value, now))
    if type(now) is int:
        return type(value) is int and 0 <= value < 1 << 64
    return type(value) is type(now) and (not isinstance(now, bytes) or len(value) == len(now))
