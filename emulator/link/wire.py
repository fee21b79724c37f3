# SPDX-License-Identifier: MIT
"""
The bytes between a machine or a display and the controller (docs/link.md, for who writes the other
side).

A frame is its length, a kind, a body, and on a session a seal; numbers are little endian:

    u32 length of the rest    u8 kind    body    seal, the first 16 bytes of HMAC-SHA256

The seal covers the direction, the number of the frame in its direction, kind and body, under the session's
key, which is made of the machine's key and a fresh nonce of either side. So a frame that was changed, left
out, repeated or moved ends the session; a session that is played back opens none.

Every number of a frame has its bounds (``BOUNDS``): one beyond them is no message, whoever has sealed it.
Before a key was shown a frame is a greeting of fixed size and nothing else; its length is looked at before it
is read.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

from cext.chance_rows import MAX_POT_MC
from cext.link import LINK_MAX_PRIZES, LINK_MAX_STAKE_MC, LINK_MAX_TOTAL, LINK_MAX_WINNERS
from cext.rng import MACHINE_MAX
from emulator.link.entries import TIME_MAX_US
from emulator.link.errors import LinkSealError, LinkWireError
from machines.support.plain import Json

VERSION = 1
# What a CHALLENGE says beside its nonce: from 2 on a controller answers a machine's LOOK.
ANSWERS = 2
NONCE_SIZE = 16
KEY_SIZE = 32
SEAL_SIZE = 16
FRAME_MAX = 16_384  # from a controller: FACE is the longest
ASK_MAX = 64  # from a machine or display
POTS_MAX = 8

HELLO, CHALLENGE, JOIN, WELCOME, PLAY, ACK, AWARD, SETTLED, BOOKS, POTS, PING, PONG, REFUSED = range(1, 14)
WATCH, LOOK, FACE, WON, UP = range(14, 19)  # displays

BODIES = {
    HELLO: struct.Struct("<4sHQ16s"),  # "azlk", version, machine, nonce
    CHALLENGE: struct.Struct("<H16s"),  # what is answered, nonce
    JOIN: struct.Struct("<QQ"),  # number of its next new play, last committed award
    WELCOME: struct.Struct("<Q"),  # last play taken
    PLAY: struct.Struct("<QQIBB"),  # seq, play, stake_mc, prize, winners
    ACK: struct.Struct("<Q"),  # seq: this play and all before it are durable
    AWARD: struct.Struct("<QQBBBI"),  # award, seq, pot, by, winners, cents
    SETTLED: struct.Struct("<Q"),  # award: this one and all before it are committed
    BOOKS: struct.Struct("<QQQQ"),  # seq, staked_mc, award, won_cents
    WATCH: struct.Struct("<4sHQ16s"),  # "azlk", version, display, nonce
    LOOK: struct.Struct(""),
    WON: struct.Struct("<QQQQBBBI"),  # entry, at_us, machine, award, pot, by, winners, cents
    UP: struct.Struct("<II"),  # machines connected, machines of the link
    PING: struct.Struct(""),
    PONG: struct.Struct(""),
}
GREETINGS = {True: (HELLO, WATCH), False: (CHALLENGE, REFUSED)}  # to a controller, from one: without a seal
ASKED = frozenset((HELLO, WATCH, LOOK, JOIN, PLAY, SETTLED, BOOKS, PING))  # all that a controller takes
BYS = ("none", "prize", "mystery", "threshold")

COUNT_MAX = (1 << 32) - 1  # plays and awards of a machine: what its memory counts them in
STORED_MAX = (1 << 63) - 1  # what a database keeps of a number
TOTAL_MC_MAX = LINK_MAX_TOTAL
TOTAL_CENTS_MAX = LINK_MAX_TOTAL >> 9
_POT_CENTS_MAX = MAX_POT_MC // 1000
_PRIZES_MAX = POTS_MAX * LINK_MAX_PRIZES

Bound = tuple[str, int, int]  # name, least, most
_SEQ, _LAST_SEQ = ("seq", 1, COUNT_MAX), ("seq", 0, COUNT_MAX)
_AWARD, _LAST_AWARD = ("award", 1, COUNT_MAX), ("award", 0, COUNT_MAX)
_WON: tuple[Bound, ...] = (
    ("pot", 0, POTS_MAX - 1), ("by", 1, len(BYS) - 1), ("winners", 1, LINK_MAX_WINNERS),
    ("cents", 0, _POT_CENTS_MAX),
)  # fmt: skip
# The first values of a body, in their order; what is not named is bytes, or has no other bound than its size.
BOUNDS: dict[int, tuple[Bound, ...]] = {
    JOIN: (("next_seq", 1, COUNT_MAX), _LAST_AWARD),
    WELCOME: (_LAST_SEQ,),
    PLAY: (
        _SEQ, ("play", 0, STORED_MAX), ("stake_mc", 0, LINK_MAX_STAKE_MC), ("prize", 0, _PRIZES_MAX),
        ("winners", 1, LINK_MAX_WINNERS),
    ),
    ACK: (_SEQ,),
    AWARD: (_AWARD, _SEQ, *_WON),
    SETTLED: (_AWARD,),
    BOOKS: (_LAST_SEQ, ("staked_mc", 0, TOTAL_MC_MAX), _LAST_AWARD, ("won_cents", 0, TOTAL_CENTS_MAX)),
    WON: (("entry", 1, STORED_MAX), ("at_us", 0, TIME_MAX_US), ("machine", 1, MACHINE_MAX), _AWARD, *_WON),
}  # fmt: skip
MAGIC = b"azlk"
REASONS = (
    "unknown", "behind", "ahead", "gap", "changed", "prize", "award", "books", "seal", "version", "replaced",
    "stopped", "frame", "stake", "rate", "total", "database",
)  # fmt: skip
# The controller or its database could not answer, or somebody else came: no fault of the machine's.
PASSING = frozenset(("replaced", "stopped", "database"))


# What ``struct`` read of a body: numbers and bytes, as its kind has them.
Values = tuple[Any, ...]


def pack(kind: int, *values: object) -> bytes:
    """Kind and body of a message of fixed size."""
    return bytes([kind]) + BODIES[kind].pack(*values)


def pack_pots(values_mc: tuple[int, ...]) -> bytes:
    """The message of the pots' values."""
    return struct.pack(f"<BB{len(values_mc)}Q", POTS, len(values_mc), *values_mc)


def pack_face(face: Json) -> bytes:
    """The message of a display's texts."""
    return bytes([FACE]) + json.dumps(face, ensure_ascii=False, separators=(",", ":")).encode()


def pack_refused(why: str) -> bytes:
    """Why a session ends or does not begin."""
    return bytes([REFUSED, REASONS.index(why)])


class Message(NamedTuple):
    """A message as it came: its kind and the values of its body."""

    kind: int
    values: Values


def unpack(raw: bytes) -> Message:
    """Read kind and body; raises LinkWireError if they are no message, or a number is out of its bounds."""
    kind, body = raw[0] if raw else 0, raw[1:]
    try:
        if kind == POTS:
            values = struct.unpack(f"<{body[0]}Q", body[1:])
            check_numbers(values, (("value_mc", 0, MAX_POT_MC),) * len(values))
            check_numbers((len(values),), (("pots", 1, POTS_MAX),))
            return Message(kind, values)
        if kind == REFUSED:
            (reason,) = body
            return Message(kind, (REASONS[reason],))
        if kind == FACE:
            return Message(kind, (body,))
        values = BODIES[kind].unpack(body)
    except (KeyError, IndexError, ValueError, struct.error):
        raise LinkWireError(
            f"message must be one of the protocol (got kind {kind}, {len(body)} bytes)"
        ) from None
    check_numbers(values, BOUNDS.get(kind, ()))
    if kind in (AWARD, WON):
        check_numbers((values[-1] * values[-2],), (("cents of all winners", 0, _POT_CENTS_MAX),))
    return Message(kind, values)


def check_numbers(values: Values, bounds: tuple[Bound, ...]) -> None:
    """Raise LinkWireError at the first number that is out of its bounds."""
    for value, (name, least, most) in zip(values, bounds, strict=False):
        if not least <= value <= most:
            raise LinkWireError(f"{name} must be {least} to {most} (got {value})")


def machine_key(link_key: bytes, machine: int) -> bytes:
    """A machine's own key, so that one that is stolen opens no other machine's sessions."""
    return hmac.digest(link_key, b"azar link machine" + machine.to_bytes(8, "little"), hashlib.sha256)


def display_key(link_key: bytes, display: int) -> bytes:
    """A display's own key, which opens no machine's session."""
    return hmac.digest(link_key, b"azar link display" + display.to_bytes(8, "little"), hashlib.sha256)


def session_key(key: bytes, machine: int, client_nonce: bytes, server_nonce: bytes) -> bytes:
    """The key of one session."""
    text = b"azar link session" + machine.to_bytes(8, "little") + client_nonce + server_nonce
    return hmac.digest(key, text, hashlib.sha256)


class Frames:
    """
    One end of a connection: frames in and out, sealed once there is a key.

    Args:
        server: which end this is; the two directions are sealed apart.
    """

    def __init__(self, *, server: bool) -> None:
        self._out_mark, self._in_mark = (b"S", b"M") if server else (b"M", b"S")
        self._server = server
        self._size_max = ASK_MAX if server else FRAME_MAX
        self._key: bytes | None = None
        self._sent = self._received = 0
        self._buffer = bytearray()

    def seal_with(self, key: bytes) -> None:
        """From here on every frame is sealed."""
        self._key = key
        self._sent = self._received = 0

    def _seal(self, mark: bytes, number: int, payload: bytes) -> bytes:
        assert self._key is not None
        text = mark + number.to_bytes(8, "little") + payload
        return hmac.digest(self._key, text, "sha256")[:SEAL_SIZE]

    def frame(self, payload: bytes) -> bytes:
        """The bytes of one message."""
        if self._key is not None:
            payload += self._seal(self._out_mark, self._sent, payload)
            self._sent += 1
        return len(payload).to_bytes(4, "little") + payload

    def feed(self, data: bytes) -> None:
        """Add bytes that came."""
        self._buffer += data

    def next(self) -> Message | None:
        """
        The next whole message, or None until more bytes come.

        Raises:
            LinkSealError: too long, no greeting, or not sealed as the next frame of this session.
            LinkWireError: sealed, and no message.
        """
        if len(self._buffer) < 4:
            return None
        size = int.from_bytes(self._buffer[:4], "little")
        if not 1 <= size <= self._size_max:
            raise LinkSealError(f"frame must be 1 to {self._size_max} bytes (got {size})")
        if len(self._buffer) < 4 + size:
            return None
        payload = bytes(self._buffer[4 : 4 + size])
        del self._buffer[: 4 + size]
        if self._key is not None:
            payload, seal = payload[:-SEAL_SIZE], payload[-SEAL_SIZE:]
            if not hmac.compare_digest(seal, self._seal(self._in_mark, self._received, payload)):
                raise LinkSealError("frame must be sealed with the key of this session, in its order")
            self._received += 1
            if self._server and payload[:1] and payload[0] not in ASKED:
                raise LinkWireError(
                    f"message must be one of a machine's or display's (got kind {payload[0]})"
                )
        elif payload[0] not in GREETINGS[self._server]:
            raise LinkSealError(f"a greeting comes first (got kind {payload[0]})")
        try:
            return unpack(payload)
        except LinkWireError as error:
            raise error if self._key is not None else LinkSealError(str(error)) from None


Nonce = Callable[[], bytes]
