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
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import cast

from emulator.link.controller import Controller
from emulator.link.errors import LinkStoreError
from emulator.link.hub import Hub
from emulator.link.store import Store

SHOW_S = 1.0  # how often the pots are told; the law's foreign models ask for 30 s (GLI checklist 61)
RETRY_S = 0.5  # after the database failed
CLOSE_S = 0.5  # a machine has so long to take what was written to it, when the controller stops
GATHER_S = 0.005  # requests are gathered so long: fewer commits, each of which the disk may hold up


async def _turns() -> None:
    """Let the loop turn until what it has begun with its sockets is done: accepting, or closing."""
    for _ in range(8):
        await asyncio.sleep(0)


class _Connection(asyncio.Protocol):
    """One machine's connection."""

    def __init__(self, server: LinkServer) -> None:
        self._server = server

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._number = self._server.connection_made(cast(asyncio.Transport, transport))

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
        say: is told in a line what happens.
    """

    def __init__(
        self, open_: Callable[[], Store], link_key: bytes, say: Callable[[str], None] = lambda line: None
    ) -> None:
        self._open = open_
        self._say = say
        self.controller = Controller(open_())
        self.hub = Hub(self.controller, link_key)
        self.port = 0
        self._transports: dict[int, asyncio.Transport] = {}
        self._count = 0
        self._ending = False

    # --- connections -------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> int:
        """A number for a new connection."""
        self._count += 1
        if self._ending:
            transport.abort()
        self._transports[self._count] = transport
        self.hub.opened(self._count)
        return self._count

    def data_received(self, number: int, data: bytes) -> None:
        """Bytes from a machine."""
        self.hub.received(number, data)
        self._wake.set()

    def connection_lost(self, number: int) -> None:
        """A connection is gone."""
        self._transports.pop(number, None)
        self.hub.closed(number)

    def _flush(self) -> None:
        for number, data, ended in self.hub.outgoing():
            transport = self._transports.get(number)
            if transport is None:
                continue
            if data:
                transport.write(data)
            if ended:
                transport.close()

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
        loop = asyncio.get_running_loop()
        listening = await loop.create_server(lambda: _Connection(self), host, port, ssl=tls)
        self.port = listening.sockets[0].getsockname()[1]
        ready(self.port)
        show = asyncio.create_task(self._show())
        pool = ThreadPoolExecutor(1)
        try:
            while True:
                await self._wake.wait()
                self._flush()
                await asyncio.sleep(GATHER_S)
                self._wake.clear()
                await self._decide(loop, pool)
                self._flush()
        finally:
            show.cancel()
            self._ending = True
            # Nobody is accepted any more; who has been becomes a connection while the listener is open.
            with contextlib.suppress(NotImplementedError):
                for each in listening.sockets:
                    loop.remove_reader(each.fileno())
            await _turns()
            listening.close()
            self.hub.stop()
            self._flush()
            pool.shutdown()
            self.controller.close()
            await self._hang_up()

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
        await _turns()

    async def _decide(self, loop: asyncio.AbstractEventLoop, pool: ThreadPoolExecutor) -> None:
        group = self.hub.take()
        if not group.requests:
            return
        try:
            batch = self.controller.prepare(group.requests)
            await loop.run_in_executor(pool, self.controller.commit, batch)
        except LinkStoreError as error:
            self._say(str(error))
            await self._recover()
            return
        self.hub.answer(group, batch.replies)
        if any(reply.awards for reply in batch.replies):
            self.hub.show_pots()

    async def _recover(self) -> None:
        """Nothing is answered until the database is back; then from what is durable in it."""
        self.hub.stop()
        self._flush()
        with contextlib.suppress(LinkStoreError):
            self.controller.close()
        while True:
            try:
                self.controller.recover(self._open())
            except LinkStoreError as error:
                self._say(str(error))
                await asyncio.sleep(RETRY_S)
            else:
                self.hub.recovered()
                self._say("the database is back")
                return

    async def _show(self) -> None:
        while True:
            await asyncio.sleep(SHOW_S)
            self.hub.show_pots()
            self._flush()
