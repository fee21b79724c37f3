# SPDX-License-Identifier: MIT
"""The coin mechanisms of a cabinet: an acceptor and its hoppers, with parallel lines or on a ccTalk bus."""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import Device
from emulator.cabinet.ledger import Ledger
from emulator.devices.cctalk.acceptor import Acceptor
from emulator.devices.cctalk.acceptor import identity as acceptor_identity
from emulator.devices.cctalk.bill_head import CcTalkNoteHead
from emulator.devices.cctalk.bill_validator import EURO_CENTS, BillValidator
from emulator.devices.cctalk.bus import Bus
from emulator.devices.cctalk.hopper import identity as hopper_identity
from emulator.devices.cctalk.mechanisms import CcTalkHead, CcTalkHopper
from emulator.devices.cctalk.peripheral import Peripheral
from emulator.devices.coin_acceptor import CoinAcceptor, CoinHead
from emulator.devices.diverter import Diverter
from emulator.devices.hopper import Hopper
from emulator.devices.note_acceptor import NoteAcceptor, NoteHead
from emulator.devices.parallel_head import ParallelHead
from emulator.devices.parallel_notes import ParallelNoteHead
from machines.model import Model
from machines.support.plain import Json, JsonView

ACCEPTOR_ADDRESS = 2
FIRST_HOPPER_ADDRESS = 3
UART = 0


class Mechanisms:
    """
    Acceptor and hoppers, as the model's ``mechanisms`` says.

    Args:
        model: decides kind, coins and hoppers.
        kept: what the electronics had in their own memories, as ``kept`` gave it; empty: as new.

    Attributes:
        devices: what the board's clock drives, in order.
        bus: the ccTalk bus; None for parallel lines.
        notes: the note acceptor; None for a model without one.
    """

    def __init__(self, board: Board, ledger: Ledger, model: Model, kept: JsonView) -> None:
        self.devices: list[Device] = []
        self.hoppers: dict[int, Hopper] = {}
        self._peripherals: dict[str, Peripheral] = {}
        self._heads: list[CcTalkHead] = []
        self._wirings: list[CcTalkHopper] = []
        self._board = board
        self.bus: Bus | None = None
        head: CoinHead
        if model.mechanisms == "cctalk":
            acceptor = Acceptor(ACCEPTOR_ADDRESS, acceptor_identity(1))
            self._peripherals["acceptor"] = acceptor
            validator = BillValidator()
            readers: list[Peripheral] = [validator] if model.note_cents else []
            bus = self._bus(board, ledger, model, acceptor, readers)
            self.devices.append(bus)
            line_head = CcTalkHead(acceptor)
            head, open_for = line_head, line_head.to_hopper
            self._heads.append(line_head)
            for name, peripheral in self._peripherals.items():
                if name in kept:
                    peripheral.keep(kept[name])
        else:
            for spec in model.hoppers:
                name = f"hopper_{model.hopper_lines[spec.cents]}"
                self.hoppers[spec.cents] = Hopper(board, ledger, spec.cents, spec.capacity, name=name)
            parallel = ParallelHead(board, model.coin_lines)
            head, open_for = parallel, parallel.to_hopper
        self.head = head
        self.acceptor = CoinAcceptor(board, ledger, Diverter(ledger, self.hoppers, open_for), head)
        self.devices += [self.acceptor, *self.hoppers.values()]
        self.notes: NoteAcceptor | None = None
        self._note_head: NoteHead | None = None
        if model.note_cents:
            known: tuple[int, ...] = (model.note_cents,)
            memory = kept.get("notes", {})
            if model.mechanisms == "cctalk":
                if memory:
                    validator.keep(memory)
                self._note_head, known = CcTalkNoteHead(validator, lambda: board.now_us), EURO_CENTS
            else:
                self._note_head = ParallelNoteHead(board, int(memory.get("unanswered_cents", 0)))
            self.notes = NoteAcceptor(board, ledger, self._note_head, known)
            self.devices.append(self.notes)

    def _bus(
        self, board: Board, ledger: Ledger, model: Model, acceptor: Acceptor, readers: list[Peripheral]
    ) -> Bus:
        port = board.chip.uarts[UART]
        for number, spec in enumerate(model.hoppers):
            wiring = CcTalkHopper(FIRST_HOPPER_ADDRESS + number, hopper_identity(2 + number), spec.cents)
            self.hoppers[spec.cents] = Hopper(board, ledger, spec.cents, spec.capacity, wiring)
            self._peripherals[f"hopper_{spec.cents}"] = wiring.control
            self._wirings.append(wiring)
        controls = [wiring.control for wiring in self._wirings]
        bus = Bus("cctalk", [acceptor, *controls, *readers], lambda: board.now_us, port.receive)
        self.bus = bus
        for wiring in self._wirings:
            wiring.bus = bus
        port.on_transmit = bus.send
        return bus

    def told_late(self, now_us: int) -> tuple[int, int]:
        """Cents in and out that the electronics have counted and the firmware may not have read yet."""
        coins_in = sum(head.untold_cents(now_us) for head in self._heads)
        return coins_in, sum(wiring.untold_cents(now_us) for wiring in self._wirings)

    def notes_untold_cents(self, now_us: int) -> int:
        """Cents of notes that are stacked and for which the firmware has not answered."""
        return 0 if self._note_head is None else self._note_head.untold_cents(now_us)

    def program_died(self) -> None:
        """Reports that the firmware has received and not booked have to be sent again."""
        if isinstance(self._note_head, CcTalkNoteHead):
            self._note_head.validator.told_us = -1

    def plug(self, name: str, plugged: bool) -> list[int]:
        """
        Pull a ccTalk device's plug or put it back.

        Args:
            name: "acceptor" or "hopper_<cents>".
            plugged: False pulls it.

        Returns:
            Cents of the coins that it had counted and may not have told of.
        """
        peripheral = self._peripherals[name]
        untold = [cents for _, cents in peripheral.lately]
        peripheral.plug(plugged, self._board.powered, self._board.now_us)
        assert self.bus is not None
        self.bus.changed()
        return [] if plugged else untold

    def plugged(self, name: str) -> bool:
        """Whether a device has its plug: "acceptor", a hopper by its name, "notes"."""
        if name == "notes":
            head = self._note_head
            electronics = head.validator if isinstance(head, CcTalkNoteHead) else head
            return not getattr(electronics, "unplugged", False)
        peripheral = self._peripherals.get(name)
        return peripheral is None or peripheral.plugged

    def kept(self) -> Json:
        """The memories of the electronics without current, as plain JSON values."""
        found = {name: peripheral.kept() for name, peripheral in self._peripherals.items()}
        if self.notes is not None and (notes := self.notes.kept()):
            found["notes"] = notes
        return found
