# SPDX-License-Identifier: MIT
"""What a rule profile allows a Type A model: no numbers, but what skill may earn."""

from __future__ import annotations

from dataclasses import dataclass

from machines.rules import Profile


@dataclass(frozen=True)
class SkillLimits:
    """The awards that a profile allows a type A machine, where skill alone decides."""

    gives: tuple[str, ...]
    """What an award may give."""
    forbids: str
    """The row that forbids the rest."""
    value_bound: bool
    """Whether what can be had for tickets is worth no more than the plays needed (A-03)."""


def skill_limits_of(profile: Profile) -> SkillLimits:
    """Read the limits out of a profile; ProfileError if it lacks a row."""
    if profile.free:
        return SkillLimits(gives=("play", "refund", "tickets"), forbids="A-01", value_bound=False)
    rows = {rule_id: profile.rule(rule_id).in_force for rule_id in ("A-01", "A-02", "A-03", "A-04")}
    wide = (rows["A-03"] or rows["A-04"]) and not rows["A-01"]
    gives = ("play", "refund", "tickets") if wide else ("play",) if rows["A-02"] else ()
    return SkillLimits(gives=gives, forbids="A-01", value_bound=not rows["A-04"])
