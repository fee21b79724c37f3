# SPDX-License-Identifier: MIT
"""
The electronic wheel: its board and devices, and the croupier who launches the ball.

    from emulator.tables.electronic_wheel import ElectronicWheel

    wheel = ElectronicWheel("french-roulette", seed="00")
    wheel.launch()
    wheel.run(ms=25_000)              # the ball has run, fallen and come to rest
    print(wheel.number, wheel.message)

Every input goes through a method and is told to the listeners, so a ``Recorder`` keeps a journal of it and a
replay with ``build=ElectronicWheel.from_origin`` does it all again, on either runtime.
"""

from __future__ import annotations

from typing import Self, Unpack

from emulator.board.board import Board
from emulator.cabinet.errors import CabinetError
from emulator.devices.ball_track import FAULTS, BallTrack, Rim
from emulator.devices.button import Button
from emulator.devices.buzzer import Buzzer
from emulator.devices.lamp import Lamp, Lamps
from emulator.devices.message_display import MessageDisplay
from emulator.devices.pocket_display import PocketDisplay
from emulator.devices.supply import Supply
from emulator.tables.table_device import DeviceOptions, DeviceRun, Make, TableDevice, begun
from machines.firmware.chance_device import device_pins
from machines.firmware.wheel import wheel_pins
from machines.support.plain import Json, JsonView
from machines.tables.wheel import MEMORY, Wheel, load_wheel, recent_draws, wheel_image, wheel_rom

METERS = ("power_ups", "draws", "shows", "nulls", "voids", "opens")


class WheelParts:
    """What is on the board of a wheel."""

    def __init__(self, board: Board, wheel: Wheel) -> None:
        rim = Rim(wheel.lap_ms, wheel.slower_permille, wheel.fall_lap_ms, wheel.settle_ms)
        self.track = BallTrack(board, rim)
        self.button = Button(board, "launch")
        self.tilted = board.line("tilted")
        self.ready, self.closed, self.buzzer = Lamp(board, "ready"), Lamp(board, "closed"), Buzzer(board)
        self.message, self.pocket = MessageDisplay(board), PocketDisplay(board)
        board.attach_i2c(device_pins.MESSAGE_ADDRESS, self.message)
        board.attach_i2c(wheel_pins.POCKET_ADDRESS, self.pocket)
        lamps = Lamps([self.ready, self.closed])
        for device in (Supply(board), self.track, self.button, lamps, self.message, self.pocket):
            board.add(device)


class ElectronicWheel(TableDevice[WheelParts]):
    """
    One wheel and the croupier in front of it.

    Args:
        model: name of a wheel that ships, path of a file, or a checked wheel.
        options: as every device of a table has them (``TableDevice``).
    """

    def __init__(self, model: str | Wheel = "french-roulette", **options: Unpack[DeviceOptions]) -> None:
        wheel = self.wheel = model if isinstance(model, Wheel) else load_wheel(model)
        name = model if isinstance(model, str) else wheel.name
        make = Make(
            name, "wheel", wheel.tables,
            lambda language, test, firmware: wheel_rom(
                wheel, language=language, test=test, firmware=firmware
            ),
            lambda key, serial, seals: wheel_image(wheel, key, serial, seals), MEMORY, METERS,
            lambda board: WheelParts(board, wheel),
        )  # fmt: skip
        super().__init__(make, **options)

    @classmethod
    def from_origin(cls, origin: JsonView, **options: Unpack[DeviceRun]) -> Self:
        """Begin again as another run began; the same inputs and entropy give the same run."""
        return cls(origin["model"], **begun(origin, options))

    # -- what a hand does ---------------------------------------------------------------------------

    def launch(self, ms: int = 100) -> None:
        """Press the button that launches the ball, and release it ``ms`` milliseconds later."""
        if type(ms) is not int or ms < 1:
            raise CabinetError(f"launch must be whole ms, 1 or more (got {ms})")
        self._listeners.tell("launch", ms=ms)
        self.parts.button.press(release_after_us=ms * 1000)

    def push(self, on: bool = True) -> None:
        """Lean against the wheel so that it stands askew, or let it go."""
        self._listeners.tell("push", on=on)
        self.parts.tilted.drive(on)
        self._listeners.emit("askew", on=on)

    def damage(self, fault: str) -> None:
        """Something breaks: one of the faults of the ball's track."""
        self._require_fault(fault)
        self._listeners.tell("damage", fault=fault)
        self.parts.track.damage(fault)

    def mend(self, fault: str) -> None:
        """It is well again; a lost ball is put back into a pocket."""
        self._require_fault(fault)
        self._listeners.tell("mend", fault=fault)
        self.parts.track.mend(fault)

    @staticmethod
    def _require_fault(fault: str) -> None:
        if fault not in FAULTS:
            raise CabinetError(f"fault must be one of {', '.join(FAULTS)} (got {fault})")

    # -- what can be seen ---------------------------------------------------------------------------

    @property
    def pocket(self) -> int | None:
        """The pocket that is lit, from 0 clockwise; None while all are dark."""
        return self.parts.pocket.pocket

    @property
    def number(self) -> int | None:
        """What is written on it."""
        pocket = self.pocket
        return None if pocket is None else self.wheel.pockets[pocket]

    @property
    def message(self) -> str:
        """The message line."""
        return self.parts.message.text

    @property
    def sounding(self) -> bool:
        """Whether the buzzer can be heard."""
        return self.parts.buzzer.sounding

    @property
    def ready(self) -> bool:
        """Whether the lamp says that the ball can be launched."""
        return self.parts.ready.lit

    @property
    def closed(self) -> bool:
        """Whether the lamp says that no more bets are taken."""
        return self.parts.closed.lit

    @property
    def running(self) -> bool:
        """Whether the ball is on the rim."""
        return self.parts.track.running

    @property
    def lies(self) -> bool:
        """Whether the ball lies still in a pocket."""
        return self.parts.track.lies

    @property
    def pushed(self) -> bool:
        """Whether it stands askew."""
        return self.parts.tilted.driven

    @property
    def faults(self) -> tuple[str, ...]:
        """What is wrong with the track."""
        return self.parts.track.faults

    @property
    def draws(self) -> list[Json]:
        """The last draws that were shown, newest first: draw, pocket, number, laps, time_s."""
        return recent_draws(self.nvram, self.seals)
