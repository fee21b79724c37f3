# SPDX-License-Identifier: MIT
"""
Reads the shape of a model file and keeps what can be read of a broken one.

Every mistake of the shape becomes a Problem; sections without one go on to the checks, so that a
misspelt key does not hide a prize plan that pays too little.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, fields
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from machines import schema, schema_chance, schema_cycle, schema_parts, schema_skill
from machines.draft_words import Words
from machines.problems import Findings


@dataclass(frozen=True)
class CommonDraft:
    """A model file of any type as far as it could be read: None for a section with a mistake of shape."""

    name: str | None
    title: str | None
    type: str | None
    profile: str | None
    price_cents: int | None
    mechanisms: str | None
    money: schema_parts.Money | None
    hoppers: list[schema_parts.Hopper] | None
    counters: schema_parts.Counters | None
    texts: schema_parts.Shape | None
    art: schema_parts.Art | None


@dataclass(frozen=True)
class ReelsDraft(CommonDraft):
    """A model file of a type with reels as far as it could be read."""

    rows: int | None
    link: schema_parts.Link | None
    paylines: list[list[int]] | None
    symbols: Mapping[str, schema_parts.Symbol] | None


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


@dataclass(frozen=True)
class CycleDraft(ReelsDraft):
    """A model file of type B as far as it could be read."""

    special: bool | None
    simultaneous_max: int | None
    hold: bool | None
    reels: list[schema_cycle.Reel] | None
    paytable: list[schema_cycle.Pay] | None
    cycle: schema_cycle.Cycle | None
    gamble: schema_cycle.CycleGamble | None
    raises: list[schema_cycle.RaiseRow] | None
    prize_meter: schema_cycle.PrizeMeter | None
    durations: schema_cycle.Durations | None
    texts: schema_cycle.Texts | None


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


_DRAFTS: Mapping[str, type[CommonDraft]] = {"A": SkillDraft, "B": CycleDraft, "C": ChanceDraft}


def read_draft(raw: Mapping[str, Any], findings: Findings) -> CommonDraft:
    """
    Check the shape of a parsed file; note every mistake and return what could be read.

    A file that names no type of ours is read as type B.
    """
    named = raw.get("type")
    machine_type = named if isinstance(named, str) and named in _DRAFTS else "B"
    shape, kind = schema.SHAPES[machine_type], _DRAFTS[machine_type]
    try:
        whole = shape.model_validate(raw)
    except ValidationError as error:
        details = error.errors(include_url=False)
    else:
        return kind(**{field.name: getattr(whole, field.name) for field in fields(kind)})
    words = Words(schema.file_schema(machine_type))
    for detail in details:
        words.note(detail, findings)
    mended = _without_unknown_keys(raw, details)
    return kind(**{field.name: _section(shape, field.name, mended) for field in fields(kind)})


def _section(shape: type[schema_parts.CommonFile], name: str, raw: Mapping[str, Any]) -> Any:
    """One top-level section, validated alone; None if it has a mistake."""
    info = shape.model_fields[name]
    if name not in raw:
        return None if info.is_required() else info.get_default()
    try:
        kind: Any = Annotated[info.annotation, info]
        return TypeAdapter(kind).validate_python(raw[name])
    except ValidationError:
        return None


def _without_unknown_keys(raw: Mapping[str, Any], details: Sequence[ErrorDetails]) -> dict[str, Any]:
    mended = deepcopy(dict(raw))
    for detail in details:
        if detail["type"] == "extra_forbidden":
            *above, key = detail["loc"]
            holder: Any = mended
            for part in above:
                holder = holder[part]
            holder.pop(key, None)  # tables made in Python may stand in two places and be mended once
    return mended
