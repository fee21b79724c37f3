# SPDX-License-Identifier: MIT
"""Type A, amusement: only presses decide, and no money is won."""

from __future__ import annotations

from machines.check.problems import Findings
from machines.rules import Profile
from machines.support.plain import Json
from machines.types.common.base import Model
from machines.types.common.machine_type import LawRows, MachineType
from machines.types.skill.draft import SkillDraft
from machines.types.skill.limits import skill_limits_of
from machines.types.skill.memory import state_text
from machines.types.skill.model import SkillModel, check_skill, make_skill
from machines.types.skill.schema import SkillFile


def _made(draft: SkillDraft, law: Profile, findings: Findings, source: str) -> Model | None:
    limits = skill_limits_of(law)
    check_skill(draft, law, limits, findings)
    return None if findings.barring else make_skill(draft, law, limits)


def _sheet(model: SkillModel) -> Json:
    from machines.types.skill.par import skill_sheet  # nobody who only plays waits for the mathematics

    return skill_sheet(model)


SKILL = MachineType(
    letter="A",
    room="skill",
    shape=SkillFile,
    draft=SkillDraft,
    # No norm gives type A a figure that a model could leave out.
    inherits=lambda draft, law: (),
    made=_made,
    sheet=_sheet,
    law_rows=LawRows(),
    outcome_text=lambda raw: "none",
    state_text=state_text,
    drawn=False,
    secret=False,
    untuned="change laps_ms, zones or [[awards]]; azar par tells what each declared visitor gets in an hour",
)
