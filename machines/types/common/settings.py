# SPDX-License-Identifier: MIT
"""
The rows of constants that the firmware of any machine is built with.

A ROM carries them in a module ``settings``; nothing that is law is typed there.
"""

from __future__ import annotations

from machines.check.draft import CommonDraft
from machines.check.lines import coin_lines, hopper_lines

Value = int | str | tuple["Value", ...]


def shared_settings(draft: CommonDraft) -> dict[str, Value]:
    """
    The settings that every type reads out of its checked draft in the same way.

    COINS holds (cents, coin line, inhibit line) ascending, HOPPERS (cents, line prefix, capacity in coins)
    ascending; MONEY_DIGITS are the decimals of an amount; a METER_ unit is what a pulse of the
    electromechanical meters stands for: of coins and notes, and of prizes.
    """
    money, counters = draft.money, draft.counters
    assert money and counters and draft.hoppers is not None
    coins, hoppers = coin_lines(money.coins_cents), hopper_lines([row.cents for row in draft.hoppers])
    return {
        "TYPE": str(draft.type),
        "MODEL": str(draft.name),
        "TITLE": str(draft.title),
        "PROFILE": str(draft.profile),
        "MECHANISMS": draft.mechanisms or "parallel",
        "MONEY_DIGITS": money.decimals,
        "COINS": tuple((cents, f"coin_{line}", f"inhibit_{line}") for cents, line in coins.items()),
        "NOTE_CENTS": money.note_cents or 0,
        "HOPPERS": tuple(
            (row.cents, f"hopper_{hoppers[row.cents]}", row.capacity_coins) for row in draft.hoppers
        ),
        "METER_UNIT_CENTS": counters.unit_cents,
        "METER_PRIZE_UNIT_CENTS": counters.of_prizes_cents,
        "COUNTER_DIGITS": counters.digits,
    }
