# SPDX-License-Identifier: MIT
"""
A whole machine: model, board and devices wired together, with the visitor's purse and the tray.

    from emulator import Cabinet

    cab = Cabinet("cierzo", seed="00")
    cab.insert(200)
    cab.press("start")
    cab.run(ms=6000)
    print(cab.display.credits, cab.tray_cents)
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Self

import cext
from emulator.cabinet import refusals
from emulator.cabinet.acts import Handled
from emulator.cabinet.books import Books
from emulator.cabinet.bootrom import program_of
from emulator.cabinet.card_books import CardBooks
from emulator.cabinet.commission import (
    DEFAULT_PURSE,
    CabinetError,
    chip_key_for,
    commission,
    first_physical,
    named_key,
    no_entropy,
    system_entropy,
)
from emulator.cabinet.console import Console, Sink, Stream
from emulator.cabinet.ledger import Ledger
from emulator.cabinet.machine import Parts
from emulator.cabinet.physical import require_fitting
from emulator.cabinet.trust import choose_runtime
from emulator.vm.choose import make_runtime
from emulator.vm.trace import alike
from machines.chip import seals_of
from machines.model import Model
from machines.record import decode
from machines.rom_read import SealedRom

# A machine's mechanical variation is drawn apart from its plays: same numbering, machine number + 2^39.
DEVICE_MACHINE = 1 << 39
# What a step is asked for: type B, type C; what a gamble of type B is told.
ASKED = ("simultaneous", "held", "action", "choice", "answer")


class Cabinet(Handled):
    """
    One machine and the person in front of it.

    Args:
        model: name of a shipped model, path of a model or ROM file, or a checked model.
        seed: hex digits of a key that repeats a run; makes a TEST machine. None: keys from the system.
        nvram: image to go on with; None commissions the machine.
        chip_key: key in the one-time memory of its chip, 32 bytes, under which its records are sealed. It
            must come with the ``nvram`` of a machine of record; a seed has its own, a new machine gets one.
        serial: serial number, 0 to 2^39 - 1; also the machine number of its random stream.
        profile: rule profile instead of the model's own.
        firmware: folder or module sources instead of ours.
        purse: the visitor's coins, cents -> count; DEFAULT_PURSE if None.
        wallet: the visitor's notes, cents -> count; DEFAULT_WALLET if None.
        hoppers: coins in each hopper, cents -> count; the model's fill if None.
        language: of the machine's message line, "es" or "en"; None: the ROM's, or "es".
        physical: coins, reel angles and meters as ``physical()`` gave them, instead of purse and hoppers.
        entropy: what the board absorbs after each play, 32 bytes or None; by default the system's, and
            nothing where a seed is given.
        rom: a ROM file, or what ``read_rom`` returned, instead of a model; it is verified before anything
            runs, and keeps its own profile, language and firmware.
        key: public key that must have signed the ROM, 32 bytes.
        runtime: what runs the firmware, "cpython" or "micropython"; both give the same run. None: CPython for
            our firmware, MicroPython for another's, which it holds (``choice`` says whose it is).
        trust_firmware: CPython may run another's firmware, as a program of yours.
        console: a stream, or a function, that takes what the firmware prints, line by line.

    Every input goes through a method of its own and is told to the listeners; nothing else changes a run.
    Both balances are checked after every event: LedgerError or BalanceError if one fails.
    """

    def __init__(
        self,
        model: str | Path | Model = "cierzo",
        *,
        seed: str | None = None,
        nvram: bytes | None = None,
        chip_key: bytes | None = None,
        serial: int = 1,
        profile: str | None = None,
        firmware: Path | Mapping[str, str] | None = None,
        purse: Mapping[int, int] | None = None,
        wallet: Mapping[int, int] | None = None,
        hoppers: Mapping[int, int] | None = None,
        language: str | None = None,
        physical: Mapping[str, Any] | None = None,
        entropy: Callable[[], bytes | None] | None = None,
        rom: str | Path | SealedRom | None = None,
        key: bytes | None = None,
        runtime: str | None = None,
        trust_firmware: bool = False,
        console: Stream | Sink | None = None,
    ) -> None:
        self.test = seed is not None
        program = program_of(
            model, rom, profile=profile, language=language, firmware=firmware, key=key, test=self.test
        )
        self._model_name = program.name
        self.model = program.model
        self.rom = program.rom
        self.language = program.language
        self.choice = choose_runtime(program.rom, program.ours, runtime, trusted=trust_firmware)
        self.runtime = self.choice.runtime
        self.seed = seed
        self.serial = serial
        super().__init__()
        self._entropy = entropy or (no_entropy if self.test else system_entropy)

        if physical is None:
            physical = first_physical(self.model, seed, purse, hoppers, wallet)
        require_fitting(physical, self.model)
        self._physical = dict(physical)
        self.chip_key = chip_key_for(seed, nvram, chip_key)
        self.seals = seals_of(self.chip_key, serial)
        if nvram is None:
            nvram = commission(self.model, seed, serial, self._physical, self.seals)
        self._origin_nvram = nvram

        self.console = Console.of(console)
        self._block = (-1, b"")
        self._draws = int(self._physical["draws"])
        self.ledger = Ledger()
        self.books = Books(
            self.ledger,
            lambda: self._parts.mechanisms.told_late(self.board.now_us),
            lambda: self._parts.mechanisms.notes_untold_cents(self.board.now_us),
        )
        self._parts = Parts(
            self.model,
            self.rom,
            nvram,
            self.ledger,
            make_runtime(
                self.runtime,
                self.rom,
                None if self.console is None else self.console.write,
                ours=self.choice.ours,
            ),
            serial=serial,
            chip_key=self.chip_key,
            physical=self._physical,
            variation=self._variation,
            entropy=self._absorbed,
            emit=self._heard,
        )
        self.board = self._parts.board
        if self.console is not None:
            self.console.attach(self.board)
        self.ledger.seal()
        self._checked = (-1, -1, -1)
        self._card_books: CardBooks | None = None
        if kept := self._physical.get("books"):
            self.books.open_again(kept)
        self._begun = False
        self._begin_books(decode(self.nvram, self.seals))
        self.board.after_event = self._check
        self.board.power_on()

    # -- how it began ------------------------------------------------------------------------------

    def origin(self) -> dict[str, Any]:
        """How this run began: all that ``from_origin`` needs, as plain values but for ``nvram``."""
        return self._origin() | {"digests": self.rom.digests, "nvram": self._origin_nvram}

    def _origin(self) -> dict[str, Any]:
        return {
            "model": self._model_name,
            "profile": self.model.profile.id,
            "serial": self.serial,
            "language": self.language,
            "seed": self.seed,
            "test": self.test,
            # That of a TEST machine follows from its seed.
            "chip_key": None if self.test else self.chip_key.hex(),
            "powered": True,
            "physical": self._physical,
            **self.choice.origin(),
        }

    @classmethod
    def from_origin(
        cls,
        origin: Mapping[str, Any],
        *,
        firmware: Path | Mapping[str, str] | None = None,
        entropy: Callable[[], bytes | None] | None = None,
        runtime: str | None = None,
        trust_firmware: bool = False,
        console: Stream | Sink | None = None,
    ) -> Self:
        """
        Begin again as another run began; same inputs and entropy give the same run, on either runtime.

        What ran the firmware then, and who trusted it, says nothing of now.
        """
        return cls(
            origin["model"],
            seed=origin["seed"],
            nvram=origin["nvram"],
            chip_key=named_key(origin),
            serial=origin["serial"],
            profile=origin["profile"],
            firmware=firmware,
            language=origin["language"],
            physical=origin["physical"],
            entropy=entropy,
            runtime=runtime,
            trust_firmware=trust_firmware,
            console=console,
        )

    # -- time ---------------------------------------------------------------------------------------

    def run(self, ms: int) -> None:
        """Let ``ms`` milliseconds of virtual time pass."""
        self.run_us(ms * 1000)

    def run_us(self, us: int) -> None:
        """Let ``us`` microseconds of virtual time pass."""
        if us < 0:
            raise CabinetError(f"us must be 0 or more (got {us})")
        # What is due now waits for the next stretch of time, so that a journal of inputs and times is enough.
        if us:
            self._advance_joined(self.board.now_us + us)
        self.settle()

    # -- listening ----------------------------------------------------------------------------------

    def _heard(self, kind: str, **fields: Any) -> None:
        """Pass on what the board and its devices tell, without the keys of the random stream."""
        if kind in ("step", "trial_step", "answer"):
            fields = {
                **{name: value for name, value in fields.items() if name in ASKED},
                "outcome": fields["outcome"].hex(),
                "state": _fingerprint(fields["after"]),
            }
        elif kind == "absorb":
            fields = {}
        elif kind == "display" and fields["name"] == "counters":
            shown = self._parts.display()
            fields |= {"credits": shown.credits, "reserve": shown.reserve, "prizes": shown.prizes}
        elif kind == "meter":
            self._turned += 1
        elif kind == "fault_doubt":
            self.books.doubt(fields["id"], fields["cents"], self.board.now_us)
            # What has landed already shows at the next event, whatever that is.
            self._checked = (-1, self._checked[1], -1)
        elif kind == "hopper_silent":
            record = decode(self.nvram, self.seals)
            if record is not None:
                self.books.open_out(record)
        elif kind == "coin_returned" and not fields["why"]:
            fields["why"] = self._why_returned(fields["cents"])
        elif kind == "fault_moved":
            self.books.fault(fields["id"], fields["way"], fields["cents"], self.board.now_us)
        elif kind == "fault_ticket" and self._parts.ticket_books is not None:
            self._parts.ticket_books.fault(fields["id"])
        elif kind == "fault":
            # A journal is the same whatever runs the firmware; ``fault`` has the whole text.
            fields["text"] = alike(fields["text"])
        if self.console is not None and kind in ("fault", "watchdog", "power"):
            self.console.end_line()
        if kind in ("fault", "watchdog"):
            self._parts.mechanisms.program_died()
        if kind in ("fault", "memory_given_back") or (kind == "power" and not fields["on"]):
            record = decode(self.nvram, self.seals)
            if record is not None:
                self.books.open_unbooked(record)
                if self._parts.ticket_books is not None:
                    self._parts.ticket_books.check(record, False, self.board.now_us)
        self._emit(kind, **fields)

    def _why_returned(self, cents: int) -> str:
        """Why the acceptor's lines sent a coin back, which it cannot know itself."""
        link = self.link
        return refusals.reason(
            self.model,
            decode(self.nvram, self.seals),
            cents,
            door_open=self.doors["main"],
            link_up=link is None or link.status == "up",
            homing=any(reel.moving for reel in self.reels),
        )

    # -- inside -------------------------------------------------------------------------------------

    def _begin_books(self, record: Mapping[str, Any] | None) -> None:
        """Both balances count from the first record that the machine has, as soon as it has one."""
        if self._begun or record is None:
            return
        self._begun = True
        self.books.begin(record)
        if self._parts.card is not None:
            self._card_books = CardBooks(self.ledger, self._parts.card.house, record)

    def _check(self) -> None:
        """Both balances, after an event that moved a coin or wrote a byte."""
        now = (self.ledger.moves, self.board.fram.writes, self.tickets_given)
        if now == self._checked:
            return
        self.settle()
        if now[1] != self._checked[1]:
            # Not a CRC: records that end in their own CRC all have the same one.
            digest = hashlib.sha256(self.board.fram.data).hexdigest()[:16]
            self._emit("commit", writes=now[1], nvram=digest)
        self._checked = now
        self.ledger.check()
        record = decode(self.nvram, self.seals)
        self._begin_books(record)
        if record is not None:
            if not self.board.alive:
                self.books.open_unbooked(record)
            self.books.check(record, self.board.now_us)
            if self._card_books is not None:
                self._card_books.check(record)
            if self._parts.ticket_books is not None:
                self._parts.ticket_books.check(record, self.board.alive, self.board.now_us)

    def _variation(self) -> int:
        """The next 32 bits of mechanical variation; they move no money."""
        block, word = divmod(self._draws, 256)
        if self._block[0] != block:
            key = bytes.fromhex(self._physical["device_key"])
            stream = (self.serial + DEVICE_MACHINE) | cext.PURPOSE_DEVICE << 40
            self._block = (block, cext.keystream(key, stream, block * 16, 1024))
        self._draws += 1
        return int.from_bytes(self._block[1][word * 4 : word * 4 + 4], "little")

    def _absorbed(self) -> bytes | None:
        entropy = self._entropy()
        if entropy is not None:
            self._input("entropy", hex=entropy.hex())
        return entropy


def _fingerprint(state: bytes) -> str:
    return hashlib.sha256(state).hexdigest()[:16]


__all__ = ["DEFAULT_PURSE", "Cabinet", "CabinetError"]
