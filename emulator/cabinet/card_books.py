# SPDX-License-Identifier: MIT
"""
The balance of house cards: the firmware's books against those of the house, to the cent.

They may differ by one order that the house has decided and the books still carry as under way. No power cut
and no fault opens another difference.
"""

from __future__ import annotations

from emulator.cabinet.books import BalanceError
from emulator.cabinet.ledger import Ledger
from emulator.devices.card_house import CardHouse
from machines.firmware import nvram
from machines.firmware.chance import card_link
from machines.support.plain import JsonView


class CardBooks:
    """
    Compares a machine's record with its house; ``record`` is the first reading, from which both count.

    Raises:
        BalanceError: from ``check``, with every figure that takes part.
    """

    def __init__(self, ledger: Ledger, house: CardHouse, record: JsonView) -> None:
        self._ledger = ledger
        self._house = house
        late_in, late_out = self._late(record)
        self._base_in = record["card_in_cents"] + late_in
        self._base_out = record["card_out_cents"] + late_out

    def _late(self, record: JsonView) -> tuple[int, int]:
        """Cents in and out of the order that was decided and is still to be booked."""
        house = self._house
        decided = record["card_stage"] and house.number == record["card_number"]
        cents = record["card_cents"] if decided and house.result == card_link.DONE else 0
        return (cents, 0) if record["card_stage"] == nvram.CARD_TO_CREDITS else (0, cents)

    def check(self, record: JsonView) -> None:
        """Hold one decoded NVRAM record against the house and the ledger."""
        late_in, late_out = self._late(record)
        rows = (
            ("in", record["card_in_cents"] - self._base_in, self._ledger.flow("cards", "house") - late_in),
            (
                "out",
                record["card_out_cents"] - self._base_out,
                self._ledger.flow("house", "cards") - late_out,
            ),
        )
        for way, booked, moved in rows:
            if booked != moved:
                raise BalanceError(
                    f"booked card-{way} must be {moved} cents, what the house moved (got {booked})"
                )
        balances = sum(self._house.balances.values())
        if balances != self._ledger.total("cards"):
            raise BalanceError(f"cards must hold {self._ledger.total('cards')} cents (got {balances})")
