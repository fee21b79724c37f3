# SPDX-License-Identifier: MIT
"""A model file of type B as far as it could be read."""

from __future__ import annotations

from dataclasses import dataclass

from machines.check.draft import ReelsDraft
from machines.types.cycle import schema as schema_cycle


@dataclass(frozen=True)
class CycleDraft(ReelsDraft):
    """A model file of type B as far as it could be read."""

    special: bool | None
    simultaneous_max: int | None
    hold: bool | None
    reels: list[schema_cycle.Reel] | None
    paytable: list[schema_cycle.Pay] | None
    cycle: schema_cycle.Cycle | None
    gamble: schema_cycle.CycleGamble | None
    raises: list[schema_cycle.RaiseRow] | None
    prize_meter: schema_cycle.PrizeMeter | None
    durations: schema_cycle.Durations | None
    texts: schema_cycle.Texts | None
