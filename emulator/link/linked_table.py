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
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Sequence
from typing import Self

from emulator.link.errors import LinkError
from emulator.link.line import Line, RoomLine, TcpLine
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

    def join(self, room: Room) -> None:
        """Join a controller in this process."""
        self._line = RoomLine(room, self.port, room.key(self.port.machine), self.port.take)

    def call(self, address: str, key: bytes, tls: ssl.SSLContext | None = None, *, wait_ms: int = 0) -> None:
        """Join a controller at "HOST:PORT" with the table's own 32 bytes; ``wait_ms`` as of a line."""
        self._line = TcpLine(address, self.port, key, self.port.take, tls, wait_ms)

    def serve(self, now_ms: int) -> Sequence[Event]:
        """Tell and hear what there is; what an award has brought the table."""
        if self._line is not None:
            self._line.serve(True, now_ms)
        return self._paid()

    def close(self) -> None:
        """Hang up."""
        if self._line is not None:
            self._line.close()

    # -- the table ----------------------------------------------------------------------------------

    def act(self, move: Move) -> list[Event]:
        """
        Do a move at the table; a deal that is settled with coins is told the link.

        Raises:
            TableError: it is not legal now, or it would be a coin while the link is down: nothing is changed.
        """
        if move.kind == "bet" and move.spot == RULE and not self.port.may_play:
            article = self.table.game.rules.article(RULE)
            raise refuse("a coin", "laid while the link is up", self.port.status, _TOLD, article, move.seat)
        events = self.table.act(move)
        for told in (event for event in events if event.kind == _TOLD):
            prize, *seats = told.values
            stake_mc = told.cents * 1000
            self.port.contribute(len(self.table.moves), stake_mc, prize, max(1, len(seats)))
            self._commit()
        return events

    def _paid(self) -> list[Event]:
        """An award is paid by the table and settled at the link, together."""
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
