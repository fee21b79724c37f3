# SPDX-License-Identifier: MIT
"""The pot that machines share once more, in plain Python, from the manual; it shares no code with the C."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from core_reference import chacha20_block

MYSTERY, THRESHOLD = 8, 9


def pair_below(key: bytes, machine: int, purpose: int, index: int, bound: int) -> int:
    """An even draw from pair ``index``: of all 2^64, those are rejected that are one too many."""
    for rejection in range(1 << 16):
        block = chacha20_block(key, index // 8, machine | purpose << 40 | rejection << 48)
        scaled = int.from_bytes(block[index % 8 * 8 :][:8], "little") * bound
        if scaled % (1 << 64) >= (1 << 64) % bound:
            return scaled >> 64
    raise OverflowError


@dataclass
class Pot:
    """One pot; ``rules`` and ``then`` are anything with the names of cext.LinkRules."""

    rules: Any
    key: bytes
    machine: int = 0
    event: int = 0
    value_mc: int = 0
    reserve_mc: int = 0
    threshold_mc: int = 0
    owed: Fraction = field(default_factory=Fraction)  # parts of a millicent, still to be put in
    owed_reserve: Fraction = field(default_factory=Fraction)
    staked_mc: int = 0
    contributed_mc: int = 0
    funded_mc: int = 0
    paid_cents: int = 0
    hits: int = 0

    def __post_init__(self) -> None:
        self.then = self.rules
        self._begin()

    def _begin(self) -> None:
        self.rules = self.then
        self.value_mc += self.reserve_mc + self.rules.base_mc
        self.reserve_mc = 0
        self.funded_mc += self.rules.base_mc
        self._limit()
        self.threshold_mc = 0
        if self.rules.hit == "must_hit":
            room = self.rules.limit_mc - self.value_mc
            drawn = pair_below(self.key, self.machine, THRESHOLD, self.event, room) if room else -1
            self.threshold_mc = self.value_mc + 1 + drawn

    def _limit(self) -> None:
        over = max(0, self.value_mc - self.rules.limit_mc)
        self.value_mc -= over
        self.reserve_mc += over

    def _takes(self, prize: int) -> tuple[str, Fraction]:
        rules = self.rules
        if rules.hit == "must_hit":
            return ("threshold" if self.value_mc >= self.threshold_mc else "none"), Fraction(1)
        if rules.hit == "mystery":
            drawn = pair_below(self.key, self.machine, MYSTERY, self.event, rules.mystery_of)
            return ("mystery" if drawn < rules.mystery else "none"), Fraction(1)
        return ("prize", Fraction(rules.prizes[prize - 1])) if prize else ("none", Fraction(0))

    def move(self, stake_mc: int, prize: int = 0, winners: int = 1) -> tuple[int, int, int, str, bool]:
        """One event; what cext.LinkAward holds."""
        rules, number = self.rules, self.event
        self.owed += Fraction(stake_mc * rules.share, rules.share_of)
        self.owed_reserve += Fraction(stake_mc * rules.reserve, rules.reserve_of)
        seen, hidden = int(self.owed), int(self.owed_reserve)
        self.owed -= seen
        self.owed_reserve -= hidden
        self.staked_mc += stake_mc
        self.contributed_mc += seen + hidden
        self.value_mc += seen
        self.reserve_mc += hidden
        self._limit()
        by, part = self._takes(prize)
        self.event += 1
        if by == "none":
            return number, 0, 0, by, False
        winners = winners if by == "prize" else 1
        each = int(self.value_mc * part / 1000) // winners
        each -= each % rules.unit_cents
        self.value_mc -= each * winners * 1000
        self.paid_cents += each * winners
        self.hits += 1
        if part == 1:
            self._begin()
        else:
            missing = max(0, rules.base_mc - self.value_mc)
            self.value_mc += missing
            self.funded_mc += missing
        return number, each, winners, by, part == 1

    def fields(self) -> dict[str, int]:
        """What a view of the core's pot must show."""
        names = (
            "event",
            "value_mc",
            "reserve_mc",
            "threshold_mc",
            "staked_mc",
            "contributed_mc",
            "funded_mc",
        )
        carry = self.owed * self.rules.share_of, self.owed_reserve * self.rules.reserve_of
        return {
            **{name: getattr(self, name) for name in (*names, "paid_cents", "hits")},
            "carry": int(carry[0]),
            "reserve_carry": int(carry[1]),
        }
