# SPDX-License-Identifier: MIT
"""
The rows of constants that the firmware of any machine is built with.

A ROM carries them in a module ``settings``; nothing that is law is typed there.
"""

from __future__ import annotations

from machines.check.schema_parts import Counters, Hopper, Money

Value = int | str | tuple["Value", ...]


def meter_units(counters: Counters) -> dict[str, Value]:
    """What a pulse of the electromechanical meters stands for: of coins and notes, and of prizes."""
    return {"METER_UNIT_CENTS": counters.unit_cents, "METER_PRIZE_UNIT_CENTS": counters.of_prizes_cents}


def coin_rows(money: Money) -> tuple[Value, ...]:
    """(cents, coin line, inhibit line) of each coin, ascending."""
    return tuple((cents, f"coin_{cents}", f"inhibit_{cents}") for cents in money.coins_cents)


def hopper_rows(hoppers: list[Hopper]) -> tuple[Value, ...]:
    """(cents, line prefix, capacity in coins) of each hopper, ascending."""
    return tuple((hopper.cents, f"hopper_{hopper.cents}", hopper.capacity_coins) for hopper in hoppers)
