# SPDX-License-Identifier: MIT
"""
Decisions against each card of the croupier's: best play by total, and where single hands do better otherwise.

What the declared strategy costs in a case is the chance to come to each of its hands by that strategy, times
what best play of the hand gains more than the declared decision with best play behind it. Such costs of all
cases add up to what the declared strategy loses against best play (Kakade and Langford 2002, lemma 6.1).
"""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from machines.tables.decisions import Cell, Decisions, Row
from machines.tables.games.black_jack.analysis import DOUBLE, HIT, MOST, STAND, Setting, deals
from machines.tables.games.black_jack.croupier import VALUES, Counts, Floats
from machines.tables.games.black_jack.odds import setting_of
from machines.tables.games.black_jack.pairs import pair_of
from machines.tables.games.black_jack.plan import (
    BEST,
    DECLARED,
    best,
    declared,
    pairs_of_all,
    parted,
    shoe,
    splits,
    table,
    worth,
)
from machines.tables.games.black_jack.strategy import UPCARDS, letter
from machines.tables.rules import Rules

LETTERS = {"H": "draw", "S": "stand", "D": "double; with more than two cards draw", "P": "separate"}
PARTS = ("hard", "soft", "pair")
_VERBS = {HIT: "draw", STAND: "stand", DOUBLE: "double"}
Key = tuple[str, int, int]
"""One of PARTS, points or a pair's value, the croupier's card."""


class _Case:
    """What the declared strategy loses in a case, and hands that do better otherwise with what they do."""

    def __init__(self) -> None:
        self.cost = 0.0
        self.better: list[tuple[Counts, str]] = []

    def words(self) -> tuple[str, ...]:
        """Two cards by name, more cards by how many such hands there are."""
        said = [f"{_cards(counts)} {act}" for counts, act in self.better if sum(counts) == 2]
        for act in _VERBS.values():
            if many := sum(sum(counts) > 2 and act == other for counts, other in self.better):
                said.append(f"{many} hands of more cards {act}")
        return tuple(said)


def decisions(rules: Rules) -> Decisions:
    """The table of decisions under some rules and readings."""
    setting = setting_of(rules)
    found, cases = table(setting), _cases(setting)
    rows = [
        Row(part, _named(part, number), tuple(_cell(found, cases, (part, number, up)) for up in UPCARDS))
        for part, number in sorted({key[:2] for key in found}, key=lambda row: (PARTS.index(row[0]), row[1]))
    ]
    columns = tuple("A" if up == 1 else str(up) for up in UPCARDS)
    cost = worth(setting, BEST).mean - worth(setting, DECLARED).mean
    return Decisions("the croupier's first card", columns, tuple(rows), LETTERS, cost)


def _cell(found: dict[Key, str], cases: dict[Key, _Case], key: Key) -> Cell:
    """A pair that is not separated is played as its total."""
    part, number, up = key
    total = key if part != "pair" else ("soft", 12, up) if number == 1 else ("hard", 2 * number, up)
    shown = found[total] if found[key] == "N" else found[key]
    said = letter(*total) if letter(*key) == "N" else letter(*key)
    case = cases.get(key, _Case())
    return Cell(shown, said, case.cost, case.words())


def _named(part: str, number: int) -> str:
    card = "A" if number == 1 else str(number)
    return f"{card}, {card}" if part == "pair" else f"{part} {number}"


def _cards(counts: Counts) -> str:
    named = ["A" if v == 0 else str(v + 1) for v, many in enumerate(counts) for _ in range(many)]
    return "+".join(reversed(named))


def _cases(setting: Setting) -> dict[Key, _Case]:
    """Every case that the declared strategy comes to."""
    known, plan = shoe(setting), declared(setting)
    top, value = best(setting)
    hands, cases = known.hands, defaultdict[Key, _Case](_Case)
    come = _come(setting, cases)
    hit = _hit(known.next, value, hands.more)
    for row in np.argsort(hands.size, kind="stable"):
        points, low = int(hands.points[row]), int(hands.low[row])
        if points >= MOST or not come[row].any():
            continue
        for up in np.flatnonzero(come[row]):
            act, better = int(plan[row, up]), int(top[row, up])
            here = {STAND: known.stand, HIT: hit, DOUBLE: known.double}[act][row, up]
            case = cases["soft" if points > low else "hard", points, int(up) + 1]
            case.cost += float(come[row, up] * (value[row, up] - here))
            if act != better:
                case.better.append((tuple(hands.counts[row].tolist()), _VERBS[better]))
        drawn = come[row] * (plan[row] == HIT)
        for v in range(VALUES):
            if (more := hands.more[row, v]) >= 0:
                come[more] += drawn * known.next[row, :, v]
    return cases


def _come(setting: Setting, cases: dict[Key, _Case]) -> Floats:
    """The chance of every first hand that is not separated; cases of pairs that either play separates."""
    known = shoe(setting)
    alone = {BEST: best(setting)[1], DECLARED: known.play(declared(setting))}
    come = np.zeros(known.stand.shape)
    for counts, up, chance in deals(setting.decks):
        row, v = known.row(counts), pair_of(counts)
        parts = {by: splits(setting, counts, up, by) for by in alone}
        if any(parts.values()):
            gain = {
                by: float(parted(setting, by)[v].gain[up] if parts[by] else alone[by][row, up])
                for by in alone
            }
            part = chance * pairs_of_all(setting, counts)
            case = cases["pair", v + 1, up + 1]
            case.cost += part * (gain[BEST] - gain[DECLARED])
            if parts[BEST] != parts[DECLARED]:
                case.better.append((counts, "separate" if parts[BEST] else "stay together"))
            chance -= part
        come[row, up] += chance
    return come


def _hit(chances: Floats, value: Floats, more: NDArray[np.int64]) -> Floats:
    """What drawing comes to with best play behind it."""
    found = np.zeros(value.shape)
    for v in range(VALUES):
        found += chances[:, :, v] * np.where(more[:, v, None] >= 0, value[more[:, v]], -1.0)
    return found
