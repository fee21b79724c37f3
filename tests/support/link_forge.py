# SPDX-License-Identifier: MIT
"""Somebody who has a machine's key and sends what no machine sends: in one process, or over a socket."""

from __future__ import annotations

import contextlib
import socket

from emulator.link import wire
from emulator.link.errors import LinkStoreError
from emulator.link.hub import Hub

NONCE = bytes(range(16))


def body(kind: int, *values: int) -> bytes:
    """Kind and body of a message, whatever its numbers are."""
    return bytes([kind]) + wire.BODIES[kind].pack(*values)


class Forger:
    """
    One connection with a machine's own key.

    Args:
        hub: what it is connected to.
        connection: a number of its own.
        machine: whose key it has.
        key: 32 bytes; the machine's of ``link_key`` zero.
    """

    def __init__(self, hub: Hub, connection: int, machine: int, key: bytes | None = None) -> None:
        self.hub, self.connection, self.machine = hub, connection, machine
        self._key = key or wire.machine_key(bytes(32), machine)
        self._frames = wire.Frames(server=False)
        self.ended = False
        self.heard: list[wire.Message] = []
        hub.opened(connection)

    def greet(self) -> None:
        """HELLO, and seal from then on."""
        self.send(wire.pack(wire.HELLO, wire.MAGIC, wire.VERSION, self.machine, NONCE))
        (challenge,) = self.heard
        self._frames.seal_with(wire.session_key(self._key, self.machine, NONCE, challenge.values[1]))

    def join(self, next_seq: int = 1, award: int = 0) -> list[wire.Message]:
        """Greet and join, and what comes of it."""
        self.greet()
        return self.send(body(wire.JOIN, next_seq, award))

    def send(self, payload: bytes) -> list[wire.Message]:
        """One frame, sealed if we have greeted; what is answered to us."""
        return self.push(self._frames.frame(payload))

    def push(self, data: bytes) -> list[wire.Message]:
        """Bytes as they are."""
        before = len(self.heard)
        self.hub.received(self.connection, data)
        with contextlib.suppress(LinkStoreError):
            self.hub.step()
        self.listen()
        return self.heard[before:]

    def listen(self) -> None:
        """Take what is for us, as any other connection does."""
        for connection, data, ended in self.hub.outgoing():
            if connection == self.connection:
                self._frames.feed(data)
                while (message := self._frames.next()) is not None:
                    self.heard.append(message)
                if ended:
                    self.ended = True
                    self.hub.closed(self.connection)

    @property
    def why(self) -> str | None:
        """Why we were refused; None: we were not, or without a word."""
        found = [message.values[0] for message in self.heard if message.kind == wire.REFUSED]
        return found[-1] if found else None


class WiredForger:
    """The same over TCP: blocking, with a time-out."""

    def __init__(self, port: int, machine: int, link_key: bytes) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        self._frames = wire.Frames(server=False)
        self.socket.sendall(
            self._frames.frame(wire.pack(wire.HELLO, wire.MAGIC, wire.VERSION, machine, NONCE))
        )
        kind, values = self.hear()
        assert kind == wire.CHALLENGE
        key = wire.machine_key(link_key, machine)
        self._frames.seal_with(wire.session_key(key, machine, NONCE, values[1]))

    def send(self, *payloads: bytes) -> None:
        self.socket.sendall(b"".join(self._frames.frame(payload) for payload in payloads))

    def hear(self) -> wire.Message:
        """The next message; raises ConnectionError when the controller has hung up."""
        while (message := self._frames.next()) is None:
            data = self.socket.recv(65_536)
            if not data:
                raise ConnectionError("hung up")
            self._frames.feed(data)
        return message

    def hear_the_end(self) -> str:
        """Why the session ended; empty: without a word."""
        why = ""
        try:
            while True:
                message = self.hear()
                if message.kind == wire.REFUSED:
                    why = message.values[0]
        except ConnectionError:
            self.socket.close()
            return why


def play(
    seq: int, stake_mc: int = 20_000, prize: int = 0, winners: int = 1, number: int | None = None
) -> bytes:
    """A PLAY, with any numbers that its body can hold."""
    return body(wire.PLAY, seq, seq if number is None else number, stake_mc, prize, winners)
