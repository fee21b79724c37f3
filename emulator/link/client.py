# SPDX-License-Identifier: MIT
"""
The machine's end of a connection: bytes in and out, time as an argument, Givens for the port.

    client = LinkClient(port, key, journal)     # journal(given) records what the machine is given
    client.connected(now_ms)
    client.received(data, now_ms)
    client.tick(now_ms)
    data = client.outgoing()                    # to be sent
    client.disconnected()

It keeps no thread, socket or clock; ``emulator.link.tcp`` and the tests bring them.
"""

from __future__ import annotations

from collections.abc import Callable

from emulator.link import wire
from emulator.link.errors import LinkWireError
from emulator.link.permit import PRIZES
from emulator.link.port import Given, LinkPort
from emulator.link.session import LinkSession, fresh_nonce
from machines.support.plain import JsonView, read_json


class LinkClient(LinkSession):
    """
    Speaks the protocol for one machine.

    Args:
        port: the machine's state of the link.
        key: the machine's 32 bytes (``wire.machine_key``).
        journal: is called with every Given before the port takes it.
        nonce: 16 fresh bytes; a test repeats them.
    """

    def __init__(
        self,
        port: LinkPort,
        key: bytes,
        journal: Callable[[Given], None] = lambda given: None,
        nonce: wire.Nonce = fresh_nonce,
    ) -> None:
        super().__init__(key, nonce)
        self.port = port
        self._journal = journal
        self.face: JsonView = {}
        """What the controller has last said of the link: kind, pots, and how often a hand may be told."""
        self.unanswered = False
        """Whether the last connection ended behind our first sealed words, with no word of the controller's:
        it hangs up so on a seal that is not of the key that it has for us."""
        self._joined = self._answered = False
        self._told_seq = self._told_award = 0

    def _give(self, kind: str, *values: object) -> None:
        given = Given(kind, values)  # type: ignore[arg-type]
        self._journal(given)
        self.port.take(given)

    # --- the connection ----------------------------------------------------------------------------

    def connected(self, now_ms: int) -> None:
        """A connection is there: introduce ourselves."""
        self.disconnected()
        self._told_seq = self._told_award = 0
        self._begin(wire.HELLO, self.port.machine, now_ms)
        self.unanswered = self._answered = False

    def disconnected(self) -> None:
        """The connection is gone, or is to be closed."""
        self.unanswered |= self._sealed and not self._answered
        super().disconnected()
        if self.port.status == "up":
            self._give("down")
        self._joined = False

    # --- what is said ------------------------------------------------------------------------------

    @property
    def number(self) -> int:
        """Our number in the link."""
        return self.port.machine

    def ready(self) -> bool:
        """Whether the controller knows us."""
        return self._joined

    def _tell(self) -> None:
        """Send what the machine has done since."""
        told = self.port.told
        for play in self.port.outbox:
            if self._told_seq < play.seq < told.next_seq:
                self._send(wire.pack(wire.PLAY, *play[1:]))
                self._told_seq = play.seq
        if told.award > self._told_award:
            self._told_award = told.award
            self._send(wire.pack(wire.SETTLED, told.award))

    def tell_books(self) -> None:
        """Ask the controller to compare meters, after all that was sent so far."""
        told = self.port.told
        self._send(wire.pack(wire.BOOKS, told.next_seq - 1, *told[1:]))

    def _take(self, message: wire.Message) -> None:
        kind, values = message
        self._answered = self._sealed
        if self._sealed and not self._joined and kind not in (wire.FACE, wire.WELCOME, wire.REFUSED):
            raise LinkWireError(f"WELCOME comes next (got kind {kind})")
        if kind == wire.CHALLENGE and not self._sealed:
            answers, nonce = values
            self._seal(self.port.machine, nonce)
            self._told_award = self.port.told.award
            if answers >= wire.ANSWERS:
                # Before JOIN, so that no award comes whose prize is not known yet.
                self._send(wire.pack(wire.LOOK))
            self._send(wire.pack(wire.JOIN, self.port.told.next_seq, self._told_award))
        elif kind == wire.FACE:
            self._named(values[0])
        elif kind == wire.WELCOME:
            self._welcome(values[0])
        elif kind == wire.ACK:
            self._give("acked", *values)
        elif kind == wire.AWARD:
            self._give("award", *values)
        elif kind == wire.POTS:
            self._give("pots", *values)
        elif kind == wire.REFUSED and values[0] in wire.PASSING:
            self.disconnected()
        elif kind == wire.REFUSED:
            self.closed = True
            self._give("refused", *values)
        elif kind != wire.PONG:
            raise LinkWireError(f"message must be one of a controller's (got kind {kind})")

    def _named(self, body: bytes) -> None:
        """The texts of the link; those of them that a machine keeps: the names of prizes in kind (C-20)."""
        try:
            face = read_json(body)
            kinds = [pot["in_kind"] for pot in face["pots"]]
            named = tuple(
                tuple(str(kind[key]) if kind is not None else "" for key in PRIZES) for kind in kinds
            )
        except (ValueError, KeyError, TypeError, RecursionError):
            raise LinkWireError("FACE must name the pots") from None
        self.face = face
        if not any(map(any, named)):
            named = ()
        if named != self.port.named:
            self._give("named", *named)

    def _welcome(self, seq: int) -> None:
        first = self.port.outbox[0].seq if self.port.outbox else self.port.next_seq
        if not first - 1 <= seq < self.port.told.next_seq:
            # It knows less than it has acknowledged, or more than we have told: its books are not ours.
            self.closed = True
            self._give("refused", "behind" if seq < first - 1 else "ahead")
            return
        self._joined = True
        self._told_seq = seq
        self._give("up", seq)
        self.tick(self._heard_ms)
        self.tell_books()
