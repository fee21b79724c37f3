# SPDX-License-Identifier: MIT
"""
Exact figures: all 2,598,960 hands with all 47 cards that can lie open, against all 163,185 hands of the bank.

The core counts the bank's hands by inclusion and exclusion (``cext/src/table_stud.h``).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb

from cext.cards import Kind
from cext.table_stud import FATES, BestPlay
from machines.tables.figure import Figure
from machines.tables.games.poquer_sin_descarte.carrousel import PRIZES
from machines.tables.games.poquer_sin_descarte.hands import DECK, HAND, KINDS, NAMES, hand_order
from machines.tables.games.poquer_sin_descarte.play import plays_at
from machines.tables.riders import ANTE, SECOND
from machines.tables.rules import Rules

HANDS = comb(DECK, HAND)
HITS = {"royal": 4, "straight_flush": 36}
"""Hands of each prize of the carrousel: one a suit, and nine a suit."""
Ends = dict[tuple[str, str], int]
"""How many cases come to what, by the combination and ``FATES``."""


@lru_cache(maxsize=4)
def _best(order: str, needs: tuple[int, ...], raises: int, pays: tuple[tuple[str, int], ...]) -> BestPlay:
    held = hand_order(order)
    by_kind: dict[Kind, int] = dict.fromkeys(Kind, 0)
    by_kind |= {KINDS[name]: times for name, times in pays}
    return BestPlay(held, plays_at=plays_at(held, needs), raises=raises, pays=by_kind)


def best_play(rules: Rules) -> BestPlay:
    """How all hands stand under the rules of a table; about a second the first time."""
    pays = tuple(sorted(rules.data["pays"].items()))
    return _best(rules.readings["order"], tuple(rules.data["bank_needs"]), raises(rules), pays)


def raises(rules: Rules) -> int:
    """The second bet in antes."""
    return 2 if rules.readings["raise"] == "double" else 1


def ends(rules: Rules) -> Ends:
    """All cases by best play."""
    best = best_play(rules)
    found: Ends = {}
    for kind, cells in zip(best.table.kinds[1:].tolist(), best.cells[1:].tolist(), strict=True):
        for fate, many in zip(FATES, cells, strict=True):
            key = (NAMES[Kind(kind)], fate)
            found[key] = found.get(key, 0) + many
    return found


def ante_gain(rules: Rules, kind: str, fate: str) -> int:
    """What ante and second bet gain together, in antes."""
    more = raises(rules)
    won = 1 + more * int(rules.data["pays"][kind])
    return {"folds": -1, "out": 1, "worse": won, "equal": 0, "better": -1 - more}[fate]


def second_gain(rules: Rules, kind: str, fate: str) -> int:
    """What the second bet gains by itself, in second bets."""
    return {"worse": int(rules.data["pays"][kind]), "better": -1}.get(fate, 0)


def coin_gain(rules: Rules, kind: str) -> Fraction:
    """What a coin gains where nothing else is in the carrousel."""
    return Fraction(rules.data["carrousel"][kind], 100) - 1 if kind in PRIZES else Fraction(-1)


def even_coins(rules: Rules) -> Fraction:
    """So many coins in the carrousel, one's own among them, with which a coin of one alone loses nothing."""
    hundredths = sum(many * int(rules.data["carrousel"][name]) for name, many in HITS.items())
    return Fraction(100 * HANDS, hundredths)


def figures(rules: Rules) -> list[Figure]:
    """Ante by best play, the second bet as it lies then, the carrousel; who stands behind has the same."""
    cases = ends(rules)
    antes = Counter[int]()
    seconds = Counter[int]()
    for (kind, fate), many in cases.items():
        antes[ante_gain(rules, kind, fate)] += many
        if fate != "folds":
            seconds[second_gain(rules, kind, fate)] += many
    note = _note(cases)
    found = []
    for name, spot in rules.spots.items():
        if name.startswith(ANTE):
            found.append(Figure.of(spot, _shares(antes), choice="best play", note=note))
        elif name.startswith(SECOND):
            found.append(Figure.of(spot, _shares(seconds), pays="1 to 100 to 1", choice="where it is laid"))
    return [*found, _carrousel(rules)]


def _note(cases: Ends) -> str:
    total = sum(cases.values())
    goes = 1 - Fraction(sum(many for (_, fate), many in cases.items() if fate == "folds"), total)
    return f"with its second bet, in antes; {float(goes):.2%} of hands go on"


def _carrousel(rules: Rules) -> Figure:
    """A coin in an empty carrousel, and what would have to be in it."""
    gains = {name: coin_gain(rules, name) for name in HITS}
    lost = HANDS - sum(HITS.values())
    rows = [(gains[name], Fraction(many, HANDS)) for name, many in HITS.items()]
    note = f"with nothing else in it; breaks even at {float(even_coins(rules)):,.0f} coins, for one alone"
    spot = rules.spots["carrousel"]
    return Figure.of(spot, [*rows, (Fraction(-1), Fraction(lost, HANDS))], pays="all or a tenth", note=note)


def _shares(found: Counter[int]) -> list[tuple[Fraction, Fraction]]:
    total = sum(found.values())
    return [(Fraction(gain), Fraction(many, total)) for gain, many in found.items()]
