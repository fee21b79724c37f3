# SPDX-License-Identifier: MIT
"""
The desk: a coin acceptor and a hopper with real mechanisms on a ccTalk line, without a machine around them.

    desk = Desk(("acceptor", "hopper"))
    desk.host(packet(2, 254))              # bytes that the host sends
    desk.advance(desk.now_us + 20_000)
    desk.take()                            # what it hears: b"\\x01\\x00\\x02\\x00\\xfd", echo before it
    desk.insert(200)

Every run is a function of its settings and of the inputs with their times, so a journal of them replays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cext
from emulator import EmulatorError
from emulator.board.board import Board
from emulator.cctalk.desk_faults import ACTS, checked, mendable
from emulator.devices.cctalk.acceptor import Acceptor
from emulator.devices.cctalk.acceptor import identity as acceptor_identity
from emulator.devices.cctalk.bill_head import CcTalkNoteHead
from emulator.devices.cctalk.bill_validator import EURO_CENTS as NOTES_CENTS
from emulator.devices.cctalk.bill_validator import BillValidator
from emulator.devices.cctalk.bus import HOST, Bus
from emulator.devices.cctalk.hopper import identity as hopper_identity
from emulator.devices.cctalk.mechanisms import CcTalkHead, CcTalkHopper
from emulator.devices.cctalk.peripheral import Peripheral
from emulator.devices.coin_acceptor import CoinAcceptor
from emulator.devices.diverter import Diverter
from emulator.devices.hopper import Hopper
from emulator.devices.note_acceptor import NoteAcceptor
from emulator.fault_rows import damages
from emulator.money import Ledger
from emulator.seed import seed_key
from emulator.vm.cpython import CPythonRuntime

DEVICES = ("acceptor", "hopper")
KNOWN = (*DEVICES, "bill")
ACCEPTOR_ADDRESS, HOPPER_ADDRESS = 2, 3
HOPPER_CENTS = 100
CAPACITY_COINS = 400
FILL_COINS = 200
# Coins of the euro, and the small ones that our acceptor does not know.
COINS_CENTS = (1, 2, 5, 10, 20, 50, 100, 200)
# The board's processor has nothing to do here: somebody else is the host.
_ASLEEP = {"main": "class State: pass\nstate = State()\ndef boot(): pass\ndef tick(): return 1000\n"}
_VARIATION_BYTES = 4096

Heard = Callable[[str, int, Mapping[str, Any]], None]


class DeskError(EmulatorError):
    """The desk was asked for something that its devices cannot do."""


class Desk:
    """
    Devices on one wire, a purse that never runs dry, a tray and a cash box.

    Args:
        devices: which of ``KNOWN``; "bill" is a note reader.
        echo: whether the host hears its own bytes, as on one wire it does.
        crc: the devices speak the 16-bit CRC mode.
        seed: hex digits; decides the rhythm of the mechanisms only.

    Attributes:
        heard: called with (name, time in us, fields) for every input and every byte run out.
    """

    def __init__(
        self,
        devices: Sequence[str] = DEVICES,
        *,
        echo: bool = True,
        crc: bool = False,
        seed: str = "00",
    ) -> None:
        unknown = [name for name in devices if name not in KNOWN]
        if unknown or not devices:
            raise DeskError(f"device must be {' or '.join(KNOWN)} (got {', '.join(unknown) or 'none'})")
        self.settings = {"devices": list(devices), "echo": echo, "crc": crc, "seed": seed}
        self.heard: Heard | None = None
        self._out = bytearray()
        self._stream = (seed_key(seed), 0, bytearray())
        self._board = Board((), bytes(32_768), CPythonRuntime(_ASLEEP), variation=self._variation)
        self._ledger = Ledger()
        peripherals: list[Peripheral] = []
        self.acceptor: Acceptor | None = None
        self.hopper: Hopper | None = None
        self._chute: CoinAcceptor | None = None
        wiring = None
        if "hopper" in devices:
            wiring = CcTalkHopper(HOPPER_ADDRESS, hopper_identity(2), HOPPER_CENTS, crc=crc)
            self.hopper = Hopper(self._board, self._ledger, HOPPER_CENTS, CAPACITY_COINS, wiring)
        if "acceptor" in devices:
            self.acceptor = Acceptor(ACCEPTOR_ADDRESS, acceptor_identity(1), crc=crc)
            self._chute = self._make_chute(self.acceptor)
            peripherals.append(self.acceptor)
        if wiring is not None:
            peripherals.append(wiring.control)
        self.bill: BillValidator | None = None
        self._notes: NoteAcceptor | None = None
        if "bill" in devices:
            self.bill = BillValidator(crc=crc)
            head = CcTalkNoteHead(self.bill, lambda: self._board.now_us)
            self._notes = NoteAcceptor(self._board, self._ledger, head, NOTES_CENTS)
            peripherals.append(self.bill)
        self._bus = Bus("cctalk", peripherals, lambda: self._board.now_us, self._hear, echo=echo)
        self._wiring = wiring
        if wiring is not None:
            wiring.bus = self._bus
        self._board.add(self._bus)
        if self._notes is not None:
            self._board.add(self._notes)
        if self.hopper is not None:
            self._board.add(self.hopper)
            for _ in range(FILL_COINS):
                self.hopper.add(self._ledger.new(HOPPER_CENTS, self.hopper.name))
        self._ledger.seal()
        self._board.after_event = self._ledger.check
        self._board.power_on()

    def _make_chute(self, acceptor: Acceptor) -> CoinAcceptor:
        head = CcTalkHead(acceptor)
        hoppers = {HOPPER_CENTS: self.hopper} if self.hopper is not None else {}
        chute = CoinAcceptor(self._board, self._ledger, Diverter(self._ledger, hoppers, head.to_hopper), head)
        self._board.add(chute)
        return chute

    # -- time and bytes -----------------------------------------------------------------------------

    @property
    def now_us(self) -> int:
        """Virtual time."""
        return self._board.now_us

    @property
    def due_us(self) -> int:
        """When something happens next by itself."""
        return min(device.due_us for device in self._board.devices)

    def advance(self, until_us: int) -> None:
        """Let time pass up to and including ``until_us``."""
        self._board.advance(until_us)

    def host(self, data: bytes) -> None:
        """The host sends bytes."""
        self._tell("host", hex=data.hex())
        if self._board.powered:
            self._bus.send(data)

    def take(self) -> bytes:
        """What the host has heard since it was last asked."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def _hear(self, data: bytes) -> None:
        self._out += data
        self._tell("heard", hex=data.hex())

    # -- hands --------------------------------------------------------------------------------------

    def insert(self, cents: int) -> None:
        """Drop a coin into the slot."""
        chute = self.need_chute()
        if cents not in COINS_CENTS:
            names = ", ".join(str(value) for value in COINS_CENTS)
            raise DeskError(f"cents must be {names} (got {cents})")
        self._tell("insert", cents=cents)
        chute.insert(self._ledger.bring(cents, "purse"), cents)

    def note(self, cents: int) -> None:
        """Offer a note to the mouth of the note reader, which draws it in or does not."""
        if self._notes is None:
            raise DeskError("a note needs a note reader (run with --device bill)")
        if cents not in NOTES_CENTS:
            names = ", ".join(str(value) for value in NOTES_CENTS)
            raise DeskError(f"cents must be {names} (got {cents})")
        self._tell("note", cents=cents)
        self._notes.insert(self._ledger.bring(cents, "wallet"), cents)

    def refill(self, coins: int) -> None:
        """Put coins into the hopper."""
        hopper = self.need_hopper()
        room = CAPACITY_COINS - hopper.level()
        if not 1 <= coins <= room:
            raise DeskError(f"coins must be 1 to {room}, what the hopper still holds (got {coins})")
        self._tell("refill", coins=coins)
        for _ in range(coins):
            hopper.add(self._ledger.bring(HOPPER_CENTS, hopper.name))

    def empty(self) -> None:
        """Take every coin out of the hopper."""
        hopper = self.need_hopper()
        self._tell("empty")
        for coin in hopper.take_all():
            self._ledger.move(coin, "cash_box")

    def jam(self, jammed: bool) -> None:
        """Wedge the hopper's disc, or free it."""
        hopper = self.need_hopper()
        self._tell("jam", jammed=jammed)
        hopper.jam(jammed)

    def damage(self, id: str, value: str | None = None) -> None:
        """
        Let a fault begin, one of docs/faults.md that an acceptor or a hopper can have.

        Args:
            id: of the fault.
            value: how many coins, or which way a gate is stuck; None: as its row has it.

        Raises:
            DeskFaultError, DeskError: no such fault, not with these devices, or a value outside its limits.
        """
        begun = checked(id, value)
        self._need(id)
        self._tell("damage", id=id, **({} if value is None else {"value": value}))
        ACTS[id](self, begun)

    def mend(self, id: str) -> None:
        """End a fault; DeskFaultError for one that is over by itself."""
        mendable(id)
        self._need(id)
        self._tell("mend", id=id)
        ACTS[id](self, None)

    def plug(self, name: str, plugged: bool) -> None:
        """Pull the plug of one device, or put it back; a fault's act, not an input of its own."""
        peripheral = self._wiring.control if name == "hopper" and self._wiring else self.acceptor
        assert peripheral is not None
        peripheral.plug(plugged, self._board.powered, self._board.now_us)
        self._bus.changed()

    def _need(self, id: str) -> None:
        """The device of a fault must be here."""
        if damages()[id].device == "hopper":
            self.need_hopper()
        else:
            self.need_chute()

    def power(self, on: bool) -> None:
        """Pull the plug of all devices, or put it back."""
        if on == self._board.powered:
            raise DeskError(f"the power is {'on' if on else 'off'} already")
        self._tell("power", on=on)
        if on:
            self._board.power_on()
        else:
            self._board.power_off()

    def need_chute(self) -> CoinAcceptor:
        """The mechanism of the acceptor."""
        if self._chute is None:
            raise DeskError("a coin needs an acceptor (run with --device acceptor)")
        return self._chute

    def need_hopper(self) -> Hopper:
        """The hopper."""
        if self.hopper is None:
            raise DeskError("this needs a hopper (run with --device hopper)")
        return self.hopper

    # -- what there is ------------------------------------------------------------------------------

    @property
    def powered(self) -> bool:
        """Whether the devices have power."""
        return self._board.powered

    def coins(self, place: str) -> dict[int, int]:
        """Coins in a place, cents -> count."""
        return self._ledger.count(place)

    def listen_bytes(self, heard: Callable[[int, int, int], None]) -> None:
        """Call ``heard(time in us, sender, byte)`` for every byte on the wire; sender -1 is the host."""
        assert HOST == -1
        self._bus.heard = heard

    def _tell(self, name: str, **fields: Any) -> None:
        if self.heard is not None:
            self.heard(name, self._board.now_us, fields)

    def _variation(self) -> int:
        key, block, left = self._stream
        if not left:
            left = bytearray(cext.keystream(key, cext.PURPOSE_DEVICE << 40, block, _VARIATION_BYTES))
            block += _VARIATION_BYTES // 64
        word = int.from_bytes(left[:4], "little")
        del left[:4]
        self._stream = (key, block, left)
        return word
