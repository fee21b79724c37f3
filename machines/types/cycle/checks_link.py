# SPDX-License-Identifier: MIT
"""Checks the carrusel of a type B model against the law (B-26, S-03)."""

from __future__ import annotations

from machines.check.problems import Findings
from machines.rules import Profile
from machines.types.cycle.draft import CycleDraft


def check_carrusel(draft: CycleDraft, law: Profile, findings: Findings) -> None:
    """Only an ordinary machine may be part of one (S-03), and it can pay an award of lawful size (B-26)."""
    if draft.link is None:
        return
    if draft.special:
        message = "must not be there: special machines are not linked among themselves (got [link])"
        findings.add("link", message, "take it out, or write special = false", rule="S-03")
    figures = law.rule("B-26").values
    hint = "it pays whatever the pot of its carrusel can hold"
    path, cents = "link.award_max_cents", draft.link.award_max_cents
    findings.under(path, cents, figures["min_cents"], "cents", hint, rule="B-26")
    findings.over(path, cents, figures["max_cents"], "cents", hint, rule="B-26")
