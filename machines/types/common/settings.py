# SPDX-License-Identifier: MIT
"""
The rows of constants that the firmware of any machine is built with.

A ROM carries them in a module ``settings``; nothing that is law is typed there.
"""

from __future__ import annotations

from machines.check.draft import CommonDraft

Value = int | str | tuple["Value", ...]


def shared_settings(draft: CommonDraft) -> dict[str, Value]:
    """
    The settings that every type reads out of its checked draft in the same way.

    COINS holds (cents, coin line, inhibit line) ascending, HOPPERS (cents, line prefix, capacity in coins)
    ascending; a METER_ unit is what a pulse of the electromechanical meters stands for: of coins and notes,
    and of prizes.
    """
    money, counters = draft.money, draft.counters
    assert money and counters and draft.hoppers is not None
    return {
        "TYPE": str(draft.type),
        "MODEL": str(draft.name),
        "TITLE": str(draft.title),
        "PROFILE": str(draft.profile),
        "MECHANISMS": draft.mechanisms or "parallel",
        "COINS": tuple((cents, f"coin_{cents}", f"inhibit_{cents}") for cents in money.coins_cents),
        "NOTE_CENTS": money.note_cents or 0,
        "HOPPERS": tuple((row.cents, f"hopper_{row.cents}", row.capacity_coins) for row in draft.hoppers),
        "METER_UNIT_CENTS": counters.unit_cents,
        "METER_PRIZE_UNIT_CENTS": counters.of_prizes_cents,
        "COUNTER_DIGITS": counters.digits,
    }
