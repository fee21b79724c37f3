# SPDX-License-Identifier: MIT
"""
The sealed counter of plays and prizes: a unit with a memory of its own, on I2C, with a reader port.

    counter = SealedCounter(board, new_memory(1, 1, "cierzo"))
    board.attach_i2c(pins.COUNTER_ADDRESS, counter)
    counter.read().plays              # as the authority's reader does, with or without current
    counter.ambient_dc = 450          # 45.0 degrees: it asks to be taken out of service

Source: RD 2110/1998 art. 13; Orden ICT/155/2020, Anexo XVII, appendix I.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from emulator.board.board import Board
from emulator.devices.counter_memory import CounterError, Reading, read_memory, written
from emulator.devices.i2c_unit import I2CUnit
from machines.firmware import counter_link as link
from machines.firmware import pins

# Its rated range in tenths of a degree (ap. I.2.1); a maker may narrow it, never below 5 to 30 degrees.
LOWEST_DC = -100
HIGHEST_DC = 400
ROOM_DC = 210


class SealedCounter(I2CUnit):
    """
    Adds the frames that follow its last one, and shows what is wrong with it.

    A write is finished from the unit's own capacitor: a power cut comes before a frame or after it.

    Attributes:
        ambient_dc: temperature around it in tenths of a degree Celsius.
        dark: its memory chip has lost its contact; what it holds stays.
    """

    # Memory, temperature, noise and what the bus has asked for.
    KEPT = ("memory", "ambient_dc", "noise", "dark", "_own", "_register", "_answer")

    def __init__(self, board: Board, memory: bytes) -> None:
        super().__init__("sealed_counter", board, pins.COUNTER_ADDRESS, link.ANSWER)
        self.memory = bytes(memory)
        self.ambient_dc = ROOM_DC
        self.dark = False
        self._own: bytes | None = None

    # -- the reader port and the seal -----------------------------------------------------------------

    def read(self) -> Reading:
        """What it holds, read at its own port; CounterError where its memory is lost."""
        return read_memory(self.dump())

    def numbers(self) -> dict[str, int]:
        """The whole numbers of what it holds; none where its memory is lost."""
        with suppress(CounterError):
            return {name: value for name, value in self.read().as_dict().items() if isinstance(value, int)}
        return {}

    def dump(self) -> bytes:
        """Its memory as it is, byte by byte; nothing where the chip has no contact."""
        return b"" if self.dark else self.memory

    @property
    def flags(self) -> int:
        """Why it asks to be taken out of service: bits of counter_link."""
        return _flags(self.dump(), self.ambient_dc)

    def break_seal(self) -> None:
        """Somebody opens it: that stays written until the authority has sealed it anew."""
        with suppress(CounterError):
            at = self.read()
            broken = at.faults | link.SEAL_BROKEN
            self._write(replace(at, faults=broken, seal_breaks=min(at.seal_breaks + 1, 0xFFFF)))

    def release(self) -> None:
        """The authority has examined it, takes back what it has latched and seals it anew."""
        with suppress(CounterError):
            self._write(replace(self.read(), faults=0))

    def swap(self, memory: bytes | None) -> None:
        """Put another counter in its place, or with None the machine's own again."""
        if memory is None:
            self.memory, self._own = self._own or self.memory, None
        else:
            self._own = self._own or self.memory
            self.memory = bytes(memory)

    @property
    def swapped(self) -> bool:
        """Whether another counter is in its place."""
        return self._own is not None

    def _write(self, reading: Reading) -> None:
        self.memory = written(self.memory, reading)

    # -- the bus --------------------------------------------------------------------------------------

    def _take(self, register: int, data: bytes) -> None:
        """A frame of counts."""
        if register == link.FRAME:
            frame = link.unpack_frame(self._garbled(data))
            if frame is not None:
                self._count(*frame)

    def _status(self) -> bytes:
        return _answer(self.dump(), self.ambient_dc)

    def _count(self, number: int, plays: int, prizes: int, cents: int) -> None:
        """Add a frame once: the next one counts, the last one again is known, any other is latched."""
        try:
            at = self.read()
        except CounterError:
            return
        frame = (plays, prizes, cents)
        if number == at.sequence and frame == at.frame:
            return
        if number != (at.sequence + 1) % link.NUMBERS:
            self._write(replace(at, faults=at.faults | link.OUT_OF_ORDER))
            return
        now = replace(
            at,
            sequence=number,
            frame=frame,
            plays=(at.plays + plays) % link.MODULUS,
            prizes=(at.prizes + prizes) % link.MODULUS,
            won_cents=(at.won_cents + cents) % link.MODULUS,
        )
        self._write(now)
        if any(frame):
            shown = {"plays": now.plays, "prizes": now.prizes, "won_cents": now.won_cents}
            self._board.emit("counter", sequence=now.sequence, **shown)

    # -- saved states ---------------------------------------------------------------------------------


def _flags(memory: bytes, ambient_dc: int) -> int:
    flags = 0 if LOWEST_DC <= ambient_dc <= HIGHEST_DC else link.OUT_OF_RANGE
    try:
        return flags | read_memory(memory).faults
    except CounterError:
        return flags | link.MEMORY_FAULT


@lru_cache(maxsize=64)
def _answer(memory: bytes, ambient_dc: int) -> bytes:
    """What a counter with this memory says; the machine asks for it again and again between two plays."""
    flags = _flags(memory, ambient_dc)
    try:
        at = read_memory(memory)
    except CounterError:
        return link.pack_answer((0, 0, 0, 0, 0, 0, ambient_dc, flags))
    counted = (at.serial, at.machine, at.sequence, at.plays, at.prizes, at.won_cents)
    return link.pack_answer((*counted, ambient_dc, flags))
