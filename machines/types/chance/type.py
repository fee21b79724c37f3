# SPDX-License-Identifier: MIT
"""Type C, pure chance: strips, pays, free plays, pots."""

from __future__ import annotations

from collections.abc import Iterator

from machines.check.inherit import Limit, price_limit
from machines.check.problems import Findings
from machines.rules import Profile
from machines.support.plain import Json, JsonView
from machines.types.chance.deposits import deposits
from machines.types.chance.draft import ChanceDraft
from machines.types.chance.limits import chance_limits_of
from machines.types.chance.memory import balance, outcome_text, state_text
from machines.types.chance.model import LINK, ChanceModel, check_chance, make_chance
from machines.types.chance.schema import ChanceFile
from machines.types.common.base import Model
from machines.types.common.machine_type import LawRows, MachineType
from machines.types.common.tuning import Lawful, Proposal, Targets, Tell


def _made(draft: ChanceDraft, law: Profile, findings: Findings, source: str) -> Model | None:
    limits = chance_limits_of(law)
    game = check_chance(draft, law, limits, findings)
    return make_chance(draft, law, limits, *game) if game and not findings.barring else None


def _inherits(draft: ChanceDraft, law: Profile) -> Iterator[Limit]:
    limits = chance_limits_of(law)
    if draft.bets_cents is None:
        yield price_limit(limits.price_fixed_cents, limits.price_max_cents, ("C-03", "C-02"))
    yield "durations.play_min_ms", limits.play_min_ms, "C-09"


def _sheet(model: ChanceModel) -> Json:
    from machines.types.chance.par import chance_sheet  # nobody who only plays waits for the mathematics

    return chance_sheet(model)


def _tune(model: ChanceModel, targets: Targets, lawful: Lawful, tell: Tell) -> Proposal:
    from machines.types.chance.tune import tune_chance  # loads flint

    return tune_chance(model, targets, lawful, tell)


def _deposits(model: ChanceModel, record: JsonView) -> dict[str, int]:
    held = deposits(model, record)
    return {} if held is None else held._asdict()


CHANCE = MachineType(
    letter="C",
    room="chance",
    shape=ChanceFile,
    draft=ChanceDraft,
    inherits=_inherits,
    made=_made,
    sheet=_sheet,
    law_rows=LawRows("C-06", "C-02", "C-09", LINK),
    outcome_text=outcome_text,
    state_text=state_text,
    balance=balance,
    gives_change=False,
    keeps_steps=True,
    deposits=_deposits,
    tune=_tune,
)
