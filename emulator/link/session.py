# SPDX-License-Identifier: MIT
"""What the machine's and a display's end of a connection have in common: frames, seal, silence."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod

from emulator.link import wire
from emulator.link.errors import LinkWireError

PING_MS = 1_000
SILENCE_MS = 5_000  # then the link is down


def fresh_nonce() -> bytes:
    """Return the bytes that make a session unlike any other."""
    return os.urandom(wire.NONCE_SIZE)


class LinkSession(ABC):
    """
    One end of the protocol, without thread, socket or clock; what it says and takes, its kinds know.

    Args:
        key: 32 bytes that both ends have.
        nonce: 16 fresh bytes; a test repeats them.

    Attributes:
        closed: whether there is no connection, or it is to be closed.
    """

    def __init__(self, key: bytes, nonce: wire.Nonce) -> None:
        self.closed = True
        self._key = key
        self._make_nonce = nonce
        self._out = bytearray()
        self._frames = wire.Frames(server=False)
        self._sealed = False
        self._heard_ms = self._pinged_ms = 0

    def outgoing(self) -> bytes:
        """Bytes to be sent now."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def disconnected(self) -> None:
        """The connection is gone, or is to be closed."""
        self.closed = True
        self._out.clear()

    def received(self, data: bytes, now_ms: int) -> None:
        """Bytes from the controller; a session that breaks is closed."""
        self._frames.feed(data)
        self._heard_ms = now_ms
        try:
            while not self.closed and (message := self._frames.next()) is not None:
                self._take(message)
        except LinkWireError:
            self.disconnected()
            return
        self.tick(now_ms)

    def tick(self, now_ms: int) -> None:
        """Send what waits, ping the controller, notice its silence."""
        if self.closed:
            return
        if now_ms - self._heard_ms > SILENCE_MS:
            self.disconnected()
        elif self.ready():
            self._tell()
            if now_ms - self._pinged_ms >= PING_MS:
                self._pinged_ms = now_ms
                self._send(wire.pack(wire.PING))

    # What the kinds say.

    @property
    @abstractmethod
    def number(self) -> int:
        """Our number in the link."""

    @abstractmethod
    def ready(self) -> bool:
        """Whether the controller knows us."""

    def _tell(self) -> None:  # noqa: B027 -- a display has nothing to say
        """Send what happened since."""

    @abstractmethod
    def _take(self, message: wire.Message) -> None:
        """A message of the controller; LinkWireError breaks the session."""

    # What they call.

    def _begin(self, kind: int, number: int, now_ms: int) -> None:
        """Introduce ourselves over a new connection."""
        self._frames = wire.Frames(server=False)
        self._sealed = self.closed = False
        self._heard_ms = self._pinged_ms = now_ms
        self._nonce = self._make_nonce()
        self._send(wire.pack(kind, wire.MAGIC, wire.VERSION, number, self._nonce))

    def _seal(self, number: int, nonce: bytes) -> None:
        """Seal all frames from here on with the key, as the controller's challenge asks."""
        self._sealed = True
        self._frames.seal_with(wire.session_key(self._key, number, self._nonce, nonce))

    def _send(self, payload: bytes) -> None:
        self._out += self._frames.frame(payload)
