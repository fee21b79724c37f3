# SPDX-License-Identifier: MIT
"""The wiring: which devices a model's cabinet has, and where each of them meets the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from emulator.board.board import Board
from emulator.board.payout import Payout
from emulator.board.selftest import SelfTest
from emulator.cabinet.front import Display
from emulator.cabinet.ledger import Ledger
from emulator.cabinet.mechanisms import Mechanisms
from emulator.cabinet.ticket_books import TicketBooks
from emulator.devices.battery import Battery
from emulator.devices.button import Button
from emulator.devices.buzzer import Buzzer
from emulator.devices.card_house import CardHouse
from emulator.devices.card_reader import CardReader
from emulator.devices.counter_memory import new_memory
from emulator.devices.door import Door
from emulator.devices.ht16k33 import HT16K33
from emulator.devices.key_switch import KeySwitch
from emulator.devices.lamp import Lamp, Lamps
from emulator.devices.link_port import LinkCard
from emulator.devices.mcp23017 import MCP23017
from emulator.devices.memory_fault import MemoryFault
from emulator.devices.message_display import MessageDisplay
from emulator.devices.meter import Meter, MeterLoop
from emulator.devices.reel import Reel
from emulator.devices.reel_driver import ReelDriver
from emulator.devices.reel_screen import ReelScreen, ScreenReel
from emulator.devices.sealed_counter import SealedCounter
from emulator.devices.supply import Supply
from emulator.devices.ticket_dispenser import TicketDispenser
from emulator.vm.runtime import Runtime
from machines.chip import Seals, chip_id, seals_of
from machines.firmware import counter_link, pins
from machines.firmware import nvram as record_format
from machines.model import ChanceModel, Model, SkillModel
from machines.rom import Rom

DOORS = ("main", "box", "logic")
KEYS = ("operator", "service")
METERS = ("plays", "prizes", "in", "out")
# First digit and number of digits of each counter on the segment driver.
CREDITS_DIGITS = (0, 4)
RESERVE_DIGITS = (4, 4)
PRIZES_DIGITS = (8, 5)
# Types A and C have two counters, credits and what was won.
WIDE_DIGITS = ((0, 8), (8, 8))


def reels_of(
    board: Board, model: Model, positions_u16: Sequence[int]
) -> tuple[list[Reel] | list[ScreenReel], ReelDriver | ReelScreen]:
    """The reels of a model and the controller that moves them: drums with motors, or pictures on a screen."""
    if model.motor_steps or not model.strips:
        rows = enumerate(zip(model.strips, model.motor_steps, positions_u16, strict=True), start=1)
        drums = [Reel(board, number, len(strip), steps, at) for number, (strip, steps, at) in rows]
        return drums, ReelDriver(board, drums)
    sets = [model.strips, model.free_strips] if isinstance(model, ChanceModel) else [model.strips]
    screen = ReelScreen(board, [[len(strip) for strip in strips] for strips in sets], positions_u16)
    return screen.reels, screen


class Parts:
    """
    The board of one cabinet with its devices.

    Args:
        model: decides reels, hoppers and coins.
        rom: what the board boots.
        nvram: first content of the FRAM.
        ledger: receives the coins that ``physical`` counts, each in its place; unsealed.
        runtime: executes the ROM.
        serial: the chip's unique id.
        chip_key: the key in its one-time memory.
        physical: coins by place, reel angles, meters, as ``Cabinet.physical`` gives them.
        variation: the next 32 random bits for the rhythm of devices.
        entropy: 32 bytes to absorb, or None.
        emit: called with (kind, **fields) for every event of note.
    """

    def __init__(
        self,
        model: Model,
        rom: Rom,
        nvram: bytes,
        ledger: Ledger,
        runtime: Runtime,
        *,
        serial: int,
        chip_key: bytes,
        physical: Mapping[str, Any],
        variation: Callable[[], int],
        entropy: Callable[[], bytes | None],
        emit: Callable[..., None],
    ) -> None:
        self._ledger = ledger
        # What a technician's bench seals this machine's records with.
        self.seals = seals_of(chip_key, serial)
        self._wide = isinstance(model, ChanceModel | SkillModel)
        self.board = board = Board(
            rom.pin_rows,
            nvram,
            runtime,
            unique_id=chip_id(serial),
            chip_key=chip_key,
            payout=Payout(model.tables, entropy, self_test=SelfTest(rom, model.tables)),
            variation=variation,
        )
        self.expander = MCP23017(board, pins.expander(model.type), "expander_int")
        self.mechanisms = Mechanisms(board, ledger, model, physical.get("electronics", {}))
        self.hoppers, self.acceptor = self.mechanisms.hoppers, self.mechanisms.acceptor
        self.notes = self.mechanisms.notes
        self.meters = {name: Meter(board, name, physical["meters"][name]) for name in METERS}
        MeterLoop(board, list(self.meters.values()))
        self.counter = (
            SealedCounter(board, _sealed_memory(physical, nvram, serial, model, self.seals))
            if model.sealed
            else None
        )
        self.reels, driver = reels_of(board, model, physical["reels"])
        self.drums = [reel for reel in self.reels if isinstance(reel, Reel)]
        self.counters = HT16K33(board, "counters")
        self.glass = HT16K33(board, "glass")
        self.message = MessageDisplay(board)
        names = [row[0] for row in (*rom.pin_rows, *pins.expander(model.type))]
        self.buttons = {
            name.removeprefix("button_"): Button(board, name.removeprefix("button_"))
            for name in names
            if name.startswith("button_")
        }
        self.lamps = {
            name.removeprefix("lamp_"): Lamp(board, name.removeprefix("lamp_"))
            for name in names
            if name.startswith("lamp_")
        }
        self.buzzer = Buzzer(board)
        self.doors = {name: Door(board, name) for name in DOORS}
        self.keys = {name: KeySwitch(board, name) for name in KEYS}
        self.battery = Battery(board)
        self.memory = MemoryFault(board.fram)
        self.supply = Supply(board)
        self.tickets = _dispenser(board, model, physical)
        open_tickets = physical.get("ticket_books", {})
        self.ticket_books = TicketBooks(self.tickets, open_tickets) if self.tickets else None
        if self.counter is not None:
            board.attach_i2c(pins.COUNTER_ADDRESS, self.counter)
        self.link = LinkCard(board, serial) if model.link is not None else None
        if self.link is not None:
            board.attach_i2c(pins.LINK_ADDRESS, self.link)
        self.card = _card_reader(board, ledger, model, physical, serial)
        if self.card is not None:
            board.attach_i2c(pins.CARD_ADDRESS, self.card)
        for address, chip in (
            (pins.EXPANDER_ADDRESS, self.expander),
            (pins.COUNTERS_ADDRESS, self.counters),
            (pins.GLASS_ADDRESS, self.glass),
            (pins.SCREEN_ADDRESS if isinstance(driver, ReelScreen) else pins.REELS_ADDRESS, driver),
            (pins.MESSAGE_ADDRESS, self.message),
        ):
            board.attach_i2c(address, chip)
        for device in (
            self.supply,
            self.memory,
            self.expander,
            *self.mechanisms.devices,
            *self.buttons.values(),
            *self.drums,
            driver,
            *self.meters.values(),
            *([self.counter] if self.counter else []),
            Lamps(list(self.lamps.values())),
            self.buzzer,
            self.counters,
            self.glass,
            self.message,
            *([self.tickets] if self.tickets else []),
            *([self.link] if self.link else []),
            *([self.card] if self.card else []),
        ):
            board.add(device)
        self._lay_coins(physical)
        board.emit = emit

    def _lay_coins(self, physical: Mapping[str, Any]) -> None:
        for place in ("purse", "cash_box", "tray"):
            self._lay(physical[place], place)
        for cents, count in sorted((int(text), count) for text, count in physical["hoppers"].items()):
            hopper = self.hoppers[cents]
            hopper.fill(self._ledger.roll(hopper.cents, count, hopper.name))
        for cents, count in sorted((int(text), count) for text, count in physical.get("lodged", {}).items()):
            self.hoppers[cents].lodge(self._ledger.roll(cents, count, "stuck"))
        for place in ("wallet", "note_box"):
            self._lay(physical[place], place)

    def _lay(self, counts: Mapping[str, int], place: str) -> None:
        # By value: a journal that was read back has its keys in another order, and coins are numbered.
        for cents, count in sorted((int(text), count) for text, count in counts.items()):
            self._ledger.roll(cents, count, place)

    def display(self) -> Display:
        """Segment counters and message line, as lit."""
        if self._wide:
            return Display(
                credits=self.counters.text(*WIDE_DIGITS[0]),
                reserve="",
                prizes=self.counters.text(*WIDE_DIGITS[1]),
                message=self.message.text,
            )
        return Display(
            credits=self.counters.text(*CREDITS_DIGITS),
            reserve=self.counters.text(*RESERVE_DIGITS),
            prizes=self.counters.text(*PRIZES_DIGITS),
            message=self.message.text,
        )

    def lamp_states(self) -> dict[str, bool]:
        """Each lamp, True where it is lit."""
        return {name: lamp.lit for name, lamp in self.lamps.items()}

    def coins_in_flight(self, now_us: int) -> list[tuple[int, int, str, int]]:
        """(coin, cents, path, progress in permille) of every coin on its way."""
        rows = self.acceptor.in_flight(now_us)
        for hopper in self.hoppers.values():
            rows += hopper.in_flight(now_us)
        return rows


def _dispenser(board: Board, model: Model, physical: Mapping[str, Any]) -> TicketDispenser | None:
    """The ticket dispenser of a machine that has one, with what is in it."""
    if not isinstance(model, SkillModel) or model.tickets is None:
        return None
    kept = physical.get("tickets") or {"left": model.tickets}
    return TicketDispenser(board, kept["left"], kept.get("place_us", 0))


def _card_reader(
    board: Board, ledger: Ledger, model: Model, physical: Mapping[str, Any], serial: int
) -> CardReader | None:
    """The reader of a machine that takes house cards, with the house behind it."""
    if not isinstance(model, ChanceModel) or model.card_name is None:
        return None
    kept = physical.get("card")
    house = CardHouse(ledger, serial, kept)
    return CardReader(board, house, *((kept["card"], kept["held"]) if kept else ()))


def _sealed_memory(
    physical: Mapping[str, Any], nvram: bytes, serial: int, model: Model, seals: Seals
) -> bytes:
    """What the sealed counter holds: as it was left, or else as one that has followed these books so far."""
    if "counter" in physical:
        return bytes.fromhex(physical["counter"])
    books = record_format.decode(nvram, seals)
    if books is None:
        return new_memory(serial & 0xFFFFFFFF, serial & 0xFFFFFFFF, model.name)
    # A machine of chance counts a prize when it has been shown, so its outcome hides none.
    hiding = books["outcome"] if model.type == "B" else bytes(1)
    counted = counter_link.totals(
        books["plays"], books["prizes"], books["won_cents"], books["pending_cents"], hiding
    )
    plays, prizes, cents = (
        (shown + base) % counter_link.MODULUS
        for shown, base in zip(counted, books["counter_base"], strict=True)
    )
    numbers = (books["counter_serial"], books["serial"])
    return new_memory(*numbers, model.name, books["counter_sequence"], (plays, prizes, cents))
