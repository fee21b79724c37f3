# SPDX-License-Identifier: MIT
"""
Mutated frames at both ends of the link, drawn from a seed: strange bytes, and frames that are sealed with a
right key and say what nobody says.

    hall = Hall(store_at(":memory:"))
    hall.attack(seed)                           # raises if anything but the attacker's own session ends
    victims = Victims(); victims.attack(seed)   # the same from a controller at a machine and a display
"""

from __future__ import annotations

import json
from random import Random
from types import SimpleNamespace
from typing import Any

from link_forge import Forger, body
from link_rig import SEED, Clock, Hours, carrusel

from emulator.devices.link_port import LinkCard
from emulator.link import wire
from emulator.link.client import LinkClient
from emulator.link.controller import Controller
from emulator.link.display import DisplayClient
from emulator.link.hub import Hub
from emulator.link.port import LinkPort
from emulator.link.store import Store
from emulator.link.watchers import face
from machines.firmware.linked import link_frames

KEY = bytes(32)
ODD = (
    0,
    1,
    2,
    255,
    1 << 31,
    (1 << 32) - 1,
    1 << 32,
    (1 << 40) - 1,
    1 << 62,
    (1 << 63) - 1,
    1 << 63,
    (1 << 64) - 1,
)
_SIZES = {"Q": 8, "I": 4, "H": 2, "B": 1}


def _odd(choose: Random, size: int) -> int:
    return choose.choice((*ODD, choose.getrandbits(64), choose.randrange(10))) % (1 << 8 * size)


def payload(choose: Random, sound: dict[int, tuple[int, ...]] | None = None) -> bytes:
    """
    Kind and body: a message of the protocol with odd numbers, or a few strange bytes, or one spoilt a little.

    Args:
        sound: by kind, numbers that would be right; then mostly one of them is odd, or none.
    """
    if sound and choose.random() < 0.6:
        kind, values = choose.choice(list(sound.items()))
        numbers = list(values)
        if choose.random() < 0.7:
            place = choose.randrange(len(numbers))
            size = _SIZES[wire.BODIES[kind].format.lstrip("<")[place]]
            numbers[place] = _odd(choose, size) if choose.random() < 0.7 else numbers[place] + 1
        return body(kind, *numbers)
    kind = choose.choice((*wire.BODIES, choose.randrange(256)))
    if kind in wire.BODIES and choose.random() < 0.8:
        form = wire.BODIES[kind].format.lstrip("<")
        fields = [_odd(choose, _SIZES[one]) for one in form if one in _SIZES]
        values: list[Any] = fields
        if kind in (wire.HELLO, wire.WATCH):
            values = [choose.choice((wire.MAGIC, b"none")), *fields[:2], choose.randbytes(16)]
        elif kind == wire.CHALLENGE:
            values = [fields[0], choose.randbytes(16)]
        made = bytes([kind]) + wire.BODIES[kind].pack(*values)
    else:
        made = bytes([kind]) + choose.randbytes(choose.choice((0, 1, 2, 8, 9, 30, 63)))
    return spoilt(choose, made) if choose.random() < 0.3 else made


def spoilt(choose: Random, data: bytes) -> bytes:
    """Data that was cut, lengthened, or changed in a place."""
    place = choose.randrange(len(data) + 1)
    how = choose.randrange(4)
    if how == 0:
        return data[:place]
    if how == 1:
        return data[:place] + choose.randbytes(choose.randrange(1, 40)) + data[place:]
    if how == 2 and data:
        place %= len(data)
        return data[:place] + bytes([data[place] ^ (1 << choose.randrange(8))]) + data[place + 1 :]
    return data + data


class Hall:
    """A controller with an attacker, who has the keys of machine 1 and the display; machine 2 is honest."""

    def __init__(self, store: Store) -> None:
        self.link = Controller.create(store, carrusel(3), SEED, Clock(), Hours())
        self.hub = Hub(self.link, KEY)
        self.port = LinkPort(2)
        self.client = LinkClient(self.port, wire.machine_key(KEY, 2))
        self.hub.opened(1)
        self.client.connected(0)
        self._connections = 1
        self.exchange()

    def exchange(self) -> None:
        """Let the honest machine speak and hear."""
        self.client.tick(0)
        for _ in range(6):
            self.hub.received(1, self.client.outgoing())
            self.hub.step()
            for connection, data, ended in self.hub.outgoing():
                if connection == 1:
                    assert not ended, "the honest machine's session has ended"
                    self.client.received(data, 0)

    def play(self) -> None:
        """The honest machine plays, and is answered."""
        assert self.port.status == "up"
        self.port.contribute(self.port.next_seq, 20_000)
        self.port.kept()
        self.exchange()
        for won in self.port.poll():
            self.port.settle(won)
        self.port.kept()
        self.exchange()
        assert not self.port.outbox

    def attack(self, seed: int) -> None:
        """One connection of the attacker's."""
        choose = Random(seed)
        self._connections += 1
        forger = Forger(self.hub, self._connections, 1)
        how = choose.randrange(4)
        if how == 0:
            self._before_a_key(choose, forger)
        elif how == 1:
            self._as_a_display(choose, forger)
        else:
            forger.greet()
            if how == 2:
                forger.send(
                    body(wire.JOIN, self.link.state.machines[1].seq + 1, self.link.state.machines[1].award)
                )
        for _ in range(choose.randrange(1, 5)):
            if not forger.ended:
                forger.send(payload(choose, self._sound()))
        self.hub.closed(forger.connection)
        counts = self.hub.alarms.counts
        assert "internal" not in counts and "database" not in counts, counts

    def _sound(self) -> dict[int, tuple[int, ...]]:
        """What machine 1 could honestly say next."""
        books = self.link.state.machines[1]
        return {
            wire.JOIN: (books.seq + 1, books.settled_award), wire.SETTLED: (max(1, books.award),),
            wire.PLAY: (books.seq + 1, books.seq + 1, 20_000, 0, 1),
            wire.BOOKS: (books.seq, books.staked_mc, books.settled_award, books.settled_cents),
        }  # fmt: skip

    def _before_a_key(self, choose: Random, forger: Forger) -> None:
        hello = wire.pack(wire.HELLO, wire.MAGIC, wire.VERSION, choose.choice((1, 9, 0, 1 << 63)), bytes(16))
        data = wire.Frames(server=False).frame(hello)
        for _ in range(choose.randrange(1, 4)):
            if not forger.ended:
                forger.push(choose.choice((spoilt(choose, data), choose.randbytes(choose.randrange(1, 80)))))

    def _as_a_display(self, choose: Random, forger: Forger) -> None:
        key, nonce = wire.display_key(KEY, 1), bytes(16)
        forger.send(wire.pack(wire.WATCH, wire.MAGIC, wire.VERSION, 1, nonce))
        (challenge,) = forger.heard
        forger._frames.seal_with(wire.session_key(key, 1, nonce, challenge.values[1]))
        if choose.random() < 0.5:
            forger.send(body(wire.LOOK))


class Victims:
    """A machine with its link card, and a display, at a controller that has their keys and says anything."""

    def __init__(self, store: Store) -> None:
        link = Controller.create(store, carrusel(3), SEED, Clock(), Hours())
        self._face = face(link) | {"display": 1, "where": "room"}

    def attack(self, seed: int) -> None:
        """One session of each."""
        choose = Random(seed)
        card = LinkCard(SimpleNamespace(emit=lambda *names, **words: None), 1)  # type: ignore[arg-type]
        told = link_frames.pack_told(1, choose.choice((1, 2)), 20_000, 0, 0, ())
        card.i2c_write(bytes([link_frames.TOLD]) + told)
        client = LinkClient(card.port, wire.machine_key(KEY, 1), card_journal(card))
        display = DisplayClient(1, wire.display_key(KEY, 1))
        for end, key in ((client, wire.machine_key(KEY, 1)), (display, wire.display_key(KEY, 1))):
            self._session(choose, end, key)
        assert link_frames.unpack_answer(card._status()) is not None

    def _session(self, choose: Random, end: Any, key: bytes) -> None:
        end.connected(0)
        frames = wire.Frames(server=True)
        frames.feed(end.outgoing())
        hello = frames.next()
        assert hello is not None
        if choose.random() < 0.2:
            end.received(choose.randbytes(40), 0)
            return
        end.received(frames.frame(wire.pack(wire.CHALLENGE, choose.choice((1, 2)), bytes(16))), 0)
        frames.seal_with(wire.session_key(key, 1, hello.values[3], bytes(16)))
        sound = wire.pack_face(self._face)
        if choose.random() < 0.8:
            end.received(frames.frame(sound), 0)
            end.received(frames.frame(wire.pack(wire.WELCOME, choose.choice((0, 0, 1)))), 0)
        for _ in range(choose.randrange(1, 6)):
            if not end.closed:
                end.received(frames.frame(choose.choice((payload(choose), self._spoilt_face(choose)))), 0)
                end.outgoing()
        end.tick(1_500)

    def _spoilt_face(self, choose: Random) -> bytes:
        nonsense = choose.choice((None, 0, -1, 1 << 70, "", [], {}, "x" * 200, [[]], {"es": 1}, True))
        if choose.random() < 0.2:
            return bytes([wire.FACE]) + choose.choice((b"[" * 5_000, b"{" * 5_000, b"\xff", b"null", b"[]"))
        spoilt_face = json.loads(json.dumps(self._face))
        row = choose.choice((spoilt_face, spoilt_face["pots"][0]))
        key = choose.choice(list(row))
        if choose.random() < 0.3:
            del row[key]
        else:
            row[key] = nonsense
        return (
            bytes([wire.FACE]) + json.dumps(spoilt_face).encode()[: 16_000 if choose.random() < 0.8 else 60]
        )


def card_journal(card: LinkCard) -> Any:
    """What a cabinet does with a Given: its card packs an answer of it for the board."""

    def given(one: Any) -> None:
        assert link_frames.unpack_answer(card._status()) is not None

    return given
