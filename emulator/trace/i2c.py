# SPDX-License-Identifier: MIT
"""
The I2C bus: each transfer byte by byte, and as SCL and SDA where there is time for them.

For the firmware a transfer takes no time: all transfers of one tick happen at one microsecond. Here they are
laid out behind it, in their order. As many of them as fit before the next instant with traffic take the time
that the bus takes, with both lines; the rest follow with a microsecond a byte and no lines. So nothing
overlaps, no transfer is left out, and none is shown earlier than it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from emulator.board.device import NEVER
from emulator.trace.timeline import Timeline
from emulator.trace.vcd import FLOATING, TEXT, UNKNOWN, Value
from machines.firmware import pins

SECOND_US = 1_000_000
# Start, address and stop, in bits of the clock; a read behind a write begins anew.
_ENDS_BITS = 3
_AGAIN_BITS = 2
_BYTE_BITS = 9
# Of a long transfer the text tells so much; the signal ``data`` has every byte.
_TOLD_BYTES = 16
FRAM_ADDRESS_BYTES = 2


@dataclass
class Transfer:
    """
    One transfer from start to stop.

    Attributes:
        address: seven bits.
        wrote: bytes to the chip.
        read: bytes from the chip; None: nothing was to be read.
        answered: whether a chip was there.
        cut: bytes that the chip has taken of those written, where the power went within them.
    """

    address: int
    wrote: bytes
    read: bytes | None
    answered: bool
    cut: int | None = None

    @property
    def bits(self) -> int:
        """Its length in bits of the clock."""
        if not self.answered:
            return _ENDS_BITS + _BYTE_BITS
        size = len(self.wrote) + len(self.read or b"") + 1
        again = self.read is not None and bool(self.wrote)
        return _ENDS_BITS + _BYTE_BITS * (size + again) + _AGAIN_BITS * again

    @property
    def least_us(self) -> int:
        """Its length where a byte has a microsecond: its head, its bytes, its end."""
        return len(self.wrote) + len(self.read or b"") + 2

    def length_us(self, freq: int) -> int:
        """Its length at the clock of the bus."""
        return -(-self.bits * SECOND_US // freq)

    def text(self, name: str, register_bytes: int) -> str:
        """In one line: direction, chip, register, bytes."""
        register, data = self.wrote[:register_bytes], self.wrote[register_bytes:]
        at = f" @{register.hex()}" if register else ""
        if not self.answered:
            return f"{name}{at} does not answer"
        way, data = ("W", data) if self.read is None else ("R", self.read)
        told = data[:_TOLD_BYTES].hex(" ") + (" ..." if len(data) > _TOLD_BYTES else "")
        text = f"{way} {name}{at} {len(data)}: {told}" if data else f"{way} {name}{at}"
        return text if self.cut is None else f"{text} CUT after {self.cut}"


class BusLines:
    """
    The signals of one bus.

    Args:
        timeline: takes them.
        now: virtual time.
        names: of the chips, by address.
        freq: of its clock, Hz; at most half a megahertz, since a bit needs two microseconds.

    Attributes:
        transfers: seen; laid: those of them that have lines; bits: of all of them.
        behind_us: how far behind its instant the end of a burst lay at most.
    """

    def __init__(
        self,
        timeline: Timeline,
        now: Callable[[], int],
        names: Mapping[int, str],
        freq: int = pins.I2C_FREQ,
    ) -> None:
        self.transfers = self.laid = self.bits = self.behind_us = 0
        self._timeline, self._now, self._names, self._freq = timeline, now, names, freq
        signal = timeline.signal
        self._scl = signal("i2c.scl", rest=1)
        self._sda = signal("i2c.sda", rest=1)
        self._address = signal("i2c.address", bits=7)
        self._reading = signal("i2c.read")
        self._register = signal("i2c.register", bits=16)
        self._data = signal("i2c.data", bits=8)
        self._ack = signal("i2c.ack", rest=1)
        self._text = signal("i2c.transfer", bits=TEXT)
        self._fram_address = signal("fram.address", bits=16)
        self._fram_data = signal("fram.data", bits=8)
        self._fram_write = signal("fram.write")
        self._numbers = (
            self._address, self._reading, self._register, self._data, self._ack,
            self._fram_address, self._fram_data, self._fram_write,
        )  # fmt: skip
        # The transfers of one instant, and when those before them have ended.
        self._burst: list[Transfer] = []
        self._burst_us = 0
        self._free_us = 0
        self._laying = False
        # The FRAM's place of the last transfer: a read without an address goes on there.
        self._pointer = 0
        timeline.hold(self._settled_us)

    # -- what happens -------------------------------------------------------------------------------

    def heard(self, address: int, wrote: bytes, read: bytes | None, answered: bool) -> None:
        """One transfer, now."""
        now_us = self._now()
        if self._burst and now_us > self._burst_us:
            self._lay(now_us)
        self._burst_us = now_us
        transfer = Transfer(address, bytes(wrote), None if read is None else bytes(read), answered)
        self._burst.append(transfer)
        self.transfers += 1
        self.bits += transfer.bits

    def power(self, on: bool, landed: int | None) -> None:
        """
        The supply comes or goes.

        Args:
            landed: bytes that the FRAM has taken of the last write, where it may not be all.
        """
        if not on and self._burst:
            last = self._burst[-1]
            size = len(last.wrote) - FRAM_ADDRESS_BYTES
            if landed is not None and last.address == pins.FRAM_ADDRESS and 0 <= landed < size:
                last.cut, last.wrote = landed, last.wrote[: FRAM_ADDRESS_BYTES + landed]
            self._lay(self._now())
        self._rest(on)

    def _rest(self, on: bool) -> None:
        at_us = max(self._now(), self._free_us)
        level: Value = 1 if on else UNKNOWN
        self._timeline.tell(self._text, "", at_us)
        self._timeline.tell(self._scl, level, at_us)
        self._timeline.tell(self._sda, level, at_us)
        self._idle(at_us, FLOATING if on else UNKNOWN)
        # A line that falls in the instant in which the current comes would have no edge.
        self._free_us = at_us + on

    def close(self) -> None:
        """Lay out what waits; the run has ended."""
        if self._burst:
            self._lay(NEVER)

    # -- how it is laid out -------------------------------------------------------------------------

    def _settled_us(self) -> int:
        now_us = self._now()
        if self._laying:
            return self._burst_us - 1
        if not self._burst:
            return now_us - 1
        length_us = sum(transfer.length_us(self._freq) for transfer in self._burst)
        if max(self._burst_us, self._free_us) + length_us < now_us:
            self._lay(now_us)
            return now_us - 1
        return self._burst_us - 1

    def _lay(self, next_us: int) -> None:
        """Give every transfer of the burst its time; the next instant with traffic is ``next_us``."""
        at_us = max(self._burst_us, self._free_us)
        burst, self._burst = self._burst, []
        rest_us = sum(transfer.least_us for transfer in burst)
        lines = self._laying = True
        for transfer in burst:
            rest_us -= transfer.least_us
            length_us = transfer.length_us(self._freq)
            lines = lines and at_us + length_us + rest_us <= next_us
            if lines:
                self._draw(transfer, at_us)
                self.laid += 1
                times = self._byte_times(transfer, at_us)
            else:
                length_us = transfer.least_us
                times = iter(range(at_us + 1, at_us + length_us))
            self._number(transfer, at_us, times, at_us + length_us)
            at_us += length_us
        self.behind_us = max(self.behind_us, at_us - self._burst_us)
        self._free_us = at_us
        self._laying = False

    def _at(self, begin_us: int, bit: int) -> int:
        return begin_us + bit * SECOND_US // self._freq

    def _byte_times(self, transfer: Transfer, begin_us: int) -> Iterator[int]:
        """When each byte behind the address begins on the lines."""
        bit = 1 + _BYTE_BITS
        for _ in transfer.wrote if transfer.answered else b"":
            yield self._at(begin_us, bit)
            bit += _BYTE_BITS
        if transfer.wrote:
            bit += _AGAIN_BITS + _BYTE_BITS
        for _ in transfer.read or b"":
            yield self._at(begin_us, bit)
            bit += _BYTE_BITS

    def _number(self, transfer: Transfer, at_us: int, times: Iterator[int], end_us: int) -> None:
        """The transfer as numbers and as text."""
        tell = self._timeline.tell
        fram = transfer.address == pins.FRAM_ADDRESS
        size = FRAM_ADDRESS_BYTES if fram else 1
        head = transfer.wrote[:size]
        tell(
            self._text,
            transfer.text(self._names.get(transfer.address, f"{transfer.address:02x}"), size),
            at_us,
        )
        tell(self._address, transfer.address, at_us)
        tell(self._reading, int(transfer.read is not None and not transfer.wrote), at_us)
        tell(self._ack, int(transfer.answered), at_us)
        if not transfer.answered:
            self._idle(end_us, FLOATING)
            return
        if len(head) == size:
            tell(self._register, int.from_bytes(head, "big"), at_us)
            self._pointer = int.from_bytes(head, "big") if fram else self._pointer
        for place, byte in enumerate(transfer.wrote):
            byte_us = next(times)
            tell(self._data, byte, byte_us)
            if fram and place >= size:
                self._fram(byte_us, byte, write=True)
        for place, byte in enumerate(transfer.read or b""):
            byte_us = next(times)
            if not place:
                tell(self._reading, 1, byte_us)
            tell(self._data, byte, byte_us)
            if fram:
                self._fram(byte_us, byte, write=False)
        self._idle(end_us, FLOATING)

    def _fram(self, at_us: int, byte: int, *, write: bool) -> None:
        tell = self._timeline.tell
        tell(self._fram_address, self._pointer % pins.FRAM_SIZE, at_us)
        tell(self._fram_data, byte, at_us)
        tell(self._fram_write, int(write), at_us)
        self._pointer += 1

    def _idle(self, at_us: int, value: Value) -> None:
        for number in self._numbers:
            self._timeline.tell(number, value, at_us)

    def _draw(self, transfer: Transfer, begin_us: int) -> None:
        """SCL and SDA: the data change while the clock is low, a microsecond before it rises."""
        scl, sda, tell = self._scl, self._sda, self._timeline.tell
        bit = 0

        def at(one: int) -> int:
            return self._at(begin_us, one)

        def byte(value: int, not_acknowledged: int) -> None:
            nonlocal bit
            for place in range(_BYTE_BITS):
                level = not_acknowledged if place == 8 else value >> (7 - place) & 1
                tell(scl, 0, at(bit))
                tell(sda, level, at(bit))
                tell(scl, 1, at(bit) + 1)
                bit += 1

        def start(way: int) -> None:
            nonlocal bit
            tell(sda, 0, at(bit))
            bit += 1
            byte(transfer.address << 1 | way, int(not transfer.answered))

        start(int(transfer.read is not None and not transfer.wrote))
        if transfer.answered:
            for one in transfer.wrote:
                byte(one, 0)
            if transfer.read is not None and transfer.wrote:
                tell(scl, 0, at(bit))
                tell(sda, 1, at(bit))
                tell(scl, 1, at(bit) + 1)
                bit += 1
                start(1)
            last = len(transfer.read or b"") - 1
            for place, one in enumerate(transfer.read or b""):
                byte(one, int(place == last))
        tell(scl, 0, at(bit))
        tell(sda, 0, at(bit))
        tell(scl, 1, at(bit) + 1)
        tell(sda, 1, at(bit + 1))
