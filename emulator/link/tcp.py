# SPDX-License-Identifier: MIT
"""
A machine's or a display's connection over TCP, without a thread: ``poll`` does what can be done now.

    link = LinkConnection(LinkClient(port, key), "127.0.0.1", 7710)
    while True:
        link.poll(now_ms)
"""

from __future__ import annotations

import socket
import ssl
import zlib
from typing import Protocol

RETRY_MS = 1_000
RETRY_MAX_MS = 16_000
STEADY_MS = 5_000  # a connection that was good so long is no failed attempt
_CONNECT_S = 1.0
_GREET_MS = 5_000  # of the TLS handshake


def retry_after_ms(retry_ms: int, failures: int, number: int) -> int:
    """
    How long to wait after so many failures in a row: twice as long each time, up to RETRY_MAX_MS or
    ``retry_ms``.

    A part of it, up to a half, depends on who we are: the machines of a room do not all come back in one
    instant. It is not random: no random words of a game are used.
    """
    wait_ms = max(retry_ms, min(RETRY_MAX_MS, retry_ms << min(failures - 1, 16)))
    return wait_ms + zlib.crc32(f"{number} {failures}".encode()) % (wait_ms // 2 + 1)


class Speaker(Protocol):
    """One end of the protocol without a socket: a LinkClient or a DisplayClient."""

    closed: bool

    @property
    def number(self) -> int: ...
    def ready(self) -> bool: ...
    def connected(self, now_ms: int) -> None: ...
    def received(self, data: bytes, now_ms: int) -> None: ...
    def tick(self, now_ms: int) -> None: ...
    def outgoing(self) -> bytes: ...
    def disconnected(self) -> None: ...


class LinkConnection:
    """
    Connects a client, and again whenever the connection is gone.

    Args:
        client: speaks the protocol.
        host, port: of the controller.
        tls: how to check the controller's certificate; None: no TLS.
        retry_ms: from the first attempt to the next; then more and more (``retry_after_ms``).
    """

    def __init__(
        self,
        client: Speaker,
        host: str,
        port: int,
        tls: ssl.SSLContext | None = None,
        retry_ms: int = RETRY_MS,
    ) -> None:
        self._client = client
        self._address = host, port
        self._tls = tls
        self._retry_ms = retry_ms
        self._socket: socket.socket | None = None
        self._greeting: ssl.SSLSocket | None = None
        self._pending = bytearray()
        self._failures = 0
        self._next_ms: int | None = None  # the next attempt
        self._since_ms = 0  # when the handshake began, or the controller knew us
        self._now_ms = 0

    @property
    def greeting(self) -> bool:
        """Whether a TLS handshake is under way."""
        return self._greeting is not None

    def poll(self, now_ms: int) -> None:
        """Connect, read, tell and send what can be without waiting (connecting waits a second at most)."""
        self._now_ms = now_ms
        if self._socket is None and self._greeting is None:
            if self._next_ms is not None and now_ms < self._next_ms:
                return
            self._connect()
        if self._greeting is not None and not self._greet():
            return
        if self._socket is not None and not self._read(now_ms):
            self.close()
            return
        self._client.tick(now_ms)
        self._write()
        if self._client.closed:
            self.close()
        elif not self._client.ready():
            self._since_ms = now_ms
        elif now_ms - self._since_ms >= STEADY_MS:
            self._failures = 0

    def close(self) -> None:
        """Hang up; the next attempt waits for its time."""
        for one in (self._socket, self._greeting):
            if one is not None:
                one.close()
                self._failed()
        self._socket = self._greeting = None
        self._pending.clear()
        self._client.disconnected()

    def _failed(self) -> None:
        self._failures += 1
        wait_ms = retry_after_ms(self._retry_ms, self._failures, self._client.number)
        self._next_ms = self._now_ms + wait_ms

    def _connect(self) -> None:
        try:
            plain = socket.create_connection(self._address, timeout=_CONNECT_S)
        except OSError:
            self._failed()
            return
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        plain.setblocking(False)
        self._since_ms = self._now_ms
        if self._tls is None:
            self._begin(plain)
            return
        try:
            host = self._address[0]
            self._greeting = self._tls.wrap_socket(plain, server_hostname=host, do_handshake_on_connect=False)
        except OSError:
            plain.close()
            self._failed()

    def _greet(self) -> bool:
        """Go on with the TLS handshake; True when it is done. One that takes too long is over."""
        made = self._greeting
        assert made is not None
        try:
            made.do_handshake()
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            if self._now_ms - self._since_ms > _GREET_MS:
                self.close()
            return False
        except OSError:
            self.close()
            return False
        self._greeting = None
        self._begin(made)
        return True

    def _begin(self, made: socket.socket) -> None:
        self._socket, self._since_ms = made, self._now_ms
        self._client.connected(self._now_ms)

    def _read(self, now_ms: int) -> bool:
        """Read all that is there; False if the other side hung up."""
        assert self._socket is not None
        while not self._client.closed:
            try:
                data = self._socket.recv(65_536)
            except (BlockingIOError, ssl.SSLWantReadError):
                return True
            except OSError:
                return False
            if not data:
                return False
            self._client.received(data, now_ms)
        return True

    def _write(self) -> None:
        self._pending += self._client.outgoing()
        if self._socket is None or not self._pending:
            return
        try:
            sent = self._socket.send(bytes(self._pending))
        except (BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return
        except OSError:
            self.close()
            return
        del self._pending[:sent]
