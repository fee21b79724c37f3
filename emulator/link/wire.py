# SPDX-License-Identifier: MIT
"""
The bytes between a machine or a display and the controller (docs/link.md, for who writes the other
side).

A frame is its length, a kind, a body, and on a session a seal; numbers are little endian:

    u32 length of the rest    u8 kind    body    seal, the first 16 bytes of HMAC-SHA256

The seal covers the direction, the number of the frame in its direction, kind and body, under the session's
key, which is made of the machine's key and a fresh nonce of either side. So a frame that was changed, left
out, repeated or moved ends the session; a session that is played back opens none.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import struct
from collections.abc import Callable
from typing import Any, NamedTuple

from emulator.link.errors import LinkWireError

VERSION = 1
# What a CHALLENGE says beside its nonce: from 2 on a controller answers a machine's LOOK.
ANSWERS = 2
NONCE_SIZE = 16
KEY_SIZE = 32
SEAL_SIZE = 16
FRAME_MAX = 16_384

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
BYS = ("none", "prize", "mystery", "threshold")
MAGIC = b"azlk"
REASONS = (
    "unknown", "behind", "ahead", "gap", "changed", "prize", "award", "books", "seal", "version", "replaced",
    "stopped",
)  # fmt: skip


def pack(kind: int, *values: Any) -> bytes:
    """Kind and body of a message of fixed size."""
    return bytes([kind]) + BODIES[kind].pack(*values)


def pack_pots(values_mc: tuple[int, ...]) -> bytes:
    """What the pots show."""
    return struct.pack(f"<BB{len(values_mc)}Q", POTS, len(values_mc), *values_mc)


def pack_face(face: dict[str, Any]) -> bytes:
    """What a display shows beside figures."""
    return bytes([FACE]) + json.dumps(face, ensure_ascii=False, separators=(",", ":")).encode()


def pack_refused(why: str) -> bytes:
    """Why a session ends or does not begin."""
    return bytes([REFUSED, REASONS.index(why)])


class Message(NamedTuple):
    """A message as it came: its kind and the values of its body."""

    kind: int
    values: tuple[Any, ...]


def unpack(raw: bytes) -> Message:
    """Read kind and body; raises LinkWireError if they are no message."""
    kind, body = raw[0] if raw else 0, raw[1:]
    try:
        if kind == POTS:
            return Message(kind, struct.unpack(f"<{body[0]}Q", body[1:]))
        if kind == REFUSED:
            return Message(kind, (REASONS[body[0]],))
        if kind == FACE:
            return Message(kind, (body,))
        return Message(kind, BODIES[kind].unpack(body))
    except (KeyError, IndexError, struct.error):
        raise LinkWireError(
            f"message must be one of the protocol (got kind {kind}, {len(body)} bytes)"
        ) from None


def machine_key(link_key: bytes, machine: int) -> bytes:
    """A machine's own key, so that one that is stolen opens no other machine's sessions."""
    return hmac.digest(link_key, b"azar link machine" + machine.to_bytes(8, "little"), hashlib.sha256)


def display_key(link_key: bytes, display: int) -> bytes:
    """A display's own key: it opens no machine's session, so nobody plays with it."""
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
            LinkWireError: too long, no message, or not sealed as the next frame of this session.
        """
        if len(self._buffer) < 4:
            return None
        size = int.from_bytes(self._buffer[:4], "little")
        if not 1 <= size <= FRAME_MAX:
            raise LinkWireError(f"frame must be 1 to {FRAME_MAX} bytes (got {size})")
        if len(self._buffer) < 4 + size:
            return None
        payload = bytes(self._buffer[4 : 4 + size])
        del self._buffer[: 4 + size]
        if self._key is not None:
            payload, seal = payload[:-SEAL_SIZE], payload[-SEAL_SIZE:]
            if not hmac.compare_digest(seal, self._seal(self._in_mark, self._received, payload)):
                raise LinkWireError("frame must be sealed with the key of this session, in its order")
            self._received += 1
        return unpack(payload)


Nonce = Callable[[], bytes]
