# SPDX-License-Identifier: MIT
"""
A table of the engine that is joined to a link: its coins are told, what its prizes are worth comes back.

    linked = LinkedTable(Table("poquer-sin-descarte", key, chips, rules={"carrousel": "linked"}), number=2)
    linked.join(room)                       # or linked.call("10.0.0.5:7710", key)
    linked.act(Move("bet", 1, "carrousel", 100))
    linked.serve(now_ms)                    # as often as time passes

A deal's coins and its prize are told in one play of the link, in one commit with the table that has settled
it; an award is paid at the table and settled at the link in one commit, too. ``keep`` is given that memory
before the controller hears anything new, so a table that is cut anywhere goes on with ``LinkedTable.load``.

What a table has told follows from its moves, so the journal of a sitting is memory enough (``Past``). A coin
is taken only when the controller will take the deal that it is for: no hand is told earlier than it allows.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Sequence
from typing import Self

from emulator.link.controller import PLAYS_BURST
from emulator.link.errors import LinkError
from emulator.link.line import Line, RoomLine, TcpLine
from emulator.link.pace import Paces
from emulator.link.port import LinkPort
from emulator.link.room import Room
from machines.support.plain import Json, JsonView
from machines.tables.game import Event, Move
from machines.tables.refusal import refuse
from machines.tables.table import Table

VERSION = 1
COIN_LEAST_CENTS = 100
"""A tenth of one coin, shared by seven hands, is a cent or more: every prize is an award."""
RULE = "carrousel"
_TOLD, _AWARD = "link", "carrousel"


class Past:
    """
    What the moves of a table have told its link, and what its prizes were worth.

        past = Past(number=2)
        table.listen(past.heard)            # before its first move
        LinkedTable(table, 2, past.port.save())

    Attributes:
        port: as it stands after those moves. Whether the last deals were acknowledged is not known from
            them: they wait to be told, and a controller that has them says so.
    """

    def __init__(self, number: int) -> None:
        self.port, self._moves = LinkPort(number), 0

    def heard(self, move: Move, events: Sequence[Event]) -> None:
        """One move, in its order, and what it brought."""
        self._moves += 1
        for told in (event for event in events if event.kind == _TOLD):
            del self.port.outbox[: 1 - self.port.window]
            _tell(self.port, self._moves, told)
        if move.kind == _AWARD:
            self.port.award += 1
            self.port.won_cents += sum(event.cents for event in events if event.kind == "paid")


def _tell(port: LinkPort, move: int, told: Event) -> None:
    """A deal's coins and its prize, among the plays that are to be told."""
    prize, *seats = told.values
    port.contribute(move, told.cents * 1000, prize, max(1, len(seats)))


class LinkedTable:
    """
    One table and its port of the link.

    Args:
        table: a game whose rule ``carrousel`` is ``linked``: it tells ``link`` events, and waits for the
            move ``carrousel``.
        number: of this table among the machines of the link.
        port: bytes of its port, of a table that goes on.
        keep: is given the memory at every commit; it must be durable when that returns.

    Raises:
        LinkError: the table has no carrousel to be linked, or too small coins.
    """

    def __init__(
        self, table: Table, number: int, port: bytes | None = None,
        keep: Callable[[Json], None] = lambda memory: None,
    ) -> None:  # fmt: skip
        declared = table.game.rules.declared
        if declared.get(RULE) != "linked":
            raise LinkError(f"rule {RULE} of the table must be linked (got {declared.get(RULE, 'none')})")
        if int(declared["coin_cents"]) < COIN_LEAST_CENTS:
            coin = declared["coin_cents"]
            raise LinkError(f"coin_cents of a linked table must be {COIN_LEAST_CENTS} or more (got {coin})")
        self.table, self.port = table, LinkPort(number, port)
        self._keep = keep
        self._line: Line | None = None
        self._own_room: Room | None = None
        self._paces, self._unrested = Paces(PLAYS_BURST), self.port.next_seq > 1

    @classmethod
    def load(cls, memory: JsonView, number: int, keep: Callable[[Json], None] = lambda memory: None) -> Self:
        """
        The table that ``save`` wrote.

        Raises:
            LinkError, TableError: it is none, or of another version.
        """
        if memory.get("version") != VERSION:
            raise LinkError(f"version of a linked table must be {VERSION} (got {memory.get('version')})")
        return cls(Table.load(memory["table"]), number, bytes.fromhex(memory["link"]), keep)

    def save(self) -> Json:
        """Table and port as plain values."""
        return {"version": VERSION, "table": self.table.save(), "link": self.port.save().hex()}

    # -- its line -----------------------------------------------------------------------------------

    def join(self, room: Room, *, own: bool = False) -> None:
        """Join a controller in this process; ``own``: it is the table's alone, and ends with its line."""
        self._line = RoomLine(room, self.port, room.key(self.port.machine), self.port.take)
        self._own_room = room if own else None

    def call(self, address: str, key: bytes, tls: ssl.SSLContext | None = None, *, wait_ms: int = 0) -> None:
        """Join a controller at "HOST:PORT" with the table's own 32 bytes; ``wait_ms`` as of a line."""
        self._line = TcpLine(address, self.port, key, self.port.take, tls, wait_ms)

    @property
    def key_refused(self) -> bool:
        """Whether the controller has just hung up on what we have sealed with our key."""
        return self._line is not None and self._line.client.unanswered

    def serve(self, now_ms: int) -> Sequence[Event]:
        """Tell and hear what there is; what an award has brought the table."""
        self.hear(now_ms)
        return self.paid()

    def hear(self, now_ms: int) -> None:
        """
        Tell and hear what there is; an award waits for ``paid``.

        Raises:
            LinkError: the controller's link is none for a table with such coins.
        """
        if self._line is None:
            return
        self._line.serve(True, now_ms)
        plays = self._plays
        if plays and self._unrested:  # what a process before this one has just told is not known here
            self._unrested = False
            for _ in range(PLAYS_BURST):
                self._paces.take(0, self._every_us, self._line.now_us)
        coin_cents = int(self.table.game.rules.declared["coin_cents"])
        if self._line.client.face and not plays:
            raise LinkError(f"link must be one of tables (got {self._line.client.face['kind']})")
        if plays and coin_cents % plays["coin_cents"]:
            allowed = f"a multiple of {plays['coin_cents']} cents at this link"
            raise LinkError(f"coin_cents must be {allowed} (got {coin_cents})")

    @property
    def _plays(self) -> JsonView:
        """What a hand of this link may cost, and how often it may be told; empty before it is known."""
        return {} if self._line is None else self._line.client.face.get("plays") or {}

    @property
    def may_play(self) -> bool:
        """Whether a coin may be laid: the link is up, and will take the deal that it is for."""
        if self._line is None or not self.port.may_play:
            return False
        return not self._paces.wait_us(0, self._every_us, self._line.now_us)

    @property
    def _every_us(self) -> int:
        """From one hand to the next."""
        return int(self._plays.get("play_min_ms", 0)) * 1000

    @property
    def pot_cents(self) -> int | None:
        """What is in the carrousel; None while the link is down, when somebody may have won it."""
        up = self.port.status == "up" and self.port.pots_mc
        return self.port.pots_mc[0] // 1000 if up else None

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()
        if self._own_room is not None:
            self._own_room.close()
            self._own_room = None

    # -- the table ----------------------------------------------------------------------------------

    def act(self, move: Move) -> list[Event]:
        """
        Do a move at the table; a deal that is settled with coins is told the link.

        Raises:
            TableError: it is not legal now, or it would be a coin while the link is down: nothing is changed.
        """
        if move.kind == "bet" and move.spot == RULE and not self.may_play:
            article = self.table.game.rules.article(RULE)
            came = "hands that follow too fast" if self.port.may_play else self.port.status
            raise refuse("a coin", "laid while the link is up and takes it", came, _TOLD, article, move.seat)
        events = self.table.act(move)
        for told in (event for event in events if event.kind == _TOLD):
            _tell(self.port, len(self.table.moves), told)
            self._commit()
            if self._line is not None:
                self._paces.take(0, self._every_us, self._line.now_us)
                self._paces.keep()
        return events

    def paid(self) -> list[Event]:
        """An award that has come is paid by the table and settled at the link, together."""
        waiting = self.port.poll()
        if not waiting or self.table.state["phase"] != _AWARD:
            return []
        won = waiting[0]
        many = len(self.table.state["hit"]) - 1
        if won.winners != many:
            raise LinkError(f"award must be for {many} winners (got {won.winners})")
        events = self.table.act(Move(_AWARD, values=(won.cents,)))
        self.port.settle(won)
        self._commit()
        return events

    def _commit(self) -> None:
        self._keep(self.save())
        self.port.kept()
