# SPDX-License-Identifier: MIT
"""
The link to the sealed counter: its registers, frames and answers, each with a CRC-32.

Pure: bytes in, values out; the counter and the reader on the host run this same file. A frame carries
its number: the counter adds the one that follows its last, takes a repeated one as known and
adds nothing, and refuses every other. So a frame may be sent as often as it takes, and counts once.

    counter_link.pack_frame(41, 1, 0, 0)      # one play
    answer = counter_link.unpack_answer(raw)  # None: not whole
    answer[counter_link.PLAYS]
"""

import binascii
import struct

# Registers: what is read, what is written.
ANSWER = 0x00
FRAME = 0x40

# An answer: the counter's own serial number, the machine's, the number of the last frame, the three totals,
# its temperature in tenths of a degree Celsius, flags.
_ANSWER_FORMAT = "<IIIQQQhB"
ANSWER_SIZE = 43
SERIAL = 0
MACHINE = 1
SEQUENCE = 2
PLAYS = 3
PRIZES = 4
CENTS = 5
TEMPERATURE_DC = 6
FLAGS = 7

# A frame: its number, plays, prizes, prize money in cents.
_FRAME_FORMAT = "<IBBI"
FRAME_SIZE = 14

# Why the counter asks to be taken out of service.
SEAL_BROKEN = 1
OUT_OF_RANGE = 2
MEMORY_FAULT = 4
OUT_OF_ORDER = 8

# Ten digits; after 9,999,999,999 follows 0 (K-03: no Spanish norm says how many).
MODULUS = 10_000_000_000
NUMBERS = 1 << 32


def _sealed(body: bytes) -> bytes:
    return body + struct.pack("<I", binascii.crc32(body))


def _whole(raw: bytes, size: int) -> bool:
    return len(raw) == size and binascii.crc32(raw[:-4]) == struct.unpack_from("<I", raw, size - 4)[0]


def pack_frame(number: int, plays: int, prizes: int, cents: int) -> bytes:
    """Return a frame: its number, plays and prizes of 0 to 255, prize money in cents."""
    return _sealed(struct.pack(_FRAME_FORMAT, number, plays, prizes, cents))


def unpack_frame(raw: bytes) -> tuple | None:
    """Return (number, plays, prizes, cents), or None if it is not whole."""
    return struct.unpack(_FRAME_FORMAT, raw[:-4]) if _whole(raw, FRAME_SIZE) else None


def pack_answer(values: tuple) -> bytes:
    """Return an answer with these values, in the order of SERIAL to FLAGS."""
    return _sealed(struct.pack(_ANSWER_FORMAT, *values))


def unpack_answer(raw: bytes) -> tuple | None:
    """Return the values of an answer, in the order of SERIAL to FLAGS, or None if it is not whole."""
    return struct.unpack(_ANSWER_FORMAT, raw[:-4]) if _whole(raw, ANSWER_SIZE) else None


def totals(plays: int, prizes: int, won_cents: int, pending_cents: int, outcome: bytes) -> tuple:
    """
    Return plays, prizes and prize money as the counter has to know them.

    A prize that the reels have not shown yet is not counted: the counter would tell. One that was gambled
    counts once, whatever it was made of.

    Args:
        plays, prizes, won_cents, pending_cents, outcome: rows of the main record.
    """
    if pending_cents:
        # Entries of 16 bytes from 16 on, each with its prize at 4.
        entries = outcome[0]
        if not entries and len(outcome) > 3 and outcome[3]:
            entries = 1
        for entry in range(entries):
            if struct.unpack_from("<I", outcome, 20 + 16 * entry)[0]:
                prizes -= 1
    return plays, prizes, won_cents - pending_cents
