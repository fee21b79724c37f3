# SPDX-License-Identifier: MIT
"""
Losing runs of a prize plan: how long a player waits for the next prize, and how often.

The longest run that any order can make, by hold as well, is all losses of a stratum at its end and
all of the next at its beginning, with strata that only lose between. How often runs come is said
for the uniform order, which is that of plays without hold: a run of l >= r losses holds one more
window of r losses than of r + 1, so the runs of r losses or more that one expects are the windows
of r that one expects less those of r + 1. A window of a entries of a stratum with N entries, L of
them losses, is all losses with probability L (L - 1) ... (L - a + 1) / (N (N - 1) ... (N - a + 1)).
"""

from __future__ import annotations

from machines.types.cycle.plan import Plan


def longest_losing_run(plan: Plan) -> int | None:
    """Plays of the longest losing run that any order can make; None if it never ends."""
    if plan.counts[0] == plan.plays:
        return None
    longest = 0
    for first, row in enumerate(plan.strata):
        run = row[0]
        for step in range(1, len(plan.strata) + 1):
            following = plan.strata[(first + step) % len(plan.strata)]
            run += following[0]
            if following[0] < sum(following):
                break
        longest = max(longest, run)
    return longest


def expected_losing_runs(plan: Plan, lengths: list[int]) -> list[float]:
    """
    How many losing runs of at least each length begin in a cycle, on average; exact to 12 digits.

    Args:
        plan: any plan that wins something.
        lengths: plays, each 1 or more.
    """
    losing = [_all_lose(row, max(lengths) + 1) for row in plan.strata]
    return [_windows(losing, r) - _windows(losing, r + 1) for r in lengths]


def _all_lose(row: tuple[int, ...], most: int) -> list[float]:
    """For a = 0 to the stratum's size: that a given entries all lose; at most up to ``most``."""
    found, entries = [1.0], sum(row)
    for a in range(entries):
        found.append(found[a] * max(0, row[0] - a) / (entries - a) if a < most else 0.0)
    return found


def _windows(losing: list[list[float]], length: int) -> float:
    """How many windows of ``length`` losses begin in a cycle, on average."""
    found = 0.0
    for stratum, law in enumerate(losing):
        size = len(law) - 1
        if length <= size:
            found += (size - length + 1) * law[length]
        for tail in range(1, min(length, size + 1)):
            if law[tail]:
                found += law[tail] * _head(losing, stratum + 1, length - tail)
    return found


def _head(losing: list[list[float]], stratum: int, entries: int) -> float:
    """The probability that the first ``entries`` from the start of a stratum all lose."""
    chance = 1.0
    while entries and chance:
        law = losing[stratum % len(losing)]
        taken = min(entries, len(law) - 1)
        chance *= law[taken]
        entries -= taken
        stratum += 1
    return chance
