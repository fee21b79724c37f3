# SPDX-License-Identifier: MIT
"""The jackpots of a PAR sheet: apart from all other prizes, as C-07 counts them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from cext import Pot
from machines.support.plain import Json
from machines.types.chance.pots import PotFigures, break_even_cents, limit_chance, pot_figures
from machines.types.chance.total import Game
from machines.types.common.par_terms import ratio


def pot_odds(pots: Sequence[Pot], game: Game) -> list[Fraction]:
    """How likely a play hits each pot by combination or mystery; 0 for one with a threshold."""
    whole = sum(game.paid.values())
    return [
        pot.mystery
        if pot.hit == "mystery"
        else Fraction(sum(ways for turn, ways in game.paid.items() if turn.pots >> level & 1), whole)
        for level, pot in enumerate(pots)
    ]


def jackpots(pots: Sequence[Pot], names: Sequence[str], game: Game, won_cents: Fraction) -> list[Json]:
    """
    One row a pot, in the order of their levels; ``won_cents`` is what a play wins on average, or at least.

    ``rtp`` and ``mean_plays_to_hit`` are exact if ``exact`` says so; otherwise they are lower ends, and the
    keys that end in ``_high`` the upper ones. ``odds`` is None for a pot with a threshold.
    """
    odds = pot_odds(pots, game)
    found = []
    for level, (name, pot) in enumerate(zip(names, pots, strict=True)):
        figures = pot_figures(pot, odds[level], game.price_cents)
        even = break_even_cents(pots, odds, level, won_cents, game.price_cents)
        found.append(
            {
                "name": name,
                "hit": pot.hit,
                "odds": None if figures.odds is None else ratio(figures.odds),
                "seed_cents": pot.seed_mc // 1000,
                "limit_cents": pot.limit_mc // 1000,
                "contribution": ratio(pot.share),
                "reserve": ratio(pot.reserve),
                **_long_run(figures),
                "mean_plays_from_seed": _from_seed(pot, figures, game.price_cents),
                "limit_percent": None
                if figures.odds is None
                else 100 * limit_chance(pot, figures.odds, game.price_cents),
                "break_even_cents": even,
            }
        )
    return found


def _long_run(figures: PotFigures) -> Json:
    plays = figures.plays_to_hit
    return {
        "exact": figures.payout.exact,
        "rtp": ratio(figures.payout.low),
        "rtp_high": ratio(figures.payout.high),
        "rtp_percent": float(figures.payout.low * 100),
        "operator_rtp": ratio(figures.operator_payout.low),
        "operator_rtp_high": ratio(figures.operator_payout.high),
        "mean_plays_to_hit": None if plays is None else ratio(plays.low),
        "mean_plays_to_hit_high": None if plays is None else ratio(plays.high),
        "reserve_grows": figures.reserve_grows,
    }


def _from_seed(pot: Pot, figures: PotFigures, price_cents: int) -> str | None:
    if pot.hit == "must_hit":
        from machines.types.chance.must_hit import mean_plays_from_seed  # loads numpy and flint

        return ratio(mean_plays_from_seed(pot, price_cents))
    return None if figures.plays_to_hit is None else ratio(figures.plays_to_hit.low)


def pots_together(pots: Sequence[Pot], names: Sequence[str], game: Game) -> list[Json]:
    """
    How likely one play hits exactly these pots by combination and mystery, wherever it hits two or more.

    The mystery draw hits one pot at most and does not depend on the reels.
    """
    whole = sum(game.paid.values())
    by_reels: Counter[int] = Counter()
    for turn, ways in game.paid.items():
        by_reels[turn.pots] += ways
    by_draw = {1 << level: pot.mystery for level, pot in enumerate(pots) if pot.mystery}
    by_draw[0] = 1 - sum(by_draw.values(), Fraction(0))
    found: Mapping[int, Fraction] = {
        shown | drawn: Fraction(ways, whole) * chance
        for shown, ways in by_reels.items()
        for drawn, chance in by_draw.items()
    }
    return [
        {
            "names": [name for level, name in enumerate(names) if hit >> level & 1],
            "probability": ratio(chance),
        }
        for hit, chance in sorted(found.items())
        if hit.bit_count() > 1 and chance
    ]
