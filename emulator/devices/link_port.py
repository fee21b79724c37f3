# SPDX-License-Identifier: MIT
"""
The link card: the machine's way to the pots that it shares, on I2C, with what they hold for all to see.

    card = LinkCard(board, machine=3)
    board.attach_i2c(pins.LINK_ADDRESS, card)
    card.take(Given("up", (0,)))      # what comes from outside; the firmware reads it in its registers
    card.port.told                    # what the firmware has committed: all that may be told

It keeps nothing without current: at every start the board tells it all that it has committed.
"""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import Device
from emulator.link.errors import LinkError
from emulator.link.port import Given, LinkPort, Won
from emulator.link.wire import REASONS
from machines.firmware.linked import link_frames as frames
from machines.support.plain import Json, JsonView

_STATUS = {"down": frames.DOWN, "up": frames.UP, "refused": frames.REFUSED}


class LinkCard(Device):
    """
    Registers on one side, a ``LinkPort`` on the other.

    Args:
        machine: number in the link.

    Attributes:
        port: what the board has told, and what came from the controller.
        awake: the board has told it something since the current came; before, nobody may connect.
    """

    KEPT = ("awake", "_register", "_answer")

    def __init__(self, board: Board, machine: int) -> None:
        super().__init__("link_port")
        self.port = LinkPort(machine)
        self.awake = False
        self._board = board
        self._register = frames.ANSWER
        self._answer = b""

    def power_lost(self, now_us: int) -> None:
        """It forgets everything."""
        self.port.forget()
        self.awake = False
        self._register, self._answer = frames.ANSWER, b""

    # -- from outside ---------------------------------------------------------------------------------

    def take(self, given: Given) -> None:
        """One input; without current, or before the board has told anything, it is lost."""
        if not self.awake:
            return
        before = self.port.status, self.port.why
        self.port.take(given)
        if before != (self.port.status, self.port.why):
            self._board.emit("link_status", status=self.port.status, why=self.port.why)

    # -- the bus --------------------------------------------------------------------------------------

    def i2c_write(self, data: bytes) -> None:
        """A register, then what it is told; a frame that is not whole is not taken."""
        if not data:
            return
        self._register = data[0]
        if self._register == frames.ANSWER:
            self._answer = self._status()
        elif self._register >= frames.NAMES[0] and len(data) == 1:
            self._answer = self._name()
        elif self._register == frames.TOLD and len(data) > 1:
            memory = frames.unpack_told(data[1:])
            try:
                self.port.committed(memory)
            except LinkError:
                return
            self.awake = True

    def i2c_read(self, size: int) -> bytes:
        """The answer, from its first byte on."""
        return self._answer[:size].ljust(size, b"\0")

    def _name(self) -> bytes:
        language, pot = divmod(self._register - frames.NAMES[0], frames.NAMES[1] - frames.NAMES[0])
        named = self.port.named
        # In capitals, as the line writes: the board's program knows those of English only.
        return frames.pack_name(
            named[pot][language].upper() if pot < len(named) and language < len(named[pot]) else ""
        )

    def _status(self) -> bytes:
        port = self.port
        waits = port.poll()[:1]
        won = waits[0] if waits else Won(0, 0, 0, 0, 0, 0)
        why = REASONS.index(port.why) + 1 if port.why in REASONS else 0
        next_seq = port.next_seq if self.awake else 0
        head = (
            _STATUS[port.status], why, next_seq, port.award, port.acked, won.award, won.pot, won.by,
            won.cents * won.winners,
        )  # fmt: skip
        return frames.pack_answer(head, [value_mc // 1000 for value_mc in port.pots_mc])

    # -- saved states ---------------------------------------------------------------------------------

    def save(self) -> Json:
        """What it was told, what it was given, and what the bus has asked for."""
        return {"port": self.port.state()} | super().save()

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        self.port.restore(saved["port"])
        super().load(saved)
