# SPDX-License-Identifier: MIT
"""
The electronic dice cup: its board and devices, and the hand that shakes it.

    from emulator.tables.dice_cup import DiceCup

    cup = DiceCup(seed="00")
    cup.shake(ms=1500)
    cup.run(ms=2500)                  # still again: the core has thrown, the lid is on
    cup.lift(); cup.run(ms=100)
    print(cup.faces, cup.message)     # (6, 5, 5) TEST SUMA 16, CUENTA HASTA 1

Every input goes through a method and is told to the listeners, so a ``Recorder`` keeps a journal of it and a
replay with ``build=DiceCup.from_origin`` does it all again, on either runtime.
"""

from __future__ import annotations

from typing import Self, Unpack

from emulator.board.board import Board
from emulator.cabinet.errors import CabinetError
from emulator.devices.button import Button
from emulator.devices.buzzer import Buzzer
from emulator.devices.dice_display import DiceDisplay
from emulator.devices.lamp import Lamp, Lamps
from emulator.devices.message_display import MessageDisplay
from emulator.devices.motion_sensor import MotionSensor
from emulator.devices.supply import Supply
from emulator.tables.table_device import DeviceOptions, DeviceRun, Make, TableDevice, begun
from machines.firmware.chance_device import device_pins
from machines.firmware.cup import cup_pins
from machines.support.plain import Json, JsonView
from machines.tables.cup import MEMORY, Cup, cup_image, cup_rom, load_cup, recent_throws

BUTTONS = ("shake", "bank")
METERS = ("power_ups", "throws", "lifts", "voids", "opens")
STRENGTH_MAX = 3


EARLIER = (
    "edd38e984a4e7dac05649447b858b0b37f0c134e05696cbdf4d16c777f4382bf",
    "83eefb1ff504ec143b2ea520ed66bbabf94131b4373759402a6dbe57ad8e7c35",
    "f7222be9c07d258ba2c9f2caacbf46441e3434befc2edf1690cc94622dadd0bd",
    "f816f32cdee4b1b81f0d6ceabda670bb8c8942f23036bbdb57dd3a620967cd2d",
    "8816fbf1265662c51c0693091b4112c7963df9e1f847122c122adfadab327904",
)
"""
The firmware before it shared its modules with the wheel's, in es, ca, en, eu and gl: of the same inputs it
made the same journals. Twenty of them are held to their bytes (tests/vectors/pai_gow_journals).
"""


class CupParts:
    """What is on the board of a dice cup."""

    def __init__(self, board: Board) -> None:
        self.motion = MotionSensor(board)
        self.buttons = {name: Button(board, name) for name in BUTTONS}
        self.ready, self.buzzer = Lamp(board, "ready"), Buzzer(board)
        self.message, self.dice = MessageDisplay(board), DiceDisplay(board)
        board.attach_i2c(device_pins.MESSAGE_ADDRESS, self.message)
        board.attach_i2c(cup_pins.DICE_ADDRESS, self.dice)
        lamps = Lamps([self.ready])
        for device in (Supply(board), self.motion, *self.buttons.values(), lamps, self.message, self.dice):
            board.add(device)


class DiceCup(TableDevice[CupParts]):
    """
    One dice cup and the croupier in front of it.

    Args:
        model: name of a cup that ships, path of a file, or a checked cup.
        options: as every device of a table has them (``TableDevice``).
    """

    def __init__(self, model: str | Cup = "cubilete", **options: Unpack[DeviceOptions]) -> None:
        cup = self.cup = model if isinstance(model, Cup) else load_cup(model)
        name = model if isinstance(model, str) else cup.name
        make = Make(
            name, "dice cup", cup.tables,
            lambda language, test, firmware: cup_rom(cup, language=language, test=test, firmware=firmware),
            lambda key, serial, seals: cup_image(cup, key, serial, seals), MEMORY, METERS, CupParts, EARLIER,
        )  # fmt: skip
        super().__init__(make, **options)

    @classmethod
    def from_origin(cls, origin: JsonView, **options: Unpack[DeviceRun]) -> Self:
        """Begin again as another run began; the same inputs and entropy give the same run."""
        return cls(origin["model"], **begun(origin, options))

    # -- what a hand does ---------------------------------------------------------------------------

    def shake(self, ms: int, strength: int = 1) -> None:
        """Shake the cup for a while, gently (1) to hard (3); time passes with ``run``."""
        self.check_shake(ms, strength)
        self._listeners.tell("shake", ms=ms, strength=strength)
        self.parts.motion.move(ms * 1000, strength)

    def check_shake(self, ms: int, strength: int) -> None:
        """Raise CabinetError unless a hand can shake the cup so long and so hard."""
        whole = type(ms) is int and type(strength) is int
        if not whole or ms < 1 or not 1 <= strength <= STRENGTH_MAX:
            raise CabinetError(
                f"shake must be whole ms, 1 or more, strength 1 to {STRENGTH_MAX} (got {ms}, {strength})"
            )

    def press(self, name: str, ms: int = 100) -> None:
        """Press a button, "shake" or "bank", and release it ``ms`` milliseconds later."""
        if name not in self.parts.buttons or ms < 1:
            raise CabinetError(
                f"press must name one of {', '.join(BUTTONS)} for 1 ms or more (got {name}, {ms})"
            )
        self._listeners.tell("press", name=name, ms=ms)
        self.parts.buttons[name].press(release_after_us=ms * 1000)

    # -- what can be seen ---------------------------------------------------------------------------

    @property
    def faces(self) -> tuple[int, ...]:
        """The dice as one sees them: empty while the lid is on or they are dark."""
        return self.parts.dice.faces if self._lid.is_open else ()

    @property
    def message(self) -> str:
        """The message line."""
        return self.parts.message.text

    @property
    def tilted(self) -> bool:
        """Whether a tilt has stopped it, which its message line names; also where its memory is none."""
        record = self._said()
        return record is None or bool(record["tilt"])

    @property
    def sounding(self) -> bool:
        """Whether the buzzer can be heard."""
        return self.parts.buzzer.sounding

    @property
    def ready(self) -> bool:
        """Whether the lamp says that the cup can be shaken."""
        return self.parts.ready.lit

    @property
    def moving(self) -> bool:
        """Whether the cup is being shaken."""
        return self.parts.motion.moving

    @property
    def throws(self) -> list[Json]:
        """The last throws, newest first: number, faces, bank, time_s."""
        return recent_throws(self.nvram, self.seals)
