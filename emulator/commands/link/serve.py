# SPDX-License-Identifier: MIT
"""azar link serve: the controller, which answers machines until it is told to end."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from emulator.commands.console import say, valued
from emulator.commands.link.key import read_key
from emulator.commands.link.options import ErrorAsJson, LinkName, StoreFile, StoreName, database
from machines.support import private

if TYPE_CHECKING:
    import ssl

    from emulator.link.store import Store

NewKey = Annotated[
    Path | None, valued("--key", "FILE", "The link's key, 64 hex digits; made if there is no file.")
]
Host = Annotated[str, valued("--host", "ADDRESS", "The address to listen at.")]
Port = Annotated[int, typer.Option("--port", min=0, max=65535, help="The TCP port; 0: any that is free.")]
Cert = Annotated[Path | None, valued("--cert", "PEM", "TLS: certificate and private key in one file.")]
Seconds = Annotated[float | None, typer.Option("--seconds", help="End after so many seconds.")]


def serve(
    link_: LinkName = "carrusel",
    store: StoreName = None,
    store_file: StoreFile = None,
    key: NewKey = None,
    host: Host = "127.0.0.1",
    port: Port = 7710,
    cert: Cert = None,
    seconds: Seconds = None,
    as_json: ErrorAsJson = False,
) -> None:
    """
    Answer the machines of a link until Ctrl-C or SIGTERM.

    Where the database or the key is not there yet it is made. The definition of --link is read for a new
    database alone.
    """
    _serve(link_, database("serve", store, store_file), key, host, port, cert, seconds)


def _serve(
    link_: str, store: str, key: Path | None, host: str, port: int, cert: Path | None, seconds: float | None
) -> None:
    import asyncio
    import signal

    from emulator.link.databases import open_store
    from emulator.link.server import LinkServer

    tls, link_key = _tls(cert), read_key(key, make=True)
    first = [_opened(store, link_)]
    server = LinkServer(lambda: first.pop() if first else open_store(store), link_key, say)

    async def until_told() -> None:
        task = asyncio.create_task(server.run(host, port, tls, _ready))
        loop = asyncio.get_running_loop()
        for one in (signal.SIGINT, signal.SIGTERM):
            with contextlib.suppress(NotImplementedError):  # Windows: Ctrl-C ends the loop itself
                loop.add_signal_handler(one, task.cancel)
        if seconds is not None:
            loop.call_later(seconds, task.cancel)
        with contextlib.suppress(asyncio.CancelledError):
            await task

    def _ready(listening: int) -> None:
        say(f"serving {server.controller.definition.title} on {host}:{listening}; Ctrl-C ends it")

    asyncio.run(until_told())


def _opened(store: str, link_: str) -> Store:
    """The store, with a new link in it if it has none."""
    from emulator.link.address import shown
    from emulator.link.controller import Controller
    from emulator.link.databases import open_store
    from emulator.link.rules import load_definition

    opened = open_store(store)
    try:
        if opened.is_new():
            definition = load_definition(link_)
            Controller.create(opened, definition, os.urandom(32))
            say(f"a new link in {shown(store)}: {definition.title}, {len(definition.machines)} machines")
    except BaseException:
        opened.close()
        raise
    return opened


def _tls(cert: Path | None) -> ssl.SSLContext | None:
    import ssl

    if cert is None:
        return None
    private.require_private(cert)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(cert)
    return context
