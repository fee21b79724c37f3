# SPDX-License-Identifier: MIT
"""
The device that draws for a table of the hall, kept beside its journal: an electronic wheel, a dice cup.

    with KeptDevice(folder / "boule.jsonl", "boule") as device:
        table.device = device.croupier
        table.act(Move("spin"))             # drawn, committed and on the disk before the table has it
        device.beside()                     # what the journal says of that draw

Its file is that of a machine (docs/nvram.md), with the key of its chip beside it. Every commit of its memory
is written before anybody is shown anything of it. A draw is one move of the table: what a killed process has
drawn and not handed over is handed over at the next opening, and never drawn anew.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from cext import CoreError
from emulator.board.cores import check_state
from emulator.hall.money import HallError
from emulator.hall.table_draws import CUP, Drawn, Last, core_of, device_path, read_draws
from emulator.records.storage import Machine, open_machine
from emulator.support.closing import Closing
from emulator.support.errors import EmulatorError
from emulator.tables.cup_chance import CupChance
from emulator.tables.dice_cup import DiceCup
from emulator.tables.electronic_wheel import ElectronicWheel
from emulator.tables.table_device import DeviceOptions
from emulator.tables.wheel_chance import WheelChance
from machines import MachinesError
from machines.firmware.chance_device.device_record import PHASE_DRAWN
from machines.support.languages import DEFAULT_LANGUAGE
from machines.support.plain import Json, JsonView
from machines.tables.registry import OWN_TABLE

DRAWN = "drawn"
HINT = "keep the file for the laboratory, and put it out of the way: the table gets another device"


class Wanted(NamedTuple):
    """Which device a table is to have."""

    game: str
    seed: str | None = None
    """Hex digits of that of a TEST hall."""
    language: str = DEFAULT_LANGUAGE


class KeptDevice(Closing):
    """
    One device, locked while it is open; the first one is commissioned by being opened.

    Args:
        journal: of its table.
        wanted: what it is.

    Attributes:
        device: the wheel or cup itself.
        croupier: at it, whom the table asks.

    Raises:
        HallError: its file cannot be read or written, is damaged, or does not fit what the table has had.
    """

    def __init__(self, journal: Path, wanted: Wanted) -> None:
        self._path, last = device_path(journal), read_draws(journal).last
        self._counter = core_of(wanted.game).memory.counter
        self._answered: Drawn | None = None
        self._failure: EmulatorError | None = None
        self._machine = self._opened(wanted, last)
        try:
            taken = None if self._machine.fresh else self._taken(wanted.game, last)
            self.device = self._made(wanted)
            self._physical: Json = self.device.origin()["physical"]
            if (drawn := (self._machine.physical or {}).get(DRAWN)) is not None:
                self._physical[DRAWN] = drawn
            self.device.listen(self._heard)
            self._keep()
            board = self.device.board
            self._writes, board.after_event = board.fram.writes, self._turned
            device = self.device
            self.croupier: WheelChance | CupChance
            if isinstance(device, DiceCup):
                self.croupier = CupChance(device, taken, self._hands_over)
            else:
                self.croupier = WheelChance(device, taken, self._hands_over)
        except BaseException:
            self._machine.close()
            raise

    def _opened(self, wanted: Wanted, last: Last) -> Machine:
        name = CUP if wanted.game in OWN_TABLE else wanted.game
        try:
            return open_machine(name, nvram=self._path, seed=wanted.seed, serial=last.serial + 1)
        except (EmulatorError, MachinesError) as error:
            raise HallError(str(error), HINT) from error

    def _taken(self, game: str, last: Last) -> int:
        """How many of its draws the table has had; HallError where the two are of different times."""
        machine = self._machine
        record = core_of(game).memory.read(machine.nvram or b"")
        if record is None:
            raise HallError(f"{self._path}: one copy of the device's record must be whole (got none)", HINT)
        drawn = record[self._counter]
        if machine.serial > last.serial:  # new; or its table's journal is gone, which had all that was shown
            return 0 if drawn <= 1 else int(drawn - (record["phase"] == PHASE_DRAWN))
        if machine.serial < last.serial or not last.number <= drawn <= last.number + 1:
            raise HallError(
                f"{self._path}: device {last.serial} must have drawn {last.number} times, as its table has"
                f" it, or once more (got {drawn} of device {machine.serial})", HINT,
            )  # fmt: skip
        return last.number

    def _made(self, wanted: Wanted) -> ElectronicWheel | DiceCup:
        machine, made = self._machine, DiceCup if wanted.game in OWN_TABLE else ElectronicWheel
        options: DeviceOptions = {
            "seed": machine.seed, "nvram": machine.nvram, "chip_key": machine.chip_key,
            "serial": machine.serial, "language": wanted.language,
        }  # fmt: skip
        device = made(CUP if wanted.game in OWN_TABLE else wanted.game, **options)
        try:
            check_state(device.tables, device.record["state"])
        except CoreError as error:
            raise HallError(
                f"{self._path}: made for another core than that of {wanted.game}: {error}", HINT
            ) from error
        return device

    # -- kept ------------------------------------------------------------------------------------------

    def _heard(self, kind: str, t_us: int, fields: JsonView) -> None:
        """The core is about to draw: what it draws from is kept with what comes of it, in one write."""
        if kind == "step":
            record = self.device.record
            number = record[self._counter] + 1
            self._physical[DRAWN] = {"number": number, "state": bytes(record["state"]).rstrip(b"\0").hex()}

    def _turned(self) -> None:
        """After every turn of the board: what its memory has is in the file before anybody sees of it."""
        writes = self.device.board.fram.writes
        if writes == self._writes:
            return
        self._writes = writes
        try:
            self._machine.step(self.device.nvram, self._physical)
            self._failure = None
        except EmulatorError as error:  # told before anything that was drawn is handed over
            self._failure = error

    def _keep(self) -> None:
        try:
            self._machine.save(self.device.nvram, dict(self._physical))
        except EmulatorError as error:
            raise HallError(str(error)) from error

    def _hands_over(self, number: int) -> None:
        """The table has a draw as soon as it is on the disk."""
        if self._failure is not None:
            raise HallError(str(self._failure)) from self._failure
        try:
            self._machine.sync()
        except OSError as error:
            raise HallError(f"{self._path} cannot be written: {error.strerror or error}") from error
        drawn = self._physical[DRAWN]
        state = bytes.fromhex(drawn["state"]) if drawn["number"] == number else b""
        self._answered = Drawn(self._machine.serial, number, state, ())

    def beside(self) -> Json:
        """What the journal says of the draw that the table has just had; nothing of any other move."""
        answered, self._answered = self._answered, None
        return {} if answered is None else answered.beside()

    def close(self) -> None:
        """Keep it as it is, and give it free; a second call does nothing."""
        if self._machine.path is None:
            return
        try:
            if self._failure is None:
                self._keep()
        finally:
            self._machine.close()
            self._machine.path = None
