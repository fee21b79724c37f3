# SPDX-License-Identifier: MIT
"""Type A in the world: rounds, points and awards."""

from __future__ import annotations

from emulator.types.common.host_type import HostType, Recall, Sheets, Sweep, Visit
from emulator.types.skill.always import SkillAlways
from emulator.types.skill.recall import play_of_row
from machines.model import SkillModel


def _sweep() -> Sweep:
    from emulator.types.skill.audit import SkillAuditor
    from emulator.types.skill.chapters import chapters_of
    from emulator.types.skill.witness import SkillWitness

    return Sweep(SkillAuditor, SkillWitness, chapters_of)


def _sheets() -> Sheets:
    from emulator.types.skill.book import SHEETS

    return SHEETS


def _script(model: SkillModel) -> str:
    return "visit_memory" if model.games[0].kind == "memory" else "visit_skill"


SKILL = HostType(
    letter="A",
    status="playable, skill alone decides",
    always=SkillAlways,
    visit=Visit(_script),
    recall=Recall(play_of_row),
    sweep=_sweep,
    sheets=_sheets,
    stops=None,
)
