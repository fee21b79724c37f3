# SPDX-License-Identifier: MIT
"""
The tests of shoes: a card too many or missing, which is certain; ranks, suits, neighbours, halves, clumps.

Whatever cards of a shoe were seen, their order is one of all orders, each as likely: counts of neighbours
have a mean and a variance that follow from that alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from machines.tables.chance import RANKS, SUITS
from machines.tables.inspection.chances import (
    Array,
    hypergeometric,
    matched_p,
    tails_p,
    together,
)
from machines.tables.inspection.power import POWERS, Bias, share_bias
from machines.tables.inspection.trial import Cell, Trial, each

DECK = 52


@dataclass(frozen=True)
class ShoeDraws:
    """
    Cards of one shoe after the other, in their order.

    Attributes:
        shoes: cards 0 to 51 of each, by ``machines.tables.chance.card``.
        decks: in a shoe.
        whole: every card of each shoe was seen, to its last.
    """

    shoes: tuple[tuple[int, ...], ...]
    decks: int
    whole: bool = False


class Wrong(NamedTuple):
    """A card that a shoe has more or fewer times than it may: no chance, but certain."""

    shoe: int
    card: int
    seen: int
    decks: int


def wrong_cards(draws: ShoeDraws) -> list[Wrong]:
    """Cards that came too often, and in a shoe seen to its last card those that did not come as often."""
    found = []
    for number, cards in enumerate(draws.shoes, 1):
        counts = np.bincount(np.array(cards), minlength=DECK)
        whole = draws.whole or len(cards) >= DECK * draws.decks
        for card, seen in enumerate(counts.tolist()):
            if seen > draws.decks or (whole and seen < draws.decks):
                found.append(Wrong(number, card, seen, draws.decks))
    return found


def shoe_trials(draws: ShoeDraws) -> list[Trial]:
    """Every test of shoes; one that so few cards do not allow has no cells."""
    found = []
    if parts := [shoe for shoe in draws.shoes if len(shoe) < DECK * draws.decks and not draws.whole]:
        names = [(RANKS[card // 4] + SUITS[card % 4],) for card in range(DECK)]
        found = [
            _composition("card", parts, draws.decks, lambda cards: cards, names),
            _composition("rank", parts, draws.decks, _ranks, [(rank,) for rank in RANKS]),
            _composition("suit", parts, draws.decks, _suits, [(suit,) for suit in SUITS]),
        ]
    return [
        *found,
        _neighbours(draws.shoes),
        _halves(draws.shoes),
        _carried(draws.shoes),
    ]


def _ranks(cards: Array) -> Array:
    return cards // 4


def _suits(cards: Array) -> Array:
    return cards % 4


def _composition(
    name: str, shoes: Sequence[Sequence[int]], decks: int, kind: Callable[[Array], Array],
    labels: Sequence[tuple[str, ...]],
) -> Trial:  # fmt: skip
    """How often each kind came among the cards that were seen of whole shoes."""
    size, marked = DECK * decks, DECK * decks // len(labels)
    seen = sum(np.bincount(kind(np.array(shoe)), minlength=len(labels)) for shoe in shoes)
    chances = together([hypergeometric(size, marked, len(shoe)) for shoe in shoes])
    mean = sum(len(shoe) for shoe in shoes) * marked / size
    cells = [
        Cell(label, int(count), mean, tails_p(chances, int(count)) if count < len(chances) else 0.0)
        for label, count in zip(labels, np.asarray(seen).tolist(), strict=True)
    ]
    return Trial(name, tuple(cells), each(len(labels), partial(_missing, name, shoes, size, marked, chances)))


def _missing(
    name: str, shoes: Sequence[Sequence[int]], size: int, marked: int, chances: Array, alpha: float
) -> Bias:
    """How many of a kind must be missing in every shoe to be found."""
    lower = 2 * np.cumsum(chances)
    limit = int((lower <= alpha).sum())  # counts below it are found
    powers = []
    for gone in range(1, marked + 1):
        drawn = [min(len(shoe), size - gone) for shoe in shoes]
        true = together([hypergeometric(size - gone, marked - gone, many) for many in drawn])
        powers.append(float(true[:limit].sum()))
        if powers[-1] >= max(POWERS):
            break
    sizes = tuple(
        next((float(gone) for gone, found in enumerate(powers, 1) if found >= power), None)
        for power in POWERS
    )
    return Bias(f"missing_{name}", float(marked), sizes, whole=True)


class Moments(NamedTuple):
    """Mean and variance of how many neighbours of a shuffled shoe stand in a relation."""

    mean: float
    variance: float


def moments_of(related: Array) -> Moments:
    """
    Of a relation between cards, each row what may follow one, when all orders are equally likely.

    Pairs of places that share one are counted apart from those that share none.
    """
    many = len(related)
    related = related.astype(float)
    np.fill_diagonal(related, 0.0)
    pairs = float(related.sum())
    rows, columns = related.sum(axis=1), related.sum(axis=0)
    back = float((related * related.T).sum())
    apart = pairs**2 - float((rows**2 + columns**2 + 2 * rows * columns).sum()) + pairs + back
    chained = float((rows * columns).sum()) - back
    one = pairs / (many * (many - 1))
    two = chained / (many * (many - 1) * (many - 2))
    four = apart / (many * (many - 1) * (many - 2) * (many - 3))
    mean = (many - 1) * one
    square = mean + 2 * (many - 2) * two + (many - 2) * (many - 3) * four
    return Moments(mean, square - mean**2)


Relation = Callable[[Array, Array], Array]
RELATIONS: dict[str, Relation] = {
    "same rank": lambda one, other: one // 4 == other // 4,
    "same suit": lambda one, other: one % 4 == other % 4,
    "next card": lambda one, other: (one % 4 == other % 4) & (other // 4 == one // 4 + 1),
}


def _neighbours(shoes: Sequence[Sequence[int]]) -> Trial:
    """Cards that follow one of their rank or suit, or the one before them in a new deck."""
    cells, biases = [], []
    usable = [np.array(shoe) for shoe in shoes if len(shoe) > 3]
    for name, relation in RELATIONS.items() if usable else ():
        seen = sum(int(relation(shoe[:-1], shoe[1:]).sum()) for shoe in usable)
        moments = [moments_of(relation(shoe[:, None], shoe[None, :])) for shoe in usable]
        mean, variance = sum(one.mean for one in moments), sum(one.variance for one in moments)
        if mean < 1:
            continue
        cells.append(Cell((name,), seen, mean, matched_p(seen, mean, variance)))
        places = sum(len(shoe) - 1 for shoe in usable)
        biases.append(partial(share_bias, name, places, mean / places))
    return Trial("neighbour", tuple(cells), each(max(1, len(cells)), *biases))


def _halves(shoes: Sequence[Sequence[int]]) -> Trial:
    """Ranks in the first half of each shoe, under how many of them it has."""
    usable = [np.array(shoe) // 4 for shoe in shoes if len(shoe) > 3]
    cells, fewest = [], 0
    for rank, name in enumerate(RANKS) if usable else ():
        chances = together(
            [hypergeometric(len(shoe), int((shoe == rank).sum()), len(shoe) // 2) for shoe in usable]
        )
        seen = sum(int((shoe[: len(shoe) // 2] == rank).sum()) for shoe in usable)
        mean = float((chances * np.arange(len(chances))).sum())
        cells.append(Cell((name,), seen, mean, tails_p(chances, seen)))
        many = sum(int((shoe == rank).sum()) for shoe in usable)
        fewest = min(fewest or many, many)
    return Trial("half", tuple(cells), each(max(1, len(cells)), partial(share_bias, "half", fewest, 0.5)))


def _carried(shoes: Sequence[Sequence[int]]) -> Trial:
    """Neighbours that stand together in the shoe before, too: clumps that no shuffle has parted."""
    seen, places, mean, variance = 0, 0, 0.0, 0.0
    for before, after in pairwise(shoes):
        if len(before) < 4 or len(after) < 4:
            continue
        known = np.zeros((DECK, DECK), dtype=bool)
        known[np.array(before[:-1]), np.array(before[1:])] = True
        cards = np.array(after)
        moments = moments_of(known[cards[:, None], cards[None, :]])
        seen += int(known[cards[:-1], cards[1:]].sum())
        places += len(cards) - 1
        mean, variance = mean + moments.mean, variance + moments.variance
    if mean < 1:
        return Trial("carried", ())
    cell = Cell((), seen, mean, matched_p(seen, mean, variance))
    return Trial("carried", (cell,), each(1, partial(share_bias, "carried", places, mean / places)))
