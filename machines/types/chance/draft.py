# SPDX-License-Identifier: MIT
"""A model file of type C as far as it could be read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from machines.check.draft import ReelsDraft
from machines.types.chance import schema as schema_chance


@dataclass(frozen=True)
class ChanceDraft(ReelsDraft):
    """A model file of type C as far as it could be read."""

    bets_cents: list[int] | None
    evaluation: str | None
    symbols: Mapping[str, schema_chance.ChanceSymbol] | None
    reels: list[schema_chance.ChanceReel] | None
    free_reels: list[schema_chance.ChanceReel] | None
    paytable: list[schema_chance.ChancePay] | None
    scatters: list[schema_chance.ScatterPay] | None
    free_plays: schema_chance.FreePlays | None
    picks: list[schema_chance.PickRow] | None
    gamble: schema_chance.Gamble | None
    pots: list[schema_chance.PotShape] | None
    money: schema_chance.ChanceMoney | None
    durations: schema_chance.ChanceDurations | None
    texts: schema_chance.ChanceTexts | None
