# SPDX-License-Identifier: MIT
"""
The laws of the books of every machine: the power-cut sweep, the storms and the scenarios hold it to them.

    laws = Laws(model, base)         # of its type; base: the books when the watch began
    laws.fallen(record, floor)       # [] or one line for each law that is broken
    laws.balanced(record)

Nothing here asks the firmware: a law compares books that were decoded from the FRAM.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from machines.memory.record import RISING as COUNTERS
from machines.model import Model
from machines.support.plain import JsonView

Record = JsonView

# Counters that a start may raise, and nothing may lower.
OF_STARTS = ("sequence", "power_ups", "door_opens", "box_opens", "logic_opens", "events", "troubles")
# Counters that nothing may lower; what an attendant may set anew is not among them.
RISING = ("sequence", *COUNTERS, "link_seq", "link_award")
BUCKETS = ("credits_cents", "reserve_cents", "prize_meter_cents", "pending_cents")
# More than any counter of money in cents can hold by right: a subtraction went below zero.
_BELOW_ZERO = 1 << 31


class Laws:
    """
    What holds of a machine's books.

    Args:
        model: the machine.
        base: its books when the watch began.
    """

    def __init__(self, model: Model, base: Record) -> None:
        self.base = base
        self.price_cents: int = model.price_cents
        self._most_cents: dict[str, tuple[int, str]] = {}
        """Of each bucket that the law limits: the most that it may hold, and the rule that says so."""

    def fallen(self, record: Record, floor: Record) -> list[str]:
        """No counter falls."""
        return [
            f"{name} must never fall below {short(floor[name])} (got {short(record[name])})"
            for name in RISING
            if _lower(record[name], floor[name])
        ]

    def balanced(self, record: Record) -> list[str]:
        """The buckets hold what came in and was won, less what was staked and paid."""
        owed = sum(record[name] for name in BUCKETS) + sum(cents for _, cents in record["queue"])
        counted = record["coin_in_cents"] + record["note_in_cents"] + record["card_in_cents"]
        counted += record["won_cents"] - record["coin_out_cents"]
        counted -= record["hand_paid_cents"] + record["card_out_cents"]
        counted -= record["staked_cents"]
        return [] if owed == counted else [f"buckets hold {owed} cents, the counters say {counted}"]

    def within(self, record: Record) -> list[str]:
        """No bucket holds more than the law lets it, and none went below zero."""
        found = [
            f"{name} must be 0 to {most_cents} ({rule}, got {record[name]})"
            for name, (most_cents, rule) in self._most_cents.items()
            if not 0 <= record[name] <= most_cents
        ]
        for kind, cents in [("pending", record["pending_cents"]), *record["queue"]]:
            if not 0 <= cents < _BELOW_ZERO:
                found.append(f"{kind} must be 0 cents or more (got {cents})")
        return found

    def told(self, record: Record, *, linked: bool) -> list[str]:
        """Each play of a linked machine is told to the controller with its stake; alone it tells nothing."""
        staked_mc, plays = 1_000 * self.since(record, "staked_cents"), self.since(record, "starts")
        return self.risen(record, {"link_staked_mc": linked * staked_mc, "link_seq": linked * plays})

    def since(self, record: Record, name: str) -> int:
        """How far a counter has risen in this watch."""
        return int(record[name]) - int(self.base[name])

    def cleared(self, record: Record) -> bool:
        """Whether staff has cleared a play away in this watch, and with it its outcome."""
        return bool(self.since(record, "ram_clears"))

    def risen(self, record: Record, wanted: Mapping[str, int], plays: int | None = None) -> list[str]:
        """Counters have risen by what so many plays come to; None: as many as the books have counted."""
        plays = self.since(record, "starts") if plays is None else plays
        return [
            f"{name} must be {must} after {plays} plays (got {self.since(record, name)})"
            for name, must in wanted.items()
            if self.since(record, name) != must
        ]


def standing(record: Record, stops: tuple[int, ...]) -> list[str]:
    """The reels stand on the stops that the books have."""
    wanted = tuple(record["stops"][: len(stops)])
    return [] if stops == wanted else [f"the reels stand on {stops}, the play has {wanted}"]


def short(value: object) -> str:
    """A value for a message."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _lower(now: Any, then: Any) -> bool:
    if isinstance(now, tuple):
        return any(a < b for a, b in zip(now, then, strict=True))
    return bool(now < then)
