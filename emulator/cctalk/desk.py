# SPDX-License-Identifier: MIT
"""
The desk: ccTalk devices with real mechanisms on a line, without a machine around them.

    desk = Desk(line("acceptor", "hopper"))
    desk.host(packet(2, 254))              # bytes that the host sends
    desk.advance(desk.now_us + 20_000)
    desk.take()                            # what it hears: b"\\x01\\x00\\x02\\x00\\xfd", echo before it
    desk.insert(200)

Every run is a function of its settings and of the inputs with their times, so a journal of them replays.
"""

from __future__ import annotations

from collections.abc import Callable

import cext
from emulator.board.board import Board
from emulator.cabinet.faults import damages
from emulator.cabinet.ledger import Ledger
from emulator.cctalk import outcomes
from emulator.cctalk.desk_faults import ACTS, checked, mendable
from emulator.cctalk.fitting import FittedHopper, Fitting, more_places
from emulator.cctalk.queue import HostQueue
from emulator.cctalk.setup import ALL_NOTES_CENTS, COINS_CENTS, LineSetup
from emulator.devices.cctalk import line_faults
from emulator.devices.cctalk.acceptor import Acceptor
from emulator.devices.cctalk.bill_validator import BillValidator
from emulator.devices.cctalk.bus import HOST
from emulator.devices.cctalk.peripheral import Peripheral
from emulator.devices.coin_acceptor import CoinAcceptor
from emulator.devices.hopper import Hopper
from emulator.devices.note_acceptor import NoteAcceptor
from emulator.support.errors import EmulatorError
from emulator.support.seed import seed_key
from emulator.vm.cpython import CPythonRuntime
from machines.support.plain import Json, JsonView

# The board's processor has nothing to do here: somebody else is the host.
_ASLEEP = {"main": "class State: pass\nstate = State()\ndef boot(): pass\ndef tick(): return 1000\n"}
_VARIATION_BYTES = 4096

Heard = Callable[[str, int, JsonView], None]
ByteHeard = Callable[[int, int, int], None]
Told = Callable[[Json], None]


class DeskError(EmulatorError):
    """The desk was asked for something that its devices cannot do."""


class Desk:
    """
    Devices on one wire, a purse that never runs dry, a tray and a cash box.

    Args:
        setup: the line and its devices; unless given an acceptor, a hopper and a note reader.

    Attributes:
        heard: called with (name, time in us, fields) for every input and every byte run out.
        told: called with every outcome of a coin or note and every fault, as plain values: ``event``,
            ``t_us`` and more.
    """

    def __init__(self, setup: LineSetup | None = None) -> None:
        self.setup = setup or LineSetup()
        self.heard: Heard | None = None
        self.told: Told | None = None
        self._out = bytearray()
        self._stream = (seed_key(self.setup.seed), 0, bytearray())
        self._board = Board((), bytes(32_768), CPythonRuntime(_ASLEEP), variation=self._variation)
        self._ledger = Ledger(more_places(self.setup))
        self._fitting = Fitting(self.setup, self._board, self._ledger, self._hear)
        self._bus = self._fitting.bus
        for device in self._fitting.devices:
            self._board.add(device)
        self._queue: HostQueue | None = None
        if self.setup.wire.queue:
            self._queue = HostQueue(self._bus.send, lambda: self._board.now_us)
            self._board.add(self._queue)
        self._fitting.faults.hit = self._spoilt
        self._listeners: list[ByteHeard] = [] if self._queue is None else [self._queue.heard]
        self._bus.heard = self._on_byte
        for hopper in self._fitting.hoppers:
            coins = [
                self._ledger.new(hopper.setup.coin, hopper.mechanism.name) for _ in range(hopper.setup.fill)
            ]
            hopper.mechanism.fill(coins)
        self._ledger.seal()
        self._board.after_event = self._ledger.check
        self._board.emit = outcomes.Outcomes(self._fitting, self._report, lambda: self._board.now_us).heard
        self._board.power_on()

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
        if not self._board.powered:
            return
        if self._queue is None:
            self._bus.send(data)
        else:
            self._queue.add(data)

    def take(self) -> bytes:
        """What the host has heard since it was last asked."""
        data = bytes(self._out)
        self._out.clear()
        return data

    def _hear(self, data: bytes) -> None:
        self._out += data
        self._tell("heard", hex=data.hex())

    def listen_bytes(self, heard: ByteHeard) -> None:
        """Call ``heard(time in us, sender, byte)`` for every byte on the wire; sender -1 is the host."""
        assert HOST == -1
        self._listeners.append(heard)

    def _on_byte(self, at_us: int, sender: int, byte: int) -> None:
        for heard in self._listeners:
            heard(at_us, sender, byte)

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
        notes = self.need_notes()
        if cents not in ALL_NOTES_CENTS:
            names = ", ".join(str(value) for value in ALL_NOTES_CENTS)
            raise DeskError(f"cents must be {names} (got {cents})")
        self._tell("note", cents=cents)
        notes.insert(self._ledger.bring(cents, "wallet"), cents)

    def refill(self, coins: int, at: int | None = None) -> None:
        """Put coins into a hopper; ``at``: its address, the first one's unless given."""
        hopper = self.need_hopper(at)
        room = hopper.capacity - hopper.level()
        if not 1 <= coins <= room:
            raise DeskError(f"coins must be 1 to {room}, what the hopper still holds (got {coins})")
        self._tell("refill", coins=coins, **_at(at))
        hopper.fill([self._ledger.bring(hopper.cents, hopper.name) for _ in range(coins)])

    def empty(self, at: int | None = None) -> None:
        """Take every coin out of a hopper."""
        hopper = self.need_hopper(at)
        self._tell("empty", **_at(at))
        for coin in hopper.take_all():
            self._ledger.move(coin, "cash_box")

    def jam(self, jammed: bool, at: int | None = None) -> None:
        """Wedge a hopper's disc, or free it."""
        hopper = self.need_hopper(at)
        self._tell("jam", jammed=jammed, **_at(at))
        hopper.jam(jammed)
        self._report("fault", id="hopper_jam", begins=jammed, **_at(at))

    def damage(self, id: str, value: str | None = None, at: int | None = None) -> None:
        """
        Let a fault begin, one of docs/faults.md that an acceptor, a hopper or a note reader can have.

        Args:
            id: of the fault.
            value: how many coins, which way a gate is stuck, where a note jams; None: as its row has it.
            at: address of the hopper; None: the first.

        Raises:
            DeskFaultError, DeskError: no such fault, not with these devices, or a value outside its limits.
        """
        begun = checked(id, value)
        self._need(id, at)
        more = {} if value is None else {"value": value}
        self._tell("damage", id=id, **more, **_at(at))
        ACTS[id](self, begun, at)
        self._report("fault", id=id, begins=True, **more, **_at(at))

    def mend(self, id: str, at: int | None = None) -> None:
        """End a fault; DeskFaultError for one that is over by itself."""
        mendable(id)
        self._need(id, at)
        self._tell("mend", id=id, **_at(at))
        ACTS[id](self, None, at)
        self._report("fault", id=id, begins=False, **_at(at))

    def line_fault(self, kind: str, **numbers: int) -> None:
        """
        Spoil answers on the line from now on; a fault of a line, not of a device.

        Args:
            kind: "drop", "checksum", "delay", "nak" or "busy".
            numbers: ``address``, ``header``, ``count``, ``every`` and ``ms`` of ``LineFault``.

        Raises:
            LineFaultError: with what is allowed.
        """
        fault = line_faults.checked(kind, **numbers)
        self._tell("line_fault", kind=kind, **numbers)
        self._fitting.faults.add(fault)
        self._report("line_fault", what=fault.text(), state="begins")

    def line_sound(self) -> None:
        """End all faults of the line."""
        self._tell("line_sound")
        begun = self._fitting.faults.begun
        self._fitting.faults.clear()
        for fault in begun:
            self._report("line_fault", what=fault.text(), state="ends")

    def _spoilt(self, fault: line_faults.LineFault, address: int, header: int) -> None:
        self._report(
            "line_fault", what=fault.text(), state=f"hits the answer of {address} to header {header}"
        )

    @property
    def line_faults(self) -> tuple[line_faults.LineFault, ...]:
        """Faults of the line that go on."""
        return self._fitting.faults.begun

    def plug(self, name: str, plugged: bool, at: int | None = None) -> None:
        """Pull the plug of one device, or put it back; a fault's act, not an input of its own."""
        peripheral = self._find(at).control if name == "hopper" else self.acceptor
        assert peripheral is not None
        peripheral.plug(plugged, self._board.powered, self._board.now_us)
        self._bus.changed()

    def _need(self, id: str, at: int | None) -> None:
        """The device of a fault must be here."""
        device = damages()[id].device
        if device == "hopper":
            self.need_hopper(at)
        elif at is not None:
            raise DeskError(f"an address is for faults of hoppers (got {id} @{at})")
        elif device == "note acceptor":
            self.need_notes()
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

    # -- what there is ------------------------------------------------------------------------------

    @property
    def acceptor(self) -> Acceptor | None:
        """The electronics of the acceptor."""
        return None if self._fitting.acceptor is None else self._fitting.acceptor.control

    @property
    def bill(self) -> BillValidator | None:
        """The electronics of the note reader."""
        return None if self._fitting.reader is None else self._fitting.reader.control

    @property
    def hoppers(self) -> tuple[FittedHopper, ...]:
        """All hoppers."""
        return self._fitting.hoppers

    @property
    def peripherals(self) -> list[Peripheral]:
        """The electronics of every device, in the order of the senders that ``listen_bytes`` names."""
        return self._bus.peripherals

    def need_chute(self) -> CoinAcceptor:
        """The mechanism of the acceptor."""
        if self._fitting.acceptor is None:
            raise DeskError("a coin needs an acceptor (run with --device acceptor)")
        return self._fitting.acceptor.mechanism

    def need_notes(self) -> NoteAcceptor:
        """The mechanism of the note reader."""
        if self._fitting.reader is None:
            raise DeskError("a note needs a note reader (run with --device bill)")
        return self._fitting.reader.mechanism

    def need_hopper(self, at: int | None = None) -> Hopper:
        """The mechanism of a hopper."""
        return self._find(at).mechanism

    def _find(self, at: int | None) -> FittedHopper:
        if not self.hoppers:
            raise DeskError("this needs a hopper (run with --device hopper)")
        if at is None:
            return self.hoppers[0]
        for hopper in self.hoppers:
            if hopper.control.address == at:
                return hopper
        addresses = ", ".join(str(hopper.control.address) for hopper in self.hoppers)
        raise DeskError(f"address must be a hopper's: {addresses} (got {at})")

    @property
    def powered(self) -> bool:
        """Whether the devices have power."""
        return self._board.powered

    def coins(self, place: str) -> dict[int, int]:
        """Coins in a place, cents -> count."""
        return self._ledger.count(place)

    def _tell(self, name: str, **fields: object) -> None:
        if self.heard is not None:
            self.heard(name, self._board.now_us, fields)

    def _report(self, event: str, **fields: object) -> None:
        if self.told is not None:
            self.told({"event": event, "t_us": self._board.now_us, **fields})

    def _variation(self) -> int:
        key, block, left = self._stream
        if not left:
            left = bytearray(cext.keystream(key, cext.PURPOSE_DEVICE << 40, block, _VARIATION_BYTES))
            block += _VARIATION_BYTES // 64
        word = int.from_bytes(left[:4], "little")
        del left[:4]
        self._stream = (key, block, left)
        return word


def _at(address: int | None) -> dict[str, int]:
    return {} if address is None else {"at": address}
