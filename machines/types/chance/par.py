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
from machines.types.chance.par_proved import gamble_keys, moments_keys, proved_gamble, proved_keys
from machines.types.chance.par_rows import contribution_rows, contributions, feature_rows
from machines.types.chance.proved import Proved
from machines.types.chance.runs import longest_run
from machines.types.chance.total import Game, Spread, plays_given
from machines.types.common.par_terms import VOLATILITY_CONFIDENCE_PERCENT, ratio

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

    Where free plays are too many for the distribution it has ``enclosed`` and ``classes``: ``par_proved``.

    Raises:
        CoreError: its turns cannot be counted exactly in the memory that is allowed.

    Source of what counts: RD 2110/1998 art. 10.d (C-06, C-07), art. 10.b (C-04).
    """
    tables, layout = model.tables, model.layout
    game = game_of(tables)
    price = game.price_cents
    own: Json
    proved, won = None, None
    try:
        total = _written(game.total)
        own, mean, wins = _exact(total, game), total.mean_cents, total.hit_frequency
        gamble = _gamble(model, game, total)
    except TooLongError as error:
        proved = Proved(game)
        own, won = proved_keys(proved, str(error)), (proved.mean_cents, proved.at_cap)
        mean, wins = proved.mean_cents.low, proved.hit_frequency
        gamble = proved_gamble(proved, tables.gamble)
    rows = contributions(tables, game, layout.combos, layout.scatters, won)
    pots = jackpots(tables.pots, model.pots, game, mean)
    return {
        "model": model.name,
        "title": model.title,
        "type": model.type,
        "profile": model.profile.id,
        "price_cents": price,
        **own,
        "cap_cents": tables.cap_cents,
        "rtp_without_cap": ratio(sum((row.cents for row in rows[:-1]), Fraction(0)) / price),
        "combinations": tables.combinations(),
        "free_combinations": tables.combinations(free=True) if game.free else None,
        "contributions": contribution_rows(rows, price),
        "features": feature_rows(rows, price),
        "odds": _odds(game, proved),
        "free_plays": _free_plays(game, tables.free_multiplier),
        "losing_runs": _losing_runs(wins),
        "gamble": gamble,
        "jackpots": pots,
        "jackpots_rtp_percent": sum(row["rtp_percent"] for row in pots),
        "pots_together": pots_together(tables.pots, model.pots, game),
        **({"bets": _bets(model, game, own, mean)} if len(model.bets_cents) > 1 else {}),
        "tables_digest": tables.digest,
    }


def _exact(total: Spread, game: Game) -> Json:
    """What follows from the whole distribution of a play."""
    return {
        **moments_keys(total, game.price_cents),
        "volatility_confidence_percent": VOLATILITY_CONFIDENCE_PERCENT,
        "hold": ratio(1 - total.mean_cents / game.price_cents),
        "bands": return_bands(total, game.price_cents),
        "prizes": _prizes(total),
        "largest_prize_cents": max(cents for cents, _ in total.items()),
    }


def _bets(model: ChanceModel, game: Game, own: Json, mean_cents: Fraction) -> list[Json]:
    """
    The payout of each bet, always played (C-02, C-06; GLI-11: at every bet).

    What a play wins grows exactly with its bet, so the share is the same; that of the pots is not, since
    what they hold at first does not depend on the bet.
    """
    rows: list[Json] = []
    for bet_cents in model.bets_cents:
        times = bet_cents // game.price_cents
        pots = []
        if model.pots:
            found = pots_at(model.tables, times)
            pots = jackpots(found, model.pots, replace(game, price_cents=bet_cents), mean_cents)
        lines = len(model.paylines)
        rows.append(
            {
                "bet_cents": bet_cents,
                **{key: own[key] for key in ("rtp", "rtp_high", "rtp_percent") if key in own},
                "line_stake_cents": bet_cents // lines if lines else None,
                "largest_prize_cents": times * own["largest_prize_cents"],
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
            f"fractions of a distribution must have at most {MOST_DIGITS:,} digits (got about {digits:,}); "
            "lower the most free plays, or shorten the reels of free plays"
        )
    return total


def _prizes(total: Spread) -> list[Json]:
    """The whole distribution; with free plays its fractions are long, so flint writes them."""
    rows = ((cents, fmpq(ways, total.whole)) for cents, ways in total.items() if cents)
    return [{"prize_cents": cents, "probability": f"{chance.p}/{chance.q}"} for cents, chance in rows]


def _odds(game: Game, proved: Proved | None) -> list[Json]:
    """How often a play wins, begins a feature or comes to the cap."""
    if proved is None:
        wins, capped = game.total.hit_frequency, Fraction(game.total.ways[-1], game.total.whole)
        high = capped
    else:
        wins, (capped, high) = proved.hit_frequency, proved.at_cap
    whole = sum(game.paid.values())
    free = sum(ways for turn, ways in game.paid.items() if turn.free_plays and game.max_free_plays)
    picks = sum(ways for turn, ways in game.paid.items() if turn.picks)
    events = {
        "win": wins,
        "free plays": Fraction(free, whole),
        "picks": Fraction(picks, whole),
        "cap": capped,
    }
    rows = [
        {"event": event, "probability": ratio(chance), "plays_per_event": ratio(1 / chance)}
        for event, chance in events.items()
        if chance
    ]
    if capped and high != capped:
        rows[-1] |= {"probability_high": ratio(high), "plays_per_event_low": ratio(1 / high)}
    return rows


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


def _losing_runs(wins: Fraction) -> Json:
    """Plays in a row that win nothing, pots apart; ``wins`` is how likely one wins something."""
    losing = 1 - wins
    lost, won = float(losing), float(wins)
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


def _gamble(model: ChanceModel, game: Game, total: Spread) -> Json | None:
    """The gamble, and a player who always goes on; None if the machine offers none."""
    gamble, price = model.tables.gamble, game.price_cents
    if gamble is None:
        return None
    always = gambled(total, gamble, game.cap_cents)
    offers = sum(
        ways for cents, ways in total.items() if offered(cents, gamble, game.cap_cents, gamble.rounds)
    )
    return {
        **gamble_keys(gamble),
        "offered": ratio(Fraction(offers, total.whole)),
        "always": moments_keys(always, price),
    }
