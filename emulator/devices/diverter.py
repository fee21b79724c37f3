# SPDX-License-Identifier: MIT
"""The diverter: a coil that sends accepted coins to the hopper of their value, else to the cash box."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from emulator.devices.hopper import Hopper
from emulator.money import Ledger


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
        hopper = self._hoppers.get(cents)
        is_open = self.stuck == "hopper" if self.stuck else self._open_for(cents)
        if hopper is None or not is_open or hopper.level() >= hopper.capacity:
            self._ledger.move(coin_id, "cash_box")
            return "cash_box"
        self._ledger.move(coin_id, hopper.name)
        hopper.add(coin_id)
        return hopper.name
