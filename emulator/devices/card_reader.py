# SPDX-License-Identifier: MIT
"""
A reader of house cards on I2C: one card at a time, and a line to the house that keeps the balances.

    reader = CardReader(board, CardHouse(ledger, machine=1))
    board.attach_i2c(pins.CARD_ADDRESS, reader)
    reader.insert(reader.house.issue(5000))

An order leaves for the house at once and is decided ``HOUSE_US`` later, whatever becomes of the machine by
then: a card that was pulled before has it refused, a power cut does not stop it.
"""

from __future__ import annotations

from emulator.board.board import Board
from emulator.board.device import NEVER
from emulator.devices.card_house import CardHouse
from emulator.devices.i2c_unit import I2CUnit
from machines.firmware import pins
from machines.firmware.chance import card_link as link
from machines.support.plain import Json, JsonView

# A question to the house and its answer.
HOUSE_US = 180_000


class CardReader(I2CUnit):
    """
    Tells the firmware what the house says, and the house what the firmware orders.

    Attributes:
        house: keeps the balances.
        card: the card in the slot, 0 for none.
        held: the card that the visitor last had in his hand, 0 for none.
        online: the line to the house is up.
    """

    KEPT = ("due_us", "card", "held", "online", "noise", "_register", "_answer", "_order")

    def __init__(self, board: Board, house: CardHouse, card: int = 0, held: int = 0) -> None:
        super().__init__("card_reader", board, pins.CARD_ADDRESS, link.ANSWER)
        self.house = house
        self.card = card
        self.held = held
        self.online = True
        self._order: tuple[int, int, int, int] | None = None

    def insert(self, card: int) -> None:
        """Put a card in."""
        self.card = self.held = card
        self._board.emit("card", card=card, balance_cents=self.house.balances[card])

    def remove(self) -> None:
        """Take the card out; an order that the house has not decided is refused."""
        self.card = 0
        self._board.emit("card", card=0, balance_cents=0)

    @property
    def held_cents(self) -> int:
        """What is on the card that the visitor has, in the reader or in his hand."""
        return self.house.balances.get(self.held, 0)

    def part(self) -> None:
        """The visitor and his card leave, even out of the reader."""
        if self.card:
            self.remove()
        self.held = 0

    # -- the bus --------------------------------------------------------------------------------------

    def _take(self, register: int, data: bytes) -> None:
        """An order, if none is on its way."""
        if register == link.ORDER and self.online and self._order is None:
            order = link.unpack_order(self._garbled(data))
            if order is not None and not self.house.knows(order[0]):
                self._order = order
                self.due_us = self._board.now_us + HOUSE_US

    def _status(self) -> bytes:
        flags = link.CARD_IN if self.card else 0
        flags |= link.BUSY if self._order is not None else 0
        flags |= 0 if self.online else link.OFFLINE
        balance_cents = self.house.balances.get(self.card, 0)
        house = self.house
        return link.pack_answer((flags, house.machine, self.card, balance_cents, house.number, house.result))

    def tick(self, now_us: int) -> None:
        """The house decides."""
        self.due_us = NEVER
        if self._order is not None:
            order, self._order = self._order, None
            self.house.decide(*order, present=self.card)
            self._board.emit("card_order", number=order[0], result=self.house.result)

    # -- kept and saved -------------------------------------------------------------------------------

    def kept(self) -> Json:
        """What there is without current, as plain JSON values; no power cut stops an order on its way."""
        return {**self.house.kept(self._order, self.card), "card": self.card, "held": self.held}

    def save(self) -> Json:
        """The slot, the house, and what the bus has asked for."""
        return super().save() | {"house": self.house.save()}

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned."""
        super().load(saved)
        self.house.load(saved["house"])
        self._order = None if saved["order"] is None else tuple(saved["order"])
