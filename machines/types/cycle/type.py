# SPDX-License-Identifier: MIT
"""Type B, recreational with a programmed prize: a prize cycle that gives back its percentage."""

from __future__ import annotations

from collections.abc import Iterator

from machines.check.inherit import Limit, price_limit
from machines.check.problems import Findings
from machines.rules import Profile
from machines.support.plain import Json
from machines.types.common.base import Model
from machines.types.common.machine_type import LawRows, MachineType
from machines.types.common.tuning import Lawful, Proposal, Targets, Tell
from machines.types.cycle.draft import CycleDraft
from machines.types.cycle.limits import limits_of
from machines.types.cycle.memory import balance, outcome_text, state_text
from machines.types.cycle.model import LINK, CycleModel, check_cycle, make_cycle
from machines.types.cycle.schema import CycleFile


def _made(draft: CycleDraft, law: Profile, findings: Findings, source: str) -> Model | None:
    limits = limits_of(law, special=bool(draft.special))
    sound = check_cycle(draft, law, limits, findings)
    if findings.barring or sound is None:
        return None
    return make_cycle(draft, law, limits, *sound, source=source)


def _inherits(draft: CycleDraft, law: Profile) -> Iterator[Limit]:
    limits = limits_of(law, special=bool(draft.special))
    price = price_limit(limits.price_fixed_cents, limits.price_max_cents, ("B-02", "B-01"))
    yield price
    price_cents = min(draft.price_cents or price[1], price[1])
    yield "money.credits_max_cents", limits.credits_max_cents(price_cents), "B-12"
    if draft.prize_meter is not None and draft.prize_meter.max_cents is None:
        yield "prize_meter.max_cents", limits.prize_max_cents, limits.prize_rule
        yield "prize_meter.max_double_cents", limits.double_prize_max_cents, limits.double_rule
    yield "durations.play_min_ms", limits.play_min_ms, "B-10"
    yield "durations.auto_start_ms", limits.auto_start_ms, "B-11"


def _sheet(model: CycleModel) -> Json:
    from machines.types.cycle.par import cycle_sheet  # nobody who only plays waits for the mathematics

    return cycle_sheet(model)


def _tune(model: CycleModel, targets: Targets, lawful: Lawful, tell: Tell) -> Proposal:
    from machines.types.cycle.tune import tune_cycle  # loads numpy

    return tune_cycle(model, targets, lawful, tell)


def _newcomer(model: CycleModel) -> Json | None:
    from machines.types.cycle.par_gamble import of_newcomer

    return None if model.gamble is None else of_newcomer(model, model.gamble)


CYCLE = MachineType(
    letter="B",
    room="cycle",
    shape=CycleFile,
    draft=CycleDraft,
    inherits=_inherits,
    made=_made,
    sheet=_sheet,
    law_rows=LawRows("B-07", "B-02", "B-10", LINK),
    outcome_text=outcome_text,
    state_text=state_text,
    balance=balance,
    newcomer=_newcomer,
    tune=_tune,
)
