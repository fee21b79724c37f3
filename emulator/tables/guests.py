# SPDX-License-Identifier: MIT
"""The house's own players: each has habits, and lays a few chips a round where they lead."""

from __future__ import annotations

import random
from collections.abc import Sequence

from emulator.tables.dealer import Dealer

# How much each kind of spot draws: the many numbers of a tableau are fewer bets than its few chances.
_DRAWN = {
    "caballo": 0.10, "transversal": 0.16, "cuadro": 0.12, "seisena": 0.18, "columna": 0.9, "docena": 0.9,
    "doble-columna": 0.3, "doble-docena": 0.3, "tie": 0.25, "wrong": 0.06, "dont-come": 0.3, "dont-win": 0.6,
    "win": 5.0, "come": 0.6, "field": 0.8, "hardway": 0.15, "right": 0.3, "punto": 2.0, "banca": 2.2,
    "seguro": 0.12,
}  # fmt: skip
_NUMBER, _ELSE = 0.22, 0.7
_OTHERS_HAND = 0.06
_OF_HANDS = ("ante", "pareja-plus")
MOST_BETS = 5
CONSENTS = "consiente"


class Guest:
    """
    One player of the house.

    Args:
        seat: where they sit.
        seed: of their habits; no card, pocket or face depends on it.
    """

    def __init__(self, seat: int, seed: str) -> None:
        self.seat = seat
        self._random = random.Random(f"{seed}:{seat}")
        self._bold = self._random.choice((1, 1, 2, 3, 5))
        self._many = self._random.randint(1, MOST_BETS)
        self._left = 0

    def begins(self) -> None:
        """A round begins: so many bets it will be."""
        self._left = max(1, self._many + self._random.randint(-1, 1))

    def next_bet(self, dealer: Dealer) -> tuple[str, int] | None:
        """The next bet, or None when they are done."""
        if self._left <= 0:
            return None
        self._left -= 1
        spots = dealer.spots(self.seat)
        if not spots:
            return None
        spot = self._random.choices(spots, [self._drawn(spot) for spot in spots])[0]
        bounds = dealer.bounds(self.seat, spot)
        if bounds is None:
            return None
        unit = max(bounds.least, bounds.step)
        wanted = unit * self._random.randint(1, 3) * self._bold
        cents = min(wanted, bounds.most) // bounds.step * bounds.step
        return (spot, cents) if cents >= bounds.least and cents > 0 else None

    def says(self, dealer: Dealer) -> str:
        """What they say while bets are taken: whoever is asked lets others bet on their hand."""
        return next((one for one in dealer.says(self.seat) if one.startswith(CONSENTS)), "")

    def choice(self, among: Sequence[str]) -> str:
        """What they decide."""
        return self._random.choice(list(among))

    def _drawn(self, spot: str) -> float:
        kind, _, of = spot.partition(" ")
        if of and kind in _OF_HANDS:
            return _OTHERS_HAND
        return _NUMBER if kind.isdigit() else _DRAWN.get(kind, _ELSE)
