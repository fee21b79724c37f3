# SPDX-License-Identifier: MIT
"""Type B, recreational with a programmed prize: a prize cycle that gives back its percentage."""

from __future__ import annotations

from machines.check.problems import Findings
from machines.rules import Profile
from machines.support.plain import Json
from machines.types.common.base import Model
from machines.types.common.machine_type import MachineType
from machines.types.cycle.draft import CycleDraft
from machines.types.cycle.limits import limits_of
from machines.types.cycle.model import CycleModel, check_cycle, make_cycle
from machines.types.cycle.schema import CycleFile


def _made(draft: CycleDraft, law: Profile, findings: Findings, source: str) -> Model | None:
    limits = limits_of(law, special=bool(draft.special))
    sound = check_cycle(draft, law, limits, findings)
    if findings.problems or sound is None:
        return None
    return make_cycle(draft, law, limits, *sound, source=source)


def _sheet(model: CycleModel) -> Json:
    from machines.types.cycle.par import cycle_sheet  # nobody who only plays waits for the mathematics

    return cycle_sheet(model)


CYCLE = MachineType("B", CycleFile, CycleDraft, lambda law: limits_of(law, special=True), _made, _sheet)
