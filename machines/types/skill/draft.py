# SPDX-License-Identifier: MIT
"""A model file of type A as far as it could be read."""

from __future__ import annotations

from dataclasses import dataclass

from machines.check.draft import CommonDraft
from machines.types.skill import schema as schema_skill


@dataclass(frozen=True)
class SkillDraft(CommonDraft):
    """A model file of type A as far as it could be read."""

    prices_cents: list[int] | None
    game: str | None
    stopper: schema_skill.Stopper | None
    memory: schema_skill.Memory | None
    model_number: str | None
    games: list[schema_skill.FurtherGame] | None
    awards: list[schema_skill.Award] | None
    extra_plays_max: int | None
    tickets: schema_skill.Tickets | None
    texts: schema_skill.SkillTexts | None
