# SPDX-License-Identifier: MIT
"""Type B, recreational with a programmed prize: a prize cycle that gives back its percentage."""

from __future__ import annotations

from machines.check.problems import Findings
from machines.rules import Profile
from machines.support.plain import Json
from machines.types.common.base import Model
from machines.types.common.machine_type import LawRows, MachineType
from machines.types.cycle.core import CORE
from machines.types.cycle.draft import CycleDraft
from machines.types.cycle.limits import limits_of
from machines.types.cycle.memory import balance, outcome_text, state_text
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


def _newcomer(model: CycleModel) -> Json | None:
    from machines.types.cycle.par_gamble import of_newcomer

    return None if model.gamble is None else of_newcomer(model, model.gamble)


CYCLE = MachineType(
    letter="B",
    room="cycle",
    shape=CycleFile,
    draft=CycleDraft,
    require_law=lambda law: limits_of(law, special=True),
    made=_made,
    sheet=_sheet,
    core=CORE,
    law_rows=LawRows("B-07", "B-02", "B-10"),
    outcome_text=outcome_text,
    state_text=state_text,
    balance=balance,
    newcomer=_newcomer,
)
