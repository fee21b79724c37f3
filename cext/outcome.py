# SPDX-License-Identifier: MIT
"""
What an outcome says: the one description of its 48 bytes, from which C, firmware and host know them.

``tests/support/outcome_files.py`` writes src/outcome.h and the firmware's modules outcome_at from it.
"""

from __future__ import annotations

Rows = tuple[tuple[str, str, str], ...]
# Rows: name, struct code (little endian), what it holds; without a name: zero.
CYCLE: Rows = (
    ("entries", "B", "entries of the cycle that it took; 0: an answer, its prize in the first entry"),
    ("reels", "B", ""),
    ("phase", "B", "of the next state: not 0 asks for an answer"),
    ("answer", "B", "what a gamble was answered with, or 0"),
    ("hold_offer", "I", "bit m: mask m of reels may be held next"),
    ("wobble", "6s", "a byte a reel, by which its speed varies"),
    ("", "H", ""),
)
# Two of them follow; one that is not used is zero.
ENTRY: Rows = (
    ("prize_class", "B", "of the prize that is shown"),
    ("planned", "B", "the class that the plan dealt if the entry was raised, else 0"),
    ("returned", "B", "1: the prize comes out of the return account of gambles"),
    ("", "B", ""),
    ("prize_cents", "I", "of an answer what the play has won by then"),
    ("stops", "6s", ""),
    ("", "H", ""),
)
CHANCE: Rows = (
    ("kind", "B", "the action"),
    ("reels", "B", ""),
    ("phase", "B", "after the step"),
    ("flags", "B", "1 settled, 2 capped"),
    ("step_cents", "I", "won by this turn, pick or gamble, before the play's cap"),
    ("wobble", "6s", "a byte a reel, by which its speed varies"),
    ("pots_hit", "B", "bit 0 the lowest level"),
    ("row", "B", "that a pick showed, or 1 if a gamble was won"),
    ("won_cents", "I", "of the play so far, capped; what to pay if settled"),
    ("free_left", "H", "free plays"),
    ("free_given", "H", "free plays given by the play so far"),
    ("stops", "6s", ""),
    ("picks_left", "H", ""),
    ("pot_cents", "4I", "by level"),
)


def layout(rows: Rows) -> str:
    """The struct format of rows, those without a name left out of what it unpacks."""
    return "<" + "".join(code if name else "x" * (1 + (code == "H")) for name, code, _ in rows)
