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

import os
from typing import Any, Self, Unpack

from emulator.board.board import Board
from emulator.board.payout import Payout
from emulator.board.selftest import SelfTest
from emulator.cabinet.chance import Entropy, Variation
from emulator.cabinet.commission import chip_key_for, named_key, no_entropy, system_entropy
from emulator.cabinet.console import Console
from emulator.cabinet.errors import CabinetError, require_time
from emulator.cabinet.face import require_known
from emulator.cabinet.listeners import Heard, Listeners
from emulator.cabinet.options import Running
from emulator.cabinet.physical import require_cup
from emulator.cabinet.trust import choose_runtime
from emulator.devices.button import Button
from emulator.devices.buzzer import Buzzer
from emulator.devices.dice_display import DiceDisplay
from emulator.devices.door import Door
from emulator.devices.key_switch import KeySwitch
from emulator.devices.lamp import Lamp, Lamps
from emulator.devices.message_display import MessageDisplay
from emulator.devices.motion_sensor import MotionSensor
from emulator.devices.supply import Supply
from emulator.support.seed import KEY_BYTES, seed_key
from emulator.vm.choose import make_runtime
from emulator.vm.trace import alike, told
from machines.firmware.cup import cup_pins
from machines.memory.chip import chip_id, seals_of
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json, JsonView
from machines.tables.cup import Cup, cup_image, cup_record_of, cup_rom, load_cup, recent_throws

BUTTONS = ("shake", "bank")
STRENGTH_MAX = 3


class CupRun(Running, total=False):
    """What a run that is begun again does not bring with it."""

    firmware: dict[str, str] | None
    trust_firmware: bool


class CupOptions(CupRun, total=False):
    """All keywords of a cup."""

    seed: str | None
    nvram: bytes | None
    chip_key: bytes | None
    serial: int
    language: str
    device_key: str | None


class DiceCup:
    """
    One dice cup and the croupier in front of it.

    Args:
        model: name of a cup that ships, path of a file, or a checked cup.
        seed: hex digits of a key that repeats a run; makes a TEST cup. None: keys from the system.
        nvram: image to go on with; None commissions the cup.
        chip_key: key in the one-time memory of its chip, as for ``Cabinet``.
        serial: serial number, 0 to 2^39 - 1.
        language: of the message line, one of languages().
        firmware: module sources instead of ours.
        entropy: what is absorbed after each throw that was shown, 32 bytes or None.
        runtime, trust_firmware, console, probe: what runs the firmware, as ``Cabinet`` takes them.
        device_key: of the mechanical variation, hex; a new one if None.
    """

    def __init__(self, model: str | Cup = "cubilete", **options: Unpack[CupOptions]) -> None:
        require_known("DiceCup", options, CupOptions)
        seed, serial, nvram = options.get("seed"), options.get("serial", 1), options.get("nvram")
        language, firmware = options.get("language", DEFAULT_LANGUAGE), options.get("firmware")
        self._listeners = Listeners(lambda: self.board.now_us)
        self.cup = model if isinstance(model, Cup) else load_cup(model)
        self.seed, self.serial, self.language, self.test = seed, serial, language, seed is not None
        self._model_name = self.cup.name if isinstance(model, Cup) else model
        key = os.urandom(KEY_BYTES) if seed is None else seed_key(seed)
        self._device_key = options.get("device_key") or key.hex()
        source = options.get("entropy") or (no_entropy if self.test else system_entropy)
        absorbed = Entropy(source, self._listeners.tell)
        ours = cup_rom(self.cup, language=language, test=self.test)
        self.rom = ours
        if firmware is not None:
            self.rom = cup_rom(self.cup, language=language, test=self.test, firmware=firmware)
        self.choice = choose_runtime(
            self.rom, ours, options.get("runtime"), trusted=options.get("trust_firmware", False)
        )
        self.runtime = self.choice.runtime
        self.console = Console.of(options.get("console"))
        self.chip_key = chip_key_for(seed, nvram, options.get("chip_key"))
        self.seals = seals_of(self.chip_key, serial)
        self._origin_nvram = cup_image(self.cup, key, serial, self.seals) if nvram is None else nvram
        tables = self.cup.tables
        self.board = Board(
            self.rom.pin_rows,
            self._origin_nvram,
            make_runtime(
                self.runtime,
                self.rom,
                None if self.console is None else self.console.write,
                ours=self.choice.ours,
            ),
            unique_id=chip_id(serial),
            chip_key=self.chip_key,
            payout=Payout(tables, absorbed, self_test=SelfTest(self.rom, tables)),
            variation=Variation(bytes.fromhex(self._device_key), serial),
        )
        if self.console is not None:
            self.console.attach(self.board)
        self._wire()
        self.board.emit = self._heard
        if (probe := options.get("probe")) is not None:
            probe(self)
        self.board.power_on()

    def _wire(self) -> None:
        board = self.board
        self._motion = MotionSensor(board)
        self._buttons = {name: Button(board, name) for name in BUTTONS}
        self._lid, self._body = Door(board, "lid"), Door(board, "body")
        self._key = KeySwitch(board, "operator")
        self._ready, self._buzzer = Lamp(board, "ready"), Buzzer(board)
        self._message, self._dice = MessageDisplay(board), DiceDisplay(board)
        board.attach_i2c(cup_pins.MESSAGE_ADDRESS, self._message)
        board.attach_i2c(cup_pins.DICE_ADDRESS, self._dice)
        buttons = self._buttons.values()
        for device in (
            Supply(board),
            self._motion,
            *buttons,
            Lamps([self._ready]),
            self._message,
            self._dice,
        ):
            board.add(device)

    def listen(self, heard: Heard) -> None:
        """Call ``heard(kind, t_us, fields)`` for every output from now on."""
        self._listeners.listen(heard)

    def listen_inputs(self, heard: Heard) -> None:
        """Call ``heard(name, t_us, arguments)`` for every input, before it acts."""
        self._listeners.listen_inputs(heard)

    # -- what a hand does ---------------------------------------------------------------------------

    def shake(self, ms: int, strength: int = 1) -> None:
        """Shake the cup for a while, gently (1) to hard (3); time passes with ``run``."""
        self.check_shake(ms, strength)
        self._listeners.tell("shake", ms=ms, strength=strength)
        self._motion.move(ms * 1000, strength)

    def check_shake(self, ms: int, strength: int) -> None:
        """Raise CabinetError unless a hand can shake the cup so long and so hard."""
        whole = type(ms) is int and type(strength) is int
        if not whole or ms < 1 or not 1 <= strength <= STRENGTH_MAX:
            raise CabinetError(
                f"shake must be whole ms, 1 or more, strength 1 to {STRENGTH_MAX} (got {ms}, {strength})"
            )

    def lift(self) -> None:
        """Lift the lid."""
        self._listeners.tell("lift")
        self._lid.open()
        self._listeners.emit("lid", open=True)

    def cover(self) -> None:
        """Put the lid back."""
        self._listeners.tell("cover")
        self._lid.close()
        self._listeners.emit("lid", open=False)

    def press(self, name: str, ms: int = 100) -> None:
        """Press a button, "shake" or "bank", and release it ``ms`` milliseconds later."""
        if name not in self._buttons or ms < 1:
            raise CabinetError(
                f"press must name one of {', '.join(BUTTONS)} for 1 ms or more (got {name}, {ms})"
            )
        self._listeners.tell("press", name=name, ms=ms)
        self._buttons[name].press(release_after_us=ms * 1000)

    def open_body(self) -> None:
        """Break the seal and open the body."""
        self._listeners.tell("open_body")
        self._body.open()

    def close_body(self) -> None:
        """Close the body."""
        self._listeners.tell("close_body")
        self._body.close()

    def turn_key(self, name: str = "operator", on: bool = True) -> None:
        """Turn the croupier's key, or turn it back."""
        if name != "operator":
            raise CabinetError(f"name must be operator, the cup's only key (got {name})")
        self._listeners.tell("turn_key", name=name, on=on)
        self._key.turn(on)

    def power_off(self) -> None:
        """Take the supply away."""
        self._listeners.tell("power_off")
        self.board.power_off()

    def power_on(self) -> None:
        """Bring it back."""
        self._listeners.tell("power_on")
        self.board.power_on()

    def cut_power(self, ops: int, ticks: int = 1) -> None:
        """Take the supply away inside a coming tick, after so many operations (``Cabinet.cut_power``)."""
        if ops < 0 or ticks < 1:
            raise CabinetError(f"cut_power must have 0 ops or more and 1 tick or more (got {ops}, {ticks})")
        self._listeners.tell("cut_power", ops=ops, ticks=ticks)
        self.board.cut_at_op(ops, self.board.ticks + ticks)

    # -- time ---------------------------------------------------------------------------------------

    def run(self, ms: int) -> None:
        """Let ``ms`` milliseconds of virtual time pass."""
        self.run_us(ms * 1000)

    def run_us(self, us: int) -> None:
        """Let ``us`` microseconds of virtual time pass."""
        require_time(us)
        if us:
            self.board.advance(self.board.now_us + us)

    @property
    def now_us(self) -> int:
        """Virtual time."""
        return self.board.now_us

    # -- what can be seen ---------------------------------------------------------------------------

    @property
    def faces(self) -> tuple[int, ...]:
        """The dice as one sees them: empty while the lid is on or they are dark."""
        return self._dice.faces if self._lid.is_open else ()

    @property
    def message(self) -> str:
        """The message line."""
        return self._message.text

    @property
    def sounding(self) -> bool:
        """Whether the buzzer can be heard."""
        return self._buzzer.sounding

    @property
    def ready(self) -> bool:
        """Whether the lamp says that the cup can be shaken."""
        return self._ready.lit

    @property
    def moving(self) -> bool:
        """Whether the cup is being shaken."""
        return self._motion.moving

    @property
    def key_turned(self) -> bool:
        """Whether the croupier's key is turned."""
        return self._key.turned

    @property
    def lid_open(self) -> bool:
        """Whether the lid is lifted."""
        return self._lid.is_open

    @property
    def nvram(self) -> bytes:
        """The FRAM image."""
        return bytes(self.board.fram.data)

    @property
    def record(self) -> Json:
        """What the FRAM says; CabinetError if no copy of its record is whole."""
        found = cup_record_of(self.nvram, self.seals)
        if found is None:
            raise CabinetError("the cup's memory must hold one whole record (got none)")
        return found

    @property
    def last_fault(self) -> str | None:
        """The last crash or hang of its firmware, as of a cabinet."""
        fault = self.board.last_fault
        return None if fault is None else told(fault)

    @property
    def throws(self) -> list[Json]:
        """The last throws, newest first: number, faces, bank, time_s."""
        return recent_throws(self.nvram, self.seals)

    @property
    def meters(self) -> JsonView:
        """What is counted, by name."""
        record = cup_record_of(self.nvram, self.seals)
        names = ("power_ups", "throws", "lifts", "voids", "opens")
        return {} if record is None else {name: record[name] for name in names}

    # -- how it began, and who hears -------------------------------------------------------------------

    def origin(self) -> Json:
        """How this run began, as a journal's header has it."""
        return {
            "model": self._model_name,
            "profile": "",
            "serial": self.serial,
            "language": self.language,
            "seed": self.seed,
            "test": self.test,
            "chip_key": None if self.test else self.chip_key.hex(),
            "powered": True,
            "digests": self.rom.digests,
            "physical": {"device_key": self._device_key},
            **self.choice.origin(),
            "nvram": self._origin_nvram,
        }

    @classmethod
    def from_origin(cls, origin: JsonView, **options: Unpack[CupRun]) -> Self:
        """Begin again as another run began; the same inputs and entropy give the same run."""
        require_cup(origin["physical"])
        return cls(
            origin["model"],
            seed=origin["seed"],
            nvram=origin["nvram"],
            chip_key=named_key(origin),
            serial=origin["serial"],
            language=origin["language"],
            device_key=origin["physical"]["device_key"],
            **options,
        )

    def remember(self, at: object = None) -> object:
        """A cup goes back to no earlier time."""
        raise CabinetError("a dice cup must not be rewound (got a journal that does)")

    def _heard(self, kind: str, **fields: Any) -> None:
        if kind in ("step", "trial_step"):
            fields = {"outcome": fields["outcome"].hex()}
        elif kind == "absorb":
            fields = {}
        elif kind == "fault":
            fields["text"] = alike(fields["text"])
        if self.console is not None and kind in ("fault", "watchdog", "power"):
            self.console.end_line()
        self._listeners.emit(kind, **fields)
