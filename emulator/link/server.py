# SPDX-License-Identifier: MIT
"""
The controller on the network: TCP, TLS where it is configured, requests committed in groups by a thread.

    server = LinkServer(lambda: open_store("carrusel.db"), link_key)
    asyncio.run(server.run("127.0.0.1", 7710))
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar, cast

from emulator.link.alarms import Alarms
from emulator.link.controller import Controller, Reply
from emulator.link.door import CLOSE_S, Door, turns
from emulator.link.errors import LinkStoreError
from emulator.link.hub import Group, Hub
from emulator.link.store import Store

_Done = TypeVar("_Done")
SHOW_S = 1.0  # how often the pots are told; the law's foreign models ask for 30 s (GLI checklist 61)
RETRY_S, RETRY_MAX_S = 0.5, 8.0  # from one attempt to open the database again to the next
GATHER_S = 0.005  # requests are gathered so long: fewer commits, each of which the disk may hold up
IDLE_S = 15.0  # whoever has a key asks every second whether we are there
OUT_MAX = 1 << 18  # bytes that wait for one who takes none
CLOCK_S = 2.0  # of the computer's clock against one that nobody sets


class _Connection(asyncio.Protocol):
    """One connection, a stranger's so far."""

    def __init__(self, server: LinkServer, number: int, peer: str) -> None:
        self._server, self._number, self._peer = server, number, peer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._server.connection_made(self._number, self._peer, cast(asyncio.Transport, transport))

    def data_received(self, data: bytes) -> None:
        self._server.data_received(self._number, data)

    def connection_lost(self, exc: Exception | None) -> None:
        self._server.connection_lost(self._number)


class LinkServer:
    """
    Serves one link.

    Args:
        open_: opens the link's store; it is called again after the database failed.
        link_key: 32 bytes, of which every machine's key is made.
        say: is told in a line what happens; of each kind of trouble one a minute.
        hurry: the clock of rates runs so many times as fast: for machines of a demonstration or a
            benchmark, which play faster than the law lets them.
    """

    def __init__(
        self,
        open_: Callable[[], Store],
        link_key: bytes,
        say: Callable[[str], None] = lambda line: None,
        hurry: int = 1,
    ) -> None:
        self._open = open_
        self._say = say
        self._store = open_()
        try:
            self.controller = Controller(self._store, pace_us=lambda: time.monotonic_ns() * hurry // 1000)
        except BaseException:
            self._store.close()
            raise
        self.alarms = Alarms(say)
        self.hub = Hub(self.controller, link_key, alarms=self.alarms)
        made = self.controller.definition
        self.door = Door(len(made.machines) + len(made.displays), self.alarms, self._made)
        self._transports: dict[int, asyncio.Transport] = {}
        self._heard_s: dict[int, float] = {}
        self._ending = self._keeping = False
        self._offset_s = self._clock_offset_s()

    @property
    def port(self) -> int:
        """Where it listens."""
        return self.door.port

    # --- connections -------------------------------------------------------------------------------

    def _made(self, number: int, peer: str) -> asyncio.Protocol:
        return _Connection(self, number, peer)

    def connection_made(self, number: int, peer: str, transport: asyncio.Transport) -> None:
        """A connection is there."""
        if self._ending:
            transport.abort()
        self._transports[number] = transport
        self._heard_s[number] = time.monotonic()
        self.hub.opened(number, peer)

    def data_received(self, number: int, data: bytes) -> None:
        """Take bytes from a machine; their errors end this connection and no other."""
        self._heard_s[number] = time.monotonic()
        try:
            self.hub.received(number, data)
        except Exception as error:
            self._internal(error)
            self._abort(number)
        if self.door.is_stranger(number) and self.hub.proved(number):
            self.door.proved(number)
        self._wake.set()

    def connection_lost(self, number: int) -> None:
        """A connection is gone."""
        self._transports.pop(number, None)
        self._heard_s.pop(number, None)
        self.door.gone(number)
        self.hub.closed(number)

    def _flush(self) -> None:
        for number, data, ended in self.hub.outgoing():
            transport = self._transports.get(number)
            if transport is None or transport.is_closing():
                continue
            if data:
                transport.write(data)
            if ended:
                transport.close()
                asyncio.get_running_loop().call_later(CLOSE_S, self._abort, number)
            elif transport.get_write_buffer_size() > OUT_MAX:
                self.alarms.note("slow", 0, f"{self.hub.who(number)} takes no answers: hung up on")
                transport.abort()

    def _abort(self, number: int) -> None:
        """Hang up on a connection that was closed and does not end."""
        transport = self._transports.get(number)
        if transport is not None:
            transport.abort()

    def _sweep(self) -> None:
        """Close connections that were silent for too long."""
        self.door.sweep()
        silent_s = time.monotonic() - IDLE_S
        for number, heard_s in list(self._heard_s.items()):
            if heard_s < silent_s and not self.door.is_stranger(number):
                self.alarms.note(
                    "idle", 0, f"{self.hub.who(number)} said nothing for {IDLE_S:g} s: hung up on"
                )
                self._transports[number].abort()

    # --- the loop ----------------------------------------------------------------------------------

    async def run(
        self,
        host: str,
        port: int,
        tls: ssl.SSLContext | None = None,
        ready: Callable[[int], None] = lambda port: None,
    ) -> None:
        """Serve until cancelled; ``ready`` is told the port (0 asked for any)."""
        self._wake = asyncio.Event()
        self._pool = ThreadPoolExecutor(1)
        try:
            await self.door.open(host, port, tls)
            ready(self.port)
            async with asyncio.TaskGroup() as group:
                group.create_task(self._forever(self._show))
                group.create_task(self._forever(self._serve))
        finally:
            self._ending = True
            await self.door.close()
            self.hub.stop()
            self._flush()
            self._pool.shutdown()
            with contextlib.suppress(LinkStoreError):
                self._store.note_alarms(self.alarms.fresh())
            self.controller.close()
            await self._hang_up()

    async def _forever(self, turn: Callable[[], Awaitable[None]]) -> None:
        """Take turns until cancelled; an internal error is reported, and the link goes on."""
        while True:
            try:
                await turn()
            except Exception as error:
                self._internal(error)
                await asyncio.sleep(RETRY_S)

    def _internal(self, error: Exception) -> None:
        self.alarms.note("internal", 0, f"{type(error).__name__}: {error}")

    async def _serve(self) -> None:
        """Serve the requests since the last turn; nothing else uses the database meanwhile."""
        await self._wake.wait()
        self._flush()
        await asyncio.sleep(GATHER_S)
        self._wake.clear()
        await self._decide()
        self._flush()
        if self._keeping:
            self._keeping = False
            await self._keep_alarms()

    async def _hang_up(self) -> None:
        """End every connection, also those of machines that do not answer: none is left to the loop."""
        for transport in list(self._transports.values()):
            if not transport.is_closing():  # closed twice, a TLS transport forgets what it could abort
                transport.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_S):
                while self._transports:
                    await asyncio.sleep(GATHER_S)
        for transport in list(self._transports.values()):
            transport.abort()
        await turns()

    async def _apart(self, work: Callable[..., _Done], *arguments: object) -> _Done:
        """Have the database's thread do something."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work, *arguments)

    async def _decide(self) -> None:
        group = self.hub.take()
        if not group.requests:
            return
        try:
            batch = self.controller.prepare(group.requests)
            await self._apart(self.controller.commit, batch)
            replies = batch.replies
        except Exception as error:  # whatever it is, it ends the sessions that it is of, and no other
            replies = await self._contain(group, error)
        self.hub.answer(group, replies)
        if any(reply.awards for reply in replies):
            self.hub.show_pots()

    async def _contain(self, group: Group, error: Exception) -> list[Reply]:
        """After a failed group: go on from the durable state, and write its other requests."""
        refused = [Reply(request, refused="database", said=str(error)) for request in group.requests]
        answers = self.hub.failed(group, error)
        await self._recover(reopen=answers is not None)
        if answers is None:
            try:
                answers = await self._apart(self.controller.serve_apart, group.requests, group.connections)
            except LinkStoreError as later:
                self.alarms.note("database", 0, str(later))
                await self._recover(reopen=True)
        self.hub.recovered()
        return refused if answers is None else answers

    async def _recover(self, *, reopen: bool) -> None:
        """Read the durable state; while the database does not answer, end every session."""
        wait_s = 0.0
        while True:
            try:
                await self._apart(self._read_again, reopen)
            except LinkStoreError as error:
                self.alarms.note("database", 0, str(error))
                reopen = True
                if not wait_s:
                    self.hub.stop("database")
                    self._flush()
                wait_s = min(max(RETRY_S, 2 * wait_s), RETRY_MAX_S)
                await asyncio.sleep(wait_s)
            else:
                if wait_s:
                    self._say("the database is back")
                return

    def _read_again(self, reopen: bool) -> None:
        if reopen:
            with contextlib.suppress(LinkStoreError):
                self.controller.close()
            self._store = self._open()
            self.controller.recover(self._store)
        else:
            self.controller.recover()

    # --- now and then ------------------------------------------------------------------------------

    async def _show(self) -> None:
        await asyncio.sleep(SHOW_S)
        self.hub.show_pots()
        self._flush()
        self._sweep()
        self._look_at_clock()
        self.alarms.tick()
        if self.alarms.are_fresh:
            self._keeping = True
            self._wake.set()

    def _clock_offset_s(self) -> float:
        return time.time() - time.monotonic()

    def _look_at_clock(self) -> None:
        """The computer's clock was set, or is behind the log, whose last time all lines carry till then."""
        offset_s, self._offset_s = self._offset_s, self._clock_offset_s()
        moved_s, behind_s = self._offset_s - offset_s, self.controller.behind_us() / 1_000_000
        if abs(moved_s) > CLOCK_S:
            self.alarms.note("clock", 0, f"the computer's clock was set {moved_s:+.0f} s")
        elif behind_s > CLOCK_S:
            self.alarms.note("clock", 0, f"the computer's clock is {behind_s:.0f} s behind the log")

    async def _keep_alarms(self) -> None:
        """Store new alarms; those that cannot be stored wait."""
        fresh = self.alarms.fresh()
        try:
            await self._apart(self._store.note_alarms, fresh)
        except LinkStoreError:
            self.alarms.put_back(fresh)
