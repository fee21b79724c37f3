# SPDX-License-Identifier: MIT
"""
Exact figures of craps, from how many of the 36 throws make each sum.

Bets that lie on are absorbing chains of two kinds of throws, those that settle them and the others, and so
are the travelling ones once they have their number. What a 12 leaves as it lies counts as null.
"""

from __future__ import annotations

from fractions import Fraction

from machines.tables.figure import ONE, ZERO, Figure
from machines.tables.rules import Rules
from machines.tables.spots import Spot, read_pays

THROWS = 36
WAYS = {total: 6 - abs(total - 7) for total in range(2, 13)}
NUMBERS = (4, 5, 6, 8, 9, 10)
LOST = Fraction(-1)


def figures(rules: Rules) -> list[Figure]:
    """Every bet; odds beside win and don't win by their point."""
    found: list[Figure] = []
    for spot in rules.spots.values():
        name = spot.name.split(" ")[0]
        if name in ("win", "come"):
            found.append(_travels(spot, wins=(7, 11), loses=(2, 3, 12), right=True))
        elif name in ("dont-win", "dont-come"):
            found.append(_travels(spot, wins=(2, 3), loses=(7, 11), right=False))
        elif name.endswith("-odds"):
            found += _associated(rules, spot)
        elif name == "hardway":
            number = spot.covers[0]
            found.append(_until(spot, 1, WAYS[number] - 1 + WAYS[7]))
        elif name == "wrong":
            found.append(_until(spot, WAYS[7], WAYS[spot.covers[0]]))
        elif name in ("right", "big-6", "big-8"):
            found.append(_until(spot, WAYS[spot.covers[0]], WAYS[7]))
        else:
            found.append(_one_throw(spot))
    return found


def _one_throw(spot: Spot) -> Figure:
    """A bet that the next throw decides; field pays double on 2 and 12 (9, IV.1.A.e)."""
    ends = []
    for total, ways in WAYS.items():
        pays = Fraction(2) if spot.kind == "field" and total in (2, 12) else Fraction(*spot.pays)
        ends.append((pays if total in spot.covers else LOST, Fraction(ways, THROWS)))
    pays_text = "1 to 1, 2 to 1 on 2 and 12" if spot.kind == "field" else ""
    return Figure.of(spot, ends, pays=pays_text)


def _until(spot: Spot, won: int, lost: int, gain: Fraction | None = None, **more: str) -> Figure:
    """A bet that lies until one of some throws falls: ``won`` of them win it, ``lost`` of them lose it."""
    ends = [
        (Fraction(*spot.pays) if gain is None else gain, Fraction(won, won + lost)),
        (LOST, Fraction(lost, won + lost)),
    ]
    return Figure.of(spot, ends, Fraction(THROWS, won + lost), **more)


def _travels(spot: Spot, wins: tuple[int, ...], loses: tuple[int, ...], *, right: bool) -> Figure:
    """A simple bet that takes the number of its first throw; for it if ``right``, against it if not."""
    win = Fraction(sum(WAYS[total] for total in wins), THROWS)
    loss = Fraction(sum(WAYS[total] for total in loses), THROWS)
    rounds = ONE
    for number in NUMBERS:
        reached, settles = Fraction(WAYS[number], THROWS), WAYS[number] + WAYS[7]
        made = reached * Fraction(WAYS[number], settles)
        win, loss = (win + made, loss + reached - made) if right else (win + reached - made, loss + made)
        rounds += reached * Fraction(THROWS, settles)
    return Figure.of(spot, [(ONE, win), (LOST, loss), (ZERO, 1 - win - loss)], rounds)


def _associated(rules: Rules, spot: Spot) -> list[Figure]:
    """Odds: the fate of a simple bet that has its number, paid as the text has it (9, IV.1.C)."""
    dont = spot.name.startswith("dont")
    rows = []
    for number in spot.covers or NUMBERS:
        pays = str(rules.data["dont_odds" if dont else "odds"][str(number)])
        ways = (WAYS[7], WAYS[number]) if dont else (WAYS[number], WAYS[7])
        choice = "" if spot.covers else f"point {number}"
        note = ""
        if spot.covers and rules.readings["come_odds"] == "off":
            note = f"where it plays; a first throw gives it back undecided with chance {given_back(number)}"
        gain = Fraction(*read_pays(pays))
        rows.append(_until(spot, *ways, gain, pays=pays, choice=choice, note=note))
    return rows


def given_back(number: int) -> Fraction:
    """
    Chance that odds on come, or don't come, go back undecided: their number or 7 falls in a first throw.

    They are laid when a come bet of the first throw after a point has taken its number. ``off`` is that
    chance in a first throw; while another point is on, it is the chance that this one is made first, times
    ``off``.
    """
    settles = WAYS[number] + WAYS[7]
    others = [one for one in NUMBERS if one != number]
    made = {one: Fraction(WAYS[one], WAYS[one] + settles) for one in others}
    # off = (settles + sum of ways * made * off) / (settles + sum of ways)
    ways = sum(WAYS[one] for one in others)
    off = Fraction(settles) / (settles + ways - sum(WAYS[one] * made[one] for one in others))
    points = sum(WAYS.values()) - WAYS[2] - WAYS[3] - WAYS[12] - WAYS[7] - WAYS[11]
    return sum(
        (Fraction(WAYS[one], points) * made[one] * off for one in others),
        Fraction(WAYS[number], points) * off,
    )
