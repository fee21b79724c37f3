# SPDX-License-Identifier: MIT
"""The diverter: a coil that sends accepted coins to the hopper of their value, else to the cash box."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.devices.hopper import Hopper
from emulator.devices.ledger import Ledger

CASH_BOX = "cash_box"


class Diverter:
    """
    One gate for all values; which hopper a coin meets follows from its size.

    It looks at its coil at the very moment when a coin passes; one that is stuck does not.

    Args:
        ledger: where coins lie.
        hoppers: by value.
        open_for: whether the gate sends a coin of these cents to its hopper now.

    Attributes:
        stuck: "hopper" or "cash_box" where it cannot move; "" while it can.
    """

    def __init__(
        self,
        ledger: Ledger,
        hoppers: Mapping[int, Hopper],
        open_for: Callable[[int], bool],
    ) -> None:
        self.stuck = ""
        self._open_for = open_for
        self._ledger = ledger
        self._hoppers = hoppers

    def take(self, coin_id: int, cents: int) -> str:
        """A coin passes; return the place where it lands."""
        place = self.place(cents, self._open_for(cents))
        self._ledger.move(coin_id, place)
        if place != CASH_BOX:
            self._hoppers[cents].add(coin_id)
        return place

    def way(self, cents: int) -> str:
        """Where a coin that passed now would land."""
        return self.place(cents, self._open_for(cents))

    def place(self, cents: int, is_open: bool, before: int = 0) -> str:
        """
        Where a coin of these cents lands.

        Args:
            is_open: whether the gate is meant to send it to its hopper.
            before: coins that land in that hopper before it.
        """
        hopper = self._hoppers.get(cents)
        if self.stuck:
            is_open = self.stuck == "hopper"
        if hopper is None or not is_open or hopper.level() + before >= hopper.capacity:
            return CASH_BOX
        return hopper.name
