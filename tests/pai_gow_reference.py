# SPDX-License-Identifier: MIT
"""
Pai Gow once more in plain Python: the house way told case by case, sharing no data or code with the core.

Hands are valued by ``cards_reference``; what the joker may be is tried card by card.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence

import cards_reference

from cext.cards import PAI_GOW, PAI_GOW_LOW

ACE, KING, JACK, TEN, SEVEN, SIX, TWO = 12, 11, 9, 8, 5, 4, 0
JOKER = 52
RUNS = {"STRAIGHT", "FLUSH", "STRAIGHT_FLUSH", "ROYAL"}
Split = tuple[tuple[int, ...], tuple[int, ...]]  # low, high


def rank_of(card: int) -> int:
    """The rank, the joker's that of an ace."""
    return ACE if card == JOKER else card // 4


def value(cards: Sequence[int]) -> tuple[int, str, tuple[int, ...]]:
    """What a hand of two or of five is worth."""
    place, (kind, decides) = cards_reference.best(PAI_GOW if len(cards) == 5 else PAI_GOW_LOW, cards)
    return place, kind, decides


def foul(low: Sequence[int], high: Sequence[int]) -> bool:
    """Whether the high hand is not worth more: as cards of one length, the low one with nothing beside it."""
    if value(high)[1] not in ("HIGH", "PAIR"):
        return False
    mine, theirs = (sorted_by_times(cards) for cards in (high, low))
    return mine < theirs


def sorted_by_times(cards: Sequence[int]) -> tuple[list[int], list[int]]:
    """How often ranks come and which, the most frequent first; lists compare as hands without runs do."""
    times = Counter(rank_of(card) for card in cards)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    return [times[rank] for rank in ranks if times[rank] > 1], ranks


def splits(cards: Sequence[int]) -> list[Split]:
    """Every split that is no foul."""
    every = [(low, tuple(c for c in cards if c not in low)) for low in itertools.combinations(cards, 2)]
    return [(low, high) for low, high in every if not foul(low, high)]


def best_low(every: Sequence[Split], kinds: set[str]) -> Split | None:
    """Of the splits with a high hand of these kinds that of the best low hand, then of the best high one."""
    found = [split for split in every if value(split[1])[1] in kinds]
    return max(found, key=lambda split: (value(split[0])[::2], value(split[1])[::2])) if found else None


def sure(split: Split | None) -> Split:
    """The split there must be."""
    assert split is not None
    return split


def together(every: Sequence[Split], kinds: set[str], wanted: Sequence[int]) -> Split:
    """What keeps these kinds if two cards of at least these ranks go low, else a pair behind and one low."""
    kept = best_low(every, kinds)
    if kept is not None:
        pair = value(kept[0])[1] == "PAIR"
        ranks = sorted((rank_of(card) for card in kept[0]), reverse=True)
        if pair or ranks >= list(wanted):
            return kept
    return sure(best_low(every, {"PAIR"}))


def house(cards: Sequence[int]) -> Split:
    """The house way."""
    times = Counter(rank_of(card) for card in cards)
    of = {n: sorted((rank for rank in times if times[rank] == n), reverse=True) for n in range(1, 6)}
    every = splits(cards)
    if of[5]:
        return sure(best_low(every, {"FIVE"} if of[2] == [KING] else {"THREE", "FULL"}))
    if of[4]:
        if of[2] or of[3] or of[4][0] <= SIX:
            return sure(best_low(every, {"FOUR"}))
        if of[4][0] == ACE:
            return sure(best_low(every, {"PAIR"}))
        return together(every, {"FOUR"}, [ACE, TWO] if of[4][0] <= TEN else [ACE, KING])
    if len(of[3]) == 2:
        return sure(best_low(every, {"THREE"}))
    if of[3] and of[2]:
        full = best_low(every, {"FULL"})
        if of[2] == [TWO] and full and sorted(map(rank_of, full[0])) == [KING, ACE]:
            return full
        return sure(best_low(every, {"THREE", "FULL"}))
    if of[3]:
        return best_low(every, RUNS) or sure(best_low(every, {"PAIR"} if of[3] == [ACE] else {"THREE"}))
    if len(of[2]) == 3:
        return sure(best_low(every, {"TWO_PAIRS"}))
    if len(of[2]) == 2:
        top, second = of[2]
        if top == ACE or (top >= JACK and second >= SEVEN):
            return sure(best_low(every, {"PAIR"}))
        middle = SEVEN <= top <= TEN and second >= SEVEN
        return together(every, {"TWO_PAIRS"}, [ACE, TWO] if top >= JACK or middle else [KING, TWO])
    return best_low(every, RUNS) or sure(best_low(every, {"PAIR"} if of[2] else {"HIGH"}))
