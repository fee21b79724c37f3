# SPDX-License-Identifier: MIT
"""
ccTalk packets: built, checked and cut out of a stream of bytes.

    packet(2, 254)                          # b"\\x02\\x00\\x01\\xfe\\xff", simple poll to address 2
    framer = Framer()
    frame = framer.feed(byte, now_us)       # a whole frame, or None

Source: ccTalk Generic Specification 4.7, part 1, sections "Message Structure" and "CRC".
"""

from __future__ import annotations

from typing import NamedTuple

from emulator.board.device import Kept

HOST = 1
BROADCAST = 0
ACK, NAK, BUSY = 0, 5, 6
# After this long without the next byte a packet is given up.
GAP_US = 50_000
MAX_DATA = 255


class Packet(NamedTuple):
    """One packet, its check already made; ``source`` is 0 in CRC mode, which carries none."""

    destination: int
    source: int
    header: int
    data: bytes


def crc16(data: bytes) -> int:
    """CRC-CCITT as ccTalk takes it: polynomial 1021h, start 0, most significant bit first (XMODEM)."""
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def packet(
    destination: int, header: int, data: bytes = b"", *, source: int = HOST, crc: bool = False
) -> bytes:
    """The bytes of a packet in 8-bit checksum mode, or in CRC mode, where the source has no place."""
    if len(data) > MAX_DATA:
        raise ValueError(f"data must be 0 to {MAX_DATA} bytes (got {len(data)})")
    if crc:
        check = crc16(bytes((destination, len(data), header)) + data)
        return bytes((destination, len(data), check & 0xFF, header)) + data + bytes((check >> 8,))
    body = bytes((destination, len(data), source, header)) + data
    return body + bytes((-sum(body) & 0xFF,))


def read(frame: bytes, *, crc: bool = False) -> Packet | None:
    """The packet of a whole frame; None if its check fails."""
    destination, size, source, header = frame[:4]
    data = frame[4:-1]
    if len(frame) != size + 5:
        return None
    if crc:
        check = crc16(bytes((destination, size, header)) + data)
        return Packet(destination, 0, header, data) if (source | frame[-1] << 8) == check else None
    return Packet(destination, source, header, data) if sum(frame) & 0xFF == 0 else None


class Framer(Kept):
    """
    Cuts frames out of bytes that come one at a time, those for others included.

    Args:
        gap_us: a packet whose next byte takes longer is given up.

    Attributes:
        timeouts: packets given up because the next byte did not come in time; wraps at 256.
    """

    # What has come of a packet, as plain values.
    KEPT = ("timeouts", "_bytes", "_last_us")

    def __init__(self, gap_us: int = GAP_US) -> None:
        self.timeouts = 0
        self._gap_us = gap_us
        self._bytes = bytearray()
        self._last_us = 0

    def feed(self, byte: int, now_us: int) -> bytes | None:
        """Take one byte; the frame that it completes, if it does."""
        held = self._bytes
        if held and now_us - self._last_us > self._gap_us:
            held.clear()
            self.timeouts = (self.timeouts + 1) & 0xFF
        self._last_us = now_us
        held.append(byte)
        size = len(held)
        if size < 2 or size < held[1] + 5:
            return None
        frame = bytes(held)
        held.clear()
        return frame

    def clear(self) -> None:
        """Forget a packet that has begun."""
        self._bytes.clear()


def number(value: int, size: int) -> bytes:
    """A count as ccTalk sends it: low byte first, wrapping."""
    return (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")
