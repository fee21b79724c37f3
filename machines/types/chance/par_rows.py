# SPDX-License-Identifier: MIT
"""Where the payout of a machine of chance comes from: row by row, feature by feature, and the cap's share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple, Protocol

from cext import ChanceTables, Turn
from machines.support.plain import Json
from machines.types.chance.pots import Between
from machines.types.chance.rows import TurnRows
from machines.types.chance.total import Game
from machines.types.common.par_terms import ratio


class Named(Protocol):
    """A row of a model file."""

    @property
    def label(self) -> str: ...
    @property
    def path(self) -> str: ...


class Contribution(NamedTuple):
    """A row's part of a paid play, before the cap."""

    feature: str
    row: str
    path: str
    times: Fraction
    cents: Fraction
    hits: int | None = None
    """Combinations of a full cycle of its reels that it is paid for, line by line; None for picks and cap."""
    hits_cents: int | None = None
    """What those pay together."""
    high: tuple[Fraction, Fraction] | None = None
    """Upper ends of times and cents where they are not exact."""


def contributions(
    tables: ChanceTables,
    game: Game,
    combos: Sequence[Named],
    scatters: Sequence[Named],
    won: tuple[Between, Between] | None = None,
) -> list[Contribution]:
    """
    Every row's part of what a paid play wins on average; with the cap's (0 or less) they add up to it.

    Args:
        combos, scatters: the names of the tables' rows, in their order.
        won: mean of a play and how likely it comes to the cap, as they are proved; None: from its
            distribution.
    """
    plays = game.mean_free_plays
    found = list(_turn(tables, game.paid, TurnRows(tables), "", Fraction(1), combos, scatters))
    if plays:
        rows = TurnRows(tables, free=True)
        found += _turn(tables, game.free, rows, "free ", plays, combos, scatters)
    rows_cents = sum(row.cents for row in found)
    if won is not None:
        mean, capped = won
        high = None if mean.exact and capped.exact else (capped.high, mean.high - rows_cents)
        return [*found, Contribution("cap", "", "", capped.low, mean.low - rows_cents, high=high)]
    cut = game.total.mean_cents - rows_cents
    chance = Fraction(game.total.ways[-1], game.total.whole)
    return [*found, Contribution("cap", "", "", chance, cut)]


def _turn(
    tables: ChanceTables,
    turns: Mapping[Turn, int],
    rows: TurnRows,
    kind: str,
    plays: Fraction,
    combos: Sequence[Named],
    scatters: Sequence[Named],
) -> Iterator[Contribution]:
    shown = "ways" if tables.paylines is None else "lines"
    cycle = sum(turns.values())
    for feature, names, means in ((shown, combos, rows.combos), ("scatters", scatters, rows.scatters)):
        for name, mean in zip(names, means, strict=True):
            if mean.times:
                hits, paid = mean.times * cycle, mean.cents * cycle
                assert hits.denominator == paid.denominator == 1
                yield Contribution(
                    kind + feature,
                    name.label,
                    name.path,
                    plays * mean.times,
                    plays * mean.cents,
                    int(hits),
                    int(paid),
                )
    made = plays * _picks_made(tables, turns)
    weight = sum(row.weight for row in tables.picks)
    for number, row in enumerate(tables.picks):
        if made:
            times = made * row.weight / weight
            yield Contribution(
                f"{kind}picks", f"pick {number + 1}", f"picks[{number}]", times, times * row.prize_cents
            )


def _picks_made(tables: ChanceTables, turns: Mapping[Turn, int]) -> Fraction:
    """Picks that a turn makes on average: each that is given is made unless one before it ended them."""
    weight = sum(row.weight for row in tables.picks) or 1
    goes_on = Fraction(sum(row.weight for row in tables.picks if not row.ends), weight)
    ways_of: Counter[int] = Counter()
    for turn, ways in turns.items():
        ways_of[turn.picks] += ways
    made = sum(
        (ways * sum((goes_on**n for n in range(picks)), Fraction(0)) for picks, ways in ways_of.items()),
        Fraction(0),
    )
    return made / sum(turns.values())


def contribution_rows(found: Sequence[Contribution], price_cents: int) -> list[Json]:
    """The rows as a sheet has them."""
    return [
        {
            "feature": row.feature,
            "row": row.row,
            "path": row.path,
            "times_per_play": ratio(row.times),
            **({} if row.high is None else {"times_per_play_high": ratio(row.high[0])}),
            "hits": row.hits,
            "hits_cents": row.hits_cents,
            **_rtp_ends(row, price_cents),
        }
        for row in found
    ]


def feature_rows(found: Sequence[Contribution], price_cents: int) -> list[Json]:
    """The part of each feature; with the cap these add up to the payout exactly."""
    totals: dict[str, Fraction] = {}
    for row in found:
        totals[row.feature] = totals.get(row.feature, Fraction(0)) + row.cents
    rows = [{"feature": feature, **rtp(cents / price_cents)} for feature, cents in totals.items()]
    if found[-1].high is not None:  # the cap's, which has a row of its own
        rows[-1] |= _rtp_ends(found[-1], price_cents)
    return rows


def _rtp_ends(row: Contribution, price_cents: int) -> Json:
    high = {} if row.high is None else {"rtp_high": ratio(row.high[1] / price_cents)}
    return {**rtp(row.cents / price_cents), **high}


def rtp(payout: Fraction) -> Json:
    """A share of the price, exactly and in percent."""
    return {"rtp": ratio(payout), "rtp_percent": float(payout * 100)}
