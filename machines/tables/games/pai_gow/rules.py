# SPDX-License-Identifier: MIT
"""What a house declares of its table: limits, commission, way of setting; checked against the text."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace

from machines.support.plain import Json
from machines.tables.games.pai_gow.text import TEXT
from machines.tables.games.pai_gow.way import load_way
from machines.tables.refusal import TableError as TableError  # one error for every table

_TABLE = TEXT["table"]
COMMISSION_MAX_BP: int = _TABLE["commission_bp"]["most"]
"""Five in a hundred, in hundredths of a percent (Orden of 30 December 2005 of the Illes Balears, 16, VI)."""
BETS_MIN_MS: int = _TABLE["bets_ms"]["least"]
BETS_MAX_MS: int = _TABLE["bets_ms"]["most"]


@dataclass(frozen=True)
class TableRules:
    """
    A table's declared rules.

    Attributes:
        least_cents, most_cents: limits of one stake (16, VI).
        step_cents: the smallest chip; stakes and limits are multiples of it.
        commission_bp: commission on wins in hundredths of a percent, at most 500; announced before the game.
        bets_ms: how long the croupier leaves the bets open to who is not ready, a second to ten minutes.
        way: how the croupier sets, a name or a file of ``machines.tables.games.pai_gow.way``.
    """

    least_cents: int = _TABLE["least_cents"]["value"]
    most_cents: int = _TABLE["most_cents"]["value"]
    step_cents: int = _TABLE["step_cents"]["value"]
    commission_bp: int = _TABLE["commission_bp"]["value"]
    bets_ms: int = _TABLE["bets_ms"]["value"]
    way: str = _TABLE["way"]["value"]

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if name != "way" and type(value) is not int:
                raise TableError(f"{name} must be whole, as {getattr(TableRules, name)} (got {value!r})")
        if self.step_cents < 1:
            raise TableError(f"step_cents must be 1 cent or more (got {self.step_cents})")
        if self.least_cents < self.step_cents or self.least_cents % self.step_cents:
            raise TableError(
                f"least_cents must be a multiple of {self.step_cents} cents (got {self.least_cents})"
            )
        if self.most_cents < self.least_cents or self.most_cents % self.step_cents:
            raise TableError(
                f"most_cents must be a multiple of {self.step_cents} cents from {self.least_cents} on"
                f" (got {self.most_cents})"
            )
        if not 0 <= self.commission_bp <= COMMISSION_MAX_BP:
            raise TableError(
                f"commission_bp must be 0 to {COMMISSION_MAX_BP}, 5 % (16, VI) (got {self.commission_bp})"
            )
        if not BETS_MIN_MS <= self.bets_ms <= BETS_MAX_MS:
            raise TableError(
                f"bets_ms must be {BETS_MIN_MS} to {BETS_MAX_MS} milliseconds (got {self.bets_ms})"
            )
        load_way(self.way)

    def commission_cents(self, won_cents: int) -> int:
        """Return the commission on a win, half a cent rounded up (reading ``commission_rounds``)."""
        return (won_cents * self.commission_bp + 5_000) // 10_000

    def to_dict(self) -> Json:
        """Plain values, as ``from_dict`` takes them."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Json) -> TableRules:
        """Rules from plain values; TableError names one that there is not."""
        known = asdict(cls())
        if unknown := [name for name in values if name not in known]:
            raise TableError(f"rule must be one of {', '.join(known)} (got {unknown[0]})", "rules")
        return replace(cls(), **values)
