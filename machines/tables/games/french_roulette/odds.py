# SPDX-License-Identifier: MIT
"""
Exact figures of French roulette; simple bets once with half taken at every zero, once with prison.

A prisoner of one unit is free at a winning number, lost at a losing one, and halved at a further zero
(epígrafe 1, IV.1.B.b), in a session without end. So for what comes back of it, R:
E[R] = w + z E[R]/2 and E[R^2] = w + z E[R^2]/4, with w and z the chances of its numbers and of zero.
"""

from __future__ import annotations

from fractions import Fraction

from machines.tables.figure import Figure
from machines.tables.pocket_odds import counted
from machines.tables.rules import Rules
from machines.tables.spots import Spot

HALF_LOST = Fraction(-1, 2)


def figures(rules: Rules) -> list[Figure]:
    """Every bet; simple ones by what the player chooses at zero."""
    found = []
    for spot in rules.spots.values():
        if spot.name in rules.data["simple"]:
            found += [counted(rules, spot, HALF_LOST, "half"), in_prison(rules, spot)]
        else:
            found.append(counted(rules, spot))
    return found


def in_prison(rules: Rules, spot: Spot) -> Figure:
    """A simple bet whose stake goes to prison at every zero, under the reading ``prison``."""
    pockets: list[int] = list(rules.data["pockets"])
    zero = Fraction(pockets.count(0), len(pockets))
    wins = Fraction(sum(number in spot.covers for number in pockets), len(pockets))
    loses = 1 - zero - wins
    jailed = Fraction(1) if rules.readings["prison"] == "a" else Fraction(1, 2)
    back = jailed * wins / (1 - zero / 2)
    back_square = jailed**2 * wins / (1 - zero / 4)
    lost_in_prison = loses / (1 - zero)
    whole = zero * wins if jailed == 1 else Fraction(0)
    loss = loses + zero * lost_in_prison
    gain = Fraction(*spot.pays)
    return Figure(
        spot.name, spot.kind, spot.article, f"{spot.pays[0]} to {spot.pays[1]}",
        win=wins, loss=loss, part=1 - wins - loss - whole, null=whole,
        mean=wins * gain - loses - zero * (1 - back),
        square=wins * gain**2 + loses + zero * (1 - 2 * back + back_square),
        rounds=1 + zero / (1 - zero), choice="prison",
    )  # fmt: skip
