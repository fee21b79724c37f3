# SPDX-License-Identifier: MIT
"""Compares a watcher's gain with the bound that a model declares."""

from __future__ import annotations

from fractions import Fraction

from machines.check.problems import Findings, euro
from machines.support.figures import kept
from machines.types.cycle.plan import Plan
from machines.types.cycle.schema import Cycle


def check_watcher(plan: Plan, cycle: Cycle, findings: Findings) -> None:
    """
    Note a gain above ``cycle.watcher_max_cents``, or a model that declares none.

    No article bounds the gain, so whoever calls this makes it a warning.
    """
    path, most = "cycle.watcher_max_cents", cycle.watcher_max_cents
    high = kept("watcher", repr(plan), lambda: _gain(plan))
    if not high:
        message = "cannot be examined: a stratum has too many prizes (see machines.types.cycle.watcher)"
        findings.add(path, message, "make the strata shorter", limit=most, unit="cents")
        return
    (gain,) = high
    upper = -(-gain // 1)
    if most is None:
        message = f"declares no bound: who remembers every play can gain {euro(upper)} a cycle (got nothing)"
        findings.add(path, message, f"write {upper}, or more", value=upper, unit="cents")
    elif gain > most:
        message = f"who remembers every play can gain {euro(upper)} a cycle, at most {euro(most)} declared"
        hint = "spread the prizes over fewer, longer strata, or declare what he gains"
        findings.add(path, message, hint, value=upper, limit=most, unit="cents")


def _gain(plan: Plan) -> list[Fraction]:
    """The most that a watcher gains a cycle, in cents; nothing if the plan is too large to be examined."""
    from machines.types.cycle.watcher import fits, watch  # loads numpy

    return [watch(plan).gain_cents.high] if fits(plan) else []
