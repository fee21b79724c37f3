# SPDX-License-Identifier: MIT
"""Five cards against the bank's: counts beside looking at every hand, deals beside plain Python."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from itertools import chain, combinations, permutations
from math import comb

import numpy as np
import pytest
import stud_checks
from numpy.typing import NDArray

import cext
from cext.cards import POKER_52, STRIPPED, HandOrder, Kind
from cext.cards_table import hand_table
from cext.deals import deals
from cext.errors import CoreError
from cext.rng import widest_tier
from cext.table_stud import AGAINST, FATES, HANDS, LOOK, BestPlay

KEY = bytes([7] * 32)
PLAYS_AT = 1114
"""The class of A-K-4-3-2."""
PAYS = {
    Kind.HIGH: 1, Kind.PAIR: 1, Kind.TWO_PAIRS: 2, Kind.THREE: 3, Kind.STRAIGHT: 4, Kind.FLUSH: 5,
    Kind.FULL: 7, Kind.FOUR: 20, Kind.STRAIGHT_FLUSH: 50, Kind.ROYAL: 100, Kind.FIGURES: 0, Kind.FIVE: 0,
}  # fmt: skip
"""The usual table of this game outside Spain, of which figures are published."""


@pytest.fixture(scope="module")
def best() -> BestPlay:
    return BestPlay(POKER_52, plays_at=PLAYS_AT, raises=2, pays=PAYS)


@lru_cache(maxsize=1)
def all_hands() -> NDArray[np.uint8]:
    flat = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(flat, np.uint8, 5 * HANDS).reshape(-1, 5)


@lru_cache(maxsize=1)
def fours() -> NDArray[np.uint8]:
    """Every four of 46 places."""
    flat = chain.from_iterable(combinations(range(46), 4))
    return np.fromiter(flat, np.uint8, 4 * AGAINST).reshape(-1, 4)


def hands_of(order: HandOrder, number: int) -> Counter[tuple[int, ...]]:
    """The hands of a class, of those that differ by a change of suits one, with how many there are."""
    found: Counter[tuple[int, ...]] = Counter()
    for row in all_hands()[hand_table(order, 5).rank(all_hands()) == number].tolist():
        alike = (sorted(card & ~3 | suits[card & 3] for card in row) for suits in permutations(range(4)))
        found[tuple(min(alike))] += 1
    return found


def against(order: HandOrder, cards: tuple[int, ...], up: int, pays: int, raises: int) -> list[int]:
    """What comes of a hand over all hands of the bank, each looked at: as ``FATES``."""
    table = hand_table(order, 5)
    rest = np.array([card for card in range(52) if card != up and card not in cards], dtype=np.uint8)
    hands = np.hstack([rest[fours()], np.full((AGAINST, 1), up, dtype=np.uint8)])
    bank, own = table.rank(hands), int(table.rank(np.array([cards], dtype=np.uint8))[0])
    out = int((bank < PLAYS_AT).sum())
    plays = bank[bank >= PLAYS_AT]
    worse, equal, better = (int(found.sum()) for found in (plays < own, plays == own, plays > own))
    if out + worse * (1 + raises * pays) - better * (1 + raises) <= -AGAINST:
        return [AGAINST, 0, 0, 0, 0]
    return [0, out, worse, equal, better]


def cells_of(order: HandOrder, number: int, pays: int, raises: int) -> list[int]:
    """The cells of a class, every hand and every open card looked at."""
    total = np.zeros(len(FATES), dtype=np.int64)
    for cards, many in hands_of(order, number).items():
        for up in (card for card in range(52) if card not in cards):
            total += many * np.array(against(order, cards, up, pays, raises))
    return [int(one) for one in total]


@pytest.mark.long
@pytest.mark.parametrize(
    "check", [stud_checks.check_best, stud_checks.check_deals, stud_checks.check_rejected]
)
def test_the_core_counts_what_it_should(check: Callable[[object], None]) -> None:
    check(cext)


def test_best_play_loses_what_is_published(best: BestPlay) -> None:
    """5.224 per cent of an ante, and 52.23 per cent of hands that go on."""
    gain = 0
    for number, row in enumerate(best.cells.tolist()):
        folds, out, worse, _, better = row
        pays = PAYS[Kind(int(best.table.kinds[number]))]
        gain += -folds + out + worse * (1 + 2 * pays) - better * 3
    total = HANDS * 47 * AGAINST
    assert int(best.cells.sum()) == total
    assert 0.05224 < -gain / total < 0.05225
    assert 0.5222 < 1 - int(best.cells[:, 0].sum()) / total < 0.5223


def test_the_bank_plays_as_often_as_is_published() -> None:
    counts = hand_table(POKER_52, 5).counts()
    assert 0.563 < int(counts[PLAYS_AT:].sum()) / comb(52, 5) < 0.564


@pytest.mark.parametrize(("number", "cards"), [(7462, "Ah Kh Qh Jh Th"), (7453, "5h 4h 3h 2h Ah")])
def test_hands_of_a_class_stand_as_looking_at_them_says(best: BestPlay, number: int, cards: str) -> None:
    """Escaleras reales and the lowest of the others: one of them with every open card, of each suit."""
    pays = PAYS[Kind(int(best.table.kinds[number]))]
    hand = tuple(POKER_52.cards(cards))
    total = np.zeros(len(FATES), dtype=np.int64)
    for up in (card for card in range(52) if card not in hand):
        total += against(POKER_52, hand, up, pays, 2)
    assert best.cells[number].tolist() == (4 * total).tolist()


@pytest.mark.long
@pytest.mark.parametrize("number", [1, 1113, 1114, 1270, 3326, 6186])
def test_any_class_stands_as_looking_at_it_says(best: BestPlay, number: int) -> None:
    """The lowest hand, those about ace and king, A-K-Q-J-2, a pair of knaves, a color."""
    found = cells_of(POKER_52, number, PAYS[Kind(int(best.table.kinds[number]))], 2)
    assert best.cells[number].tolist() == found


def test_a_hand_goes_on_where_that_loses_less(best: BestPlay) -> None:
    """Hands of classes in which it depends, whatever suits they have."""
    rows = deals(KEY, 0, 4_000, 52, 10)
    mine = np.ascontiguousarray(rows[:, ::2])
    picked = np.flatnonzero(best.goes[best.table.rank(mine)] == LOOK)[:40]
    found = []
    for at in picked.tolist():
        cards, up = tuple(int(card) for card in mine[at]), int(rows[at, 9])
        goes = against(POKER_52, cards, up, 1, 2)[0] == 0
        assert best.goes_on(cards, up) == goes
        assert best.goes_on(tuple(reversed(cards)), up) == goes
        found.append(goes)
    assert len(found) == 40 and 5 < sum(found) < 35


def test_what_depends_is_ace_and_king_alone(best: BestPlay) -> None:
    numbers = np.flatnonzero(best.goes == LOOK)
    texts = [best.table.order.hand(int(best.table.scores[number])) for number in numbers.tolist()]
    assert {(one.kind, one.ranks[:2]) for one in texts} == {(Kind.HIGH, ("A", "K"))}
    assert set(best.goes[1 : int(numbers.min())]) == {0} and set(best.goes[int(numbers.max()) + 1 :]) == {1}


def test_deals_are_counted_as_plain_python_counts_them(best: BestPlay) -> None:
    rows = [0, *(int(kind) for kind in best.table.kinds[1:])]
    many = 3_000
    found = np.zeros((16, len(FATES)), dtype=np.uint64)
    scores = best.table.scores.tolist()
    for cards in deals(KEY, 5, many, 52, 10, machine=3).tolist():
        mine, bank = cards[::2], cards[1::2]
        own, theirs = POKER_52.score(mine), POKER_52.score(bank)
        fate = 2 if own > theirs else 3 if own == theirs else 4
        fate = 1 if theirs < scores[PLAYS_AT] else fate
        fate = fate if best.goes_on(mine, bank[-1]) else 0
        found[POKER_52.hand(own).kind, fate] += 1
    counted = best.count(KEY, first=5, deals=many, rows=rows, machine=3)
    assert counted.tolist() == found.tolist()
    for tier in range(widest_tier() + 1):
        assert (best.count(KEY, first=5, deals=many, rows=rows, machine=3, tier=tier) == counted).all()
    with pytest.raises(CoreError, match="tier must be 0 to"):
        best.count(KEY, first=0, deals=1, rows=rows, tier=widest_tier() + 1)
    parts = [best.count(KEY, first=5 + at, deals=1_000, rows=rows, machine=3) for at in (0, 1_000, 2_000)]
    assert (sum(parts[1:], parts[0]) == counted).all()


@pytest.mark.long
def test_another_order_is_counted_by_its_own_classes() -> None:
    order = HandOrder(kinds=STRIPPED)
    best = BestPlay(order, plays_at=PLAYS_AT, raises=1, pays=PAYS)
    assert int(best.cells.sum()) == HANDS * 47 * AGAINST
    number = int(np.flatnonzero(best.table.kinds == Kind.FULL)[0])
    assert best.cells[number].tolist() == cells_of(order, number, PAYS[Kind.FULL], 1)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"plays_at": 0}, "plays_at must be 1 to 7462"),
        ({"plays_at": 7463}, "plays_at must be 1 to 7462"),
        ({"raises": 0}, "raises must be 1 to 100"),
        ({"pays": dict.fromkeys(Kind, 65_536)}, "pays must be 0 to 65535"),
    ],
)
def test_rules_out_of_range_are_refused(wrong: dict[str, object], says: str) -> None:
    rules: dict[str, object] = {"plays_at": PLAYS_AT, "raises": 2, "pays": PAYS, **wrong}
    with pytest.raises(CoreError, match=says):
        BestPlay(POKER_52, **rules)  # type: ignore[arg-type]


def test_what_is_no_deal_is_refused(best: BestPlay) -> None:
    rows = [0] * (best.table.classes + 1)
    with pytest.raises(CoreError, match="cards must be 5"):
        best.goes_on((0, 1, 2, 3, 4), 4)
    with pytest.raises(CoreError, match="row must be 0 to 15"):
        best.count(KEY, first=0, deals=1, rows=[*rows[:-1], 16])
    with pytest.raises(CoreError, match="rows must be of all 7463 classes"):
        best.count(KEY, first=0, deals=1, rows=rows[:-1])
    with pytest.raises(CoreError, match="key must be 32 bytes"):
        best.count(b"", first=0, deals=1, rows=rows)
    with pytest.raises(CoreError, match="order"):
        BestPlay(HandOrder(width=3), plays_at=1, raises=1, pays=PAYS)
