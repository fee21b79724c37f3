# SPDX-License-Identifier: MIT
"""
Machines that play by themselves on a link: for the demonstration, the load benchmark and tests over TCP.

    visitors = Visitors(numbers, link_key, "127.0.0.1", port, stake_mc=20_000, plays_per_second=10)
    visitors.run(seconds=10)
    visitors.latencies_ms                       # from a play's commit to its acknowledgement, at ended_s
"""

from __future__ import annotations

import random
import selectors
import socket
import ssl
import time
from collections.abc import Callable, Sequence

from emulator.link import wire
from emulator.link.client import LinkClient
from emulator.link.port import Given, LinkPort, Won


class Visitor:
    """One machine: its port, its connection, and when its next play is due."""

    def __init__(self, owner: Visitors, number: int) -> None:
        self.number = number
        self.owner = owner
        self.port = LinkPort(number)
        self.client = LinkClient(self.port, wire.machine_key(owner.link_key, number), self._given)
        self.told: dict[int, float] = {}
        self.won: list[Won] = []
        self.late = 0
        self.due = 0.0
        self.socket: socket.socket | None = None

    def _given(self, given: Given) -> None:
        if given.kind in ("acked", "up"):  # what was taken before the link went down is known on return
            now = time.monotonic()
            for seq in [seq for seq in self.told if seq <= given.values[0]]:
                self.owner.latencies_ms.append((now - self.told.pop(seq)) * 1_000)
                self.owner.ended_s.append(now)

    def credit(self) -> None:
        """Add awards to the credits, and acknowledge them."""
        for won in self.port.poll():
            self.port.settle(won)
            self.won.append(won)
        self.port.kept()

    def play(self, now: float, every_s: float) -> None:
        """Play if it is due and allowed."""
        if self.due > now:
            return
        if not self.port.may_play:
            self.late += 1
            self.due = now + every_s
            return
        self.due += every_s
        seq = self.port.contribute(self.port.next_seq, self.owner.stake_mc, self.owner.prize(self))
        self.port.kept()
        self.told[seq] = now


class Visitors:
    """
    Many machines in one thread.

    Args:
        numbers: of the machines in the link.
        link_key: the link's 32 bytes.
        host, port: of the controller; ``tls`` how its certificate is checked.
        stake_mc: of every play.
        plays_per_second: of each machine; 0: none.
        prize: which prize a play hits, 0 none; chance of the link's own pots is the controller's.
    """

    def __init__(
        self,
        numbers: Sequence[int],
        link_key: bytes,
        host: str,
        port: int,
        *,
        stake_mc: int,
        plays_per_second: float,
        prize: Callable[[Visitor], int] = lambda visitor: 0,
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.link_key, self.stake_mc, self.prize = link_key, stake_mc, prize
        self.latencies_ms: list[float] = []
        self.ended_s: list[float] = []  # on the monotonic clock
        self.visitors = [Visitor(self, number) for number in numbers]
        self._every_s = 1 / plays_per_second if plays_per_second else 0.0
        self._address, self._tls = (host, port), tls
        self._selector = selectors.DefaultSelector()
        self._spread = random.Random(
            0
        )  # spreads the first plays over the first interval; decides nothing else

    def connect(self, port: int | None = None) -> None:
        """Connect those that are not connected, at another port if one is given."""
        if port is not None:
            self._address = self._address[0], port
        for visitor in self.visitors:
            if visitor.socket is None:
                plain = socket.create_connection(self._address, timeout=5)
                plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                host = self._address[0]
                made = self._tls.wrap_socket(plain, server_hostname=host) if self._tls else plain
                made.setblocking(False)
                visitor.socket = made
                visitor.client.connected(self._now_ms())
                self._selector.register(made, selectors.EVENT_READ, visitor)
                self._send(visitor)

    def _now_ms(self) -> int:
        return int(time.monotonic() * 1_000)

    def _send(self, visitor: Visitor) -> None:
        data = visitor.client.outgoing()
        if data and visitor.socket is not None:
            try:
                visitor.socket.sendall(data)
            except OSError:
                self._drop(visitor)

    def _drop(self, visitor: Visitor) -> None:
        if visitor.socket is not None:
            self._selector.unregister(visitor.socket)
            visitor.socket.close()
            visitor.socket = None
        visitor.client.disconnected()

    def _read(self, visitor: Visitor) -> None:
        assert visitor.socket is not None
        try:
            data = visitor.socket.recv(65_536)
        except (BlockingIOError, ssl.SSLWantReadError):
            return
        except OSError:
            data = b""
        if not data:
            self._drop(visitor)
            return
        visitor.client.received(data, self._now_ms())
        visitor.credit()

    def turn(self, wait_s: float = 0.005, *, playing: bool = True) -> None:
        """Read, credit, play and send whatever is due."""
        for key, _ in self._selector.select(wait_s):
            self._read(key.data)
        now, now_ms = time.monotonic(), self._now_ms()
        for visitor in self.visitors:
            if playing and self._every_s and visitor.port.status == "up":
                if not visitor.due:
                    visitor.due = now + self._spread.random() * self._every_s
                visitor.play(now, self._every_s)
            visitor.client.tick(now_ms)
            self._send(visitor)
            if visitor.client.closed:
                self._drop(visitor)

    def run(self, seconds: float) -> None:
        """Play for some seconds of wall time."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn()

    def quiet(self, seconds: float = 60.0) -> bool:
        """No new plays until everything is acknowledged; False if that takes too long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.turn(playing=False)
            if all(v.port.status == "up" and not v.port.outbox and not v.told for v in self.visitors):
                return True
        return False

    def close(self) -> None:
        """Hang up."""
        for visitor in self.visitors:
            self._drop(visitor)
        self._selector.close()
