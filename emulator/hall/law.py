# SPDX-License-Identifier: MIT
"""
What the law says of a machine, in the few rows that a visitor asks about, each with its article.

    for row in law_of(load_model("cierzo")):
        print(row.id, row.value, row.article)
"""

from __future__ import annotations

from typing import NamedTuple

from machines.model import Model

PRICE, TOP, PAYOUT, PACE, CHANCE, SKILL = "price", "top", "payout", "pace", "chance", "skill"
# Of each type: what is told, and the rows that say it; the first one in force counts.
_ROWS = {
    "B": ((PRICE, ("B-02", "B-01")), (TOP, ("B-04",)), (PAYOUT, ("B-07",)), (PACE, ("B-10",))),
    "C": (
        (PRICE, ("C-03", "C-02")),
        (TOP, ("C-04",)),
        (PAYOUT, ("C-06",)),
        (PACE, ("C-09",)),
        (CHANCE, ("C-01",)),
    ),
    "A": ((SKILL, ("A-03", "A-02")),),
}


class LawRow(NamedTuple):
    """One row of the profile of a machine."""

    about: str
    """Which of the sentences that a visitor reads."""
    id: str
    value: int | None
    exact: bool
    """Whether the value is that and no other, and no limit."""
    article: str


def law_of(model: Model) -> list[LawRow]:
    """The rows in force for its type, by its own profile."""
    rows = []
    for about, names in _ROWS.get(model.type, ()):
        for name in names:
            rule = model.profile.rules.get(name)
            if rule is not None and rule.in_force:
                value = rule.value if isinstance(rule.value, int) else None
                rows.append(LawRow(about, rule.id, value, rule.type == "exact", rule.article))
                break
    return rows
