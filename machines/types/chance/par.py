# SPDX-License-Identifier: MIT
"""The PAR sheet of a Type C model: every figure from exact counts of its turns, pots apart (C-07)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import ceil, floor, log10

from flint import fmpq

from machines.support.plain import Json
from machines.types.chance.bands import return_bands
from machines.types.chance.bet import pots_at
from machines.types.chance.free import TooLongError, mean_free_plays
from machines.types.chance.gamble import gambled, offered
from machines.types.chance.game import game_of
from machines.types.chance.model import ChanceModel
from machines.types.chance.par_pots import jackpots, pots_together
from machines.types.chance.par_rows import contribution_rows, contributions, feature_rows, rtp
from machines.types.chance.runs import longest_run
from machines.types.chance.total import Game, Spread, plays_given
from machines.types.common.par_terms import VOLATILITY_CONFIDENCE_PERCENT, ratio, volatility_index

RUN_LENGTHS = (1, 2, 3, 5, 7, 10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 200, 300, 500)
RAREST_RUN = 1e-12
"""A losing run that begins less often than once in so many plays is not listed."""
RUN_PLAYS = (100, 1_000, 10_000)
"""Numbers of plays whose longest losing run is told."""
_PARTS = 10**9
MOST_DIGITS = 4_300
"""Digits of a whole number that Python reads and writes unless told otherwise."""


def chance_sheet(model: ChanceModel) -> Json:
    """
    Return the PAR sheet of a Type C model.

    ``prizes`` is the whole distribution of what a paid play wins with its features, sums of 0 left out; the
    last of them may be the cap. ``rtp`` and all that follows from it leave pots and gamble out; ``jackpots``,
    ``pots_together`` and ``gamble`` tell of those. ``contributions`` and ``features`` add up to ``rtp``; what
    the cap takes is a row of its own. ``losing_runs.longest`` encloses means to a billionth.

    Raises:
        CoreError: its turns cannot be counted exactly in the memory that is allowed.
        TooLongError: its free plays cannot be counted exactly, or their fractions not be written.

    Source of what counts: RD 2110/1998 art. 10.d (C-06, C-07), art. 10.b (C-04).
    """
    tables, layout = model.tables, model.layout
    game = game_of(tables)
    total, price = _written(game.total), game.price_cents
    rows = contributions(tables, game, layout.combos, layout.scatters)
    pots = jackpots(tables.pots, model.pots, game)
    return {
        "model": model.name,
        "title": model.title,
        "type": model.type,
        "profile": model.profile.id,
        "price_cents": price,
        **_moments(total, price),
        "volatility_confidence_percent": VOLATILITY_CONFIDENCE_PERCENT,
        "hold": ratio(1 - total.mean_cents / price),
        "bands": return_bands(total, price),
        "prizes": _prizes(total),
        "largest_prize_cents": max(cents for cents, _ in total.items()),
        "cap_cents": tables.cap_cents,
        "rtp_without_cap": ratio(sum((row.cents for row in rows[:-1]), Fraction(0)) / price),
        "combinations": tables.combinations(),
        "free_combinations": tables.combinations(free=True) if game.free else None,
        "contributions": contribution_rows(rows, price),
        "features": feature_rows(rows, price),
        "odds": _odds(game),
        "free_plays": _free_plays(game, tables.free_multiplier),
        "losing_runs": _losing_runs(total),
        "gamble": _gamble(model, game),
        "jackpots": pots,
        "jackpots_rtp_percent": sum(row["rtp_percent"] for row in pots),
        "pots_together": pots_together(tables.pots, model.pots, game),
        **({"bets": _bets(model, game, total)} if len(model.bets_cents) > 1 else {}),
        "tables_digest": tables.digest,
    }


def _bets(model: ChanceModel, game: Game, total: Spread) -> list[Json]:
    """
    The payout of each bet, always played (C-02, C-06; GLI-11: at every bet).

    What a play wins grows exactly with its bet, so the share is the same; that of the pots is not, since
    what they hold at first does not depend on the bet.
    """
    rows = []
    for bet_cents in model.bets_cents:
        times = bet_cents // game.price_cents
        pots = []
        if model.pots:
            found = pots_at(model.tables, times)
            pots = jackpots(found, model.pots, replace(game, price_cents=bet_cents))
        lines = len(model.paylines)
        rows.append(
            {
                "bet_cents": bet_cents,
                **rtp(times * total.mean_cents / bet_cents),
                "line_stake_cents": bet_cents // lines if lines else None,
                "largest_prize_cents": times * max(cents for cents, _ in total.items()),
                "cap_cents": times * model.tables.cap_cents,
                "jackpots_rtp_percent": sum(row["rtp_percent"] for row in pots),
            }
        )
    return rows


def _written(total: Spread) -> Spread:
    """The distribution, if its fractions can be written: a variance has twice its digits."""
    digits = int(2 * total.whole.bit_length() * log10(2)) + 20
    if digits > MOST_DIGITS:
        raise TooLongError(
            f"fractions of a sheet must have at most {MOST_DIGITS:,} digits (got about {digits:,}); "
            "lower the most free plays, or shorten the reels of free plays"
        )
    return total


def _moments(total: Spread, price_cents: int) -> Json:
    variance = total.variance_cents2 / price_cents**2
    return {
        **rtp(total.mean_cents / price_cents),
        "hit_frequency": ratio(total.hit_frequency),
        "hit_frequency_percent": float(total.hit_frequency * 100),
        "variance_stake2": ratio(variance),
        "volatility_index": volatility_index(variance),
    }


def _prizes(total: Spread) -> list[Json]:
    """The whole distribution; with free plays its fractions are long, so flint writes them."""
    rows = ((cents, fmpq(ways, total.whole)) for cents, ways in total.items() if cents)
    return [{"prize_cents": cents, "probability": f"{chance.p}/{chance.q}"} for cents, chance in rows]


def _odds(game: Game) -> list[Json]:
    """How often a play wins, begins a feature or comes to the cap."""
    whole = sum(game.paid.values())
    free = sum(ways for turn, ways in game.paid.items() if turn.free_plays and game.max_free_plays)
    picks = sum(ways for turn, ways in game.paid.items() if turn.picks)
    events = {
        "win": game.total.hit_frequency,
        "free plays": Fraction(free, whole),
        "picks": Fraction(picks, whole),
        "cap": Fraction(game.total.ways[-1], game.total.whole),
    }
    return [
        {"event": event, "probability": ratio(chance), "plays_per_event": ratio(1 / chance)}
        for event, chance in events.items()
        if chance
    ]


def _free_plays(game: Game, multiplier: int) -> Json | None:
    """How many free plays a feature gives by what it begins with, no cap in the way; None without any."""
    if not game.free:
        return None
    given, more = plays_given(game.paid), plays_given(game.free)
    whole, turns = sum(given.values()), sum(more.values())
    return {
        "max": game.max_free_plays,
        "multiplier": multiplier,
        "mean_per_play": ratio(game.mean_free_plays),
        "by_start": [
            {
                "given": plays,
                "probability": ratio(Fraction(ways, whole)),
                "mean": ratio(mean_free_plays(more, turns, game.max_free_plays, plays)),
            }
            for plays, ways in sorted(given.items())
            if plays
        ],
    }


def _losing_runs(total: Spread) -> Json:
    """Plays in a row that win nothing, pots apart."""
    losing = 1 - total.hit_frequency
    lost, won = float(losing), float(total.hit_frequency)
    runs = [longest_run(losing, plays) for plays in RUN_PLAYS]
    return {
        "losing_probability": ratio(losing),
        "at_least": [
            {
                "plays": plays,
                "next_percent": 100 * lost**plays,
                "starts_per_play_percent": 100 * won * lost**plays,
            }
            for plays in RUN_LENGTHS
            if lost**plays >= RAREST_RUN
        ],
        "longest": [
            {
                "plays": run.plays,
                "mean_low": ratio(Fraction(floor(run.mean_low * _PARTS), _PARTS)),
                "mean_high": ratio(Fraction(ceil(run.mean_high * _PARTS), _PARTS)),
                "exceeded_1_percent": run.exceeded_1_percent,
            }
            for run in runs
        ],
    }


def _gamble(model: ChanceModel, game: Game) -> Json | None:
    """The gamble, and a player who always goes on; None if the machine offers none."""
    gamble, total, price = model.tables.gamble, game.total, game.price_cents
    if gamble is None:
        return None
    always = gambled(total, gamble, game.cap_cents)
    offers = sum(
        ways for cents, ways in total.items() if offered(cents, gamble, game.cap_cents, gamble.rounds)
    )
    return {
        "odds": ratio(Fraction(gamble.wins, gamble.of)),
        "rounds": gamble.rounds,
        "max_cents": gamble.max_cents,
        "payout_of_a_gamble": ratio(Fraction(2 * gamble.wins, gamble.of)),
        "offered": ratio(Fraction(offers, total.whole)),
        "always": _moments(always, price),
    }
