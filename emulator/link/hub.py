# SPDX-License-Identifier: MIT
"""
The controller's end of all connections: bytes in, requests together, answers when they are durable.

    hub = Hub(controller, link_key)
    hub.opened(3); hub.received(3, data); hub.closed(3)
    group = hub.take()                          # requests that wait
    batch = controller.prepare(group.requests); controller.commit(batch)
    hub.answer(group, batch.replies)
    for connection, data in hub.outgoing(): ...

It keeps no thread, socket or clock; ``emulator.link.server`` and the tests bring them.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from typing import NamedTuple

from emulator.link import wire
from emulator.link.controller import Controller, Reply
from emulator.link.entries import Award, Books, Join, Play, Request, Settled
from emulator.link.errors import LinkStoreError, LinkWireError
from emulator.link.watchers import Watchers


class Group(NamedTuple):
    """Requests that are decided together, and the connection that each came from."""

    connections: list[int]
    requests: list[Request]


@dataclass
class _Session:
    frames: wire.Frames
    nonce: bytes
    machine: int = 0
    display: int = 0
    joined: bool = False
    ended: bool = False
    out: bytearray = field(default_factory=bytearray)

    def send(self, payload: bytes) -> None:
        self.out += self.frames.frame(payload)


class Hub:
    """
    Sessions of all machines.

    Args:
        controller: decides.
        link_key: the link's 32 bytes, of which every machine's key is made.
        nonce: 16 fresh bytes; a test repeats them.
    """

    def __init__(
        self,
        controller: Controller,
        link_key: bytes,
        nonce: wire.Nonce = lambda: os.urandom(wire.NONCE_SIZE),
    ) -> None:
        self._controller = controller
        self._link_key = link_key
        self._nonce = nonce
        self._sessions: dict[int, _Session] = {}
        self._by_machine: dict[int, int] = {}
        self._waiting = Group([], [])
        self._values = controller.values_mc()  # durable
        self._shown: tuple[int, ...] = ()
        self._watchers = Watchers(controller)

    # --- connections -------------------------------------------------------------------------------

    def opened(self, connection: int) -> None:
        """Somebody connected."""
        self._sessions[connection] = _Session(wire.Frames(server=True), self._nonce())

    def closed(self, connection: int) -> None:
        """A connection is gone."""
        session = self._sessions.pop(connection, None)
        if session is not None and self._by_machine.get(session.machine) == connection:
            del self._by_machine[session.machine]
        self._watchers.closed(connection)

    def received(self, connection: int, data: bytes) -> None:
        """Bytes from a machine; a session that breaks is to be closed."""
        session = self._sessions.get(connection)
        if session is None or session.ended:
            return
        session.frames.feed(data)
        try:
            while not session.ended and (message := session.frames.next()) is not None:
                self._take(connection, session, message)
        except LinkWireError:
            session.ended = True

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
        return sorted(self._by_machine)

    # --- messages ----------------------------------------------------------------------------------

    def _refuse(self, session: _Session, why: str) -> None:
        session.send(wire.pack_refused(why))
        session.ended = True

    def _take(self, connection: int, session: _Session, message: wire.Message) -> None:
        kind, values = message
        if not session.machine and not session.display:
            self._hello(session, kind, values)
        elif session.display:
            self._looked(connection, session, kind)
        elif kind == wire.LOOK:
            self._watchers.asked(connection, session.send)
        elif kind == wire.JOIN and not session.joined:
            self._join(connection, session)
            self._ask(connection, Join(session.machine, *values))
        elif not session.joined:
            raise LinkWireError("JOIN comes first")
        elif kind == wire.PLAY:
            self._ask(connection, Play(session.machine, *values))
        elif kind == wire.SETTLED:
            self._ask(connection, Settled(session.machine, *values))
        elif kind == wire.BOOKS:
            self._ask(connection, Books(session.machine, *values))
        elif kind == wire.PING:
            session.send(wire.pack(wire.PONG))
        else:
            raise LinkWireError(f"message must be one of a machine's (got kind {kind})")

    def _hello(self, session: _Session, kind: int, values: tuple[object, ...]) -> None:
        if kind not in (wire.HELLO, wire.WATCH) or values[0] != wire.MAGIC:
            raise LinkWireError("HELLO or WATCH comes first")
        _, version, number, nonce = values
        if version != wire.VERSION:
            self._refuse(session, "version")
            return
        assert isinstance(number, int) and isinstance(nonce, bytes)
        if kind == wire.HELLO:
            known, key = number in self._controller.state.machines, wire.machine_key(self._link_key, number)
            session.machine = number
        else:
            known, key = self._watchers.knows(number), wire.display_key(self._link_key, number)
            session.display = number
        if not known:
            self._refuse(session, "unknown")
            return
        session.send(wire.pack(wire.CHALLENGE, wire.ANSWERS, session.nonce))
        session.frames.seal_with(wire.session_key(key, number, nonce, session.nonce))

    def _looked(self, connection: int, session: _Session, kind: int) -> None:
        """A display may look and ask whether we are there: nothing that it says reaches the controller."""
        if kind == wire.LOOK and not session.joined:
            session.joined = True
            before = self._watchers.opened(session.display, connection, session.send)
            if before is not None and before != connection:
                self._refuse(self._sessions[before], "replaced")
            session.send(wire.pack_pots(self._values))
            self._tell_up()
        elif kind == wire.PING and session.joined:
            session.send(wire.pack(wire.PONG))
        else:
            raise LinkWireError(f"message must be one of a display's (got kind {kind})")

    def _join(self, connection: int, session: _Session) -> None:
        """The seal was right: this is the machine. A session that it had before is over."""
        session.joined = True
        before = self._by_machine.get(session.machine)
        if before is not None and before != connection:
            self._refuse(self._sessions[before], "replaced")
        self._by_machine[session.machine] = connection

    def _ask(self, connection: int, request: Request) -> None:
        self._waiting.connections.append(connection)
        self._waiting.requests.append(request)

    # --- requests and answers ----------------------------------------------------------------------

    def take(self) -> Group:
        """The requests that wait, in the order in which they came."""
        group, self._waiting = self._waiting, Group([], [])
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
                self._refuse(session, reply.refused)
                continue
            request = reply.request
            if isinstance(request, Join):
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
        """Tell machines and displays what the pots durably hold, if it is another value than last time."""
        self._tell_up()
        if self._values != self._shown:
            self._shown = self._values
            payload = wire.pack_pots(self._values)
            for connection in self._by_machine.values():
                self._sessions[connection].send(payload)
            self._watchers.tell(payload)

    def _tell_up(self) -> None:
        self._watchers.up(len(self._by_machine), len(self._controller.state.machines))

    def stop(self, why: str = "stopped") -> None:
        """End every session: the controller or its database stops; unanswered requests are forgotten."""
        self._waiting = Group([], [])
        for session in self._sessions.values():
            if not session.ended:
                self._refuse(session, why)

    def recovered(self) -> None:
        """The controller has read again what is durable; whoever came meanwhile was not served."""
        self.stop()
        self._values = self._controller.values_mc()
        self._watchers.recovered()

    def step(self) -> None:
        """Decide, commit and answer what waits: for one thread. A database that fails ends every session."""
        group = self.take()
        if not group.requests:
            return
        try:
            replies = self._controller.serve(group.requests)
        except LinkStoreError:
            self.stop()
            raise
        self.answer(group, replies)


def _award(award: Award) -> bytes:
    by = wire.BYS.index(award.by)
    return wire.pack(wire.AWARD, award.award, award.seq, award.pot, by, award.winners, award.cents)
