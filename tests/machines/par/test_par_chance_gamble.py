# SPDX-License-Identifier: MIT
"""Gambling always to the end: every round followed, limits included."""

from fractions import Fraction

import pytest

from cext import Gamble
from machines.types.chance.gamble import gambled
from machines.types.chance.total import Spread

TOTAL = Spread((5, 0, 3, 2, 0, 1, 1, 0, 0, 0, 0, 0, 1), 13, 10)
CAP_CENTS = 120


def followed(total, gamble, cap_cents, most):
    """Each win through its gambles one by one, as chance.h offers them."""
    found = {}
    for cents, ways in total.items():
        win, chance, rounds = cents, Fraction(ways, total.whole), 0
        while rounds < most and 0 < win <= gamble.max_cents and 2 * win <= cap_cents:
            lost = chance * Fraction(gamble.of - gamble.wins, gamble.of)
            found[0] = found.get(0, 0) + lost
            win, chance, rounds = 2 * win, chance - lost, rounds + 1
        found[win] = found.get(win, 0) + chance
    return found


GAMBLES = [Gamble(1, 2, 5, 120), Gamble(1, 2, 2, 40), Gamble(2, 5, 3, 1), Gamble(5, 9, 1, 60)]


@pytest.mark.parametrize("gamble", GAMBLES)
@pytest.mark.parametrize("rounds", [None, 0, 1, 9])
def test_every_round_is_as_it_is_offered(gamble, rounds):
    made = gambled(TOTAL, gamble, CAP_CENTS, rounds)
    most = gamble.rounds if rounds is None else min(rounds, gamble.rounds)
    assert {cents: Fraction(ways, made.whole) for cents, ways in made.items()} == followed(
        TOTAL, gamble, CAP_CENTS, most
    )
    assert sum(made.ways) == made.whole


def test_an_even_gamble_keeps_the_mean_and_spreads_more():
    made = gambled(TOTAL, GAMBLES[0], CAP_CENTS)
    assert made.mean_cents == TOTAL.mean_cents
    assert made.variance_cents2 > TOTAL.variance_cents2
    assert made.hit_frequency < TOTAL.hit_frequency


def test_a_gamble_below_even_costs():
    assert gambled(TOTAL, Gamble(2, 5, 3, 120), CAP_CENTS).mean_cents < TOTAL.mean_cents
