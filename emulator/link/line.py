# SPDX-License-Identifier: MIT
"""
What carries a cabinet's link: to a room in this process, in virtual time, or over TCP, in real time.

A line moves bytes between the cabinet's link card and a controller. What the controller says becomes an input
of the cabinet, by ``Cabinet.link_given``, and nothing else does: a replay needs no line.
"""

from __future__ import annotations

import ssl
import time
from abc import ABC, abstractmethod
from collections.abc import Callable

from emulator.link.client import LinkClient
from emulator.link.controller import PLAYS_BURST
from emulator.link.pace import Paces
from emulator.link.port import Given, LinkPort, Told
from emulator.link.room import Room
from emulator.link.tcp import RETRY_MS, LinkConnection

_SHOW_MS = 1_000
_NAP_S = 0.001

Heard = Callable[[Given], None]
Keep = Callable[[], None]


def _wall_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _nap() -> None:
    time.sleep(_NAP_S)


class Line(ABC):
    """
    One cabinet's line.

    Args:
        port: the port of its card.
        key: the machine's own 32 bytes.
        heard: is told every Given; the port has taken it when it returns.
        keep: keeps the machine's memory; is called before a controller hears what it did not know, so that a
            process that is killed never leaves a machine that knows less than it has told.
    """

    def __init__(self, port: LinkPort, key: bytes, heard: Heard, keep: Keep | None = None) -> None:
        self._port = port
        self._heard = heard
        self._keep = keep
        self._kept: Told | None = None
        self.client = LinkClient(port, key, self._given)

    @property
    def room(self) -> Room | None:
        """The controller in this process that it leads to; None over TCP."""
        return None

    @property
    @abstractmethod
    def now_us(self) -> int:
        """The clock by which its controller measures how often it is told something."""

    def _keep_told(self) -> None:
        """Save what may be told now."""
        if self._keep is not None and self._kept != self._port.told:
            self._keep()
            self._kept = self._port.told

    def _given(self, given: Given) -> None:
        """Pass on new messages; repeated ones would only fill the journal."""
        known = (
            (given.kind == "refused" and (self._port.status, self._port.why) == ("refused", given.values[0]))
            or (given.kind == "pots" and self._port.pots_mc == given.values)
            or (given.kind == "down" and self._port.status == "down")
        )
        if not known:
            self._heard(given)

    @abstractmethod
    def serve(self, awake: bool, now_ms: int) -> None:
        """
        Move what can be moved now.

        Args:
            awake: the card has current and knows what to tell; without it the line is dead.
            now_ms: the cabinet's clock.
        """

    @abstractmethod
    def close(self) -> None:
        """Hang up; the card hears of it as of any other line that fails."""


class RoomLine(Line):
    """A line to a room; its clock is the cabinet's."""

    def __init__(
        self, room: Room, port: LinkPort, key: bytes, heard: Heard, keep: Keep | None = None
    ) -> None:
        super().__init__(port, key, heard, keep)
        self._room = room
        self._number = self._now_ms = 0
        self._tried_ms = -RETRY_MS
        self._shown_ms = 0

    @property
    def room(self) -> Room:
        """Where it leads to."""
        return self._room

    @property
    def now_us(self) -> int:
        """The cabinet's, as it was last served."""
        return self._now_ms * 1000

    def serve(self, awake: bool, now_ms: int) -> None:
        """Connect if needed, then exchange bytes until both ends are silent."""
        self._now_ms = now_ms
        if not awake:
            self.close()
            return
        self._keep_told()
        if not self._number and now_ms - self._tried_ms >= RETRY_MS:
            self._tried_ms = now_ms
            self._number = self._room.connect()
            if self._number:
                self.client.connected(now_ms)
        if not self._number:
            return
        if now_ms - self._shown_ms >= _SHOW_MS:
            self._shown_ms = now_ms
            self._room.show()
        self.client.tick(now_ms)
        while self._number and not self._exchange(now_ms):
            pass

    def _exchange(self, now_ms: int) -> bool:
        """Once there and back; True if nothing moved."""
        data = self.client.outgoing()
        if data:
            self._room.send(self._number, data, now_ms)
        answer, is_open = self._room.receive(self._number)
        if answer:
            self.client.received(answer, now_ms)
        if self.client.closed or not is_open:
            self.close()
        return not data and not answer

    def close(self) -> None:
        """Hang up."""
        self._room.disconnect(self._number)
        self._number = 0
        if not self.client.closed:
            self.client.disconnected()


class TcpLine(Line):
    """
    A line over TCP; its clock is the wall's, for the controller's is, too.

    Args:
        address: "HOST:PORT".
        tls: how to check the controller's certificate; None: no TLS.
        wait_ms: how long to wait for an answer that is due, for a cabinet that is faster than the clock.
            Such a cabinet tells its plays no faster than the law lets it play by the wall's clock: its
            controller would refuse them.
        play_min_ms: from one play to the next.
    """

    def __init__(
        self,
        address: str,
        port: LinkPort,
        key: bytes,
        heard: Heard,
        tls: ssl.SSLContext | None = None,
        wait_ms: int = 0,
        keep: Keep | None = None,
        play_min_ms: int = 0,
    ) -> None:
        super().__init__(port, key, heard, keep)
        self._wait_ms, self._play_min_us = wait_ms, play_min_ms * 1000
        self._plays = Paces(PLAYS_BURST)
        self._told_seq = 0
        host, _, number = address.rpartition(":")
        self._connection = LinkConnection(self.client, host, int(number), tls)

    @property
    def now_us(self) -> int:
        """The wall's."""
        return _wall_ms() * 1000

    def serve(self, awake: bool, now_ms: int) -> None:
        """Send and receive what can be; wait for an answer that is due as long as the line is patient."""
        if not awake:
            self.close()
            return
        self._keep_told()
        if self._wait_ms:
            self._keep_pace()
        until_ms = _wall_ms() + self._wait_ms
        self._connection.poll(_wall_ms())
        while self._due() and _wall_ms() < until_ms:
            _nap()
            self._connection.poll(_wall_ms())

    def _keep_pace(self) -> None:
        """Hold the cabinet's time after a play until real time allows the next one."""
        before, self._told_seq = self._told_seq, self._port.told.next_seq - 1
        if self._told_seq > before:
            self._plays.take(0, self._play_min_us, _wall_ms() * 1000)
            self._plays.keep()
            while self._plays.wait_us(0, self._play_min_us, _wall_ms() * 1000):
                self._connection.poll(_wall_ms())
                _nap()

    def _due(self) -> bool:
        """Whether the controller has something to answer."""
        if self._connection.greeting:
            return True
        if self.client.closed:
            return False
        return self._port.status == "down" or self._port.acked < self._port.told.next_seq - 1

    def close(self) -> None:
        """Hang up."""
        self._connection.close()
