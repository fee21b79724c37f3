# SPDX-License-Identifier: MIT
"""
The figures of a PAR sheet whose distribution is out of reach: what is not exact has two keys.

``rtp`` is then a lower end and ``rtp_high`` the upper one; a figure without a key in ``_high`` is exact.
Instead of every prize there are ``classes`` of wins, each with the two ends of its chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise

from cext import Gamble
from machines.support.plain import Json
from machines.types.chance.bands import Known, return_bands
from machines.types.chance.pots import Between
from machines.types.chance.proved import Proved
from machines.types.chance.total import Spread
from machines.types.common.par_terms import VOLATILITY_CONFIDENCE_PERCENT, ratio, volatility_index

STAKES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000)
"""Ends of the classes of wins, in prices of a play."""


def proved_keys(proved: Proved, why: str) -> Json:
    """
    What stands in the place of the figures of a distribution.

    ``enclosed`` says why there is none, up to which sum wins are told apart, and how far apart the ends of
    the payout are; ``largest_prize_cents`` is a bound if ``largest_prize_is_bound``.
    """
    game = proved.game
    price = game.price_cents
    mean, variance = proved.mean_cents, proved.variance_cents2
    reached = proved.at_cap.low > 0
    law, apart = proved.law
    return {
        **_moments(mean, variance, Between(proved.hit_frequency, proved.hit_frequency), price),
        "volatility_confidence_percent": VOLATILITY_CONFIDENCE_PERCENT,
        **ends("hold", Between(1 - mean.high / price, 1 - mean.low / price)),
        "enclosed": {
            "why": why,
            "told_apart_cents": min(proved.fine.horizon_cents, game.cap_cents),
            "rtp_width": float((mean.high - mean.low) / price),
        },
        "bands": return_bands(law, price, proved=Known(mean, variance, proved.third_cents3, apart)),
        "prizes": [],
        "classes": [*_classes(proved)],
        "largest_prize_cents": game.cap_cents if reached else game.most_cents,
        "largest_prize_is_bound": not reached,
    }


def _classes(proved: Proved) -> Iterator[Json]:
    """Wins by their size: nothing, then up to so many prices each, then the cap."""
    game, price, most = proved.game, proved.game.price_cents, proved.game.most_cents
    steps = [-1, 0, *(stakes * price for stakes in STAKES if stakes * price < most)]
    steps.append(most - 1 if most == game.cap_cents else most)
    for over, to in pairwise(steps):
        chance = proved.chance(over, to)
        adds = proved.mean_in(max(0, over), to)
        yield {
            "over_cents": max(0, over),
            "to_cents": to,
            **ends("probability", chance),
            **({"rtp": None} if adds is None else ends("rtp", Between(adds.low / price, adds.high / price))),
        }
    if most == game.cap_cents:
        capped = proved.at_cap
        share = Fraction(most, price)
        yield {
            "over_cents": most - 1,
            "to_cents": most,
            **ends("probability", capped),
            **ends("rtp", Between(capped.low * share, capped.high * share)),
        }


def proved_gamble(proved: Proved, gamble: Gamble | None) -> Json | None:
    """The gamble, and a player who always goes on; None if the machine offers none."""
    if gamble is None:
        return None
    offers, mean, variance, hits = proved.gambled(gamble)
    always = _moments(mean, variance, hits, proved.game.price_cents)
    return {**gamble_keys(gamble), **ends("offered", offers), "always": always}


def gamble_keys(gamble: Gamble) -> Json:
    """What the gamble is, whoever plays it."""
    return {
        "odds": ratio(Fraction(gamble.wins, gamble.of)),
        "rounds": gamble.rounds,
        "max_cents": gamble.max_cents,
        "payout_of_a_gamble": ratio(Fraction(2 * gamble.wins, gamble.of)),
    }


def moments_keys(total: Spread, price_cents: int) -> Json:
    """Payout, hit frequency and variance of a distribution."""
    mean, variance, hits = total.mean_cents, total.variance_cents2, total.hit_frequency
    return _moments(Between(mean, mean), Between(variance, variance), Between(hits, hits), price_cents)


def _moments(mean: Between, variance: Between, hits: Between, price_cents: int) -> Json:
    payout = Between(mean.low / price_cents, mean.high / price_cents)
    spread = Between(variance.low / price_cents**2, variance.high / price_cents**2)
    high = {} if spread.exact else {"volatility_index_high": volatility_index(spread.high)}
    return {
        **ends("rtp", payout),
        "rtp_percent": float(payout.low * 100),
        **ends("hit_frequency", hits),
        "hit_frequency_percent": float(hits.low * 100),
        **ends("variance_stake2", spread),
        "volatility_index": volatility_index(spread.low),
        **high,
    }


def ends(key: str, figure: Between) -> Json:
    """A figure under its key; where it is not exact its upper end under the same in ``_high``."""
    return (
        {key: ratio(figure.low)}
        if figure.exact
        else {key: ratio(figure.low), f"{key}_high": ratio(figure.high)}
    )
