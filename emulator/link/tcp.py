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
from typing import Protocol

RETRY_MS = 1_000
_CONNECT_S = 1.0


class Speaker(Protocol):
    """One end of the protocol without a socket: a LinkClient or a DisplayClient."""

    closed: bool

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
        retry_ms: from one attempt to the next.
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
        self._pending = bytearray()
        self._tried_ms: int | None = None

    def poll(self, now_ms: int) -> None:
        """Connect, read, tell and send what can be without waiting (connecting waits a second at most)."""
        if self._socket is None:
            if self._tried_ms is not None and now_ms - self._tried_ms < self._retry_ms:
                return
            self._tried_ms = now_ms
            self._connect(now_ms)
        if self._socket is not None and not self._read(now_ms):
            self.close()
            return
        self._client.tick(now_ms)
        self._write()
        if self._client.closed:
            self.close()

    def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        self._pending.clear()
        self._client.disconnected()

    def _connect(self, now_ms: int) -> None:
        try:
            plain = socket.create_connection(self._address, timeout=_CONNECT_S)
        except OSError:
            return
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            made = self._tls.wrap_socket(plain, server_hostname=self._address[0]) if self._tls else plain
        except OSError:
            plain.close()
            return
        made.setblocking(False)
        self._socket = made
        self._client.connected(now_ms)

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
