# SPDX-License-Identifier: MIT
"""
Exact mathematics of the three dice: sums, and the place at which the deal begins.

    sums()[10]                        # Fraction(1, 8)
    starts()[0]                       # Fraction(31, 216): the bank itself (sums 8 and 15; 1 never comes)
    start_of(11, bank=2)              # place 5
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from itertools import product

from machines import MachinesError
from machines.tables.games.pai_gow.text import TEXT

DICE: int = TEXT["dice"]
FACES = 6
PLACES: int = TEXT["places"]
"""Six players and the croupier (Orden of the Illes Balears of 30 December 2005, 16, VII)."""
BANK_IS: list[int] = TEXT["bank_is"]
SUM_MIN, SUM_MAX = DICE, DICE * FACES


def sums() -> dict[int, Fraction]:
    """Return the exact probability of each sum, 3 to 18."""
    counts = Counter(sum(faces) for faces in product(range(1, FACES + 1), repeat=DICE))
    return {total: Fraction(counts[total], FACES**DICE) for total in range(SUM_MIN, SUM_MAX + 1)}


def offset_of(total: int) -> int:
    """
    Return how many places after the bank the deal begins.

    The bank's own place counts as one, so that it is 1, 8 and 15 (16, VII).

    Args:
        total: the sum of the dice, 3 to 18.
    """
    if not SUM_MIN <= total <= SUM_MAX:
        raise MachinesError(f"total must be {SUM_MIN} to {SUM_MAX} (got {total})")
    return total - max(count for count in BANK_IS if count <= total)


def start_of(total: int, bank: int = 0, seated: Collection[int] | None = None) -> int:
    """
    Return the place that gets the first packet.

    Args:
        total: the sum of the dice.
        bank: place of the bank, 0 (the croupier's) to 6; places count clockwise.
        seated: places that play; where nobody sits at the place counted, the next one clockwise counts
            (reading ``vacant_place``). None: all seven.
    """
    _need_place("bank", bank)
    place = (bank + offset_of(total)) % PLACES
    if seated is None:
        return place
    if bank not in seated:
        raise MachinesError(f"bank must be a seated place, one of {sorted(seated)} (got {bank})")
    while place not in seated:
        place = (place + 1) % PLACES
    return place


def starts(bank: int = 0, seated: Collection[int] | None = None) -> dict[int, Fraction]:
    """Return the exact probability that each place gets the first packet."""
    chances: dict[int, Fraction] = {place: Fraction(0) for place in range(PLACES)}
    for total, chance in sums().items():
        chances[start_of(total, bank, seated)] += chance
    return {place: chances[place] for place in sorted(chances if seated is None else seated)}


def _need_place(name: str, place: int) -> None:
    if not 0 <= place < PLACES:
        raise MachinesError(f"{name} must be 0 (the croupier) to {PLACES - 1} (got {place})")
