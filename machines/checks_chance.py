# SPDX-License-Identifier: MIT
"""What a model of type C must be beside itself, before the law and for the core."""

from __future__ import annotations

from machines.draft import ChanceDraft
from machines.limits_chance import ChanceLimits
from machines.problems import Findings, euro


def check_chance_price(draft: ChanceDraft, limits: ChanceLimits, findings: Findings) -> int:
    """Return the price of a play in cents: the profile's own, the model's, or the highest allowed."""
    fixed, written = limits.price_fixed_cents, draft.price_cents
    if fixed is not None:
        if written is not None:
            findings.add(
                "price_cents",
                f"must not be written: the profile fixes the price at {euro(fixed)} (got {euro(written)})",
                "leave the key out; the price comes from the profile",
                value=written,
                limit=fixed,
                unit="cents",
                rule="C-03",
            )
        return fixed
    if written is None:
        return limits.price_max_cents
    hint = f"write {limits.price_max_cents} or less, or leave the key out for {limits.price_max_cents}"
    findings.over("price_cents", written, limits.price_max_cents, "cents", hint, rule="C-02")
    return min(written, limits.price_max_cents)
