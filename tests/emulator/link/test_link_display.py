# SPDX-License-Identifier: MIT
"""A display of the pots: what it is told, that it can tell nothing, that it never sees what may be lost."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator

import pytest
from link_rig import SEED, Clock, FailingStore, Hours, store_at, tables

from emulator.link import wire
from emulator.link.client import LinkClient
from emulator.link.controller import Controller
from emulator.link.display import DisplayClient
from emulator.link.entries import Play
from emulator.link.errors import LinkStoreError
from emulator.link.hub import Hub
from emulator.link.port import LinkPort
from emulator.link.session import SILENCE_MS

LINK_KEY = bytes(range(32))


class Room:
    """A controller with a display that looks; time stands unless it is told to pass."""

    def __init__(self, path: str, key: bytes | None = None, number: int = 1) -> None:
        self.clock = Clock()
        self.store = FailingStore(store_at(path))
        self.link = Controller.create(self.store, tables(), SEED, self.clock, Hours())  # type: ignore[arg-type]
        self.hub = Hub(self.link, LINK_KEY)
        self.display = DisplayClient(number, key or wire.display_key(LINK_KEY, number))
        self.connect()

    def connect(self, connection: int = 1) -> None:
        self.connection = connection
        self.hub.opened(connection)
        self.display.connected(0)
        self.exchange()

    def exchange(self, now_ms: int = 0) -> None:
        """Let everything arrive."""
        for _ in range(6):
            if data := self.display.outgoing():
                self.hub.received(self.connection, data)
            for connection, data, ended in self.hub.outgoing():
                if connection == self.connection:
                    if data:
                        self.display.received(data, now_ms)
                    if ended:
                        self.hub.closed(connection)
                        self.display.disconnected()

    def play(self, *plays: Play) -> None:
        """Plays of machines that are not connected here, decided and told."""
        group = self.hub.take()
        group.requests.extend(plays)
        group.connections.extend([0] * len(plays))
        batch = self.link.prepare(group.requests)
        self.link.commit(batch)
        self.hub.answer(group, batch.replies)
        self.hub.show_pots()
        self.exchange()


@pytest.fixture
def room(tmp_path: object) -> Iterator[Room]:
    yield Room(f"{tmp_path}/link.db")


def test_a_display_is_told_pots_and_hits(room: Room) -> None:
    """GLI checklist 61: the winning value with the commit that made it, long before 30 s."""
    assert (room.display.status, room.display.pots_mc) == ("up", (0,))
    assert room.display.face["title"] == "table"
    assert (room.display.face["where"], room.display.machines) == ("room", 3)
    room.clock.now_us = 5_000_000
    room.play(Play(2, 1, 1, 900_000), Play(2, 2, 2, 0, prize=2))
    assert room.display.pots_mc == (810_000,)
    (hit,) = room.display.hits
    assert (hit.machine, hit.pot, hit.cents, hit.by, hit.at_us) == (2, 0, 90, "prize", 5_000_000)


def test_a_display_that_comes_later_is_told_the_last_25_hits(room: Room) -> None:
    """GLI checklist 62, and after the controller's end as well."""
    plays = [Play(1, i + 1, i + 1, 100_000, prize=1) for i in range(30)]
    room.play(*plays)
    room.link = Controller(room.store, room.clock, Hours())  # type: ignore[arg-type]
    room.hub = Hub(room.link, LINK_KEY)
    room.display = DisplayClient(1, wire.display_key(LINK_KEY, 1))
    room.connect(7)
    assert [hit.entry for hit in room.display.hits] == list(range(6, 31))


MESSAGES: dict[str, bytes] = {
    "a play": wire.pack(wire.PLAY, 1, 1, 20_000, 0, 1),
    "an award committed": wire.pack(wire.SETTLED, 1),
    "meters": wire.pack(wire.BOOKS, 0, 0, 0, 0),
    "a machine's join": wire.pack(wire.JOIN, 1, 0),
    "a machine's hello": wire.pack(wire.HELLO, wire.MAGIC, 1, 1, bytes(16)),
}


@pytest.mark.parametrize("what", MESSAGES)
@pytest.mark.parametrize("looked", [True, False])
def test_a_display_can_tell_nothing(room: Room, what: str, looked: bool) -> None:
    if not looked:
        room.hub.opened(2)
        room.connection = 2
        room.display.connected(0)
        room.hub.received(2, room.display.outgoing())
        room.display._sealed = True
        key = wire.display_key(LINK_KEY, 1)
        session = room.hub._sessions[2]
        room.display._frames.seal_with(wire.session_key(key, 1, room.display._nonce, session.nonce))
    room.display._send(MESSAGES[what])
    room.hub.received(room.connection, room.display.outgoing())
    assert room.hub.take().requests == []
    assert room.hub._sessions[room.connection].ended
    assert room.link.values_mc() == (0,)


@pytest.mark.parametrize(
    "key",
    [bytes(32), wire.display_key(LINK_KEY, 2), wire.machine_key(LINK_KEY, 1), LINK_KEY],
    ids=["none", "another display's", "a machine's", "the link's"],
)
def test_another_key_shows_nothing(tmp_path: object, key: bytes) -> None:
    room = Room(f"{tmp_path}/link.db", key)
    assert (room.display.status, room.display.why) == ("refused", "seal")
    assert (room.display.face, room.display.pots_mc) == ({}, ())


def test_a_displays_key_plays_nothing(room: Room) -> None:
    """A display's key is no machine's, whatever number either has."""
    port = LinkPort(1)
    client = LinkClient(port, wire.display_key(LINK_KEY, 1))
    room.hub.opened(9)
    client.connected(0)
    room.hub.received(9, client.outgoing())
    for number, data, _ in room.hub.outgoing():
        if number == 9:
            client.received(data, 0)
    room.hub.received(9, client.outgoing())
    assert room.hub._sessions[9].ended
    assert (port.status, room.hub.machines_up()) == ("down", [])


def test_a_display_that_the_link_does_not_name_is_refused(tmp_path: object) -> None:
    """C-17: a screen hangs where the definition says, or shows nothing."""
    room = Room(f"{tmp_path}/link.db", number=2)
    assert (room.display.status, room.display.why, room.display.pots_mc) == ("refused", "unknown", ())


def test_silence_is_a_link_that_is_down(room: Room) -> None:
    room.display.tick(SILENCE_MS)
    room.exchange(SILENCE_MS)
    assert room.display.status == "up"
    room.display.tick(2 * SILENCE_MS)
    room.display.tick(2 * SILENCE_MS + 1)
    assert room.display.status == "down"


def _shows_what_is_prepared(patch: pytest.MonkeyPatch) -> None:
    def show(self: Hub) -> None:
        self._watchers.tell(wire.pack_pots(self._controller.values_mc()))

    patch.setattr(Hub, "show_pots", show)


def check_only_durable(room: Room) -> None:
    """The database fails after a play was decided: it was never shown, and nothing runs backwards."""
    room.play(Play(1, 1, 1, 500_000))
    seen = [room.display.pots_mc]
    room.link.prepare([Play(1, 2, 2, 700_000)])
    room.hub.show_pots()
    room.exchange()
    seen.append(room.display.pots_mc)
    room.store.fail = "before"
    with contextlib.suppress(LinkStoreError):
        room.link.serve([Play(2, 1, 1, 700_000)])
    room.hub.stop()
    room.link.recover()
    room.hub.recovered()
    room.exchange()
    assert room.display.status == "down"
    room.connect(3)
    seen.append(room.display.pots_mc)
    assert seen == [(500_000,)] * 3


def test_a_display_never_shows_what_is_not_durable(room: Room) -> None:
    check_only_durable(room)


def test_a_hub_that_shows_what_may_be_lost_is_noticed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    _shows_what_is_prepared(monkeypatch)
    with pytest.raises(AssertionError):
        check_only_durable(room)


def _lets_displays_play(patch: pytest.MonkeyPatch) -> None:
    genuine: Callable[..., None] = Hub._looked

    def looked(self: Hub, connection: int, session: object, kind: int) -> None:
        if kind == wire.PLAY:
            self._ask(connection, session, Play(1, 1, 1, 20_000))
        else:
            genuine(self, connection, session, kind)

    patch.setattr(Hub, "_looked", looked)


def test_a_hub_that_lets_displays_play_is_noticed(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    _lets_displays_play(monkeypatch)
    with pytest.raises(AssertionError):
        test_a_display_can_tell_nothing(room, "a play", True)


def test_rules_that_begin_with_a_win_are_shown(room: Room) -> None:
    """GLI checklist 63: the face tells the limit that holds now."""
    room.play(Play(1, 1, 1, 500_000))
    rules = room.link.definition.pots[0].rules
    room.link.change_rules(0, rules._replace(limit_mc=2_000_000))
    assert room.display.face["pots"][0]["limit_cents"] == rules.limit_mc // 1000
    room.play(Play(1, 2, 2, 0, prize=1))
    assert room.display.face["pots"][0]["limit_cents"] == 2_000
    assert room.display.face["where"] == "room"
