# SPDX-License-Identifier: MIT
"""
What the count of the cards seen is worth: rounds of whole shoes by the count before them.

    rows = counter.by_count(counts)
    gains_from([(row.true_count, row.mean, row.error) for row in rows])     # 1: a stake gains from +1 on
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, Protocol, runtime_checkable

from machines.tables.campaign import Counts

SURE = 2
"""So many standard deviations from nought a mean is a gain, or a loss."""


class CountRow(NamedTuple):
    """
    Rounds with one count.

    Attributes:
        true_count: the count of the cards seen, for each deck not yet seen, rounded; the lowest and the
            highest row have those beyond, too.
        rounds: how many.
        mean, error: what a stake gained on average, and the standard deviation of that.
        insured: rounds in which an insurance could be laid.
        insurance, insurance_error: what an insurance gained, as of a stake.
    """

    true_count: int
    rounds: int
    mean: float
    error: float
    insured: int
    insurance: float
    insurance_error: float


@runtime_checkable
class Counted(Protocol):
    """A counter of a campaign that knows the count before each round."""

    def by_count(self, counts: Counts) -> list[CountRow]:
        """From the lowest count to the highest; none of fresh shoes."""


def gains_from(means: Iterable[tuple[int, float, float]]) -> int | None:
    """
    The lowest count that gains, and above which none loses.

    Args:
        means: count, mean and its standard deviation, from the lowest count on.

    Returns:
        None: there is no such count.
    """
    found = None
    for count, mean, error in means:
        if mean <= -SURE * error:
            found = None
        elif found is None and mean > SURE * error > 0:
            found = count
    return found
