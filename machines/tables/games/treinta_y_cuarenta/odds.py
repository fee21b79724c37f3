# SPDX-License-Identifier: MIT
"""
Exact figures of treinta y cuarenta: every order of both rows of a fresh shoe.

Rows can change places, so rojo wins as often as negro; half of the cards of each value are red, so the first
card's colour says nothing of points, and color and inverso win as often as each other. So every bet wins with
(1 - n - z) / 2, with n the chance of equal points but 31 and z that of 31 and 31. A prisoner meets a fresh
shoe in each further coup, in a session without end.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from machines.tables.figure import ONE, ZERO, Figure
from machines.tables.games.treinta_y_cuarenta.insurance import KEPT, SEGURO
from machines.tables.games.treinta_y_cuarenta.rows import ROW, joint
from machines.tables.prison import LOST, NULL, WON
from machines.tables.prison import ZERO as DOUBLET
from machines.tables.rules import Rules
from machines.tables.spots import Spot

ALL_LOST, HALF_LOST = Fraction(-1), Fraction(-1, 2)


class Ends(NamedTuple):
    """Chances of what a coup brings to a bet: won, lost, null, 31 and 31."""

    won: Fraction
    lost: Fraction
    null: Fraction
    doublet: Fraction

    def of(self, end: str) -> Fraction:
        """The chance of one of them."""
        return {WON: self.won, LOST: self.lost, NULL: self.null, DOUBLET: self.doublet}[end]


def ends_of(decks: int) -> Ends:
    """Of a fresh shoe, the same for every bet."""
    chances = joint(decks)
    doublet = chances[ROW[0], ROW[0]]
    null = sum((chances[points, points] for points in ROW[1:]), ZERO)
    won = (1 - null - doublet) / 2
    return Ends(won, won, null, doublet)


def figures(rules: Rules) -> list[Figure]:
    """Every bet by what the player does about 31 and 31, and the deposits by themselves."""
    ends = ends_of(int(rules.data["decks"]))
    found = []
    for spot in rules.spots.values():
        if spot.name.startswith(SEGURO):
            found.append(deposit(rules, spot, ends))
            continue
        found.append(Figure.of(spot, _whole(ends, HALF_LOST), choice="half"))
        if rules.readings["zero_of"] == "french":
            found.append(imprisoned(rules, spot, ends))
        found.append(insured(rules, spot, ends))
    return found


def _whole(ends: Ends, at_31: Fraction) -> list[tuple[Fraction, Fraction]]:
    """Gains of a unit, with what it gains at 31 and 31."""
    return [(ONE, ends.won), (ALL_LOST, ends.lost), (ZERO, ends.null), (at_31, ends.doublet)]


def imprisoned(rules: Rules, spot: Spot, ends: Ends) -> Figure:
    """
    A bet whose stake goes to prison at every 31 and 31.

    What comes back of a prisoner of one unit, R, is 1 when it is freed, 0 when it is lost, half of another R
    at a further 31, and another R at a null coup that leaves it there: E[R] = f + k E[R] + z E[R] / 2.
    """
    frees = rules.readings["prisoner_null"] == "freed"
    freed = ends.won + (ends.null if frees else ZERO)
    stays = ZERO if frees else ends.null
    again = ends.doublet
    jailed = ONE if rules.readings["prison"] == "a" else Fraction(1, 2)
    back = jailed * freed / (1 - stays - again / 2)
    back_square = jailed**2 * freed / (1 - stays - again / 4)
    lost = ends.lost / (1 - stays - again)
    unharmed = freed / (1 - stays) if jailed == 1 else ZERO
    loss, null = ends.lost + again * lost, ends.null + again * unharmed
    return Figure(
        spot.name, spot.kind, spot.article, f"{spot.pays[0]} to {spot.pays[1]}",
        win=ends.won, loss=loss, part=1 - ends.won - loss - null, null=null,
        mean=ends.won - ends.lost - again * (1 - back),
        square=ends.won + ends.lost + again * (1 - 2 * back + back_square),
        rounds=1 + again / (1 - stays - again), choice="prison",
    )  # fmt: skip


def insured(rules: Rules, spot: Spot, ends: Ends) -> Figure:
    """A bet with its deposit, for one unit of both together: at 31 and 31 nothing befalls the stake."""
    share = Fraction(rules.number("insurance_bp"), 10_000)
    kept = KEPT[rules.readings["insurance"]]
    gains = {WON: ONE, LOST: ALL_LOST, NULL: ZERO, DOUBLET: ZERO}
    rows = [
        ((gain - (share if end in kept else ZERO)) / (1 + share), ends.of(end)) for end, gain in gains.items()
    ]
    return Figure.of(spot, rows, choice="insured", note="of stake and deposit")


def deposit(rules: Rules, spot: Spot, ends: Ends) -> Figure:
    """What a deposit gains for one unit of it: what the house keeps of it, and the half that it saves."""
    kept = KEPT[rules.readings["insurance"]]
    saved = {WON: ZERO, LOST: ZERO, NULL: ZERO, DOUBLET: Fraction(*spot.pays)}
    rows = [(saves - (ONE if end in kept else ZERO), ends.of(end)) for end, saves in saved.items()]
    return Figure.of(spot, rows, note="beside half lost at 31")
