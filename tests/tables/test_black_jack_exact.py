# SPDX-License-Identifier: MIT
"""
Black jack in fractions: what doubles say is as near to it as their bounds promise.

Everything here is counted card after card, apart from the sets and orders of the product: the croupier's
ends, the gains of a hand with all that may come of it, and a pair of aces with every hand that it becomes.
"""

from __future__ import annotations

import itertools
from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from black_jack_number import at_most, left_out

from machines.tables.figure import exact
from machines.tables.games.black_jack.analysis import (
    DOUBLE,
    STAND,
    Setting,
    deals,
    fresh,
    gain_error,
    hands,
    mean_error,
)
from machines.tables.games.black_jack.croupier import (
    BUST,
    NATURAL,
    SEVENS,
    UNIT,
    Counts,
    best,
    chances,
    error,
    plus,
    without,
)
from machines.tables.games.black_jack.odds import bound
from machines.tables.games.black_jack.pairs import FURTHER, Pairs, out_at_most, pair_of
from machines.tables.games.black_jack.plan import ALONE, BEST, DECLARED, mean_square, shoe, splits, worth
from machines.tables.games.black_jack.plan import best as best_play
from machines.tables.games.black_jack.squares import square

NONE = (0,) * 10
ACE, TWO, SEVEN, TEN = 0, 1, 6, 9
SIX_DECKS = tuple(fresh(6).tolist())
ONE, ZERO = Fraction(1), Fraction(0)


@cache
def his_ends(left: Counts, up: int) -> tuple[Fraction, ...]:
    """How the croupier ends, his first card taken out already, in the order of ENDS: by orders of cards."""
    found = [ZERO] * 8
    level, many, orders = Counter({NONE: 1}), sum(left), 1
    while level:
        following: Counter[Counts] = Counter()
        ended = [0] * 8
        for drawn, ways in level.items():
            total, size = best(plus(drawn, up)), sum(drawn)
            if total >= 17:
                natural = total == 21 and size == 1
                ended[NATURAL if natural else BUST if total > 21 else total - 17] += ways
                if up == SEVEN and drawn[SEVEN] == size == 2:
                    ended[SEVENS] += ways
                continue
            for v, there in enumerate(left):
                if there > drawn[v]:
                    following[plus(drawn, v)] += ways * (there - drawn[v])
        found = [have + Fraction(more, orders) for have, more in zip(found, ended, strict=True)]
        level, orders, many = following, orders * many, many - 1
    return tuple(found)


def taken(left: Counts, v: int) -> Counts:
    return (*left[:v], left[v] - 1, *left[v + 1 :])


@pytest.mark.parametrize("up", range(10))
def test_the_croupiers_ends_are_within_their_bound(up: int) -> None:
    told = chances(without(fresh(6)[None, :], up), up)[0]
    for mine, true in zip(told.tolist(), his_ends(taken(SIX_DECKS, up), up), strict=True):
        assert abs(Fraction(mine) - true) <= Fraction(error(up)) * true
    assert sum(his_ends(taken(SIX_DECKS, up), up)[:7]) == 1


def gain(points: int, ends: tuple[Fraction, ...], stake: int = 1) -> Fraction:
    """Of a hand that stands and is neither a black jack nor three sevens."""
    beaten = sum(((points > total) - (points < total)) * ends[total - 17] for total in range(17, 22))
    return stake * (beaten + ends[BUST] - ends[NATURAL])


@pytest.mark.parametrize(
    ("hand", "up"), [((TEN, TWO), TWO), ((TEN, 5), TEN), ((5, 4), 5), ((SEVEN, SEVEN), TEN), ((ACE, 6), 8)]
)
def test_a_hands_best_gain_is_within_its_bound(hand: tuple[int, int], up: int) -> None:
    """Twelve, sixteen, eleven that is doubled, fourteen that may become three sevens, soft eighteen."""
    left = taken(SIX_DECKS, up)
    cards = NONE
    for v in hand:
        left, cards = taken(left, v), plus(cards, v)

    def most(held: Counts, rest: Counts) -> Fraction:
        points = best(held)
        ends = his_ends(rest, up)
        stood = gain(points, ends)
        if held[SEVEN] == sum(held) == 3:
            stood = 2 * (1 - ends[NATURAL] - ends[SEVENS]) - ends[NATURAL]
        if points >= 21:
            return stood
        drawn, twice = ZERO, ZERO
        for v, there in enumerate(rest):
            chance = Fraction(there, sum(rest))
            more, fewer = plus(held, v), taken(rest, v)
            passed = best(more) > 21
            drawn += chance * (-1 if passed else most(more, fewer))
            if sum(held) == 2:
                twice += chance * (-2 if passed else gain(best(more), his_ends(fewer, up), 2))
        low = sum((v + 1) * many for v, many in enumerate(held))
        able = sum(held) == 2 and 9 <= low <= 11 and low == points
        return max(stood, drawn, *([twice] if able else []))

    known = shoe(Setting())
    plan, value = known.best()
    row = known.row(cards)
    assert abs(Fraction(float(value[row, up])) - most(cards, left)) <= Fraction(gain_error())
    assert (plan[row, up] == DOUBLE) == (hand == (5, 4))


Done = tuple[tuple[int, int], ...]
"""Points, 22 for a hand that has passed, and stakes of hands, the first one of the box last."""


def together(done: Done, ends: tuple[Fraction, ...], original_only: bool) -> tuple[Fraction, Fraction]:
    """What hands gain of one croupier, and the square of it."""
    mean = square = ZERO
    for end, chance in enumerate(ends[:7]):
        gains = [
            -stake if points > 21 else stake if end == BUST
            else (points > 17 + end) * stake - (points < 17 + end) * stake if end < BUST
            else -stake if not original_only else -(at == len(done) - 1)
            for at, (points, stake) in enumerate(done)
        ]  # fmt: skip
        mean += chance * sum(gains)
        square += chance * sum(gains) ** 2
    return mean, square


def come_to(
    left: Counts, up: int, v: int, again: bool, original_only: bool, most: int = 99
) -> tuple[Fraction, Fraction]:
    """
    A separated pair, card after card: every hand stands with two cards, or doubles eleven.

    Hands that wait are alike, so the first of the box waits last: the order of cards is nothing.
    """

    @cache
    def further(left: Counts, waiting: int, done: Done) -> tuple[Fraction, Fraction]:
        if not waiting:
            return together(done, his_ends(left, up), original_only)
        found = [ZERO, ZERO]

        def add(chance: Fraction, *to: object) -> None:
            for at, more in enumerate(further(*to)):
                found[at] += chance * more

        for card, there in enumerate(left):
            chance, rest = Fraction(there, sum(left)), taken(left, card)
            two = plus(plus(NONE, v), card)
            if not there:
                continue
            if card == v and again and waiting + len(done) < most:
                add(chance, rest, waiting + 1, done)
            elif best(two) == 11 and v != ACE:
                for third, many in enumerate(rest):
                    if many:
                        hand = (best(plus(two, third)), 2)
                        now = chance * Fraction(many, sum(rest))
                        add(now, taken(rest, third), waiting - 1, put(done, hand, waiting))
            else:
                add(chance, rest, waiting - 1, put(done, (best(two), 1), waiting))
        return found[0], found[1]

    return further(left, 2, ())


def put(done: Done, hand: tuple[int, int], waiting: int) -> Done:
    """One hand more; the last that waits is the first of the box."""
    return (*done, hand) if waiting == 1 else tuple(sorted((*done, hand)))


@pytest.mark.parametrize("again", [True, False])
@pytest.mark.parametrize("original_only", [False, True])
def test_a_pair_of_aces_is_all_the_hands_that_it_becomes(again: bool, original_only: bool) -> None:
    """From one deck and against a ten: one card on each ace, and every further ace a hand of its own."""
    whole = taken(taken(taken(tuple(fresh(1).tolist()), ACE), ACE), TEN)
    mean, both = come_to(whole, TEN, ACE, again, original_only)
    setting = Setting(decks=1, resplit_aces=again, original_only=original_only)
    pairs = Pairs(setting, ACE, np.full((len(hands(1).counts), 10), STAND, dtype=np.int8))
    told, known = pairs.parted(), square(pairs, TEN)
    assert abs(Fraction(float(told.gain[TEN])) - mean) <= Fraction(float(told.bound[TEN]))
    assert abs(Fraction(known.square) - both) <= Fraction(known.bound)
    assert told.bound[TEN] < 1e-10 and known.bound < 1e-8


@pytest.mark.parametrize("original_only", [pytest.param(False, marks=pytest.mark.long), True])
def test_a_pair_of_eights_is_all_its_hands_and_their_doubles(original_only: bool) -> None:
    """From one deck and against a nine: eleven is doubled, every other hand stands with two cards."""
    nine, eight = 8, 7
    whole = taken(taken(taken(tuple(fresh(1).tolist()), eight), eight), nine)
    mean, both = come_to(whole, nine, eight, True, original_only)
    plan = np.full((len(hands(1).counts), 10), STAND, dtype=np.int8)
    plan[hands(1).rows[plus(plus(NONE, eight), 2)]] = DOUBLE
    pairs = Pairs(Setting(decks=1, original_only=original_only), eight, plan)
    told, known = pairs.parted(), square(pairs, nine)
    assert abs(Fraction(float(told.gain[nine])) - mean) <= Fraction(float(told.bound[nine]))
    assert abs(Fraction(known.square) - both) <= Fraction(known.bound)
    assert told.bound[nine] < 1e-10 and known.bound < 1e-8


@pytest.mark.parametrize("most", [2, 3, 4])
def test_a_pair_of_aces_becomes_no_more_hands_than_a_number(most: int) -> None:
    """From one deck, in fractions, as above: an ace upon the last hands stays, and is twelve."""
    whole = taken(taken(taken(tuple(fresh(1).tolist()), ACE), ACE), TEN)
    mean, _ = come_to(whole, TEN, ACE, True, False, most)
    pairs = Pairs(Setting(decks=1), ACE, np.full((len(hands(1).counts), 10), STAND, dtype=np.int8))
    assert abs(Fraction(at_most(pairs, most, TEN)) - mean) < Fraction(1, 10**11)


@pytest.mark.long
def test_no_number_of_hands_is_better_than_separating_always() -> None:
    """
    Best play separates every further card; to stop at two, three, ... eleven hands gains less each time.

    What a larger number could gain is within 2e-8 of a stake. A pair that is not separated is not for any
    number either, tens too.
    """
    setting, unknown, least = Setting(), 0.0, 1.0
    plan, alone = best_play(setting)
    pairs = [Pairs(setting, v, plan, further=9) for v in range(10)]
    for counts, up, chance in deals(setting.decks):
        if (v := pair_of(counts)) < 0:
            continue
        whole = float(alone[shoe(setting).row(counts), up])
        gains = [whole, *(at_most(pairs[v], most, up) for most in range(2, 12))]
        if splits(setting, counts, up, BEST):
            assert all(one < two for one, two in itertools.pairwise(gains)), (counts, up)
            least = min(least, gains[2] - gains[1])
            unknown += chance * left_out(pairs[v], 11, up)
        else:
            assert max(gains) == whole, (counts, up)
            assert v == TEN or whole - gains[-1] > left_out(pairs[v], 11, up), (counts, up)
    assert 1e-8 < unknown < 2e-8 and round(least, 4) == 0.0013


def test_deals_are_within_their_bound() -> None:
    """Chances of two cards and the croupier's first: seven roundings each."""
    for cards, up, chance in deals(6):
        left, true = SIX_DECKS, ONE
        for v in [v for v, many in enumerate(cards) for _ in range(many)] + [up]:
            true *= Fraction(left[v], sum(left))
            left = taken(left, v)
        true *= 1 if 2 in cards else 2
        assert abs(Fraction(chance) - true) <= true * Fraction(7 * UNIT)


def test_bounds_are_as_small_as_the_page_says() -> None:
    assert max(map(error, range(10))) < 3e-14 and gain_error() < 2e-13
    assert mean_error() < 3e-13 and bound() < Fraction(4, 10**13)
    for by in (BEST, DECLARED):
        assert mean_error() < worth(Setting(), by).bound < 3e-7
    assert worth(Setting(), ALONE).bound == mean_error()


@pytest.mark.long
def test_bounds_of_variances_are_as_small_as_the_page_says() -> None:
    for by in (BEST, DECLARED):
        assert mean_square(Setting(), by).bound < 6e-6


def test_ways_of_hands_behind_a_pair_are_trees_of_their_splits() -> None:
    """With k further cards two hands become k + 2: counted one order after the other."""

    def orders(waiting: int, further: int) -> int:
        if waiting == 0:
            return further == 0
        more = orders(waiting + 1, further - 1) if further else 0
        return more + orders(waiting - 1, further)

    assert [Pairs.ways(k) for k in range(9)] == [orders(2, k) for k in range(9)]
    assert out_at_most(FURTHER) >= 2 * 7 + 1


def test_a_bounded_number_has_the_digits_that_its_bound_allows() -> None:
    assert exact(Fraction(1, 37), Fraction(3, 10**6)) == "0.027027 ± 4E-6"
    assert exact(Fraction(-1, 37), Fraction(96, 10**5)) == "-0.0270 ± 1.1E-3"
