# SPDX-License-Identifier: MIT
"""Type C, pure chance: strips, pays, free plays, pots."""

from __future__ import annotations

from typing import Any

from machines.draft_chance import ChanceDraft
from machines.limits_chance import chance_limits_of
from machines.machine_type import MachineType
from machines.model_chance import ChanceModel, check_chance, make_chance
from machines.model_common import Model
from machines.problems import Findings
from machines.rules import Profile
from machines.schema_chance import ChanceFile


def _made(draft: ChanceDraft, law: Profile, findings: Findings, source: str) -> Model | None:
    limits = chance_limits_of(law)
    game = check_chance(draft, law, limits, findings)
    return make_chance(draft, law, limits, *game) if game and not findings.problems else None


def _sheet(model: ChanceModel) -> dict[str, Any]:
    from machines.par_chance import chance_sheet  # nobody who only plays waits for the mathematics

    return chance_sheet(model)


CHANCE = MachineType("C", ChanceFile, ChanceDraft, chance_limits_of, _made, _sheet)
