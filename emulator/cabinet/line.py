# SPDX-License-Identifier: MIT
"""A cabinet's line to a controller of pots: how it joins, and the controller's words as inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from emulator.cabinet.errors import CabinetError
from emulator.cabinet.machine import Machine
from emulator.devices.link_port import LinkCard
from emulator.link.errors import LinkError
from emulator.link.port import GIVEN_KINDS, Given
from machines.model import Model

if TYPE_CHECKING:
    import ssl

    from emulator.link.line import Keep, Line
    from emulator.link.room import Room

# A line is served so often, in virtual time: fast enough for a play of 2.5 s, seldom enough to cost little.
GRID_US = 50_000


class LinkLine:
    """
    The line of one machine, joined or not.

    Args:
        machine: its link card is the end of the line.
        model: what the machine plays.
        tell: called with ("link_given", kind=, values=) before the card takes something.
        advance: lets the board's time pass until then.
    """

    def __init__(
        self, machine: Machine, model: Model, tell: Callable[..., None], advance: Callable[[int], None]
    ) -> None:
        self._board = machine.board
        self._machine, self._model = machine, model
        self._tell, self._advance = tell, advance
        self._line: Line | None = None
        self._own_room: Room | None = None

    def joined(self) -> bool:
        """Whether a line leads to a controller, answered or not."""
        return self._line is not None

    def room(self) -> Room | None:
        """The controller in this process that the line leads to; None: there is none, or no line."""
        return None if self._line is None else self._line.room

    def join(
        self,
        controller: Room | str,
        key: bytes | None = None,
        tls: ssl.SSLContext | None = None,
        wait_ms: int = 0,
        keep: Keep | None = None,
        *,
        own: bool = False,
    ) -> None:
        """
        Connect a line to a controller. From then on its messages are inputs of the cabinet.

        Args:
            controller: a room in this process, or "HOST:PORT".
            key: the machine's own 32 bytes (``azar link key``); a room knows it.
            tls: how to check the certificate of a controller that has one.
            wait_ms: over TCP, how long to wait for an answer that is due: for a cabinet that is not shown in
                real time, and is therefore faster than any answer.
            keep: keeps the NVRAM where it outlives this process; called before the controller hears of it.
            own: the room is this cabinet's alone, and ends with it (``close``).

        Raises:
            CabinetError: the model has no link, a line is there already, or the key is missing.
        """
        from emulator.link.line import RoomLine, TcpLine  # no machine that stands alone waits for TLS
        from emulator.link.plays import of_model
        from emulator.link.room import Room

        card = self._card()
        if self._line is not None:
            raise CabinetError("join must come once: leave the link first")
        if isinstance(controller, Room):
            given = controller.key(card.port.machine) if key is None else key
            self._line = RoomLine(controller, card.port, given, self._news, keep)
            self._own_room = controller if own else self._own_room
            return
        if key is None or len(key) != 32:
            raise CabinetError("key must be the machine's own 32 bytes (azar link key --machine N)")
        try:
            every_ms = of_model(self._model).play_min_us // 1000
            self._line = TcpLine(controller, card.port, key, self._news, tls, wait_ms, keep, every_ms)
        except ValueError:
            raise CabinetError(f"controller must be HOST:PORT (got {controller})") from None

    def leave(self) -> None:
        """Take the line away: the link is down."""
        if self._line is not None:
            self._line.close()
            self._line = None

    def close(self) -> None:
        """Let go of what lies outside the machine: its line, and a room of its own. Nothing else is open."""
        self.leave()
        if self._own_room is not None:
            self._own_room.close()
            self._own_room = None

    def link_given(self, kind: str, values: Sequence[object] = ()) -> None:
        """
        Give the link card a message of the controller; an input like every other.

        Args:
            kind, values: see ``emulator.link.port.Given``.

        Raises:
            CabinetError: the machine has no link, or these are no values of that kind.
        """
        card = self._card()
        if kind not in GIVEN_KINDS:
            raise CabinetError(f"kind must be one of {', '.join(GIVEN_KINDS)} (got {kind})")
        self._tell("link_given", kind=kind, values=list(values))
        try:
            card.take(Given(kind, tuple(values)))
        except (LinkError, TypeError, IndexError) as error:
            raise CabinetError(f"values must be those of {kind} (got {list(values)}): {error}") from None

    def run(self, us: int) -> None:
        """Let time pass; with a line in steps of the clock alone, and the line is served after each."""
        board, until_us = self._board, self._board.now_us + us
        while self._line is not None and board.now_us < until_us:
            step_us = (board.now_us // GRID_US + 1) * GRID_US
            self._advance(min(step_us, until_us))
            if board.now_us == step_us:
                self._line.serve(self._card().awake and board.powered, board.now_us // 1000)
        if board.now_us < until_us:
            self._advance(until_us)

    def require_alone(self) -> None:
        """Raise CabinetError while the line tells others what has happened."""
        if self._line is not None:
            raise CabinetError("rewind must be of a machine without a line: others know what it has played")

    def _news(self, given: Given) -> None:
        self.link_given(given.kind, given.values)

    def _card(self) -> LinkCard:
        if self._machine.link is None:
            raise CabinetError(f"model must have a link (got {self._model.name}; write [link] in its file)")
        return self._machine.link
