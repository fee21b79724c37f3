# SPDX-License-Identifier: MIT
"""
The controller's end of all connections: bytes in, requests together, answers when they are durable.

    hub = Hub(controller, link_key)
    hub.opened(3); hub.received(3, data); hub.closed(3)
    group = hub.take()                          # requests that wait
    batch = controller.prepare(group.requests); controller.commit(batch)
    hub.answer(group, batch.replies)
    for connection, data in hub.outgoing(): ...

It keeps no thread, socket or clock; ``emulator.link.server`` and the tests bring them. Whatever a session
sends, and whatever its requests do to the database, ends that session and no other.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import NamedTuple

from emulator.link import wire
from emulator.link.alarms import Alarms
from emulator.link.controller import Controller, Reply
from emulator.link.entries import Award, Books, Join, Play, Request, Settled
from emulator.link.errors import LinkRowError, LinkSealError, LinkStoreError, LinkWireError
from emulator.link.pace import Paces
from emulator.link.watchers import Watchers

# A machine tells a play, what it won and a PING a second; on coming back, all that waited.
FRAME_EVERY_US, FRAMES_BURST = 50_000, 200
# What may wait of one session while the database is busy: a window of plays that each won every pot, and
# more.
WAITING_MAX = 64


class Group(NamedTuple):
    """Requests that are decided together, and the connection that each came from."""

    connections: list[int]
    requests: list[Request]


@dataclass
class _Session:
    frames: wire.Frames
    nonce: bytes
    peer: str
    machine: int = 0
    display: int = 0
    proved: bool = False  # has sealed a frame with its key
    looked: bool = False
    joined: bool = False
    welcomed: bool = False
    ended: bool = False
    waiting: int = 0
    out: bytearray = field(default_factory=bytearray)

    def send(self, payload: bytes) -> None:
        if not self.ended:
            self.out += self.frames.frame(payload)

    def __str__(self) -> str:
        """The machine or display, as far as known."""
        if not self.proved:
            return f"somebody at {self.peer}"
        return f"{f'machine {self.machine}' if self.machine else f'display {self.display}'} at {self.peer}"


class Hub:
    """
    Sessions of all machines.

    Args:
        controller: decides.
        link_key: the link's 32 bytes, of which every machine's key is made.
        nonce: 16 fresh bytes; a test repeats them.
        alarms: counts what is refused.
    """

    def __init__(
        self,
        controller: Controller,
        link_key: bytes,
        nonce: wire.Nonce = lambda: os.urandom(wire.NONCE_SIZE),
        alarms: Alarms | None = None,
    ) -> None:
        self.alarms = Alarms() if alarms is None else alarms
        self._controller = controller
        self._link_key = link_key
        self._nonce = nonce
        self._sessions: dict[int, _Session] = {}
        self._by_machine: dict[int, int] = {}
        self._waiting = Group([], [])
        self._values = controller.values_mc()  # durable
        self._shown: tuple[int, ...] = ()
        self._watchers = Watchers(controller)
        self._frames = Paces(FRAMES_BURST)

    # --- connections -------------------------------------------------------------------------------

    def opened(self, connection: int, peer: str = "this computer") -> None:
        """Somebody connected; ``peer`` is where, for the log."""
        self._sessions[connection] = _Session(wire.Frames(server=True), self._nonce(), peer)

    def closed(self, connection: int) -> None:
        """A connection is gone."""
        session = self._sessions.pop(connection, None)
        if session is not None and self._by_machine.get(session.machine) == connection:
            del self._by_machine[session.machine]
        self._watchers.closed(connection)
        self._frames.forget(connection)

    def proved(self, connection: int) -> bool:
        """Whether this connection has shown the key of a machine or display."""
        session = self._sessions.get(connection)
        return session is not None and session.proved

    def who(self, connection: int) -> str:
        """A connection in words."""
        return str(self._sessions.get(connection, "a connection that is gone"))

    def received(self, connection: int, data: bytes) -> None:
        """Bytes from a machine; a session that breaks is to be closed."""
        session = self._sessions.get(connection)
        if session is None or session.ended:
            return
        session.frames.feed(data)
        try:
            while not session.ended and (message := session.frames.next()) is not None:
                self._take(connection, session, message)
        except LinkSealError as error:
            self._note("seal", session, str(error))
            session.ended = True
        except LinkWireError as error:
            session.proved = True  # its seal was right
            self._reject(session, "frame", str(error))

    def outgoing(self) -> list[tuple[int, bytes, bool]]:
        """(connection, bytes to send, whether to close it then) of all that have something."""
        found = []
        for connection, session in self._sessions.items():
            if session.out or session.ended:
                found.append((connection, bytes(session.out), session.ended))
                session.out.clear()
        return found

    def machines_up(self) -> list[int]:
        """Numbers of the machines that are connected now."""
        return sorted(number for number, at in self._by_machine.items() if self._sessions[at].welcomed)

    # --- messages ----------------------------------------------------------------------------------

    def _refuse(self, session: _Session, why: str) -> None:
        session.send(wire.pack_refused(why))
        session.ended = True

    def _note(self, kind: str, session: _Session, said: str) -> None:
        self.alarms.note(kind, session.machine if session.proved else 0, f"{session}: {said}")

    def _reject(self, session: _Session, why: str, said: str) -> None:
        """Refuse, and let it be known."""
        self._note(why, session, said)
        self._refuse(session, why)

    def _take(self, connection: int, session: _Session, message: wire.Message) -> None:
        kind, values = message
        if not session.machine and not session.display:
            self._hello(session, kind, values)
            return
        if not session.proved:
            self._prove(connection, session)
        if not self._frames.take(connection, FRAME_EVERY_US, self._controller.pace_us()):
            allowed = f"one in {FRAME_EVERY_US // 1000} ms, {FRAMES_BURST} at once"
            self._reject(session, "rate", f"frames must be at most {allowed}")
            return
        self._frames.keep()
        if session.display:
            self._looked(connection, session, kind)
        elif kind == wire.LOOK and not session.looked:
            session.looked = True
            self._watchers.asked(connection, session.send)
        elif kind == wire.JOIN and not session.joined:
            session.joined = True
            self._ask(connection, session, Join(session.machine, *values))
        elif not session.joined:
            raise LinkWireError("JOIN comes first")
        elif kind == wire.PLAY:
            self._ask(connection, session, Play(session.machine, *values))
        elif kind == wire.SETTLED:
            self._ask(connection, session, Settled(session.machine, *values))
        elif kind == wire.BOOKS:
            self._ask(connection, session, Books(session.machine, *values))
        elif kind == wire.PING:
            session.send(wire.pack(wire.PONG))
        else:
            raise LinkWireError(f"message must be one of a machine's (got kind {kind})")

    def _hello(self, session: _Session, kind: int, values: tuple[object, ...]) -> None:
        magic, version, number, nonce = values
        if magic != wire.MAGIC:
            raise LinkSealError("a greeting must be of this protocol")
        if version != wire.VERSION:
            self._reject(session, "version", f"version must be {wire.VERSION} (got {version})")
            return
        assert isinstance(number, int) and isinstance(nonce, bytes)
        if kind == wire.HELLO:
            known, key = number in self._controller.state.machines, wire.machine_key(self._link_key, number)
            session.machine = number
        else:
            known, key = self._watchers.knows(number), wire.display_key(self._link_key, number)
            session.display = number
        if not known:
            self._reject(session, "unknown", f"number must be one of the link's (got {number})")
            return
        session.send(wire.pack(wire.CHALLENGE, wire.ANSWERS, session.nonce))
        session.frames.seal_with(wire.session_key(key, number, nonce, session.nonce))

    def _looked(self, connection: int, session: _Session, kind: int) -> None:
        """A display may look and ask whether we are there: nothing that it says reaches the controller."""
        if kind == wire.LOOK and not session.joined:
            session.joined = True
            before = self._watchers.opened(session.display, connection, session.send)
            if before is not None and before != connection:
                self._replace(before, session)
            session.send(wire.pack_pots(self._values))
            self._tell_up()
        elif kind == wire.PING and session.joined:
            session.send(wire.pack(wire.PONG))
        else:
            raise LinkWireError(f"message must be one of a display's (got kind {kind})")

    def _prove(self, connection: int, session: _Session) -> None:
        """The seal was right. A session that the machine had before is over: each has one, joined or not."""
        session.proved = True
        if session.machine:
            before = self._by_machine.get(session.machine)
            self._by_machine[session.machine] = connection
            if before is not None and before != connection:
                self._replace(before, session)

    def _replace(self, before: int, by: _Session) -> None:
        """The machine or display has come once more; its connection before may be dead, or not its own."""
        session = self._sessions[before]
        if not session.ended:
            self._reject(session, "replaced", f"it came again, at {by.peer}")

    def _ask(self, connection: int, session: _Session, request: Request) -> None:
        session.waiting += 1
        if session.waiting > WAITING_MAX:
            self._reject(session, "rate", f"requests that wait must be at most {WAITING_MAX}")
            return
        self._waiting.connections.append(connection)
        self._waiting.requests.append(request)

    # --- requests and answers ----------------------------------------------------------------------

    def take(self) -> Group:
        """The requests that wait, in the order in which they came."""
        group, self._waiting = self._waiting, Group([], [])
        for connection in set(group.connections):
            if connection in self._sessions:
                self._sessions[connection].waiting = 0
        return group

    def answer(self, group: Group, replies: list[Reply]) -> None:
        """Tell the machines and displays; every reply is durable."""
        self._values = self._controller.values_mc()
        self._watchers.won(replies)
        acked: dict[int, int] = {}
        for connection, reply in zip(group.connections, replies, strict=True):
            session = self._sessions.get(connection)
            if session is None or session.ended:
                continue
            if reply.refused is not None:
                self._reject(session, reply.refused, reply.said or _words(reply))
                continue
            request = reply.request
            if isinstance(request, Join):
                session.welcomed = True
                session.send(wire.pack(wire.WELCOME, reply.seq))
                session.send(wire.pack_pots(self._values))
            for award in reply.awards:
                session.send(_award(award))
            if isinstance(request, Play):
                acked[connection] = reply.seq
        for connection, seq in acked.items():
            session = self._sessions[connection]
            if not session.ended:
                session.send(wire.pack(wire.ACK, seq))

    def show_pots(self) -> None:
        """Send machines and displays the durable values of the pots, if they have changed."""
        self._tell_up()
        if self._values != self._shown:
            self._shown = self._values
            payload = wire.pack_pots(self._values)
            for session in self._sessions.values():
                if session.welcomed:
                    session.send(payload)
            self._watchers.tell(payload)

    def _tell_up(self) -> None:
        self._watchers.up(len(self.machines_up()), len(self._controller.state.machines))

    def stop(self, why: str = "stopped") -> None:
        """End every session: the controller or its database stops; unanswered requests are forgotten."""
        self._waiting = Group([], [])
        for session in self._sessions.values():
            if not session.ended:
                self._refuse(session, why)

    def recovered(self) -> None:
        """The controller has read the durable state again."""
        self._values = self._controller.values_mc()
        self._watchers.recovered()

    def failed(self, group: Group, error: Exception) -> list[Reply] | None:
        """
        A group could not be decided or committed; let it be known.

        Returns:
            the answers, if the database itself failed: to all of the group that it did. None: one of its
            requests may be to blame, and ``serve_apart`` finds out which.
        """
        name = "" if isinstance(error, LinkStoreError) else f"{type(error).__name__}: "
        self.alarms.note("database" if not name else "internal", 0, f"{name}{error}")
        if name or isinstance(error, LinkRowError):
            return None
        return [Reply(request, refused="database", said=str(error)) for request in group.requests]

    def step(self) -> None:
        """
        Decide, commit and answer waiting requests, in one thread.

        Raises:
            LinkStoreError: the database does not answer at all; every session is ended.
        """
        group = self.take()
        if not group.requests:
            return
        try:
            replies = self._controller.serve(group.requests)
        except Exception as error:  # contained: it ends the sessions that it is of
            answers = self.failed(group, error)
            try:
                self._controller.recover()
                replies = answers or self._controller.serve_apart(group.requests, group.connections)
            except LinkStoreError:
                self.stop("database")
                raise
            self.recovered()
        self.answer(group, replies)


def _words(reply: Reply) -> str:
    """A refusal whose reason says it all."""
    return f"{type(reply.request).__name__.upper()} {tuple(reply.request[1:])} is refused, {reply.refused}"


def _award(award: Award) -> bytes:
    by = wire.BYS.index(award.by)
    return wire.pack(wire.AWARD, award.award, award.seq, award.pot, by, award.winners, award.cents)
