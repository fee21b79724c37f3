# SPDX-License-Identifier: MIT
"""
The controller's door: lets connections in, and hangs up on those that show no key.

A connection is a stranger until it has sealed a frame with the key of a machine or display. Whoever has a key
comes in, one connection each; strangers are few, and have little time. When more come than may wait, the door
hangs up on the one that has waited longest at the host that has most of them: thousands of connections that
say nothing keep nobody out, be they of one host or of many.

    door = Door(members=11, alarms=alarms, make=lambda number, peer: protocol)
    await door.open("127.0.0.1", 7710, tls)
    door.sweep()                                # now and then
    door.proved(number)                         # a stranger no more
    await door.close()
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from emulator.link.alarms import Alarms
from machines.support.plain import Json

HANDSHAKE_S = 5.0  # from the connection to the first sealed frame, TLS included
SPARE = 16  # strangers of one host beside one for every machine and display: all may come back at once
HOSTS = 2  # as many strangers in all as so many hosts may have
LISTEN = 1_024
CLOSE_S = 0.5  # a partner has so long to take what was written to it, and to say good-bye
_PAUSE_S = 0.1  # after the system had no socket for us
_OWN_FILES = 64  # database, log, libraries

Make = Callable[[int, str], asyncio.Protocol]


@dataclass
class _Stranger:
    """A connection that has shown no key."""

    number: int
    host: str
    since_s: float
    greeting: asyncio.Task[None] | None = None
    transport: asyncio.BaseTransport | None = None

    def hang_up(self) -> None:
        """Without a word: it has not said one, or none of ours."""
        if isinstance(self.transport, asyncio.Transport):
            self.transport.abort()
        elif self.greeting is not None:
            self.greeting.cancel()


class Door:
    """
    Accepts connections, numbers them, and bounds the number of strangers.

    Args:
        members: how many machines and displays there are.
        alarms: is told of strangers that are hung up on.
        make: the protocol of a connection, by its number and where it comes from.

    Attributes:
        port: where it listens.
        host_max, all_max: strangers that may wait, of a host and in all.
    """

    def __init__(self, members: int, alarms: Alarms, make: Make) -> None:
        self.host_max = members + SPARE
        self.all_max = HOSTS * self.host_max
        self.port = 0
        self._members = members
        self._alarms, self._make = alarms, make
        self._strangers: dict[int, _Stranger] = {}  # the oldest first
        self._hosts: Counter[str] = Counter()
        self._sockets: list[socket.socket] = []
        self._accepting: list[asyncio.Task[None]] = []
        self._tls: ssl.SSLContext | None = None
        self._count = 0

    @property
    def strangers(self) -> int:
        """How many wait now."""
        return len(self._strangers)

    async def open(self, host: str, port: int, tls: ssl.SSLContext | None) -> None:
        """Listen; raises OSError if that is not possible."""
        self._tls = tls
        self._make_files()
        loop = asyncio.get_running_loop()
        found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        try:
            for family, address in dict.fromkeys((one[0], one[4]) for one in found):
                where = (address[0], self.port or address[1], *address[2:])
                made = socket.create_server(where, family=family, backlog=LISTEN)
                made.setblocking(False)
                self._sockets.append(made)
                self.port = made.getsockname()[1]
        except OSError:
            for made in self._sockets:
                made.close()
            raise
        self._accepting = [asyncio.create_task(self._accept(made)) for made in self._sockets]

    def _make_files(self) -> None:
        """Each member and stranger needs a file of the process; few systems give a thousand unasked."""
        try:
            import resource
        except ImportError:  # Windows has no such limit
            return
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = 2 * self._members + self.all_max + _OWN_FILES
        if soft == resource.RLIM_INFINITY or soft >= wanted:
            return
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
        if most < wanted:
            text = f"open files must be {wanted} for {self._members} members (got {most}): raise ulimit -n"
            self._alarms.note("strangers", 0, text)

    # --- who comes ---------------------------------------------------------------------------------

    async def _accept(self, listening: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                made, address = await loop.sock_accept(listening)
            except OSError as error:  # no socket left, or it was gone before it was accepted
                self._alarms.note("strangers", 0, f"accept: {error.strerror}")
                self._hang_up_on_oldest()
                await asyncio.sleep(_PAUSE_S)
                continue
            # Else answers wait 40 ms for each other.
            made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._let_in(loop, made, str(address[0]))
            await asyncio.sleep(0)  # others have their turn, however many knock

    def _let_in(self, loop: asyncio.AbstractEventLoop, made: socket.socket, host: str) -> None:
        if self._hosts[host] >= self.host_max:
            self._hang_up_on_oldest(host)
        elif len(self._strangers) >= self.all_max:
            self._hang_up_on_oldest()
        self._count += 1
        stranger = _Stranger(self._count, host, loop.time())
        self._strangers[stranger.number] = stranger
        self._hosts[host] += 1
        stranger.greeting = asyncio.create_task(self._greet(loop, made, stranger))

    async def _greet(self, loop: asyncio.AbstractEventLoop, made: socket.socket, stranger: _Stranger) -> None:
        """The TLS handshake where there is one; then the protocol has the connection."""
        limits = {"ssl_handshake_timeout": HANDSHAKE_S, "ssl_shutdown_timeout": CLOSE_S}
        words: Json = limits if self._tls else {}
        try:
            stranger.transport, _ = await loop.connect_accepted_socket(
                lambda: self._make(stranger.number, stranger.host), made, ssl=self._tls, **words
            )
        except (OSError, ssl.SSLError) as error:
            self._forget(stranger.number)
            text = f"somebody at {stranger.host}: {type(error).__name__} in the TLS handshake"
            self._alarms.note("handshake", 0, text)
        except asyncio.CancelledError:
            self._forget(stranger.number)
            raise

    def _hang_up_on_oldest(self, host: str | None = None) -> None:
        """The stranger that has waited longest at a host; without one, at the host that has most of them."""
        if not self._strangers:
            return
        if host is None:
            host = self._hosts.most_common(1)[0][0]
        oldest = next(one for one in self._strangers.values() if one.host == host)
        many = f"{self._hosts[host]} of {host} and {len(self._strangers)} in all"
        allowed = f"{self.host_max} of a host and {self.all_max} in all"
        text = f"strangers must be at most {allowed} (got {many}): the oldest of {host} is hung up on"
        self._alarms.note("strangers", 0, text)
        self._forget(oldest.number)
        oldest.hang_up()

    def _forget(self, number: int) -> None:
        stranger = self._strangers.pop(number, None)
        if stranger is not None:
            self._hosts[stranger.host] -= 1
            if not self._hosts[stranger.host]:
                del self._hosts[stranger.host]

    # --- what becomes of them ----------------------------------------------------------------------

    def proved(self, number: int) -> None:
        """A connection has shown a key."""
        self._forget(number)

    def gone(self, number: int) -> None:
        """A connection is over."""
        self._forget(number)

    def is_stranger(self, number: int) -> bool:
        """Whether the connection has shown no key yet."""
        return number in self._strangers

    def sweep(self) -> None:
        """Hang up on strangers whose time is over."""
        now_s = asyncio.get_running_loop().time()
        for stranger in list(self._strangers.values()):
            if now_s - stranger.since_s < HANDSHAKE_S:
                break
            text = f"somebody at {stranger.host} showed no key within {HANDSHAKE_S:g} s"
            self._alarms.note("handshake", 0, text)
            self._forget(stranger.number)
            stranger.hang_up()

    async def close(self) -> None:
        """Accept no more connections; those accepted stay until they are closed."""
        for task in self._accepting:
            task.cancel()
        await asyncio.gather(*self._accepting, return_exceptions=True)
        for made in self._sockets:
            made.close()
        await turns()
        greeting = [
            one.greeting for one in self._strangers.values() if one.greeting and one.transport is None
        ]
        for task in greeting:
            task.cancel()
        await asyncio.gather(*greeting, return_exceptions=True)


async def turns() -> None:
    """Let the loop turn until its sockets have greeted or closed."""
    for _ in range(8):
        await asyncio.sleep(0)
