# SPDX-License-Identifier: MIT
"""Type A, amusement: only presses decide, and no money is won."""

from __future__ import annotations

from machines.draft_skill import SkillDraft
from machines.limits_skill import skill_limits_of
from machines.machine_type import MachineType
from machines.model_common import Model
from machines.model_skill import check_skill, make_skill
from machines.problems import Findings
from machines.rules import Profile
from machines.schema_skill import SkillFile


def _made(draft: SkillDraft, law: Profile, findings: Findings, source: str) -> Model | None:
    limits = skill_limits_of(law)
    check_skill(draft, law, limits, findings)
    return None if findings.problems else make_skill(draft, law, limits)


SKILL = MachineType("A", SkillFile, SkillDraft, skill_limits_of, _made, None)
