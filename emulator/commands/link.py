# SPDX-License-Identifier: MIT
"""azar link: the carrousel controller, which moves the pots that machines share."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from emulator.commands.console import (
    WRONG_USAGE,
    AsJson,
    CommandError,
    Seed,
    print_json,
    say,
)
from machines.support import private

if TYPE_CHECKING:
    import ssl

    from emulator.link.store import Store

EXAMPLE = "azar link demo --seconds 60"

Action = Annotated[
    Literal["serve", "status", "audit", "change", "demo", "key", "wall"], typer.Argument(help="What to do.")
]
LinkName = Annotated[
    str,
    typer.Option(
        "--link", metavar="L", help="A link that ships, or a definition file (serve, change, demo)."
    ),
]
StoreName = Annotated[
    str | None, typer.Option("--store", metavar="DB", help="SQLite file, or postgresql:// address.")
]
StoreFile = Annotated[
    Path | None,
    typer.Option(
        "--store-file",
        metavar="FILE",
        help="A file of mode 0600 that holds DB: for an address with a password.",
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(
        "--key", metavar="FILE", help="The link's key, 64 hex digits; serve makes it. wall: its own."
    ),
]
Host = Annotated[str, typer.Option("--host", metavar="H", help="Where to listen (serve).")]
Port = Annotated[int, typer.Option("--port", metavar="P", min=0, max=65535, help="And the port; 0: any.")]
Cert = Annotated[
    Path | None,
    typer.Option(
        "--cert", metavar="PEM",
        help="TLS: certificate and private key in one file; wall: what it trusts.",
    ),
]  # fmt: skip
Out = Annotated[
    Path | None, typer.Option("--out", metavar="FILE", help="Write the key here, mode 0600 (key).")
]
Machine = Annotated[int | None, typer.Option("--machine", metavar="M", min=1, help="Whose key (key).")]
Display = Annotated[
    int | None,
    typer.Option("--display", metavar="D", min=1, help="Whose key (key); which one it is (wall): 1."),
]
Connect = Annotated[str | None, typer.Option("--connect", metavar="HOST:PORT", help="The controller (wall).")]
Language = Annotated[Literal["es", "en"], typer.Option("--lang", help="Language of the wall.")]
Fullscreen = Annotated[bool, typer.Option("--fullscreen", help="The whole screen (wall).")]
Screenshot = Annotated[
    Path | None, typer.Option("--screenshot", metavar="FILE", help="A picture of the wall, without a screen.")
]
Size = Annotated[str, typer.Option("--size", metavar="WxH", help="Of the picture.")]
Seconds = Annotated[
    float | None,
    typer.Option("--seconds", metavar="S", help="End by itself; demo: by the machines' clock, 900."),
]
Plays = Annotated[float, typer.Option("--plays", metavar="N", help="Plays a second of each table (demo).")]
Wall = Annotated[bool, typer.Option("--wall", help="Show the wall above the machines (demo).")]
Hurry = Annotated[
    int, typer.Option("--hurry", metavar="N", min=1, help="Pots fill and hit N times as fast (demo).")
]
Speed = Annotated[
    int, typer.Option("--speed", metavar="X", min=1, help="Seconds of the machines in one (demo --wall).")
]


def link(
    action: Action,
    link_: LinkName = "carrusel",
    store: StoreName = None,
    store_file: StoreFile = None,
    key: KeyFile = None,
    host: Host = "127.0.0.1",
    port: Port = 7710,
    cert: Cert = None,
    machine: Machine = None,
    display: Display = None,
    out: Out = None,
    connect: Connect = None,
    language: Language = "es",
    fullscreen: Fullscreen = False,
    screenshot: Screenshot = None,
    size: Size = "1280x720",
    seconds: Seconds = None,
    plays: Plays = 50.0,
    wall: Wall = False,
    hurry: Hurry = 50,
    speed: Speed = 20,
    seed: Seed = None,
    as_json: AsJson = False,
) -> None:
    """
    The controller of pots that machines share: serve it, look at it, audit its books, or see it at work.

    wall is the screen above the machines: a display of the link, which looks and tells nothing.

    audit exits 1 unless every line, pot, award and meter follows from the log. change announces the rules of
    another definition, to a link that is not served: each holds when its pot was won.
    """
    if action == "demo":
        from emulator.commands.link_parts.show import Evening, play_demo

        evening = Evening(wall, hurry, speed, seed, language, fullscreen)
        play_demo(link_, seconds, plays, as_json, evening)
        return
    if action == "key":
        _print_key(key, machine, display, out, as_json)
        return
    if action == "wall":
        from emulator.commands.link_parts.show import Wanted, show_wall

        wanted = Wanted(connect, size, display or 1, language, fullscreen, screenshot, cert, seconds)
        show_wall(wanted, lambda: _read_key(key, make=False))
        return
    store = _database(action, store, store_file)
    from emulator.commands.link_parts.books import announce, print_audit, print_status

    if action == "serve":
        _serve(link_, store, key, host, port, cert, seconds)
    elif action == "status":
        print_status(store, as_json)
    elif action == "change":
        announce(link_, store, as_json)
    else:
        print_audit(store, as_json)


def _database(action: str, store: str | None, file: Path | None) -> str:
    """Where the link is kept; never with a password that everybody reads in the list of processes."""
    from emulator.link.address import HOW, passwords, read_address, shown

    if (store is None) == (file is None):
        problem = (
            f"{action} needs --store" if store is None else "--store and --store-file must not come together"
        )
        raise CommandError(problem, f"azar link {action} --store carrusel.db", status=WRONG_USAGE)
    if file is not None:
        return read_address(file)
    assert store is not None
    if passwords(store):
        message = (
            f"--store must hold no password, which every user of this computer can read (got {shown(store)})"
        )
        raise CommandError(message, HOW, status=WRONG_USAGE)
    return store


# --- keys ------------------------------------------------------------------------------------------


def _read_key(path: Path | None, *, make: bool) -> bytes:
    if path is None:
        raise CommandError("--key must name the file of the link's key", "azar link serve --key carrusel.key")
    if make and not path.exists():
        private.create(path, os.urandom(32).hex().encode() + b"\n")
        say(f"a new key in {path}; each machine has its own: azar link key --machine 1")
    try:
        text = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", "azar link serve --key FILE makes one") from error
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != 32:
        raise CommandError(f"{path}: key must be 64 hex digits (got {len(text)} characters)")
    private.require_private(path)
    return key


def _print_key(
    path: Path | None, machine: int | None, display: int | None, out: Path | None, as_json: bool
) -> None:
    from emulator.link.wire import display_key, machine_key

    if (machine is None) == (display is None):
        raise CommandError(
            "key needs --machine or --display", "azar link key --key F --machine 1", status=WRONG_USAGE
        )
    link_key = _read_key(path, make=False)
    if machine is not None:
        whose, key = {"machine": machine}, machine_key(link_key, machine).hex()
    else:
        assert display is not None
        whose, key = {"display": display}, display_key(link_key, display).hex()
    if out is not None:
        try:
            private.create(out, key.encode() + b"\n")
        except OSError as error:
            raise CommandError(f"{out} cannot be written: {error.strerror}", "name another file") from error
        print_json({**whose, "file": str(out)}) if as_json else say(f"the key is in {out}")
    elif as_json:
        print_json({**whose, "key": key})
    else:
        print(key)


# --- serve -----------------------------------------------------------------------------------------


def _opened(store: str, link_: str) -> Store:
    """The store, with a new link in it if it has none."""
    from emulator.link.address import shown
    from emulator.link.controller import Controller
    from emulator.link.rules import load_definition
    from emulator.link.store import open_store

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


def _serve(
    link_: str, store: str, key: Path | None, host: str, port: int, cert: Path | None, seconds: float | None
) -> None:
    import asyncio
    import signal

    from emulator.link.server import LinkServer
    from emulator.link.store import open_store

    tls, link_key = _tls(cert), _read_key(key, make=True)
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
