# SPDX-License-Identifier: MIT
"""Pots in the long run: against every threshold, every play, and what enters and leaves them."""

import random
from collections import defaultdict
from fractions import Fraction

import numpy as np
import pytest

from cext import Pot
from machines.types.chance import must_hit as chance_must_hit
from machines.types.chance.must_hit import floor_sum, mean_plays_between_hits, mean_plays_from_seed
from machines.types.chance.pots import (
    Between,
    break_even_cents,
    expected_award_cents,
    limit_chance,
    pot_figures,
)

PRICE_CENTS = 2


def must_hit(seed, limit, share, reserve=0):
    return Pot(seed, limit, Fraction(share), Fraction(reserve), "must_hit")


class Played:
    """A pot played as chance.h says: contributions with carry, limit, reset."""

    def __init__(self, pot):
        self.pot = pot
        self.a = PRICE_CENTS * 1000 * pot.share
        self.r = PRICE_CENTS * 1000 * pot.reserve

    def play(self, state):
        value, reserve, carry, reserve_carry = state
        carry += self.a
        reserve_carry += self.r
        value += carry.__floor__()
        reserve += reserve_carry.__floor__() + max(0, value - self.pot.limit_mc)
        return min(value, self.pot.limit_mc), reserve, carry % 1, reserve_carry % 1

    def reset(self, state):
        value, reserve, carry, reserve_carry = state
        total = value % 1000 + reserve + self.pot.seed_mc
        value = min(total, self.pot.limit_mc)
        return value, total - value, carry, reserve_carry

    def cycle(self, start):
        """{(plays, state at the reset): probability}: each play is hit by the thresholds that it passes."""
        found, state, plays = defaultdict(Fraction), start, 0
        limit = self.pot.limit_mc
        while plays == 0 or state[0] < limit:
            before, state, plays = state[0], self.play(state), plays + 1
            passed = Fraction(state[0] - before, limit - start[0]) if start[0] < limit else Fraction(1)
            found[plays, self.reset(state)] += passed
        return found


def stationary_mean(pot, cycles_played=40, settled=1e-9):
    """Mean plays of a cycle after so many cycles that it no longer moves, in floats."""
    played, cycles = Played(pot), {}
    shares = {(pot.seed_mc, 0, Fraction(0), Fraction(0)): 1.0}
    means = []
    for _ in range(cycles_played):
        after, mean = defaultdict(float), 0.0
        for start, share in shares.items():
            if start not in cycles:
                cycles[start] = [(n, s, float(chance)) for (n, s), chance in played.cycle(start).items()]
            for plays, then, chance in cycles[start]:
                after[then] += share * chance
                mean += share * chance * plays
        shares = after
        means.append(mean)
    assert abs(means[-1] - means[-2]) < settled
    return means[-1]


TIDY = [
    must_hit(1_000, 4_000, Fraction(1, 2)),  # steps of a cent that end on the limit
    must_hit(1_000, 3_500, Fraction(1, 2)),  # the last step passes it
    must_hit(1_000, 4_700, Fraction(3, 10)),  # steps of 600 millicents: a rest remains
    must_hit(0, 2_000, Fraction(1, 3)),  # and a carry
    must_hit(1_000, 3_000, Fraction(1)),  # one play
]


@pytest.mark.parametrize("pot", TIDY)
def test_few_states_are_solved_exactly(pot):
    low, high, keeps = mean_plays_between_hits(pot, PRICE_CENTS)
    assert keeps
    assert low == high
    assert abs(float(low) - stationary_mean(pot)) < 1e-8


def chain_mean(pot):
    """Mean plays of a cycle in the long run, by every cycle that can follow; None if too many can."""
    played, start = Played(pot), (pot.seed_mc, 0, Fraction(0), Fraction(0))
    cycles, waiting = {}, [start]
    while waiting:
        start = waiting.pop()
        if start not in cycles:
            cycles[start] = played.cycle(start)
            waiting += [then for _, then in cycles[start]]
        if len(cycles) > chance_must_hit.MOST_STATES:
            return None
    place = {start: i for i, start in enumerate(cycles)}
    matrix, plays = np.zeros((len(place) + 1, len(place))), np.zeros(len(place))
    matrix[-1] = 1
    for start, cycle in cycles.items():
        matrix[place[start], place[start]] -= 1
        for (count, then), chance in cycle.items():
            matrix[place[then], place[start]] += float(chance)
            plays[place[start]] += count * float(chance)
    if np.linalg.matrix_rank(matrix) < len(place):
        return None
    return float(np.linalg.lstsq(matrix, np.eye(len(place) + 1)[-1], rcond=None)[0] @ plays)


@pytest.mark.parametrize("seed", range(4))
def test_random_pots_of_few_states_are_solved_exactly(seed):
    """Carries, rests and reserves together, as no pot that is picked by hand has them all."""
    pick, solved = random.Random(seed), 0
    while solved < 12:
        pot = must_hit(
            pick.randrange(0, 3_000, 100),
            pick.randrange(3_500, 9_000, 100),
            Fraction(pick.randrange(1, 8), pick.choice((8, 10, 12, 16))),
            pick.choice((Fraction(0), Fraction(1, 20), Fraction(1, 8), Fraction(3, 40))),
        )
        mean = chain_mean(pot)
        if mean is not None:
            low, high, _ = mean_plays_between_hits(pot, PRICE_CENTS)
            assert (float(low), float(high)) == (pytest.approx(mean), pytest.approx(mean)), pot
            solved += 1


RESERVES = [must_hit(1_000, 5_000, Fraction(1, 16), Fraction(reserve, 80)) for reserve in (1, 3)]


@pytest.mark.parametrize("pot", RESERVES)
def test_a_reserve_is_solved_too_where_its_states_can_be_counted(pot):
    low, high, _ = mean_plays_between_hits(pot, PRICE_CENTS)
    assert low == high == pytest.approx(stationary_mean(pot))


@pytest.mark.parametrize("pot", [*TIDY[:4], *RESERVES])
def test_where_states_cannot_be_counted_the_mean_is_enclosed(pot, monkeypatch):
    exact, _, _ = mean_plays_between_hits(pot, PRICE_CENTS)
    monkeypatch.setattr(chance_must_hit, "MOST_STATES", 0)
    low, high, _ = mean_plays_between_hits(pot, PRICE_CENTS)
    assert low < exact < high


def test_a_real_pot_is_enclosed_to_a_thousandth():
    pot = must_hit(50_000_000, 1_000_000_000, Fraction(1, 120), Fraction(1, 700))
    low, high, keeps = mean_plays_between_hits(pot, 600)
    assert keeps
    assert high / low - 1 < Fraction(1, 1000)


@pytest.mark.parametrize("pot", TIDY)
def test_a_fresh_pot_lasts_as_its_first_cycle(pot):
    first = Played(pot).cycle((pot.seed_mc, 0, Fraction(0), Fraction(0)))
    assert mean_plays_from_seed(pot, PRICE_CENTS) == sum(plays * p for (plays, _), p in first.items())


@pytest.mark.parametrize("numbers", [(1, 1, 0, 0), (10, 7, 3, 5), (1000, 97, 1234, 96), (33, 1000, 999, 1)])
def test_a_sum_of_floors(numbers):
    count, divisor, factor, offset = numbers
    assert floor_sum(*numbers) == sum((factor * i + offset) // divisor for i in range(count))


def paid_per_play(pot, odds, plays):
    """Mean award per play in cents over the first plays of a pot hit by chance, every path followed."""
    played, total = Played(pot), Fraction(0)
    places = {(pot.seed_mc, 0, Fraction(0), Fraction(0)): Fraction(1)}
    for _ in range(plays):
        after = defaultdict(Fraction)
        for state, share in places.items():
            there = played.play(state)
            after[there] += share * (1 - odds)
            after[played.reset(there)] += share * odds
            total += share * odds * (there[0] // 1000)
        places = after
    return total / plays


def chance_pot(seed, limit, share, reserve=Fraction(0)):
    return Pot(seed, limit, share, reserve, "combination")


@pytest.mark.parametrize(
    ("pot", "odds"),
    [
        (chance_pot(1_000, 9_000, Fraction(1, 4)), Fraction(1, 3)),  # the limit hardly matters
        (chance_pot(1_000, 2_000, Fraction(1, 10)), Fraction(1, 3)),  # often at its limit
        (chance_pot(2_000, 9_000, Fraction(1, 4), Fraction(1, 8)), Fraction(1, 3)),
    ],
)
def test_what_enters_a_pot_leaves_it(pot, odds):
    figures = pot_figures(pot, odds, PRICE_CENTS)
    assert figures.payout.exact
    assert not figures.reserve_grows
    assert figures.plays_to_hit == Between(3, 3)
    share = pot.share + pot.reserve
    assert figures.payout.low == share + odds * Fraction(pot.seed_mc, 1000 * PRICE_CENTS)
    assert figures.operator_payout.low == odds * Fraction(pot.seed_mc, 1000 * PRICE_CENTS)
    plays = 120
    slack = Fraction(12_000, 1000 * PRICE_CENTS * plays)  # what may still lie in pot and reserve
    assert abs(paid_per_play(pot, odds, plays) / PRICE_CENTS - figures.payout.low) < slack


def test_a_pot_that_takes_in_more_than_its_limit_pays_the_limit():
    pot, odds = chance_pot(1_000, 3_000, Fraction(1)), Fraction(1, 5)
    figures = pot_figures(pot, odds, PRICE_CENTS)
    assert figures.reserve_grows
    assert figures.payout.low == odds * 3 / PRICE_CENTS
    assert abs(paid_per_play(pot, odds, 150) / PRICE_CENTS - figures.payout.low) < Fraction(1, 50)


def test_a_pot_that_nothing_hits_returns_nothing():
    figures = pot_figures(chance_pot(1_000, 9_000, Fraction(1, 4)), Fraction(0), PRICE_CENTS)
    assert figures.plays_to_hit is None
    assert figures.payout.low == figures.operator_payout.high == 0


@pytest.mark.parametrize("pot", [TIDY[0], TIDY[2]])
def test_a_pot_with_a_threshold_returns_its_share_and_its_seeds(pot):
    figures = pot_figures(pot, Fraction(0), PRICE_CENTS)
    seeds = pot.seed_mc / figures.plays_to_hit.low / (1000 * PRICE_CENTS)
    assert figures.odds is None
    assert figures.payout.low == pot.share + seeds


@pytest.mark.parametrize("seed", [0, 3_900])
def test_a_reserve_that_may_be_cut_off_is_said_to_grow(seed):
    """It pays between its ends, play by play over every state that it reaches in 150 plays."""
    pot = must_hit(seed, 4_000, Fraction(1, 8), Fraction(1, 2))
    figures = pot_figures(pot, Fraction(0), PRICE_CENTS)
    assert figures.reserve_grows
    assert figures.payout.low < figures.payout.high
    slack = 0.03  # what the first pots, begun without a reserve, pay less
    paid = must_hit_paid(pot, 150) / PRICE_CENTS
    assert figures.payout.low - slack < paid < figures.payout.high + slack


def must_hit_paid(pot, plays):
    """Mean award per play in cents, in floats, over the first plays of a pot with a threshold."""
    played, total = Played(pot), 0.0
    places = {(pot.seed_mc, 0, Fraction(0), Fraction(0)): 1.0}
    for _ in range(plays):
        after = defaultdict(float)
        for state, share in places.items():
            there = played.play(state)
            # Thresholds above what the pot held before this play are those still open.
            open_mc = pot.limit_mc - state[0]
            hit = (there[0] - state[0]) / open_mc if open_mc else 1.0
            if hit < 1:
                after[there] += share * (1 - hit)
            reset = played.reset(there)
            # A reserve of several limits fills every pot to come in these plays.
            after[reset[0], min(reset[1], 400_000), *reset[2:]] += share * hit
            total += share * hit * (there[0] // 1000)
        places = after
    return total / plays


def test_break_even_is_the_least_value_that_makes_a_play_worth_its_price():
    odds = [Fraction(1, 1000), Fraction(1, 50)]
    pots = [
        chance_pot(10_000_000, 30_000_000, Fraction(1, 100)),
        chance_pot(500_000, 9_000_000, Fraction(1, 50)),
    ]
    won = Fraction(70)
    cents = break_even_cents(pots, odds, 0, won, 100)
    other = expected_award_cents(pots[1], odds[1], 100, pots[1].seed_mc)

    def worth(shown_cents):
        return won + other + expected_award_cents(pots[0], odds[0], 100, 1000 * shown_cents)

    assert other == Fraction(502, 50)
    assert worth(cents) >= 100 > worth(cents - 1)
    assert break_even_cents(pots, odds, 0, Fraction(10), 100) is None
    assert break_even_cents(pots, odds, 0, Fraction(99), 100) == 10_000


def test_a_pot_close_to_its_limit_is_as_good_as_hit():
    pot = must_hit(1_000_000, 10_000_000, Fraction(1, 10))
    assert expected_award_cents(pot, Fraction(0), 100, 9_995_000) == 10_000
    assert expected_award_cents(pot, Fraction(0), 100, 5_000_000) == Fraction(10_000, 5_000_000) * 5_010
    cents = break_even_cents([pot], [Fraction(0)], 0, Fraction(90), 100)
    assert 4_900 < cents < 5_000


def test_the_limit_is_reached_before_a_hit_as_seldom_as_all_plays_miss():
    pot = chance_pot(1_000, 5_000, Fraction(1, 2))
    assert limit_chance(pot, Fraction(1, 3), PRICE_CENTS) == pytest.approx((2 / 3) ** 4)
