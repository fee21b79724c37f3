# SPDX-License-Identifier: MIT
"""
What Pai Gow pays: what every hand and packet is, counted exactly, and whole tables by campaign.

    exact_odds()["house_way"]["packets"]       # 154143080: every packet, looked at
    result = campaign(bytes(32), deals=1_000_000)
    result.player.per_stake, result.player.ci99

All pairs of packets are 154,143,080 times 53,524,680, about 8.25e15; nobody has looked at each, so what a
player wins against the bank is by campaign, with its interval. What looks at every packet says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from functools import lru_cache
from math import comb, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cext.cards import PAI_GOW, Kind
from cext.cards_table import hand_table
from cext.pai_gow import PLAYERS_MAX, Tally
from machines.support.plain import Json
from machines.tables.figure import SAMPLED, Figure
from machines.tables.games.pai_gow.rules import COMMISSION_MAX_BP
from machines.tables.games.pai_gow.state import STAKE
from machines.tables.games.pai_gow.text import TEXT, read
from machines.tables.games.pai_gow.way import Way, load_way
from machines.tables.rules import Rules

Z99 = 2.5758293035489004
"""Two-sided 99 % of the normal distribution."""
PIECE_DEALS = 1 << 18
OTHER_DEALS = 1_000_000


def exact_odds(way: Way | None = None) -> Json:
    """
    Return what is counted exactly, in about a second.

    Keys: ``five`` and ``seven`` (all hands of so many cards: ``hands``, ``kinds`` counts from the highest
    kind down); ``house_way`` (all packets as the way sets them: ``packets``, ``high`` counts by kind, ``low``
    pairs and high cards, ``high_mean_place``).
    """
    game = (way or load_way("casa")).game
    counts = game.count()
    by_high = counts.sum(axis=1, dtype=np.uint64)
    by_low = counts.sum(axis=0, dtype=np.uint64)
    high = {kind: int(by_high[game.high.kinds == kind].sum()) for kind in reversed(PAI_GOW.kinds)}
    pairs = int(by_low[game.low.kinds == Kind.PAIR].sum())
    total = int(by_high.sum())
    return {
        "five": _all_hands(5),
        "seven": _all_hands(7),
        "house_way": {
            "way": (way or load_way("casa")).name,
            "packets": total,
            "high": {kind.name.lower(): many for kind, many in high.items() if many},
            "low": {"pair": pairs, "high": total - pairs},
        },
    }


def _all_hands(cards: int) -> Json:
    counts = hand_table(PAI_GOW, cards).kind_counts()
    kinds = {kind.name.lower(): counts[kind] for kind in reversed(PAI_GOW.kinds) if kind in counts}
    return {"hands": comb(PAI_GOW.deck, cards), "kinds": kinds}


def figures(rules: Rules) -> list[Figure]:
    """
    What a player's stake comes to against the croupier's bank, every place set in the declared way.

    By campaign: of the way that ships a billion deals, kept in counted.toml, of another a million now.
    """
    found = counted(rules)
    won, drawn, lost = (int(each) for each in found.tally.results.sum(axis=0))
    stakes = won + drawn + lost
    ends = [
        (won_of(rules.number("commission_bp")), Fraction(won, stakes)),
        (Fraction(0), Fraction(drawn, stakes)),
        (Fraction(-1), Fraction(lost, stakes)),
    ]
    half = 100 * Z99 * found.player.deviation / sqrt(found.tally.deals)
    note = (
        f"{SAMPLED}, {found.tally.deals:,} deals of six players in the way {rules.declared['way']}; "
        f"the edge within {half:.4f} with 99 %"
    )
    return [Figure.of(rules.spots[STAKE], ends, note=note)]


@lru_cache(maxsize=4)
def _kept() -> Tally:
    rows = read("counted.toml")
    results = np.zeros((PLAYERS_MAX, 3), dtype=np.uint64)
    results[0] = rows["results"]  # of all six together
    cases, together = (np.array(rows[name], dtype=np.uint64) for name in ("cases", "together"))
    return Tally(int(rows["deals"]), results, cases, together)


def counted(rules: Rules) -> Campaign:
    """The campaign of which the figures are."""
    way, commission = load_way(str(rules.declared["way"])), rules.number("commission_bp")
    if way == load_way(str(TEXT["table"]["way"]["value"])):
        return estimates([_kept()], PLAYERS_MAX, commission)
    return campaign(bytes(32), deals=OTHER_DEALS, way=way, commission_bp=commission)


def won_of(commission_bp: int) -> Fraction:
    """What a stake of one gains where it wins."""
    return 1 - Fraction(commission_bp, 10_000)


class Estimate(NamedTuple):
    """
    A mean by campaign.

    Attributes:
        per_stake: mean in stakes.
        deviation: standard deviation of one deal's value.
        ci99: 99 % interval of the mean, normal approximation over deals.
    """

    per_stake: float
    deviation: float
    ci99: tuple[float, float]


class Campaign(NamedTuple):
    """
    What a campaign of whole tables came to; every place set in the same way.

    Attributes:
        tally: exact counts.
        player: what a player's stake brings against the croupier's bank, the commission taken from wins.
        player_without_commission: the same if there were none.
        bank: what a player who banks wins for each stake of the others, less the commission on a deal's gain.
    """

    tally: Tally
    players: int
    commission: Fraction
    player: Estimate
    player_without_commission: Estimate
    bank: Estimate

    def shares(self) -> dict[str, float]:
        """Share of a player's stakes that won, came back and lost."""
        sums = self.tally.results.sum(axis=0)
        return {name: float(sums[i] / sums.sum()) for i, name in enumerate(("win", "push", "loss"))}


def campaign(
    key: bytes,
    *,
    deals: int,
    players: int = PLAYERS_MAX,
    way: Way | None = None,
    commission_bp: int = COMMISSION_MAX_BP,
    jobs: int = 1,
    first: int = 0,
) -> Campaign:
    """
    Deal whole tables, every place in the declared way, and estimate what stakes bring.

    Args:
        key: 32 bytes; the same key gives the same deals, whatever ``jobs``.
        deals: how many.
        players: 1 to 6 beside the bank.
        commission_bp: in hundredths of a percent, as in ``TableRules``.
        jobs: threads.
        first: number of the first deal.
    """
    game = (way or load_way("casa")).game
    starts = range(first, first + deals, PIECE_DEALS)

    def piece(start: int) -> Tally:
        many = min(PIECE_DEALS, first + deals - start)
        return game.play(key, players=players, first=start, deals=many)

    with ThreadPoolExecutor(jobs) as threads:
        return estimates(list(threads.map(piece, starts)), players, commission_bp)


def estimates(pieces: Sequence[Tally], players: int, commission_bp: int = COMMISSION_MAX_BP) -> Campaign:
    """Return what pieces of one campaign come to together; arguments as of ``campaign``."""
    tally = Tally(
        sum(one.deals for one in pieces),
        sum((one.results for one in pieces), np.zeros((players, 3), dtype=np.uint64)),
        sum((one.cases for one in pieces), np.zeros((3, 3), dtype=np.uint64)),
        sum((one.together for one in pieces), np.zeros((PLAYERS_MAX + 1, PLAYERS_MAX + 1), dtype=np.uint64)),
    )
    share = Fraction(commission_bp, 10_000)
    won = np.arange(PLAYERS_MAX + 1)[:, None] + np.zeros(PLAYERS_MAX + 1)
    lost = won.T
    net = lost - won
    return Campaign(
        tally,
        players,
        share,
        _estimate(tally.together, (won * float(1 - share) - lost) / players),
        _estimate(tally.together, -net / players),
        _estimate(tally.together, (net - float(share) * np.maximum(net, 0)) / players),
    )


def _estimate(together: NDArray[np.uint64], values: NDArray[np.float64]) -> Estimate:
    """The mean of a value of deals that won and lost so many, and its interval."""
    deals = int(together.sum())
    if not deals:
        return Estimate(0.0, 0.0, (0.0, 0.0))
    weights = together.astype(np.float64) / deals
    mean = float((weights * values).sum())
    deviation = sqrt(max(float((weights * (values - mean) ** 2).sum()), 0.0))
    half = Z99 * deviation / sqrt(deals)
    return Estimate(mean, deviation, (mean - half, mean + half))
