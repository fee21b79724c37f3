# SPDX-License-Identifier: MIT
"""The units of a model's electromechanical meters, and how many pulses its books ask for."""

from __future__ import annotations

from typing import NamedTuple

from machines.support.plain import JsonView


class MeterUnits(NamedTuple):
    """Cents of a pulse."""

    money_cents: int
    """Of the meters of money in and out."""
    prize_cents: int
    """Of the meter of prizes."""

    def owed(self, books: JsonView) -> tuple[int, ...]:
        """
        Pulses that each meter should have had by these books, in the order of ``nvram.METERS``.

        A prize that was not shown yet is not counted, and what is less than a pulse is carried: it counts
        with what comes later, as firmware/meters.py has it.
        """
        in_cents = books["coin_in_cents"] + books["note_in_cents"] + books["card_in_cents"]
        return (
            books["plays"],
            (books["won_cents"] - books["pending_cents"]) // self.prize_cents,
            in_cents // self.money_cents,
            (books["coin_out_cents"] + books["card_out_cents"]) // self.money_cents,
        )
