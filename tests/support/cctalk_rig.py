# SPDX-License-Identifier: MIT
"""A board whose UART is the host of a ccTalk bus, with an acceptor and hoppers that have real mechanisms."""

from __future__ import annotations

from collections.abc import Sequence

from board_helpers import make_board
from device_helpers import ASLEEP

from emulator.board.board import Board
from emulator.devices.cctalk.acceptor import Acceptor
from emulator.devices.cctalk.bus import Bus
from emulator.devices.cctalk.hopper import HopperControl, Ways, identity
from emulator.devices.cctalk.identity import Identity
from emulator.devices.cctalk.packet import packet
from emulator.devices.cctalk.peripheral import Peripheral

SETTLE_MS = 400
LEVELS = (False, False)


class Rig:
    """
    What a host does at the pin of a UART, and what comes back to it.

    Attributes:
        port: the board's UART 0.
        motor: every change of the hopper's drive.
    """

    def __init__(
        self,
        peripherals: Sequence[Peripheral] | None = None,
        *,
        echo: bool = False,
        crc: bool = False,
        acceptor: Acceptor | None = None,
        hopper: HopperControl | None = None,
    ) -> None:
        self.board: Board = make_board(ASLEEP)
        self.port = self.board.chip.uarts[0]
        self.motor: list[int] = []
        self.levels = LEVELS
        self.acceptor = acceptor or Acceptor(crc=crc)
        self.hopper = hopper or self.make_hopper(crc=crc)
        self.bus = Bus(
            "cctalk",
            [self.acceptor, self.hopper] if peripherals is None else peripherals,
            lambda: self.board.now_us,
            self.port.receive,
            echo=echo,
        )
        self.board.add(self.bus)
        self.port.on_transmit = self.bus.send
        self.board.power_on()
        self.port.open(9600)
        self.run(SETTLE_MS)

    def make_hopper(
        self,
        kind: type[HopperControl] = HopperControl,
        texts: Identity | None = None,
        crc: bool = False,
        **ways: bool | int,
    ) -> HopperControl:
        """A hopper of one-euro coins whose motor is only noted."""
        control = kind(
            3,
            texts or identity(1),
            moved=lambda: self.motor.append(control.driving),
            levels=lambda: self.levels,
            cents=100,
            crc=crc,
            ways=Ways(**ways),  # type: ignore[arg-type]
        )
        return control

    def run(self, ms: int) -> None:
        """Let time pass."""
        self.board.advance(self.board.now_us + ms * 1000)

    def ask(self, sent: bytes, ms: int = 60) -> bytes:
        """Send bytes and return what the UART has heard ``ms`` milliseconds after the last of them."""
        self.port.read(256)
        self.port.transmit(sent)
        self.run(2 * len(sent) + ms)
        return self.port.read(256)

    def command(self, destination: int, header: int, data: bytes = b"") -> bytes:
        """The data of the answer to a command in 8-bit mode; the answer must be a good one."""
        answer = self.ask(packet(destination, header, data))
        assert answer, f"no answer to header {header}"
        assert sum(answer) & 0xFF == 0
        assert answer[0] == 1 and answer[2] == destination
        assert answer[3] == 0, f"refused: header {header}"
        return answer[4:-1]
