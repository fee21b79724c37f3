# SPDX-License-Identifier: MIT
"""The link over a real network on loopback: joins, kills of the controller's process, keys, TLS."""

from __future__ import annotations

import os
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from link_certificate import certificate
from link_rig import SEED, FailingStore, store_at, tables

from emulator.hall.demo import served
from emulator.link import wire
from emulator.link.audit import audit
from emulator.link.client import LinkClient
from emulator.link.controller import Controller
from emulator.link.port import LinkPort
from emulator.link.store import Store
from emulator.link.tcp import LinkConnection
from emulator.link.visitors import Visitor, Visitors

LINK_KEY = bytes(range(32))
SERVE = """
import asyncio, ssl, sys
from emulator.link.server import LinkServer
from emulator.link.databases import open_store
path, folder = sys.argv[1:3]
tls = None
if folder:
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(folder + "/cert.pem", folder + "/key.pem")
server = LinkServer(lambda: open_store(path), bytes(range(32)), print, 1_000)
asyncio.run(server.run("127.0.0.1", 0, tls, lambda port: print(port, flush=True)))
"""


def clock_ms() -> int:
    """The computer's clock: a connection that is polled on a clock of its own would tire of a slow server."""
    return time.monotonic_ns() // 1_000_000


@contextmanager
def serving(path: str, tls: str = "", **words: Any) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """A controller in a process of its own."""
    command = [sys.executable, "-P", "-c", SERVE, path, tls]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **words)
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline()), process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def new_link(path: Path) -> str:
    where = str(path / "link.db")
    Controller.create(store_at(where), tables(8), SEED).close()
    return where


def sevens(visitor: Visitor) -> int:
    """Every seventh play of machine 3 takes a tenth."""
    return 2 if visitor.number == 3 and visitor.port.next_seq % 7 == 0 else 0


def same_books(where: str, visitors: Visitors) -> int:
    """The machines' meters are those of the audited books; how many plays there were."""
    found = audit(store_at(where))
    assert found.problems == []
    assert found.open_awards == 0
    rows = {row["number"]: row for row in found.machines}
    for visitor in visitors.visitors:
        row, port = rows[visitor.number], visitor.port
        assert (row["seq"], row["staked_mc"]) == (port.next_seq - 1, port.staked_mc)
        assert (row["won_cents"], row["settled_award"]) == (port.won_cents, port.award)
    return found.plays


def test_a_controller_killed_twice_loses_and_doubles_nothing(tmp_path: Path) -> None:
    """kill -9 between any two instructions of the controller, while eight machines play."""
    where = new_link(tmp_path)
    visitors: Visitors | None = None
    for _ in range(3):
        with serving(where) as (port, process):
            if visitors is None:
                visitors = Visitors(
                    range(1, 9),
                    LINK_KEY,
                    "127.0.0.1",
                    port,
                    stake_mc=20_000,
                    plays_per_second=150,
                    prize=sevens,
                )
            visitors.connect(port)
            before = len(visitors.latencies_ms)
            while len(visitors.latencies_ms) < before + 150:
                visitors.turn()
                assert process.poll() is None, "the controller ended"
            os.kill(process.pid, signal.SIGKILL)
            process.wait()
            while any(v.socket is not None for v in visitors.visitors):
                visitors.turn()
            assert not any(v.port.may_play for v in visitors.visitors)
    assert visitors is not None
    with serving(where) as (port, _):
        visitors.connect(port)
        assert visitors.quiet()
        for visitor in visitors.visitors:  # what is told on one connection is taken in its order
            visitor.port.contribute(visitor.port.next_seq, 1_000)
            visitor.port.kept()
        assert visitors.quiet()
        visitors.close()
    assert same_books(where, visitors) >= 450


def test_another_key_opens_no_session(tmp_path: Path) -> None:
    where = new_link(tmp_path)
    with serving(where) as (port, _):
        stranger = Visitors([1], bytes(32), "127.0.0.1", port, stake_mc=1, plays_per_second=0)
        stranger.connect()
        while stranger.visitors[0].socket is not None:
            stranger.turn()
        assert stranger.visitors[0].port.status == "down"
        stranger.close()
    assert audit(store_at(where)).plays == 0


def test_the_same_over_tls_for_one_machine(tmp_path: Path) -> None:
    """Also what a cabinet uses: one connection that is polled."""
    certificate(tmp_path)
    where = new_link(tmp_path)
    tls = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
    with serving(where, tls=str(tmp_path)) as (port, _):
        machine = LinkPort(2)
        link = LinkConnection(LinkClient(machine, wire.machine_key(LINK_KEY, 2)), "127.0.0.1", port, tls)
        while not machine.may_play:
            link.poll(clock_ms())
        machine.contribute(1, 900_000, prize=1)
        machine.kept()
        while not machine.poll():
            link.poll(clock_ms())
        (won,) = machine.poll()
        assert (won.cents, won.seq) == (900, 1)
        machine.settle(won)
        machine.kept()
        link.poll(clock_ms())
        link.close()
        assert machine.status == "down"
        again = LinkPort(2, machine.save())
        link = LinkConnection(LinkClient(again, wire.machine_key(LINK_KEY, 2)), "127.0.0.1", port, tls)
        while not again.may_play:
            link.poll(clock_ms())
        assert again.poll() == []
        link.close()
    found = audit(store_at(where))
    assert (found.problems, found.open_awards) == ([], 0)


def test_without_a_controller_a_machine_is_down_and_tries_again() -> None:
    machine = LinkPort(1)
    link = LinkConnection(LinkClient(machine, bytes(32)), "127.0.0.1", 1)
    for now_ms in range(0, 5_000, 500):
        link.poll(now_ms)
    assert (machine.status, machine.may_play) == ("down", False)


def test_a_stranger_who_does_not_say_hello_is_hung_up_on(tmp_path: Path) -> None:
    import socket

    with serving(new_link(tmp_path)) as (port, _):
        for kind in (wire.PLAY, wire.JOIN, wire.PONG):
            with socket.create_connection(("127.0.0.1", port)) as stranger:
                layout = wire.BODIES[kind]
                body = layout.pack(*[1] * len(layout.unpack(bytes(layout.size))))
                stranger.sendall(wire.Frames(server=False).frame(bytes([kind]) + body))
                assert stranger.recv(100) == b"", kind


@pytest.mark.parametrize("how", ["before", "after"])
def test_a_server_whose_database_stops_goes_on_when_it_is_back(tmp_path: Path, how: str) -> None:
    """Machines are told that it stops, come again, and nothing is lost or doubled."""
    where = new_link(tmp_path)
    made: list[FailingStore] = []

    def open_() -> Store:
        made.append(FailingStore(store_at(where)))
        return made[-1]  # type: ignore[return-value]

    with served(open_, LINK_KEY, hurry=1_000) as port:
        visitors = Visitors(
            range(1, 9), LINK_KEY, "127.0.0.1", port, stake_mc=20_000, plays_per_second=100, prize=sevens
        )
        visitors.connect()
        while len(visitors.latencies_ms) < 50:
            visitors.turn()
        made[0].fail = how
        while not any(visitor.socket is None for visitor in visitors.visitors):
            visitors.turn()
        while not visitors.quiet(0.2):
            visitors.connect()
        for visitor in visitors.visitors:
            visitor.port.contribute(visitor.port.next_seq, 1_000)
            visitor.port.kept()
        assert visitors.quiet()
        visitors.close()
    assert len(made) == 2
    assert same_books(where, visitors) >= 50
