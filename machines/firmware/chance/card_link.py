# SPDX-License-Identifier: MIT
"""
The link to the reader of house cards: its registers, orders and answers, each with a CRC-32.

Pure: bytes in, values out; the reader and the host of the cards run this same file. The balance of a card is
the host's. An order carries its number: the host decides the one that follows its last, once, and takes a
repeated one as known; the answer says what became of the last. So an order may be sent as often as it takes,
and moves money once.

    card_link.pack_order(12, nvram.CARD_TO_CREDITS, 4711, 600)   # 6.00 EUR of card 4711 to the credits
    answer = card_link.unpack_answer(raw)                        # None: not whole
    answer[card_link.BALANCE_CENTS]
"""

import binascii
import struct

# Registers: what is read, what is written.
ANSWER = 0x00
ORDER = 0x40

# An answer: flags, the machine that the host knows here, the card in the reader and its balance, the number
# of the last order and what became of it.
_ANSWER_FORMAT = "<BIIIIB"
ANSWER_SIZE = 22
FLAGS = 0
MACHINE = 1
CARD = 2
BALANCE_CENTS = 3
NUMBER = 4
RESULT = 5

# An order: its number, which way (nvram.CARD_TO_CREDITS, CARD_FROM_CREDITS), card, cents.
_ORDER_FORMAT = "<IBII"
ORDER_SIZE = 17

# Flags: a card is in, the host is deciding, the reader has no connection to the host.
CARD_IN = 1
BUSY = 2
OFFLINE = 4

DONE = 1
REFUSED = 2

NUMBERS = 1 << 32


def _sealed(body: bytes) -> bytes:
    return body + struct.pack("<I", binascii.crc32(body))


def _whole(raw: bytes, size: int) -> bool:
    return len(raw) == size and binascii.crc32(raw[:-4]) == struct.unpack_from("<I", raw, size - 4)[0]


def pack_order(number: int, way: int, card: int, cents: int) -> bytes:
    """Return an order."""
    return _sealed(struct.pack(_ORDER_FORMAT, number, way, card, cents))


def unpack_order(raw: bytes) -> tuple | None:
    """Return (number, way, card, cents), or None if it is not whole."""
    return struct.unpack(_ORDER_FORMAT, raw[:-4]) if _whole(raw, ORDER_SIZE) else None


def pack_answer(values: tuple) -> bytes:
    """Return an answer with these values, in the order of FLAGS to RESULT."""
    return _sealed(struct.pack(_ANSWER_FORMAT, *values))


def unpack_answer(raw: bytes) -> tuple | None:
    """Return the values of an answer, in the order of FLAGS to RESULT, or None if it is not whole."""
    return struct.unpack(_ANSWER_FORMAT, raw[:-4]) if _whole(raw, ANSWER_SIZE) else None
