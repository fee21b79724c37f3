# SPDX-License-Identifier: MIT
"""The displays of a link: what each receives when it connects, and what all receive from then on."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

import cext
from emulator.link import wire
from emulator.link.controller import HITS_KEPT, Controller, Reply
from emulator.link.entries import Hit, Play
from emulator.link.plays import table_plays
from machines.support.plain import Json


class Watchers:
    """
    Every connected display; it receives, and is asked nothing.

    Args:
        controller: whose link they show.
    """

    def __init__(self, controller: Controller) -> None:
        self._controller = controller
        self._send: dict[int, Callable[[bytes], None]] = {}  # by connection
        self._machines: dict[int, Callable[[bytes], None]] = {}  # those that asked, by connection
        self._by_display: dict[int, int] = {}
        self._up = self._face = b""
        self._hits: deque[Hit] = deque(maxlen=HITS_KEPT)
        self.recovered()

    def recovered(self) -> None:
        """Read the durable state, and send what no display has received."""
        last = self._hits[-1].entry if self._hits else 0
        self._hits = deque(self._controller.last_hits(), maxlen=HITS_KEPT)
        for hit in self._hits:
            if hit.entry > last:
                self.tell(pack_won(hit))
        self._tell_face()

    def knows(self, display: int) -> bool:
        """Whether the link's definition has this display."""
        return any(one.number == display for one in self._controller.definition.displays)

    def opened(self, display: int, connection: int, send: Callable[[bytes], None]) -> int | None:
        """A display has shown its key; returns the connection that it had before, if any."""
        before = self._by_display.get(display)
        if before is not None:
            self._send.pop(before, None)
        self._by_display[display] = connection
        self._send[connection] = send
        self._up = b""
        where = next(one.where for one in self._controller.definition.displays if one.number == display)
        send(wire.pack_face(face(self._controller) | {"display": display, "where": where}))
        for hit in self._hits:
            send(pack_won(hit))
        return before

    def asked(self, connection: int, send: Callable[[bytes], None]) -> None:
        """A machine asks for the pots; it receives them again when they change."""
        self._machines[connection] = send
        send(self._face)

    def closed(self, connection: int) -> None:
        """A connection is gone."""
        self._send.pop(connection, None)
        self._machines.pop(connection, None)
        self._by_display = {one: number for one, number in self._by_display.items() if number != connection}

    def tell(self, payload: bytes) -> None:
        """A message for all of them."""
        for send in self._send.values():
            send(payload)

    def up(self, connected: int, of: int) -> None:
        """How many machines are connected, if that is news."""
        payload = wire.pack(wire.UP, connected, of)
        if payload != self._up:
            self._up = payload
            self.tell(payload)

    def won(self, replies: Iterable[Reply]) -> None:
        """Take awards that became durable, and rules that began with them."""
        hits = [
            Hit(one.entry, reply.at_us, one.machine, one.award, one.pot, one.by, one.winners, one.cents)
            for reply in replies if isinstance(reply.request, Play) for one in reply.awards
        ]  # fmt: skip
        if not hits:
            return
        self._hits += hits
        for hit in hits:
            self.tell(pack_won(hit))
        self._tell_face()

    def _tell_face(self) -> None:
        """Send the texts of the link, if they have changed."""
        now = wire.pack_face(face(self._controller))
        if now != self._face:
            self._face = now
            self.tell(now)
            for send in self._machines.values():
                send(now)


def pack_won(hit: Hit) -> bytes:
    """The message of a hit for a display."""
    by = wire.BYS.index(hit.by)
    return wire.pack(wire.WON, *hit[:5], by, *hit[6:])


def face(controller: Controller) -> Json:
    """
    A display's texts beside figures: the link, its pots as they stand now, its permit.

    Keys: title, kind, place, profile, machines, permit (number or ""), pots (list of name, base_cents,
    limit_cents, hit, in_kind: null or permit.PRIZES, cash_cents), plays (of a link of tables the coin_cents,
    stake_max_cents and play_min_ms of a hand, else null).
    """
    made = controller.definition
    pots = []
    for named, pot in zip(made.pots, controller.state.pots, strict=True):
        rules = cext.view_link(pot).rules
        pots.append(
            {
                "name": named.name, "hit": rules.hit,
                "base_cents": rules.base_mc // 1000, "limit_cents": rules.limit_mc // 1000,
                "in_kind": named.in_kind.row() if named.in_kind else None,
            }
        )  # fmt: skip
    return {
        "title": made.title, "kind": made.kind, "place": made.place, "profile": made.profile.id,
        "machines": len(made.machines), "permit": made.permit.number if made.permit else "", "pots": pots,
        "plays": table_plays(made),
    }  # fmt: skip
