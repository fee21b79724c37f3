# SPDX-License-Identifier: MIT
"""What the pots of a campaign did, and how often they should have been hit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

import cext
from emulator.lab.campaign_pieces import CampaignError, Recipe
from machines.support.plain import Json


class PotTotals(NamedTuple):
    """What one pot did, over all machines."""

    hits: int
    awarded_cents: int
    value_mc: int
    """What the pots of this level show in the end, added up over the machines."""
    reserve_mc: int
    """What their reserves hold in the end, hidden."""


@dataclass(frozen=True)
class PotResult:
    """What one pot did, over all machines."""

    name: str
    hit: str
    """combination, mystery or must_hit."""
    contributed_mc: int
    """What plays put into it and its reserve, in thousandths of a cent."""
    totals: PotTotals
    plays: int
    odds: Fraction | None
    """How likely a play hits it; None if that is not known."""

    @property
    def expected_hits(self) -> Fraction | None:
        """Hits on average over all keys; None if that is not known."""
        return None if self.odds is None else self.plays * self.odds

    @property
    def sigma_from_exact(self) -> float | None:
        """How many standard deviations it was hit more often than on average; None if that is not known."""
        if self.odds is None or not 0 < self.odds < 1:
            return None
        deviation = self.totals.hits - self.plays * self.odds
        return float(deviation) / sqrt(self.plays * self.odds * (1 - self.odds))

    def as_dict(self) -> Json:
        """The pot under the names that ``azar simulate --json`` uses."""
        expected = self.expected_hits
        return {
            "name": self.name,
            "hit": self.hit,
            "hits": self.totals.hits,
            "awarded_cents": self.totals.awarded_cents,
            "contributed_mc": self.contributed_mc,
            "value_mc": self.totals.value_mc,
            "reserve_mc": self.totals.reserve_mc,
            "expected_hits": None if expected is None else f"{expected.numerator}/{expected.denominator}",
            "sigma_from_exact": self.sigma_from_exact,
        }


def pot_results(
    tables: cext.ChanceTables,
    recipe: Recipe,
    totals: Sequence[PotTotals],
    names: Sequence[str],
    odds: Callable[[int], Fraction | None],
) -> tuple[PotResult, ...]:
    """
    What the pots did, by level.

    Args:
        totals: of all plays of the recipe.
        names: one a level.
        odds: how likely a play hits the pot of a level; None if that is not known.

    Raises:
        CampaignError: money came or went that nobody put in or took out.
    """
    found = []
    for level, (pot, name, total) in enumerate(zip(tables.pots, names, totals, strict=True)):
        fed_mc = tables.price_cents * 1000 * recipe.plays
        # What is no whole millicent is carried from play to play: only the end of each machine is cut.
        contributed_mc = recipe.machines * sum(int(fed_mc * share) for share in (pot.share, pot.reserve))
        seeds_mc = (recipe.machines + total.hits) * pot.seed_mc
        held_mc = total.value_mc + total.reserve_mc + 1000 * total.awarded_cents
        if held_mc != seeds_mc + contributed_mc:
            what = f"pot {name} must hold and have paid {seeds_mc + contributed_mc} mc, as it was fed"
            raise CampaignError(f"{what} (got {held_mc})", "report it with the seed: the core is wrong")
        plays = recipe.machines * recipe.plays
        found.append(PotResult(name, pot.hit, contributed_mc, total, plays, odds(level)))
    return tuple(found)
