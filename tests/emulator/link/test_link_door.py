# SPDX-License-Identifier: MIT
"""Connections that show no key keep nobody out: real sockets, of one host and of many, with TLS, too."""

from __future__ import annotations

import asyncio
import contextlib
import functools
import resource
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from link_certificate import certificate
from link_forge import WiredForger, body, play
from link_rig import SEED, carrusel, store_at
from opened import opened
from test_link_tcp import LINK_KEY, serving

from emulator.hall.demo import served
from emulator.hall.house import House
from emulator.link import door as doors
from emulator.link import line as lines
from emulator.link import server as servers
from emulator.link import tcp, wire
from emulator.link.alarms import Alarms
from emulator.link.audit import audit
from emulator.link.client import LinkClient
from emulator.link.controller import Controller
from emulator.link.databases import open_store
from emulator.link.display import DisplayClient
from emulator.link.door import SPARE, Door
from emulator.link.port import Given, LinkPort
from emulator.link.rules import load_definition
from emulator.link.tcp import RETRY_MAX_MS, LinkConnection, retry_after_ms

KEY = bytes(32)
IDLE = 1_000
MACHINES = 10
HOST_MAX = MACHINES + 1 + SPARE
# Strangers' time where it is long, and how long others have for what must be done before it is over.
STRANGERS_S, BEFORE_S = 25.0, 20.0


def now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def new_link(folder: Path) -> str:
    path = str(folder / "link.db")
    Controller.create(open_store(path), carrusel(MACHINES), SEED).close()
    return path


def tls_of(folder: Path) -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """The controller's, and what trusts it."""
    certificate(folder)
    own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    own.load_cert_chain(folder / "cert.pem", folder / "key.pem")
    return own, ssl.create_default_context(cafile=str(folder / "cert.pem"))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Shorter times than those that hold; as long as they have to be for a test."""

    return functools.partial(_shorten, monkeypatch)


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers stay long enough for a slow computer to do everything else before they must go."""
    monkeypatch.setattr(doors, "HANDSHAKE_S", STRANGERS_S)


def _shorten(patch: pytest.MonkeyPatch, handshake_s: float = 5.0, idle_s: float = 15.0) -> None:
    patch.setattr(servers, "SHOW_S", 0.05)
    patch.setattr(servers, "IDLE_S", idle_s)
    patch.setattr(doors, "HANDSHAKE_S", handshake_s)


@contextlib.contextmanager
def idle(port: int, count: int, say: bytes = b"", host: str | None = None) -> Iterator[list[socket.socket]]:
    """So many connections that say this and nothing more."""
    held: list[socket.socket] = []
    try:
        for _ in range(count):
            source = None if host is None else (host, 0)
            held.append(socket.create_connection(("127.0.0.1", port), timeout=10, source_address=source))
            if say:
                with contextlib.suppress(OSError):  # it was hung up on already
                    held[-1].sendall(say)
        yield held
    finally:
        for one in held:
            one.close()


def open_ones(held: list[socket.socket]) -> int:
    """How many of them the controller has not hung up on."""
    found = 0
    for one in held:
        one.setblocking(False)
        try:
            while one.recv(1_000):
                pass
        except BlockingIOError:
            found += 1
        except OSError:
            pass
    return found


def settled(holds: Callable[[], bool], within_s: float = BEFORE_S) -> bool:
    """Whether it comes to hold, beside us, in so much time."""
    until_s = time.monotonic() + within_s
    while not holds():
        if time.monotonic() > until_s:
            return False
        time.sleep(0.02)
    return True


def joined(
    port: int,
    machine: int,
    tls: ssl.SSLContext | None = None,
    within_s: float = BEFORE_S,
    link_key: bytes = KEY,
) -> LinkPort:
    """A machine that plays once; it must be up in so much time."""
    end = LinkPort(machine)
    link = LinkConnection(LinkClient(end, wire.machine_key(link_key, machine)), "127.0.0.1", port, tls)
    until_ms = now_ms() + round(within_s * 1_000)
    while not end.may_play:
        link.poll(now_ms())
        time.sleep(0.001)
        assert now_ms() < until_ms, f"machine {machine} was kept out"
    end.contribute(1, 20_000)
    end.kept()
    while end.outbox:
        link.poll(now_ms())
        assert now_ms() < until_ms + 5_000
    link.close()
    return end


# --- the fourth attack -----------------------------------------------------------------------------

HELLO = wire.Frames(server=False).frame(wire.pack(wire.HELLO, wire.MAGIC, wire.VERSION, 2, bytes(16)))


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("say", [b"", b"\x40", HELLO], ids=["silent", "a length", "a greeting"])
def test_a_thousand_idle_connections_keep_no_machine_out(tmp_path: Path, say: bytes) -> None:
    """One that plays goes on, known ones come back, new ones come in; few of the thousand are still there."""
    path = new_link(tmp_path)
    with served(lambda: open_store(path), KEY) as port:
        known = WiredForger(port, 1, KEY)
        known.send(body(wire.JOIN, 1, 0), play(1))
        with idle(port, IDLE, say) as held:
            known.send(play(2))
            for machine in (2, 3, 4):
                joined(port, machine)
            while known.hear() != (wire.ACK, (2,)):  # it was there all the time
                pass
            assert settled(lambda: open_ones(held) <= HOST_MAX)
        known.socket.close()
    found = audit(store_at(path))
    assert (found.problems, found.plays) == ([], 5)


@pytest.mark.usefixtures("patient")
def test_a_thousand_connections_that_stall_in_tls_keep_no_machine_out(tmp_path: Path) -> None:
    """They count from the moment of their connection, long before there is a protocol to speak of."""
    path = new_link(tmp_path)
    own, trusts = tls_of(tmp_path)
    with (
        served(lambda: open_store(path), KEY, tls=own) as port,
        idle(port, IDLE, b"\x16\x03\x01\x02") as held,
    ):
        for machine in (1, 2, 3):
            joined(port, machine, trusts)
        assert settled(lambda: open_ones(held) <= HOST_MAX)
    assert audit(store_at(path)).plays == 3


def test_a_controller_with_few_files_lets_machines_in_beside_a_thousand_idle_connections(
    tmp_path: Path,
) -> None:
    """256 files for the process: idle connections used to take all of them."""
    path = new_link(tmp_path)
    few = functools.partial(resource.setrlimit, resource.RLIMIT_NOFILE, (256, 256))
    with serving(path, preexec_fn=few) as (port, process), idle(port, IDLE):
        for machine in (1, 2):
            joined(port, machine, within_s=4.0, link_key=LINK_KEY)
        assert process.poll() is None
    assert audit(store_at(path)).plays == 2


@pytest.mark.usefixtures("patient")
def test_hosts_that_flood_keep_no_other_host_out(tmp_path: Path) -> None:
    """Each of five hosts opens more than it may; a host of its own still has room for its machine."""
    path = new_link(tmp_path)
    with contextlib.ExitStack() as stack:
        port = stack.enter_context(served(lambda: open_store(path), KEY))
        machine = stack.enter_context(socket.create_connection(("127.0.0.1", port), timeout=10))
        machine.sendall(HELLO)
        machine.recv(100)
        floods = [stack.enter_context(idle(port, 60, b"", f"127.0.0.{host}")) for host in range(2, 7)]
        assert settled(lambda: sum(map(open_ones, floods)) < 2 * HOST_MAX)
        assert open_ones([machine]) == 1, "a greeting of another host was hung up on"
        assert all(open_ones(held) <= HOST_MAX for held in floods)


def test_many_connections_with_a_machines_key_are_one(tmp_path: Path) -> None:
    """Whoever has a key has one connection, also if it never joins: the newest."""
    path = new_link(tmp_path)
    with served(lambda: open_store(path), KEY) as port, contextlib.ExitStack() as over:
        held: list[socket.socket] = []
        for _ in range(150):
            forger = WiredForger(port, 2, KEY)
            held.append(over.enter_context(forger.socket))
            forger.send(body(wire.LOOK))
        assert settled(lambda: open_ones(held) == 1)
        joined(port, 1)


@pytest.mark.usefixtures("patient")
def test_a_host_has_a_limit_of_its_own(tmp_path: Path) -> None:
    """One host alone, far from the limit in all, has no more strangers than its own."""
    path = new_link(tmp_path)
    with served(lambda: open_store(path), KEY) as port, idle(port, HOST_MAX + 10) as held:
        assert settled(lambda: open_ones(held) == HOST_MAX)


def test_every_machine_of_a_room_may_come_at_once(tmp_path: Path) -> None:
    """Behind one address, after a power cut: all of them, twice, and a display."""
    path = new_link(tmp_path)
    with served(lambda: open_store(path), KEY) as port:
        for _ in range(2):
            ends = [LinkPort(number) for number in range(1, MACHINES + 1)]
            clients = [LinkClient(end, wire.machine_key(KEY, end.machine)) for end in ends]
            links = [LinkConnection(client, "127.0.0.1", port) for client in clients]
            wall = DisplayClient(1, wire.display_key(KEY, 1))
            links.append(LinkConnection(wall, "127.0.0.1", port))
            until_ms = now_ms() + 10_000
            while not all(end.may_play for end in ends) or wall.status != "up":
                for link in links:
                    link.poll(now_ms())
                assert now_ms() < until_ms
            for link in links:
                link.close()


# --- time-outs -------------------------------------------------------------------------------------


@pytest.mark.parametrize("say", [b"", HELLO], ids=["silent", "a greeting"])
def test_whoever_shows_no_key_in_time_is_hung_up_on(
    tmp_path: Path, say: bytes, quick: Callable[..., None]
) -> None:
    quick(handshake_s=0.3)
    path = new_link(tmp_path)
    with served(lambda: open_store(path), KEY) as port, idle(port, 3, say) as held:
        assert settled(lambda: open_ones(held) == 0)
        joined(port, 1)


def test_a_tls_handshake_that_stalls_is_over_in_time(tmp_path: Path, quick: Callable[..., None]) -> None:
    quick(handshake_s=0.3)
    path = new_link(tmp_path)
    own, trusts = tls_of(tmp_path)
    with served(lambda: open_store(path), KEY, tls=own) as port, idle(port, 3, b"\x16\x03\x01") as held:
        assert settled(lambda: open_ones(held) == 0)
        joined(port, 1, trusts)


def test_a_machine_that_says_nothing_is_hung_up_on_and_one_that_pings_is_not(
    tmp_path: Path, quick: Callable[..., None]
) -> None:
    quick(idle_s=0.4)
    path = new_link(tmp_path)
    with served(lambda: open_store(path), KEY) as port:
        silent, alive = WiredForger(port, 1, KEY), WiredForger(port, 2, KEY)
        for one in (silent, alive):
            one.send(body(wire.JOIN, 1, 0))
        for _ in range(10):
            time.sleep(0.1)
            alive.send(body(wire.PING))
        assert silent.hear_the_end() == ""
        assert alive.hear().kind == wire.WELCOME
        alive.socket.close()


def test_whoever_takes_no_answers_is_hung_up_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for one connection is bounded: here to 1 KiB in place of 256, and little by the system."""
    create = socket.create_server

    def listening(*arguments: Any, **words: Any) -> socket.socket:
        made = create(*arguments, **words)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)  # each connection has what this one has
        return made

    monkeypatch.setattr(socket, "create_server", listening)
    monkeypatch.setattr(servers, "OUT_MAX", 1_024)
    monkeypatch.setattr("emulator.link.hub.FRAMES_BURST", 10**9)
    path = new_link(tmp_path)
    said: list[str] = []

    def hung_up() -> bool:
        return any(line.startswith("slow: machine 1") for line in said)

    with served(lambda: open_store(path), KEY, said.append, hurry=10_000) as port:
        slow = WiredForger(port, 1, KEY)
        with contextlib.closing(slow.socket):
            slow.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
            slow.send(body(wire.JOIN, 1, 0))
            with contextlib.suppress(OSError):
                for _ in range(3_000):
                    if hung_up():
                        break
                    slow.send(*[body(wire.PING)] * 100)
            joined(port, 2)
            assert settled(hung_up, within_s=30.0)


def test_a_controller_that_stalls_in_tls_does_not_hold_its_machine_up(tmp_path: Path) -> None:
    """The machine's time goes on meanwhile, and after some seconds it hangs up by itself."""
    _, trusts = tls_of(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
        end = LinkPort(1)
        link = LinkConnection(LinkClient(end, KEY), "127.0.0.1", port, trusts)
        began = time.monotonic()
        link.poll(0)
        assert link.greeting
        for at_ms in range(0, 6_000, 50):
            link.poll(at_ms)
        assert not link.greeting and end.status == "down"
        assert time.monotonic() - began < 1.0
        link.close()


def test_answers_do_not_wait_for_each_other() -> None:
    """Without TCP_NODELAY an answer waits until the one before is acknowledged: 40 ms on Linux (RFC 896)."""
    made: list[asyncio.BaseTransport] = []

    class Spy(asyncio.Protocol):
        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            made.append(transport)

    async def come() -> None:
        door = Door(members=1, alarms=Alarms(), make=lambda number, peer: Spy())
        await door.open("127.0.0.1", 0, None)
        _, writer = await asyncio.open_connection("127.0.0.1", door.port)
        while not made:
            await asyncio.sleep(0.001)
        own = made[0].get_extra_info("socket")
        assert own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        writer.close()
        made[0].close()
        await door.close()

    asyncio.run(come())


# --- coming again ----------------------------------------------------------------------------------


def test_a_machine_waits_longer_each_time_and_each_its_own_time() -> None:
    waits = [
        [retry_after_ms(1_000, failures, number) for failures in range(1, 40)] for number in range(1, 51)
    ]
    for row in waits:
        for failures, wait_ms in enumerate(row, 1):
            least_ms = min(RETRY_MAX_MS, 1_000 << (failures - 1))
            assert least_ms <= wait_ms <= least_ms * 3 // 2
    assert len({row[0] for row in waits}) > 30  # not all in one instant
    assert waits == [[retry_after_ms(1_000, f, n) for f in range(1, 40)] for n in range(1, 51)]
    assert retry_after_ms(60_000, 1, 1) >= 60_000


def test_a_machine_that_cannot_come_asks_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    """In an hour without a controller some 200 attempts, not 3,600."""
    tried: list[int] = []
    link = LinkConnection(LinkClient(LinkPort(1), KEY), "127.0.0.1", 1)

    def refuse(*arguments: object, **words: object) -> socket.socket:
        tried.append(link._now_ms)
        raise ConnectionRefusedError

    monkeypatch.setattr(tcp.socket, "create_connection", refuse)
    for at_ms in range(0, 3_600_000, 100):
        link.poll(at_ms)
    assert 150 <= len(tried) <= 240
    assert tried[1] - tried[0] <= 1_600


def test_after_a_good_session_a_machine_comes_soon(tmp_path: Path) -> None:
    path = new_link(tmp_path)
    with served(lambda: open_store(path), KEY) as port:
        end = LinkPort(1)
        link = LinkConnection(LinkClient(end, wire.machine_key(KEY, 1)), "127.0.0.1", port)
        link._failures = 9
        while not end.may_play:
            up_ms = now_ms()
            link.poll(up_ms)
        assert link._failures == 9
        link.poll(up_ms + tcp.STEADY_MS - 100)
        assert link._failures == 9
        while link._client.outgoing():
            pass
        link._client._heard_ms = up_ms + tcp.STEADY_MS  # type: ignore[attr-defined]
        link.poll(up_ms + tcp.STEADY_MS + 100)
        assert link._failures == 0
        link.close()
        assert link._failures == 1


def test_a_cabinet_that_is_faster_than_the_clock_tells_its_plays_at_the_walls_pace(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its controller would refuse them: four at once, then one in 5 s (B-10); the line polls meanwhile."""
    wall_ms, polled = [0], [0]

    def nap() -> None:
        wall_ms[0] += 10

    monkeypatch.setattr(lines, "_wall_ms", lambda: wall_ms[0])
    monkeypatch.setattr(lines, "_nap", nap)
    port = LinkPort(1)
    line = lines.TcpLine("127.0.0.1:1", port, KEY, lambda given: None, wait_ms=1, play_min_ms=5_000)
    monkeypatch.setattr(line, "_connection", Polled(polled))
    told_ms = []
    for number in range(1, 13):
        told_ms.append(wall_ms[0])
        port.contribute(number, 20_000)
        port.kept()
        line.serve(True, 0)
        port.take(Given("acked", (number,)))
    assert told_ms[:4] == [0, 0, 0, 0]
    assert told_ms[4:] == [5_000 * n for n in range(1, 9)]
    assert polled[0] > 3_000


class Polled:
    """A connection that only counts how often it is polled."""

    greeting = False

    def __init__(self, count: list[int]) -> None:
        self._count = count

    def poll(self, now_ms: int) -> None:
        self._count[0] += 1


def test_a_wall_in_the_same_process_is_never_too_fast() -> None:
    """It asks once a second for as long as the evening lasts, whatever time the machines have."""
    house = opened(House(load_definition("carrusel"), "00"))
    client, screen = house.display()
    for second in range(600):
        screen.poll(second * 1_000)
        client.tick(second * 1_000)
        assert client.status == "up" or second < 2, client.why
    assert house.room.alarms.counts == {}
    screen.close()


# --- the door by itself ----------------------------------------------------------------------------


def test_the_door_makes_room_at_the_host_that_has_most() -> None:
    """In all there are as many as two hosts may have."""
    door = Door(members=4, alarms=Alarms(), make=lambda number, peer: asyncio.Protocol())
    assert (door.host_max, door.all_max) == (20, 40)

    async def come() -> None:
        loop = asyncio.get_running_loop()

        async def nothing(*arguments: object) -> None:
            await asyncio.sleep(3_600)

        door._greet = nothing  # type: ignore[method-assign]
        pairs = []
        for host, count in (("a", 19), ("b", 18), ("c", 3), ("d", 2), ("a", 30)):
            for _ in range(count):
                pair = socket.socketpair()
                pairs.append(pair)
                door._let_in(loop, pair[0], host)
                await asyncio.sleep(0)
        assert door.strangers == 40
        assert dict(door._hosts) == {"a": 18, "b": 17, "c": 3, "d": 2}
        for pair in pairs:
            pair[0].close()
            pair[1].close()
        for stranger in list(door._strangers.values()):
            assert stranger.greeting is not None
            stranger.greeting.cancel()

    asyncio.run(come())


def test_too_few_files_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    alarms = Alarms()
    door = Door(members=1_000, alarms=alarms, make=lambda number, peer: asyncio.Protocol())
    wanted = 2 * 1_000 + door.all_max + 64
    set_: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "setrlimit", lambda which, limits: set_.append(limits))
    for soft, hard, counts in ((256, 4_000, 1), (256, resource.RLIM_INFINITY, 1), (wanted, wanted, 1)):
        monkeypatch.setattr(resource, "getrlimit", lambda which, limits=(soft, hard): limits)
        door._make_files()
        assert alarms.counts.get("strangers", 0) == counts
    assert set_ == [(4_000, 4_000), (wanted, resource.RLIM_INFINITY)]
