# SPDX-License-Identifier: MIT
"""
What every device of a table has in common: a board with its firmware, power, time, a memory, a journal.

A device is made of what it is (``Make``) and of the parts on its board, and adds what hands do to them. Every
input goes through a method and is told to the listeners, so a ``Recorder`` keeps a journal of it.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar, Unpack

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
from emulator.cabinet.physical import require_device
from emulator.cabinet.trust import choose_runtime
from emulator.devices.door import Door
from emulator.devices.key_switch import KeySwitch
from emulator.support.seed import KEY_BYTES, seed_key
from emulator.vm.choose import make_runtime
from emulator.vm.trace import alike, told
from machines.memory.chip import Seals, chip_id, seals_of
from machines.rom.cores import AnyTables
from machines.rom.program import SETTINGS, Rom
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json, JsonView
from machines.tables.device_works import Memory


class DeviceRun(Running, total=False):
    """What a run that is begun again does not bring with it."""

    firmware: dict[str, str] | None
    trust_firmware: bool


class DeviceOptions(DeviceRun, total=False):
    """All keywords of a device."""

    seed: str | None
    nvram: bytes | None
    chip_key: bytes | None
    serial: int
    language: str
    device_key: str | None
    digests: JsonView | None


Parts = TypeVar("Parts")


class Make(NamedTuple, Generic[Parts]):
    """
    What a device is.

    Attributes:
        name: of the description that ships, or the path of a file.
        what: the device in a message.
        tables: what the core draws with.
        rom: called with (language, test, firmware or None).
        image: called with (key, serial, seals): its memory as it leaves the works.
        memory: how its memory is read.
        meters: names of the rows that are counted.
        wire: puts its parts on a board.
        earlier: digests of earlier firmware that does the same to the byte, whose journals it replays.
    """

    name: str
    what: str
    tables: AnyTables
    rom: Callable[[str, bool, dict[str, str] | None], Rom]
    image: Callable[[bytes, int, Seals], bytes]
    memory: Memory
    meters: tuple[str, ...]
    wire: Callable[[Board], Parts]
    earlier: tuple[str, ...] = ()


def begun(origin: JsonView, options: DeviceRun) -> DeviceOptions:
    """The options of a device that begins as another run began."""
    require_device(origin["physical"])
    return {
        **options,
        "seed": origin["seed"],
        "nvram": origin["nvram"],
        "chip_key": named_key(origin),
        "serial": origin["serial"],
        "language": origin["language"],
        "device_key": origin["physical"]["device_key"],
        "digests": origin["digests"],
    }


class TableDevice(Generic[Parts]):
    """
    One device and the croupier in front of it.

    Args:
        make: what it is.
        seed: hex digits of a key that repeats a run; makes a TEST device. None: keys from the system.
        nvram: image to go on with; None commissions the device.
        chip_key: key in the one-time memory of its chip, as for ``Cabinet``.
        serial: serial number, 0 to 2^39 - 1.
        language: of the message line, one of languages().
        firmware: module sources instead of ours.
        entropy: what is absorbed after each draw that was shown, 32 bytes or None.
        runtime, trust_firmware, console, probe: what runs the firmware, as ``Cabinet`` takes them.
        device_key: of the mechanical variation, hex; a new one if None.
        digests: what a journal to be replayed says of the program; of an earlier one they are told on.

    Attributes:
        parts: what is on its board, as ``make.wire`` put it there.
    """

    def __init__(self, make: Make[Parts], **options: Unpack[DeviceOptions]) -> None:
        require_known(type(self).__name__, options, DeviceOptions)
        self._make = make
        seed, serial, nvram = options.get("seed"), options.get("serial", 1), options.get("nvram")
        language, firmware = options.get("language", DEFAULT_LANGUAGE), options.get("firmware")
        self._listeners = Listeners(lambda: self.board.now_us)
        self.seed, self.serial, self.language, self.test = seed, serial, language, seed is not None
        key = os.urandom(KEY_BYTES) if seed is None else seed_key(seed)
        self._device_key = options.get("device_key") or key.hex()
        source = options.get("entropy") or (no_entropy if self.test else system_entropy)
        absorbed = Entropy(source, self._listeners.tell)
        ours = make.rom(language, self.test, None)
        self.rom = ours
        if firmware is not None:
            self.rom = make.rom(language, self.test, firmware)
        self.choice = choose_runtime(
            self.rom, ours, options.get("runtime"), trusted=options.get("trust_firmware", False)
        )
        self.runtime = self.choice.runtime
        self.console = Console.of(options.get("console"))
        self.digests = self._digests(options.get("digests") or {})
        self.chip_key = chip_key_for(seed, nvram, options.get("chip_key"))
        self.seals = seals_of(self.chip_key, serial)
        self._origin_nvram = make.image(key, serial, self.seals) if nvram is None else nvram
        tables = make.tables
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
        self._lid, self._body = Door(self.board, "lid"), Door(self.board, "body")
        self._key = KeySwitch(self.board, "operator")
        self.parts = make.wire(self.board)
        self.board.emit = self._heard
        self._opened: tuple[list[bytes], Json | None] | None = None
        if (probe := options.get("probe")) is not None:
            probe(self)
        self.board.power_on()

    def listen(self, heard: Heard) -> None:
        """Call ``heard(kind, t_us, fields)`` for every output from now on."""
        self._listeners.listen(heard)

    def listen_inputs(self, heard: Heard) -> None:
        """Call ``heard(name, t_us, arguments)`` for every input, before it acts."""
        self._listeners.listen_inputs(heard)

    # -- what a hand does ---------------------------------------------------------------------------

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
            raise CabinetError(f"name must be operator, its only key (got {name})")
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
    def tables(self) -> AnyTables:
        """What its core draws with."""
        return self._make.tables

    @property
    def key_turned(self) -> bool:
        """Whether the croupier's key is turned."""
        return self._key.turned

    @property
    def lid_open(self) -> bool:
        """Whether the lid is lifted."""
        return self._lid.is_open

    @property
    def body_open(self) -> bool:
        """Whether its body is open."""
        return self._body.is_open

    @property
    def nvram(self) -> bytes:
        """The FRAM image."""
        return bytes(self.board.fram.data)

    @property
    def record(self) -> Json:
        """What the FRAM says; CabinetError if no copy of its record is whole."""
        found = self._said()
        if found is None:
            raise CabinetError(f"the {self._make.what}'s memory must hold one whole record (got none)")
        return dict(found)

    def _said(self) -> Json | None:
        """The record in the FRAM, opened once for as long as its bytes stay; not to be changed."""
        copies = self._make.memory.copies(self.board.fram.data)
        if self._opened is None or self._opened[0] != copies:
            self._opened = copies, self._make.memory.newer(copies, self.seals)
        return self._opened[1]

    @property
    def last_fault(self) -> str | None:
        """The last crash or hang of its firmware, as of a cabinet."""
        fault = self.board.last_fault
        return None if fault is None else told(fault)

    @property
    def meters(self) -> JsonView:
        """What is counted, by name."""
        record = self._said()
        return {} if record is None else {name: record[name] for name in self._make.meters}

    # -- how it began, and who hears -------------------------------------------------------------------

    def origin(self) -> Json:
        """How this run began, as a journal's header has it."""
        return {
            "model": self._make.name,
            "profile": "",
            "serial": self.serial,
            "language": self.language,
            "seed": self.seed,
            "test": self.test,
            "chip_key": None if self.test else self.chip_key.hex(),
            "powered": True,
            "digests": self.digests,
            "physical": {"device_key": self._device_key},
            **self.choice.origin(),
            "nvram": self._origin_nvram,
        }

    def _digests(self, recorded: JsonView) -> dict[str, str]:
        """What the device says of its program: of an earlier one that did the same, what that one said."""
        own, firmware = self.rom.digests, recorded.get("firmware")
        if firmware not in self._make.earlier or not self.choice.ours:
            return own
        settings = self.rom.sources[SETTINGS].replace(own["firmware"], firmware)
        return {**own, "firmware": firmware, "settings": hashlib.sha256(settings.encode()).hexdigest()}

    def remember(self, at: object = None) -> object:
        """A device of a table goes back to no earlier time."""
        raise CabinetError(f"a {self._make.what} must not be rewound (got a journal that does)")

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
