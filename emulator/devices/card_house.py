# SPDX-License-Identifier: MIT
"""
The house behind a card reader: balances by card, and of this machine the number of its last order.

    house = CardHouse(ledger, machine=1)
    card = house.issue(5000)                                     # the cashier sells a card with 50.00 EUR
    house.decide(1, nvram.CARD_TO_CREDITS, card, 600, present=card)
    house.balances[card], house.number, house.result             # 4400, 1, DONE
"""

from __future__ import annotations

from emulator.devices.errors import DeviceError
from emulator.devices.ledger import Accounts
from machines.firmware import nvram
from machines.firmware.chance import card_link as link
from machines.support.plain import Json, JsonView

# Cards are numbered from here on; 0 is no card.
FIRST_CARD = 1001
MOST_CENTS = 0xFFFFFFFF
# What the desk puts on a card at most; it may win more.
CARD_MOST_CENTS = 100_000_000


class CardHouse:
    """
    Moves the money of cards, each order once.

    Attributes:
        balances: cents by card.
        machine: serial number of the machine whose orders it takes.
        number: of the last order that it decided.
        result: what became of that, DONE or REFUSED; 0 before the first.
        way, cents: of that order.
    """

    def __init__(self, ledger: Accounts, machine: int, kept: JsonView | None = None) -> None:
        self._ledger = ledger
        self.machine = machine & 0xFFFFFFFF
        self.balances: dict[int, int] = {}
        self.number = self.result = self.way = self.cents = 0
        if kept is not None:
            self.load(kept)
            ledger.credit("cards", sum(self.balances.values()))
            ledger.credit("house", int(kept["house_cents"]))

    def issue(self, cents: int) -> int:
        """Sell a card with this balance, paid at the cash desk; return its number."""
        if not 0 <= cents <= MOST_CENTS:
            raise DeviceError(f"cents must be 0 to {MOST_CENTS} (got {cents})")
        card = FIRST_CARD + len(self.balances)
        self.balances[card] = cents
        self._ledger.credit("cards", cents)
        return card

    def hand_out(self, cents: int) -> int:
        """Give out a card with this balance: one that came back empty, or a new one; return its number."""
        card = next((number for number, left in sorted(self.balances.items()) if not left), None)
        if card is None:
            return self.issue(cents)
        if not 0 <= cents <= MOST_CENTS:
            raise DeviceError(f"cents must be 0 to {MOST_CENTS} (got {cents})")
        self.balances[card] = cents
        self._ledger.credit("cards", cents)
        return card

    def take_back(self, card: int) -> int:
        """Pay out at the cash desk what is on a card, which is empty then; return the cents."""
        cents = self.balances[card]
        self._ledger.debit("cards", cents)
        self.balances[card] = 0
        return cents

    def knows(self, number: int) -> bool:
        """Whether it has decided the order of this number, its last."""
        return number == self.number

    def decide(self, number: int, way: int, card: int, cents: int, present: int) -> None:
        """
        Decide an order: once, if it follows the last, and in favour if its card is in the reader.

        Args:
            present: the card in the reader, 0 for none.
        """
        if number != (self.number + 1) % link.NUMBERS:
            return
        self.number, self.way, self.cents = number, way, cents
        self.result = link.DONE if self._moved(way, card, cents, present) else link.REFUSED

    def _moved(self, way: int, card: int, cents: int, present: int) -> bool:
        balance = self.balances.get(card)
        if balance is None or card != present or cents < 1:
            return False
        if way == nvram.CARD_TO_CREDITS and cents <= balance:
            self.balances[card] = balance - cents
            self._ledger.transfer("cards", "house", cents)
            return True
        if way == nvram.CARD_FROM_CREDITS and balance + cents <= MOST_CENTS:
            self.balances[card] = balance + cents
            self._ledger.transfer("house", "cards", cents)
            return True
        return False

    def kept(self, order: tuple[int, int, int, int] | None, present: int) -> Json:
        """
        What ``__init__`` of another run takes: all of it, with its money, once an order is decided.

        Args:
            order: as ``decide`` takes it; None: there is none on its way.
            present: the card in the reader, 0 for none.
        """
        kept = {**self.save(), "house_cents": self._ledger.total("house")}
        if order is None:
            return kept
        decided = CardHouse(_Figures(), self.machine, kept)
        decided.decide(*order, present=present)
        return decided.kept(None, present)

    def save(self) -> Json:
        """All of it as plain values; cards by text, as JSON keys are."""
        return {
            "balances": {str(card): cents for card, cents in sorted(self.balances.items())},
            "number": self.number,
            "result": self.result,
            "way": self.way,
            "cents": self.cents,
        }

    def load(self, saved: JsonView) -> None:
        """Put back what ``save`` returned; the money is the ledger's."""
        self.balances = {int(card): int(cents) for card, cents in saved["balances"].items()}
        self.number, self.result = int(saved["number"]), int(saved["result"])
        self.way, self.cents = int(saved["way"]), int(saved["cents"])


class _Figures:
    """The accounts of a house that looks ahead: no money moves."""

    def __init__(self) -> None:
        self._cents = {"cards": 0, "house": 0}

    def credit(self, place: str, cents: int) -> None:
        self._cents[place] += cents

    def debit(self, place: str, cents: int) -> None:
        self._cents[place] -= cents

    def transfer(self, source: str, place: str, cents: int) -> None:
        self._cents[source] -= cents
        self._cents[place] += cents

    def total(self, place: str) -> int:
        return self._cents[place]
