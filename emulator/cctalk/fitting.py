# SPDX-License-Identifier: MIT
"""The devices of a ccTalk line, as its setup has them: electronics on one wire, mechanisms behind them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from emulator.board.board import Board
from emulator.board.device import Device
from emulator.cabinet.ledger import PLACES, Ledger
from emulator.cctalk.setup import DUMMY_EVENTS, AcceptorSetup, HopperSetup, LineSetup, ReaderSetup
from emulator.devices.cctalk.acceptor import Acceptor
from emulator.devices.cctalk.acceptor import identity as acceptor_identity
from emulator.devices.cctalk.bill_head import CcTalkNoteHead
from emulator.devices.cctalk.bill_validator import BillValidator
from emulator.devices.cctalk.bill_validator import identity as reader_identity
from emulator.devices.cctalk.bus import Bus
from emulator.devices.cctalk.hopper import HopperControl
from emulator.devices.cctalk.hopper import identity as hopper_identity
from emulator.devices.cctalk.line_faults import LineFaults
from emulator.devices.cctalk.mechanisms import CcTalkHead, CcTalkHopper
from emulator.devices.cctalk.peripheral import Peripheral
from emulator.devices.cctalk.value_hopper import ValueHopperControl
from emulator.devices.coin_acceptor import CoinAcceptor
from emulator.devices.diverter import Diverter
from emulator.devices.hopper import Hopper
from emulator.devices.note_acceptor import NoteAcceptor


class FittedHopper(NamedTuple):
    """A hopper: its settings, its electronics, its mechanism."""

    setup: HopperSetup
    wiring: CcTalkHopper
    mechanism: Hopper

    @property
    def control(self) -> HopperControl:
        """The electronics on the bus."""
        return self.wiring.control


class FittedAcceptor(NamedTuple):
    """A coin acceptor."""

    control: Acceptor
    head: CcTalkHead
    mechanism: CoinAcceptor


class FittedReader(NamedTuple):
    """A note reader."""

    control: BillValidator
    mechanism: NoteAcceptor


class Fitting:
    """
    Args:
        setup: which devices.
        board: has the power and tells the time.
        ledger: where coins and notes lie; it has the places of ``places``.
        to_host: takes what the host hears.

    Attributes:
        faults: of the line, the same for all devices.
        devices: what the board's clock drives, in order; the hoppers last.
    """

    def __init__(
        self, setup: LineSetup, board: Board, ledger: Ledger, to_host: Callable[[bytes], None]
    ) -> None:
        self._board = board
        self._ledger = ledger
        self.faults = LineFaults()
        places = places_of(setup)
        self.hoppers = tuple(self._hopper(one, places[one.address]) for one in setup.hoppers)
        self.acceptor = None if setup.acceptor is None else self._acceptor(setup.acceptor)
        self.reader = None if setup.reader is None else self._reader(setup.reader)
        controls: list[Peripheral] = [] if self.acceptor is None else [self.acceptor.control]
        controls += [hopper.control for hopper in self.hoppers]
        controls += [] if self.reader is None else [self.reader.control]
        self.bus = Bus("cctalk", controls, lambda: board.now_us, to_host, echo=setup.wire.echo)
        for control in controls:
            control.line_faults = self.faults
        for hopper in self.hoppers:
            hopper.wiring.bus = self.bus
        self.devices: list[Device] = [] if self.acceptor is None else [self.acceptor.mechanism]
        self.devices.append(self.bus)
        self.devices += [] if self.reader is None else [self.reader.mechanism]
        self.devices += [hopper.mechanism for hopper in self.hoppers]

    def _hopper(self, setup: HopperSetup, place: str) -> FittedHopper:
        wiring = CcTalkHopper(
            setup.address,
            setup.identity(hopper_identity(setup.serial)),
            setup.coin,
            ValueHopperControl if setup.values else HopperControl,
            crc=setup.crc,
            habits=setup.habits(),
            ways=setup.ways(),
        )
        mechanism = Hopper(self._board, self._ledger, setup.coin, setup.capacity, wiring, place)
        return FittedHopper(setup, wiring, mechanism)

    def _acceptor(self, setup: AcceptorSetup) -> FittedAcceptor:
        control = Acceptor(
            setup.address,
            setup.identity(acceptor_identity(setup.serial)),
            crc=setup.crc,
            habits=setup.habits(),
            coins=setup.coins,
            sorter=setup.sorter,
            position_codes=setup.position_codes,
            dummy_event=DUMMY_EVENTS[setup.dummy_event],
        )
        head = CcTalkHead(control)
        # Of several hoppers with the same coin the sorter leads to the first.
        fed = {one.setup.coin: one.mechanism for one in reversed(self.hoppers)}
        diverter = Diverter(self._ledger, fed, head.to_hopper)
        return FittedAcceptor(control, head, CoinAcceptor(self._board, self._ledger, diverter, head))

    def _reader(self, setup: ReaderSetup) -> FittedReader:
        control = BillValidator(
            setup.address,
            setup.identity(reader_identity(setup.serial)),
            crc=setup.crc,
            habits=setup.habits(),
            notes=setup.notes,
        )
        head = CcTalkNoteHead(control, lambda: self._board.now_us)
        known = [cents for cents in setup.notes if cents]
        return FittedReader(control, NoteAcceptor(self._board, self._ledger, head, known))


def places_of(setup: LineSetup) -> Mapping[int, str]:
    """The ledger's place of each hopper by its address: the first of a coin is ``hopper_<cents>``."""
    found: dict[int, str] = {}
    for hopper in setup.hoppers:
        name = f"hopper_{hopper.coin}"
        found[hopper.address] = f"{name}_at_{hopper.address}" if name in found.values() else name
    return found


def more_places(setup: LineSetup) -> list[str]:
    """Those that a ledger does not have unless told."""
    return [name for name in places_of(setup).values() if name not in PLACES]
