# SPDX-License-Identifier: MIT
"""
A whole link on one computer.

``run_house`` lets guests play its machines in virtual time; ``run_players`` tells the coins of a link of
tables, which have no cabinet, to a controller over TCP.
"""

from __future__ import annotations

import asyncio
import contextlib
import math
import os
import queue
import ssl
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from emulator.hall.house import House
from emulator.link.audit import Findings, audit
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.rules import load_definition
from emulator.link.server import LinkServer
from emulator.link.store import Store
from emulator.link.visitors import Visitors

_CATCH_UP = 20


class Demo(NamedTuple):
    """What tables told: its audit, machines, plays, and the time that 99 % of the plays took."""

    found: Findings
    machines: int
    plays: int
    p99_ms: float


@contextlib.contextmanager
def served(
    open_: Callable[[], Store],
    link_key: bytes,
    say: Callable[[str], None] = lambda line: None,
    tls: ssl.SSLContext | None = None,
    hurry: int = 1,
) -> Iterator[int]:
    """
    The controller in a thread, with a certificate where ``tls`` has one; its port.

    Args:
        open_, link_key, say, hurry: as of LinkServer.
        tls: has the certificate, if there is to be one.
    """
    ready: queue.Queue[int] = queue.Queue()
    runner = asyncio.Runner(loop_factory=asyncio.new_event_loop)
    loop = runner.get_loop()
    server = LinkServer(open_, link_key, say, hurry)
    task = loop.create_task(server.run("127.0.0.1", 0, tls, ready.put))

    async def serve() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await task

    def work() -> None:
        with runner:  # at its end those are closed, too, that never got as far as a connection
            runner.run(serve())

    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield ready.get()
    finally:
        loop.call_soon_threadsafe(task.cancel)
        thread.join()


def hurry_for(play_min_us: int, plays_per_second: float) -> int:
    """
    How many times as fast the clock of rates runs for visitors that play so often.

    A visitor that was held up plays what it missed in one go, which no machine does: there is room for that.
    """
    return _CATCH_UP * max(1, math.ceil(play_min_us * plays_per_second / 1_000_000))


class Evening(NamedTuple):
    """What an evening of guests came to: its audit, with what machines say otherwise."""

    found: Findings
    machines: int
    guests: int
    seconds: int
    seed: str


def run_house(house: House, seed: str, seconds: float, at: Callable[..., None]) -> Evening:
    """
    Let guests play for some seconds of the machines' time, then close and compare.

    Args:
        at: is told (milliseconds passed, of how many, a note).
    """
    total_ms = round(seconds * 1000)
    while house.now_ms < total_ms:
        house.step()
        pots = " ".join(f"{cents / 100:.2f}" for cents in house.room.pots_cents)
        at(house.now_ms, total_ms, f"pots {pots} EUR")
    return close_house(house, seed)


def close_house(house: House, seed: str) -> Evening:
    """Nobody begins a play any more; what is open is paid, and every machine's memory compared."""
    house.quiet()
    found = house.audit()
    for text in house.differences():
        found.wrong(text)
    if found.open_awards:
        found.wrong(f"{found.open_awards} awards are still open")
    return Evening(found, len(house.cabinets), house.guests, house.now_ms // 1000, seed)


def run_players(link: str, seconds: float, plays_per_second: float, say: Callable[[str], None]) -> Demo:
    """
    Play a link for some seconds in a temporary folder, over TCP on loopback, and audit its books.

    Args:
        link: one that ships, or the path of a definition.
        seconds: of wall time.
        plays_per_second: of each machine.
        say: is told in a line what happens.
    """
    definition = load_definition(link)
    numbers = [one.number for one in definition.machines]
    bounds = definition.bounds[numbers[0]]
    hurry = hurry_for(bounds.play_min_us, plays_per_second)
    with tempfile.TemporaryDirectory(prefix="azar-link-") as folder:
        where, link_key = str(Path(folder) / "link.db"), os.urandom(32)
        with open_store(where) as store:
            Controller.create(store, definition, os.urandom(32))
        with served(lambda: open_store(where), link_key, say, hurry=hurry) as port:
            visitors = Visitors(
                numbers,
                link_key,
                "127.0.0.1",
                port,
                stake_mc=bounds.coin_mc,
                plays_per_second=plays_per_second,
            )
            visitors.connect()
            visitors.run(seconds)
            visitors.quiet()
            visitors.close()
        with open_store(where, reading=True) as store:
            found = audit(store)
    times = sorted(visitors.latencies_ms)
    p99_ms = round(times[int(0.99 * len(times))], 1) if times else 0.0
    return Demo(found, len(numbers), len(times), p99_ms)
