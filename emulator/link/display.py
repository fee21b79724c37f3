# SPDX-License-Identifier: MIT
"""
A display's end of a connection: it looks at the pots, and can tell the controller nothing of plays.

    display = DisplayClient(1, wire.display_key(link_key, 1))
    link = LinkConnection(display, "127.0.0.1", 7710)
    while True:
        link.poll(now_ms)
        display.status, display.pots_mc, display.hits, display.face

It keeps no thread, socket or clock.
"""

from __future__ import annotations

from emulator.link import wire
from emulator.link.controller import HITS_KEPT
from emulator.link.entries import Hit
from emulator.link.errors import LinkWireError
from emulator.link.permit import PRIZES
from emulator.link.port import Status
from emulator.link.session import LinkSession, fresh_nonce
from machines.support.plain import Json, read_json


class DisplayClient(LinkSession):
    """
    Speaks the protocol for one display.

    Args:
        display: its number in the link's definition, 1 or more.
        key: the display's 32 bytes (``wire.display_key``).
        nonce: 16 fresh bytes; a test repeats them.

    Attributes:
        status: "down", "up", or "refused" with ``why``: "unknown" to the link, "version", or "seal" when the
            controller hangs up on our key.
        face: what the controller says of the link (``emulator.link.watchers.face``), with display and where;
            empty until it did.
        pots_mc: what each pot durably holds, in millicents.
        hits: the last awards, the oldest first.
        up, machines: how many machines are connected, of how many.
    """

    def __init__(self, display: int, key: bytes, nonce: wire.Nonce = fresh_nonce) -> None:
        super().__init__(key, nonce)
        self.display = display
        self.status: Status = "down"
        self.why = ""
        self.face: Json = {}
        self.pots_mc: tuple[int, ...] = ()
        self.hits: list[Hit] = []
        self.up = self.machines = 0

    def connected(self, now_ms: int) -> None:
        """A connection is there: introduce ourselves."""
        self.disconnected()
        self._begin(wire.WATCH, self.display, now_ms)

    def disconnected(self) -> None:
        """The connection is gone, or is to be closed."""
        if not self.closed and self._sealed and self.status != "up":
            self.status, self.why = "refused", "seal"
        elif self.status == "up":
            self.status = "down"
        super().disconnected()

    @property
    def number(self) -> int:
        """Our number in the link."""
        return self.display

    def ready(self) -> bool:
        """Whether the controller has sent the pots."""
        return self.status == "up"

    def _take(self, message: wire.Message) -> None:
        kind, values = message
        if kind == wire.REFUSED:
            self._refused(values[0])
        elif not self._sealed:
            self._seal(self.display, values[1])
            self._send(wire.pack(wire.LOOK))
        elif kind == wire.FACE:
            self.face = {**self.face, **_face(values[0])}
        elif kind == wire.POTS:
            self.pots_mc, self.status, self.why = values, "up", ""
        elif kind == wire.WON:
            self._won(Hit._make((*values[:5], wire.BYS[values[5]], *values[6:])))
        elif kind == wire.UP:
            self.up, self.machines = values
        elif kind != wire.PONG:
            raise LinkWireError(f"message must be one for a display (got kind {kind})")

    def _refused(self, why: str) -> None:
        self.closed = True
        passes = why in wire.PASSING
        self.status, self.why = ("down", "") if passes else ("refused", why)

    def _won(self, hit: Hit) -> None:
        """A hit; after a reconnection known ones come again."""
        if not self.hits or (hit.entry, hit.pot) > (self.hits[-1].entry, self.hits[-1].pot):
            self.hits = [*self.hits, hit][-HITS_KEPT:]


_TEXT, _WHOLE = (str,), (int,)
_FACE: dict[str, tuple[type, ...]] = {
    "title": _TEXT, "kind": _TEXT, "place": _TEXT, "profile": _TEXT, "permit": _TEXT, "machines": _WHOLE,
    "pots": (list,),
}  # fmt: skip
_POT: dict[str, tuple[type, ...]] = {
    "name": _TEXT, "hit": _TEXT, "base_cents": _WHOLE, "limit_cents": _WHOLE,
}  # fmt: skip
_IN_KIND: dict[str, tuple[type, ...]] = {**dict.fromkeys(PRIZES, _TEXT), "cash_cents": _WHOLE}


def _has(row: object, kinds: dict[str, tuple[type, ...]]) -> bool:
    return isinstance(row, dict) and all(type(row.get(key)) in types for key, types in kinds.items())


def _face(text: bytes) -> Json:
    try:
        read = read_json(text)
    except ValueError:
        read = None
    if not isinstance(read, dict) or not _has(read, _FACE):
        raise LinkWireError(f"a link's face must be a JSON object with its keys (got {len(text)} bytes)")
    for pot in read["pots"]:
        in_kind = pot.get("in_kind") if isinstance(pot, dict) else None
        if not _has(pot, _POT) or not (in_kind is None or _has(in_kind, _IN_KIND)):
            raise LinkWireError(f"a pot of a link's face must have its keys (got {len(text)} bytes)")
    return read
