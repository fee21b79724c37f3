# SPDX-License-Identifier: MIT
"""
Spins, throws and coups a second and core, beside the same in plain Python and, for craps, crapssim.

    python benchmarks/tables.py
    python benchmarks/tables.py --turns 1
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import permutations
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import numpy as np
from all import processor
from turns import Call, in_turns, installed

from cext import widest_tier
from cext.deals import deals
from cext.table_stud import ROWS
from machines.tables.campaign import open_counter
from machines.tables.games.poquer_sin_descarte.odds import best_play
from machines.tables.games.poquer_tres_cartas.campaign import core_rules
from machines.tables.games.poquer_tres_cartas.hands import qualifies, worth
from machines.tables.games.poquer_tres_cartas.odds import stands, worth_it
from machines.tables.games.poquer_tres_cartas.play import LEAST
from machines.tables.games.punto_y_banca.coup import play_coup
from machines.tables.games.treinta_y_cuarenta.coup import RED_CARD, deal_coup
from machines.tables.registry import open_game

Others = dict[str, tuple[Callable[[], object], int]]
"""What ours is compared with: the call, and how many units it is."""

KEY = bytes(32)
TIERS = ("plain", "AVX2 or NEON", "AVX-512")
WHEELS = ("french-roulette", "american-roulette", "boule", "wheel-of-fortune")
SPINS = 1 << 25
THROWS, SHOES, COUPS, DEALS = 1 << 24, 1 << 14, 1 << 20, 1 << 22
PLAIN, PLAIN_SHOES, PLAIN_HANDS, SIMULATED = 200_000, 200, 20_000, 3_000


def plain_spins(game: str) -> None:
    """A wheel and a dictionary, as anybody would write it."""
    pockets = open_game(game, {}, {}).rules.data["pockets"]
    counts = dict.fromkeys(pockets, 0)
    for _ in range(PLAIN):
        counts[random.choice(pockets)] += 1


def plain_throws() -> None:
    """The pass line alone."""
    point = won = lost = 0
    for _ in range(PLAIN):
        total = random.randint(1, 6) + random.randint(1, 6)
        if point:
            won, lost = won + (total == point), lost + (total == 7)
            point = 0 if total in (point, 7) else point
        else:
            won, lost = won + (total in (7, 11)), lost + (total in (2, 3, 12))
            point = total if total in (4, 5, 6, 8, 9, 10) else 0


def plain_shoes(data: Any) -> int:
    """Shoes shuffled by the library, coups by the game's own settlement; how many coups."""
    coups = 0
    for _ in range(PLAIN_SHOES):
        shoe = list(range(312))
        random.shuffle(shoe)
        at = 11
        while at <= 305:
            at += play_coup(shoe[at : at + 6], data).used
            coups += 1
    return coups


def plain_rows() -> int:
    """Shoes shuffled by the library, both rows by the game's own dealing; how many coups."""
    coups = 0
    for _ in range(PLAIN_SHOES):
        shoe = list(range(312))
        random.shuffle(shoe)
        shoe[307:] = [RED_CARD]
        at, coup = 0, deal_coup(shoe, 31)
        while not coup.annulled:
            at, coups = at + coup.used, coups + 1
            coup = deal_coup(shoe[at:], 31)
    return coups


def plain_deals() -> None:
    """Decks shuffled by the library, both hands by the game's own worth; best play."""
    counts: Counter[tuple[int, int]] = Counter()
    for _ in range(PLAIN_SHOES * 100):
        cards = random.sample(range(52), 6)
        mine, bank = worth(cards[0::2]), worth(cards[1::2])
        counts[mine[0], 0 if mine < LEAST else 1 + (qualifies(cards[1::2], 10) and 1 + (mine > bank))] += 1


class NumpyDeals:
    """Deals by the core, hands by look-ups of numpy: how campaigns were counted before."""

    def __init__(self) -> None:
        rows = stands(10)
        known, scores = np.unique(rows.scores, return_inverse=True)
        self._plays_at = int(np.searchsorted(known, rows.plays_at))
        self._scores, self._kinds, self._goes = (
            self._by_cards(rows.hands, one) for one in (scores, rows.kinds, worth_it(rows))
        )

    @staticmethod
    def _by_cards(hands: Any, values: Any) -> Any:
        made = np.zeros((52, 52, 52), dtype=np.uint16)
        for order in permutations(range(3)):
            made[tuple(hands[:, place] for place in order)] = values
        return made

    def __call__(self) -> Any:
        found = np.zeros(35, dtype=np.uint64)
        for first in range(0, DEALS, 1 << 18):
            cards = deals(KEY, first, 1 << 18, 52, 6)
            mine = tuple(cards[:, place] for place in (0, 2, 4))
            own, bank = self._scores[mine], self._scores[tuple(cards[:, place] for place in (1, 3, 5))]
            fate = np.where(bank < self._plays_at, 1, np.where(own > bank, 2, np.where(own < bank, 4, 3)))
            fate = np.where(self._goes[mine], fate, 0)
            found += np.bincount(self._kinds[mine] * 5 + fate, minlength=35).astype(np.uint64)
        return found.reshape(7, 5)


def three_cards(turns: int) -> None:
    """Póquer de tres cartas by each tier that this processor has, beside numpy and plain Python."""
    numpy_deals, rules = NumpyDeals(), core_rules(10)
    for tier in range(widest_tier() + 1):
        ours = partial(rules.deals, KEY, first=0, deals=DEALS, tier=tier)
        if not (ours() == numpy_deals()).all():
            raise SystemExit(f"tier {tier} counts otherwise than numpy")
        others: Others = {"numpy": (numpy_deals, DEALS), "plain Python": (plain_deals, PLAIN_SHOES * 100)}
        row(f"póquer de tres cartas, {TIERS[tier]}", "deals", turns, ours, DEALS, others)


def plain_worth(cards: list[int]) -> tuple[object, ...]:
    """What five cards are worth: how often their ranks come, straights and flushes, the ranks themselves."""
    times = Counter(card // 4 for card in cards)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    flush = len({card % 4 for card in cards}) == 1
    run = len(times) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [12, 3, 2, 1, 0])
    shape = sorted(times.values(), reverse=True)
    return (run and flush, shape == [4, 1], shape == [3, 2], flush, run, shape, ranks)


def plain_hands() -> None:
    """A deck sampled by the library, both hands, and no decision but ace and king or better."""
    tally = Counter[str]()
    for _ in range(PLAIN_HANDS):
        cards = random.sample(range(52), 10)
        mine, bank = plain_worth(cards[::2]), plain_worth(cards[1::2])
        needs = {card // 4 for card in cards[1::2]} >= {12, 11} or any(bank[:5]) or bank[5] != [1] * 5
        tally["out" if not needs else "won" if mine > bank else "lost"] += 1


def five_cards(turns: int) -> None:
    """Póquer sin descarte by each tier that this processor has, beside plain Python."""
    best = best_play(open_game("poquer-sin-descarte", {}, {}).rules)
    rows = [min(int(kind), ROWS - 1) for kind in best.table.kinds]
    plain = best.count(KEY, first=0, deals=DEALS, rows=rows, tier=0)
    hands: Others = {"plain Python": (plain_hands, PLAIN_HANDS)}
    for tier in range(widest_tier() + 1):
        ours = partial(best.count, KEY, first=0, deals=DEALS, rows=rows, tier=tier)
        if not (ours() == plain).all():
            raise SystemExit(f"tier {tier} counts otherwise than plain C")
        row(f"póquer sin descarte, {TIERS[tier]}", "deals", turns, ours, DEALS, hands)


def crapssim_throws() -> None:
    """The same pass line at a table of crapssim."""
    table = installed("crapssim").Table(seed=1)
    table.add_player(bankroll=1e9)
    table.run(max_rolls=SIMULATED, verbose=False)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--turns", type=int, default=5)
    turns = parser.parse_args(arguments).turns
    print(f"{processor()}, {TIERS[widest_tier()]}; millions a second of one core's processor time")
    for game in WHEELS:
        others: Others = {"plain Python": (partial(plain_spins, game), PLAIN)}
        row(game, "spins", turns, counted(open_counter(game), SPINS), SPINS, others)
    row(
        "craps, every bet", "throws", turns, counted(open_counter("craps"), THROWS), THROWS,
        {"plain Python, one bet": (plain_throws, PLAIN), "crapssim, one bet": (crapssim_throws, SIMULATED)},
    )  # fmt: skip
    data = open_game("punto-y-banca", {}, {}).rules.data
    shoes, fresh = open_counter("punto-y-banca"), open_counter("punto-y-banca", fresh=True)
    coups = int(shoes.count(KEY, first=0, units=SHOES).coups)
    others = {"plain Python": (lambda: plain_shoes(data), plain_shoes(data))}
    row("punto y banca, whole shoes", "coups", turns, counted(shoes, SHOES), coups, others)
    row("punto y banca, fresh shoes", "coups", turns, counted(fresh, COUPS), COUPS, {})
    shoes, fresh = open_counter("treinta-y-cuarenta"), open_counter("treinta-y-cuarenta", fresh=True)
    coups = int(shoes.count(KEY, first=0, units=SHOES).coups)
    rows: Others = {"plain Python": (plain_rows, plain_rows())}
    row("treinta y cuarenta, whole shoes", "coups", turns, counted(shoes, SHOES), coups, rows)
    row("treinta y cuarenta, fresh shoes", "coups", turns, counted(fresh, COUPS), COUPS, {})
    three_cards(turns)
    five_cards(turns)


def counted(counter: Any, units: int) -> Call:
    """A call that counts so many units."""
    return lambda: counter.count(KEY, first=0, units=units)


def row(name: str, what: str, turns: int, ours: Call, units: int, others: Others) -> None:
    """Time ours and others in turns, and print what came out."""
    times = in_turns({"core": ours, **{other: call for other, (call, _) in others.items()}}, turns)
    rate = times.rate("core", units)
    said = [f"{name}: {rate / 1e6:.1f} M {what}"]
    for other, (_, many) in others.items():
        theirs = times.rate(other, many)
        said.append(f"{rate / theirs:,.0f}x {other} ({theirs / 1e6:.4f} M)")
    print(", ".join(said))


if __name__ == "__main__":
    main()
