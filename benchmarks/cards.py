# SPDX-License-Identifier: MIT
"""
Measures hands, dice and shuffles of the core beside what Python users have for them, in turns.

Hands of 7 cards beside phevaluator (a C extension called hand by hand, extra [bench]) and beside plain
Python; throws and shuffles beside numpy and the standard library. One process; times are the thread's CPU
time; a ratio is the median of the turns' ratios, all contenders doing the same work.

    python benchmarks/cards.py --turns 9
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import os
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable
from itertools import combinations

import numpy as np
from turns import installed

import cext
from cext.cards import PAI_GOW, POKER_52
from cext.cards_table import hand_table

KEY = bytes(32)
HANDS = 1 << 20
SOME = 50_000  # hands for contenders that take them one by one
FEW = 300

Contender = tuple[Callable[[], object], int]  # a call and how many pieces it makes


def plain(cards: list[int]) -> tuple[int, ...]:
    """The best five of seven cards in plain Python: what somebody writes without a library."""
    return max(plain_five(five) for five in combinations(cards, 5))


def plain_five(cards: tuple[int, ...]) -> tuple[int, ...]:
    times = Counter(card // 4 for card in cards)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    top = ranks[0]
    if ranks == [12, 3, 2, 1, 0]:
        top = 3
    straight = len(ranks) == 5 and (top - ranks[-1] == 4 or top == 3)
    if straight:
        return (8 if flush else 4, top)
    shape = sorted(times.values(), reverse=True)
    kinds = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}
    return (5 if flush else kinds.get(tuple(shape), 0), *ranks)


def spent(contender: Contender) -> float:
    """Return the thread's CPU seconds a piece."""
    call, pieces = contender
    start = time.thread_time()
    call()
    return (time.thread_time() - start) / pieces


def compare(core: Contender, others: dict[str, Contender], turns: int) -> dict[str, object]:
    """Return pieces a second of all contenders and how much quicker the core is than each."""
    spent(core)
    times = [(spent(core), {name: spent(other) for name, other in others.items()}) for _ in range(turns)]
    rates: dict[str, object] = {"core": round(1 / statistics.median(own for own, _ in times))}
    for name in others:
        rates[name] = round(1 / statistics.median(all_[name] for _, all_ in times))
        rates[f"times {name}"] = round(statistics.median(all_[name] / own for own, all_ in times), 2)
    return rates


def check(hands: np.ndarray, classes: np.ndarray) -> None:
    """The contenders must agree before they are timed."""
    rows = hands[:2000].tolist()
    evaluate_cards = installed("phevaluator").evaluate_cards
    if [7463 - evaluate_cards(*row) for row in rows] != classes[:2000].tolist():
        raise SystemExit("phevaluator and the core disagree")
    values = [plain(row) for row in rows[:FEW]]
    if sorted(range(FEW), key=lambda n: (values[n], n)) != sorted(range(FEW), key=lambda n: (classes[n], n)):
        raise SystemExit("plain Python and the core disagree")


def ranking(turns: int, tier: int) -> dict[str, object]:
    """Random hands of seven cards, by loops of a tier."""
    table, joker = hand_table(POKER_52, 7), hand_table(PAI_GOW, 7)
    hands = cext.deals(KEY, 0, HANDS, 52, 7)
    jokers = cext.deals(KEY, 0, HANDS, 53, 7)
    check(hands, table.rank(hands))
    rows = hands[:SOME].tolist()
    evaluate_cards = installed("phevaluator").evaluate_cards
    others: dict[str, Contender] = {
        "phevaluator": (lambda: [evaluate_cards(*row) for row in rows], SOME),
        "plain Python": (lambda: [plain(row) for row in rows[:FEW]], FEW),
        "core, 53 cards": (lambda: joker.rank(jokers, tier=tier), HANDS),
    }
    return compare((lambda: table.rank(hands, tier=tier), HANDS), others, turns)


def counting(turns: int) -> dict[str, object]:
    """All C(52, 7) hands: counted by sets of ranks, and one by one."""
    table = hand_table(POKER_52, 7)
    every = int(table.counts().sum())
    return compare((table.counts, every), {"one by one": (table.enumerate, every)}, turns)


def throwing(turns: int) -> dict[str, object]:
    """Three dice."""
    fair = np.random.default_rng(1)
    others: dict[str, Contender] = {
        "numpy uint8": (lambda: fair.integers(1, 7, (HANDS, 3), dtype=np.uint8), HANDS),
        "numpy": (lambda: fair.integers(1, 7, (HANDS, 3)), HANDS),
        "random": (lambda: [[random.randint(1, 6) for _ in range(3)] for _ in range(SOME)], SOME),
    }
    return compare((lambda: cext.throws(KEY, 0, HANDS), HANDS), others, turns)


def shuffling(turns: int) -> dict[str, object]:
    """Whole decks of 52."""
    many = 1 << 16
    fair = np.random.default_rng(1)
    decks = np.tile(np.arange(52, dtype=np.uint8), (many, 1))
    deck = list(range(52))
    others: dict[str, Contender] = {
        "numpy permuted": (lambda: fair.permuted(decks, axis=1), many),
        "numpy argsort": (lambda: fair.random((many, 52)).argsort(axis=1), many),
        "random.shuffle": (lambda: [random.shuffle(deck) for _ in range(2000)], 2000),
    }
    return compare((lambda: cext.deals(KEY, 0, many, 52), many), others, turns)


def dealing(turns: int) -> dict[str, object]:
    """Seven of 52 cards."""
    others: dict[str, Contender] = {
        "random.sample": (lambda: [random.sample(range(52), 7) for _ in range(20_000)], 20_000),
    }
    return compare((lambda: cext.deals(KEY, 0, HANDS, 52, 7), HANDS), others, turns)


def main() -> None:
    """Read the arguments, measure, print one JSON object."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--tier", type=int, choices=range(cext.widest_tier() + 1), default=cext.widest_tier())
    chosen = parser.parse_args()
    turns = chosen.turns
    found = {
        "turns": turns,
        "phevaluator": importlib.metadata.version(installed("phevaluator").__name__),
        "numpy": np.__version__,
        "tier": chosen.tier,
        "load": round(os.getloadavg()[0], 1),
        "hands of 7, a second": ranking(turns, chosen.tier),
        "hands counted, a second": counting(turns),
        "throws of 3 dice, a second": throwing(turns),
        "shuffles of 52, a second": shuffling(turns),
        "deals of 7 of 52, a second": dealing(turns),
    }
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
