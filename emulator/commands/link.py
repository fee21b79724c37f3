# SPDX-License-Identifier: MIT
"""azar link: the carrousel controller, which moves the pots that machines share."""

from __future__ import annotations

import contextlib
import os
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import typer

from emulator.commands.console import (
    WRONG_USAGE,
    AsJson,
    CommandError,
    print_json,
    print_table,
    say,
    table,
)

if TYPE_CHECKING:
    import ssl

    from emulator.link.audit import Findings
    from emulator.link.store import Store

EXAMPLE = "azar link demo --seconds 5"

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
    float | None, typer.Option("--seconds", metavar="S", help="End by itself (serve, demo, wall); demo: 10.")
]
Plays = Annotated[float, typer.Option("--plays", metavar="N", help="Plays a second of each machine (demo).")]


def link(
    action: Action,
    link_: LinkName = "carrusel",
    store: StoreName = None,
    key: KeyFile = None,
    host: Host = "127.0.0.1",
    port: Port = 7710,
    cert: Cert = None,
    machine: Machine = None,
    display: Display = None,
    connect: Connect = None,
    language: Language = "es",
    fullscreen: Fullscreen = False,
    screenshot: Screenshot = None,
    size: Size = "1280x720",
    seconds: Seconds = None,
    plays: Plays = 50.0,
    as_json: AsJson = False,
) -> None:
    """
    The controller of pots that machines share: serve it, look at it, audit its books, or see it at work.

    wall is the screen above the machines: a display of the link, which looks and tells nothing.

    audit exits 1 unless every line, pot, award and meter follows from the log. change announces the rules of
    another definition, to a link that is not served: each holds when its pot was won.
    """
    if action == "demo":
        _demo(link_, seconds or 10.0, plays, as_json)
        return
    if action == "key":
        _print_key(key, machine, display, as_json)
        return
    if action == "wall":
        _wall(
            _address(connect),
            Picture(screenshot, _size(size)),
            key,
            display or 1,
            language,
            fullscreen,
            cert,
            seconds,
        )
        return
    if store is None:
        raise CommandError(
            f"{action} needs --store", f"azar link {action} --store carrusel.db", status=WRONG_USAGE
        )
    if action == "serve":
        _serve(link_, store, key, host, port, cert, seconds)
    elif action == "status":
        _status(store, as_json)
    elif action == "change":
        _change(link_, store, as_json)
    else:
        _audit(store, as_json)


# --- keys ------------------------------------------------------------------------------------------


def _read_key(path: Path | None, *, make: bool) -> bytes:
    if path is None:
        raise CommandError("--key must name the file of the link's key", "azar link serve --key carrusel.key")
    if make and not path.exists():
        with os.fdopen(
            os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii"
        ) as file:
            file.write(os.urandom(32).hex() + "\n")
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
    return key


def _print_key(path: Path | None, machine: int | None, display: int | None, as_json: bool) -> None:
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
    if as_json:
        print_json({**whose, "key": key})
    else:
        print(key)


# --- serve -----------------------------------------------------------------------------------------


def _opened(store: str, link_: str) -> Store:
    """The store, with a new link in it if it has none."""
    from emulator.link.controller import Controller
    from emulator.link.rules import load_definition
    from emulator.link.store import open_store

    opened = open_store(store)
    if opened.is_new():
        definition = load_definition(link_)
        Controller.create(opened, definition, os.urandom(32))
        say(f"a new link in {store}: {definition.title}, {len(definition.machines)} machines")
    return opened


def _tls(cert: Path | None) -> ssl.SSLContext | None:
    import ssl

    if cert is None:
        return None
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

    link_key = _read_key(key, make=True)
    first = [_opened(store, link_)]
    server = LinkServer(lambda: first.pop() if first else open_store(store), link_key, say)

    async def until_told() -> None:
        task = asyncio.create_task(server.run(host, port, _tls(cert), _ready))
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


# --- status and audit ------------------------------------------------------------------------------


def _status(store: str, as_json: bool) -> None:
    """What each level shows, holds and has paid (GLI checklist 62), and each machine's books."""
    import cext
    from emulator.link.rules import read_definition
    from emulator.link.store import open_store

    opened = open_store(store, reading=True)
    definition, state = read_definition(opened.head().definition), opened.load()
    hits = sorted(opened.awards(), key=lambda award: award.entry)[-25:]
    opened.close()
    pots = []
    for named, pot in zip(definition.pots, state.pots, strict=True):
        view = cext.view_link(pot)
        numbers = {
            name: getattr(view, name) for name in ("value_mc", "reserve_mc", "staked_mc", "contributed_mc")
        }
        limits = {"base_mc": view.rules.base_mc, "limit_mc": view.rules.limit_mc}
        paid = {"funded_mc": view.funded_mc, "paid_cents": view.paid_cents, "hits": view.hits}
        pots.append({"name": named.name, **numbers, **limits, **paid})
    waiting = sum(len(awards) for awards in state.open.values())
    machines = [asdict(books) for books in state.machines.values()]
    if as_json:
        last = [award._asdict() for award in hits]
        print_json(
            {
                "title": definition.title,
                "pots": pots,
                "machines": machines,
                "open_awards": waiting,
                "last_hits": last,
            }
        )
        return
    shown = table(
        f"{definition.title}, EUR", "pot", ">value", ">reserve", ">base", ">limit", ">paid", ">hits"
    )
    for row in pots:
        money = [_euro_mc(row[name]) for name in ("value_mc", "reserve_mc", "base_mc", "limit_mc")]
        shown.add_row(row["name"], *money, _euro_mc(row["paid_cents"] * 1_000), str(row["hits"]))
    print_table(shown)
    shown = table(
        f"machines, EUR; {waiting} awards open", ">machine", ">plays", ">staked", ">won", ">settled", "meters"
    )
    for books in machines:
        agreed = {True: "agree", False: "DIFFER", None: "not yet compared"}[books["agreed"]]
        won = tuple(_euro_mc(books[name] * 1_000) for name in ("won_cents", "settled_cents"))
        shown.add_row(str(books["number"]), str(books["seq"]), _euro_mc(books["staked_mc"]), *won, agreed)
    print_table(shown)


def _euro_mc(millicents: int) -> str:
    """An amount in euro to the millicent, for a column that names the unit."""
    return f"{millicents // 100_000:,}.{millicents % 100_000:05d}"


def _audit(store: str, as_json: bool) -> None:
    from emulator.link.audit import audit
    from emulator.link.store import open_store

    opened = open_store(store, reading=True)
    found = audit(opened)
    opened.close()
    _tell(found, as_json)


def _tell(found: Findings, as_json: bool, **more: Any) -> None:
    facts = asdict(found) | {"awards": len(found.awards), "sound": found.sound} | more
    if found.problems:
        report = "\n".join(f"  {line}" for line in found.problems)
        raise CommandError(
            f"the books do not follow from the log: {len(found.problems)} problems",
            details=facts,
            report=f"{found.title}: the books do not follow from the log\n{report}",
        )
    if as_json:
        print_json(facts)
        return
    shown = table(
        f"{found.title}, EUR", "pot", ">funded", ">contributed", ">paid", ">stands", ">reserve", ">hits"
    )
    for pot in found.pots:
        money = (pot.funded_mc, pot.contributed_mc, pot.paid_mc, pot.value_mc, pot.reserve_mc)
        shown.add_row(pot.name, *(_euro_mc(one) for one in money), str(pot.hits))
    print_table(shown)
    lines = f"{found.entries} lines, {found.plays} plays, {found.commits} commits"
    print(f"{lines}: every pot, award and meter follows; {found.open_awards} awards open")


def _change(link_: str, store: str, as_json: bool) -> None:
    """Announce other rules (GLI checklist 63: not while the link runs, and never for a pot that stands)."""
    import cext
    from emulator.link.controller import Controller
    from emulator.link.rules import load_definition
    from emulator.link.store import open_store

    wanted = load_definition(link_)
    controller = Controller(open_store(store))
    try:
        was = controller.definition
        if (wanted.kind, wanted.machines, len(wanted.pots)) != (was.kind, was.machines, len(was.pots)):
            raise CommandError(
                "a change must keep kind, machines and number of pots", "make a new link: azar link serve"
            )
        changed = []
        for level, pot in enumerate(wanted.pots):
            if cext.view_link(controller.state.pots[level]).then != pot.rules:
                controller.change_rules(level, pot.rules)
                changed.append(pot.name)
    finally:
        controller.close()
    if as_json:
        print_json({"announced": changed})
    else:
        print(f"announced for when it was won: {', '.join(changed) or 'nothing new'}")


# --- wall ------------------------------------------------------------------------------------------


class Picture(NamedTuple):
    """Where a picture goes, if anywhere, and its size in pixels."""

    path: Path | None
    size: tuple[int, int]


def _wall(
    address: tuple[str, int],
    picture: Picture,
    key: Path | None,
    display: int,
    language: str,
    fullscreen: bool,
    cert: Path | None,
    seconds: float | None,
) -> None:
    own_key = _read_key(key, make=False)
    from emulator.panel.wall.watch import Watched, watch

    watch(
        Watched(*address, display, language, fullscreen, picture.path, picture.size, cert, seconds), own_key
    )
    if picture.path is not None:
        say(f"{picture.path}: {picture.size[0]}x{picture.size[1]} pixels")


def _address(connect: str | None) -> tuple[str, int]:
    host, _, port = (connect or "").rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65_536:
        got = "nothing" if connect is None else connect
        raise CommandError(
            f"--connect must be HOST:PORT of the controller (got {got})",
            "azar link wall --connect 127.0.0.1:7710 --key display1.key", status=WRONG_USAGE,
        )  # fmt: skip
    return host.strip("[]"), int(port)


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal()):
        raise CommandError(f"--size must be WIDTHxHEIGHT in pixels (got {text})", status=WRONG_USAGE)
    return int(width), int(height)


# --- demo ------------------------------------------------------------------------------------------


def _demo(link_: str, seconds: float, plays: float, as_json: bool) -> None:
    from emulator.link.demo import run_demo

    shown = run_demo(link_, seconds, plays, say)
    if not as_json:
        played = f"{shown.machines} machines, {shown.plays} plays in {seconds:g} s"
        print(f"{played}, 99 % of them durable within {shown.p99_ms} ms")
    _tell(shown.found, as_json, p99_ms=shown.p99_ms)
