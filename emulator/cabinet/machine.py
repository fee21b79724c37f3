# SPDX-License-Identifier: MIT
"""Board and devices wired together: which devices a model's cabinet has, and where each meets the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from emulator.board.board import Board
from emulator.board.payout import Payout
from emulator.board.selftest import SelfTest
from emulator.cabinet.ledger import Ledger
from emulator.cabinet.mechanisms import Mechanisms
from emulator.cabinet.origin import Origin
from emulator.cabinet.physical import METERS
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
from machines.firmware import counter_link, pins
from machines.memory.chip import chip_id
from machines.memory.record import Record, decode
from machines.model import Model
from machines.support.plain import JsonView

DOORS = ("main", "box", "logic")
KEYS = ("operator", "service")


def reels_of(
    board: Board, model: Model, positions_u16: Sequence[int]
) -> tuple[list[Reel] | list[ScreenReel], ReelDriver | ReelScreen]:
    """The reels of a model and the controller that moves them: drums with motors, or pictures on a screen."""
    if model.motor_steps or not model.strips:
        rows = enumerate(zip(model.strips, model.motor_steps, positions_u16, strict=True), start=1)
        drums = [Reel(board, number, len(strip), steps, at) for number, (strip, steps, at) in rows]
        return drums, ReelDriver(board, drums)
    lengths = [[len(strip) for strip in strips] for strips in model.reel_sets]
    screen = ReelScreen(board, lengths, positions_u16)
    return screen.reels, screen


class Machine:
    """
    The board of one cabinet and its devices.

    Args:
        origin: how the run begins: model, program, first content of the FRAM, coins by place, reel angles.
        ledger: receives the coins that ``origin.physical`` counts, each in its place; unsealed.
        runtime: executes the program.
        variation: the next 32 random bits for the rhythm of devices.
        entropy: 32 bytes to absorb, or None.
    """

    def __init__(
        self,
        origin: Origin,
        ledger: Ledger,
        runtime: Runtime,
        variation: Callable[[], int],
        entropy: Callable[[], bytes | None],
    ) -> None:
        model, rom, physical, serial = origin.model, origin.rom, origin.physical, origin.serial
        self._ledger = ledger
        # What a technician's bench seals this machine's records with.
        self.seals = origin.seals
        self.board = board = Board(
            rom.pin_rows,
            origin.nvram,
            runtime,
            unique_id=chip_id(serial),
            chip_key=origin.chip_key,
            payout=Payout(model.tables, entropy, self_test=SelfTest(rom, model.tables)),
            variation=variation,
        )
        self._record = Record(board.fram.data, self.seals)
        # It brings lines that the devices ask for.
        self.expander = MCP23017(board, pins.expander(model.type), "expander_int")
        self.mechanisms = Mechanisms(board, ledger, model, physical.get("electronics", {}))
        self.hoppers, self.acceptor = self.mechanisms.hoppers, self.mechanisms.acceptor
        self.notes = self.mechanisms.notes
        self.meters = {name: Meter(board, name, physical["meters"][name]) for name in METERS}
        MeterLoop(board, list(self.meters.values()))
        self.counter = SealedCounter(board, _sealed_memory(origin)) if model.sealed else None
        self.reels, self._driver = reels_of(board, model, physical["reels"])
        self.drums = [reel for reel in self.reels if isinstance(reel, Reel)]
        self._set_front(origin)
        self.doors = {name: Door(board, name) for name in DOORS}
        self.keys = {name: KeySwitch(board, name) for name in KEYS}
        self.battery = Battery(board)
        self.memory = MemoryFault(board.fram)
        self.supply = Supply(board)
        self.tickets = _dispenser(board, model, physical)
        self.link = LinkCard(board, serial) if model.link is not None else None
        self.card = _card_reader(board, ledger, model, physical, serial)
        self._connect()
        self._lay_coins(physical)

    def _set_front(self, origin: Origin) -> None:
        """Buttons, displays, lamps and buzzer: the front but for the reels."""
        board = self.board
        self.counters = HT16K33(board, "counters")
        self.glass = HT16K33(board, "glass")
        self.message = MessageDisplay(board)
        lines = [row[0].partition("_") for row in (*origin.rom.pin_rows, *pins.expander(origin.model.type))]
        self.buttons = {name: Button(board, name) for kind, _, name in lines if kind == "button"}
        self.lamps = {name: Lamp(board, name) for kind, _, name in lines if kind == "lamp"}
        self.buzzer = Buzzer(board)

    def _connect(self) -> None:
        """Put the chips on the bus, and let the clock drive every device, in the order of their ticks."""
        driver, board = self._driver, self.board
        for address, chip in (
            (pins.COUNTER_ADDRESS, self.counter),
            (pins.LINK_ADDRESS, self.link),
            (pins.CARD_ADDRESS, self.card),
            (pins.EXPANDER_ADDRESS, self.expander),
            (pins.COUNTERS_ADDRESS, self.counters),
            (pins.GLASS_ADDRESS, self.glass),
            (pins.SCREEN_ADDRESS if isinstance(driver, ReelScreen) else pins.REELS_ADDRESS, driver),
            (pins.MESSAGE_ADDRESS, self.message),
        ):
            if chip is not None:
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
            self.counter,
            Lamps(list(self.lamps.values())),
            self.buzzer,
            self.counters,
            self.glass,
            self.message,
            self.tickets,
            self.link,
            self.card,
        ):
            if device is not None:
                board.add(device)

    @property
    def nvram(self) -> bytes:
        """The FRAM as it is now."""
        return bytes(self.board.fram.data)

    def record(self) -> JsonView | None:
        """The main record of the NVRAM; None: none can be read."""
        return self._record.read()

    @property
    def tickets_given(self) -> int:
        """Tickets that left the dispenser in this run; 0 without one."""
        return 0 if self.tickets is None else self.tickets.given

    def _lay_coins(self, physical: JsonView) -> None:
        for place in ("purse", "cash_box", "tray"):
            self._lay(physical[place], place)
        for cents, count in sorted((int(text), count) for text, count in physical["hoppers"].items()):
            hopper = self.hoppers[cents]
            hopper.fill(self._ledger.roll(hopper.cents, count, hopper.name))
        for cents, count in sorted((int(text), count) for text, count in physical.get("lodged", {}).items()):
            self.hoppers[cents].lodge(self._ledger.roll(cents, count, "stuck"))
        for place in ("wallet", "note_box"):
            self._lay(physical[place], place)
        self._ledger.halls = {hall: dict(book) for hall, book in physical.get("halls", {}).items()}

    def _lay(self, counts: Mapping[str, int], place: str) -> None:
        # By value: a journal that was read back has its keys in another order, and coins are numbered.
        for cents, count in sorted((int(text), count) for text, count in counts.items()):
            self._ledger.roll(cents, count, place)


def _dispenser(board: Board, model: Model, physical: JsonView) -> TicketDispenser | None:
    """The ticket dispenser of a machine that has one, with its tickets."""
    if model.tickets is None:
        return None
    kept = physical.get("tickets") or {"left": model.tickets}
    return TicketDispenser(board, kept["left"], kept.get("place_us", 0))


def _card_reader(
    board: Board, ledger: Ledger, model: Model, physical: JsonView, serial: int
) -> CardReader | None:
    """The reader of a machine that takes house cards, with the house behind it."""
    if model.card_name is None:
        return None
    kept = physical.get("card")
    house = CardHouse(ledger, serial, kept)
    return CardReader(board, house, *((kept["card"], kept["held"]) if kept else ()))


def _sealed_memory(origin: Origin) -> bytes:
    """The memory of the sealed counter: as it was left, or one that has followed these books so far."""
    if "counter" in origin.physical:
        return bytes.fromhex(origin.physical["counter"])
    model, serial = origin.model, origin.serial
    books = decode(origin.nvram, origin.seals)
    if books is None:
        return new_memory(serial & 0xFFFFFFFF, serial & 0xFFFFFFFF, model.name)
    hiding = books["outcome"] if model.hides_prize else bytes(1)
    counted = counter_link.totals(
        books["plays"], books["prizes"], books["won_cents"], books["pending_cents"], hiding
    )
    plays, prizes, cents = (
        (shown + base) % counter_link.MODULUS
        for shown, base in zip(counted, books["counter_base"], strict=True)
    )
    numbers = (books["counter_serial"], books["serial"])
    return new_memory(*numbers, model.name, books["counter_sequence"], (plays, prizes, cents))
