# SPDX-License-Identifier: MIT
"""
Pai Gow once more in plain Python, written from the house way as docs/pai_gow.md prints it.

It moves cards, as a croupier does: which pair goes low, which cards stay behind. It knows no kinds of hand to
keep, and shares neither data nor code with the core. ``packets()`` has one packet for all that differ in
suits alone, and how many they are, so that every packet of the deck can be looked at.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from math import comb, prod
from typing import NamedTuple

import cards_reference

from cext.cards import PAI_GOW, PAI_GOW_LOW

ACE, KING, JACK, TEN, SEVEN, SIX, TWO = 12, 11, 9, 8, 5, 4, 0
JOKER = 52
RANKS = range(13)
WINDOWS = [set(range(low, low + 5)) for low in range(9)] + [{ACE, 0, 1, 2, 3}]
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


def is_run(five: Sequence[int]) -> bool:
    """Whether five cards are a straight or a flush; the joker is whatever card is missing."""
    real = [card for card in five if card != JOKER]
    if len({card % 4 for card in real}) == 1:
        return True
    ranks = {card // 4 for card in real}
    return len(ranks) == len(real) and any(ranks <= window for window in WINDOWS)


def low_worth(low: Sequence[int]) -> tuple[bool, list[int]]:
    """How two cards compare: a pair above none, then the higher card, then the other."""
    ranks = sorted(map(rank_of, low), reverse=True)
    return ranks[0] == ranks[1], ranks


def without(cards: Sequence[int], low: Sequence[int]) -> Split:
    """These cards low, the others behind."""
    return tuple(low), tuple(card for card in cards if card not in low)


def best_run(cards: Sequence[int]) -> Split | None:
    """The best two cards low that leave a straight or a flush behind, of the best ones if several do."""
    found = [split for low in itertools.combinations(cards, 2) if is_run((split := without(cards, low))[1])]
    if not found:
        return None
    most = max(low_worth(low) for low, _ in found)
    best = [split for split in found if low_worth(split[0]) == most]
    return best[0] if len(best) == 1 else max(best, key=lambda split: value(split[1])[::2])


class Packet:
    """Seven cards in the croupier's hand."""

    def __init__(self, cards: Sequence[int]) -> None:
        self.cards = sorted(cards, key=lambda card: (rank_of(card), card), reverse=True)
        times = Counter(map(rank_of, cards))
        self.of = {n: sorted((rank for rank in times if times[rank] == n), reverse=True) for n in range(1, 6)}
        self.singles = [card for card in self.cards if times[rank_of(card)] == 1]

    def two_of(self, rank: int) -> Split:
        """Two cards of a rank low; of more than two those that leave most behind."""
        own = [card for card in self.cards if rank_of(card) == rank]
        every = [without(self.cards, low) for low in itertools.combinations(own, 2)]
        runs = [split for split in every if is_run(split[1])]
        return max(runs, key=lambda split: value(split[1])[::2]) if runs else every[0]

    def top_singles(self, but: int = 0) -> Split:
        """The two highest cards low that are no part of what comes more than once, past the first so many."""
        return without(self.cards, self.singles[but : but + 2])

    def single(self, *ranks: int) -> bool:
        """Whether the two cards that would go low are of these ranks or, if one is named, begin with it."""
        return [rank_of(card) for card in self.singles[: len(ranks)]] == list(ranks)


def house(cards: Sequence[int], ace_before_run: bool = False) -> Split:
    """
    The house way, paragraph by paragraph as it is printed.

    Args:
        ace_before_run: the clause that some casinos print: with an ace and a pair of tens to kings the pair
            stays behind if the two highest singles are better low than what a run leaves.
    """
    packet = Packet(cards)
    of = packet.of
    if of[5]:
        return packet.two_of(KING if of[2] == [KING] else ACE)
    if of[4]:
        return four(packet)
    if len(of[3]) == 2:
        return packet.two_of(of[3][0])
    if of[3] and of[2]:
        twos = of[2] == [TWO] and packet.single(ACE, KING)
        return packet.top_singles() if twos else packet.two_of(of[2][0])
    if len(of[2]) == 3:
        return packet.two_of(of[2][0])
    if len(of[2]) == 2:
        return two_pairs(packet)
    run = best_run(cards)
    if of[2] and run and ace_before_run and TEN <= of[2][0] <= KING and packet.single(ACE):
        pair_behind = packet.top_singles()
        return pair_behind if low_worth(pair_behind[0]) > low_worth(run[0]) else run
    if run:
        return run
    if of[3] == [ACE]:
        ace = [min(card for card in packet.cards if rank_of(card) == ACE)]
        return without(packet.cards, ace + packet.singles[:1])
    return packet.top_singles(0 if of[2] or of[3] else 1)


def four(packet: Packet) -> Split:
    """Four alike, and what is beside them."""
    of = packet.of
    rank = of[4][0]
    if of[2] or of[3]:
        return packet.two_of((of[2] or of[3])[0])
    small = rank <= SIX
    middle = SEVEN <= rank <= TEN and packet.single(ACE)
    figures = JACK <= rank <= KING and packet.single(ACE, KING)
    return packet.top_singles() if small or middle or figures else packet.two_of(rank)


def two_pairs(packet: Packet) -> Split:
    """Two pairs stay together or part; where they part the lower one goes low."""
    top, second = packet.of[2]
    ace, king = packet.single(ACE), packet.single(KING)
    if top == ACE or (top >= JACK and second >= SEVEN):
        together = False
    elif top >= JACK or (top >= SEVEN and second >= SEVEN):
        together = ace
    else:
        together = ace or king
    return packet.top_singles() if together else packet.two_of(second)


# --- every packet of the deck ----------------------------------------------------------------------


class Alike(NamedTuple):
    """A packet, and how many packets of the deck differ from it in suits alone and are set as it is."""

    cards: tuple[int, ...]
    many: int


def packets() -> Iterator[Alike]:
    """
    Yield one packet of each sort; together they are all comb(53, 7).

    A sort is either the ranks of the cards of one suit, five or more with the joker, and those of the others;
    or, where no five are of one suit, the ranks of all.
    """
    flushes: Counter[tuple[bool, tuple[int, ...]]] = Counter()
    for joker in (False, True):
        for suited in range(5 - joker, 8 - joker):
            for ranks in itertools.combinations(RANKS, suited):
                for others in itertools.combinations_with_replacement(RANKS, 7 - joker - suited):
                    times = Counter(others)
                    many = 4 * prod(comb(3, n) for n in times.values())
                    if many:
                        flushes[joker, tuple(sorted(ranks + others))] += many
                        beside = [4 * rank + 1 + i % 3 for i, rank in enumerate(others)]
                        yield Alike((*(4 * rank for rank in ranks), *beside, *[JOKER] * joker), many)
        for every in itertools.combinations_with_replacement(RANKS, 7 - joker):
            many = prod(comb(4, n) for n in Counter(every).values()) - flushes[joker, every]
            if many:
                yield Alike((*(4 * rank + i % 4 for i, rank in enumerate(every)), *[JOKER] * joker), many)
