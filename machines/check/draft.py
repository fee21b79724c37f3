# SPDX-License-Identifier: MIT
"""
Reads the shape of a model file, and keeps the readable sections of a broken one.

Every mistake of the shape becomes a Problem; sections without one go on to the checks, so that a
misspelt key does not hide a prize plan that pays too little.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, fields
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from machines.check import schema_parts
from machines.check.draft_words import Words
from machines.check.problems import Findings
from machines.support.plain import Json, JsonView


class Inherited(NamedTuple):
    """A key that a model leaves out and its rule profile fills in."""

    path: str
    """Key path; its last word is the unit."""
    value: int
    rule: str
    """Id of the row that the value comes from."""
    article: str


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
    plate: schema_parts.Plate | None = field(default=None, kw_only=True)
    version: str | None = field(default=None, kw_only=True)
    author: str | None = field(default=None, kw_only=True)
    inherited: tuple[Inherited, ...] = field(default=(), kw_only=True)


@dataclass(frozen=True)
class ReelsDraft(CommonDraft):
    """A model file of a type with reels as far as it could be read."""

    rows: int | None
    link: schema_parts.Link | None
    paylines: list[list[int]] | None
    symbols: Mapping[str, schema_parts.Symbol] | None


_Draft = TypeVar("_Draft", bound=CommonDraft)


def read_draft(
    raw: JsonView,
    shape: type[schema_parts.CommonFile],
    kind: type[_Draft],
    findings: Findings,
    types: Iterable[str],
) -> _Draft:
    """
    Check the shape of a parsed file; note every mistake and return what could be read.

    Args:
        shape: the shape of a file of its type.
        kind: the draft of that type, with a field for each section that is wanted.
        types: the letters that a file may name.
    """
    try:
        whole = shape.model_validate(raw)
    except ValidationError as error:
        details = error.errors(include_url=False)
    else:
        return kind(**{name: getattr(whole, name) for name in _sections(shape, kind)})
    words = Words(_schema(shape), types)
    for detail in details:
        words.note(detail, findings)
    mended = _without_unknown_keys(raw, details)
    return kind(**{name: _section(shape, name, mended) for name in _sections(shape, kind)})


def _sections(shape: type[schema_parts.CommonFile], kind: type[CommonDraft]) -> list[str]:
    return [row.name for row in fields(kind) if row.name in shape.model_fields]


def _section(shape: type[schema_parts.CommonFile], name: str, raw: JsonView) -> Any:
    """One top-level section, validated alone; None if it has a mistake."""
    info = shape.model_fields[name]
    if name not in raw:
        return None if info.is_required() else info.get_default()
    try:
        return _reader(shape, name).validate_python(raw[name])
    except ValidationError:
        return None


@functools.cache
def _schema(shape: type[schema_parts.CommonFile]) -> Json:
    """The JSON Schema of a shape: who reads it changes nothing."""
    return shape.model_json_schema()


@functools.cache
def _reader(shape: type[schema_parts.CommonFile], name: str) -> TypeAdapter[object]:
    info = shape.model_fields[name]
    kind: Any = Annotated[info.annotation, info]
    return TypeAdapter(kind)


def _without_unknown_keys(raw: JsonView, details: Sequence[ErrorDetails]) -> Json:
    mended = deepcopy(dict(raw))
    for detail in details:
        if detail["type"] == "extra_forbidden":
            *above, key = detail["loc"]
            holder: Any = mended
            for part in above:
                holder = holder[part]
            holder.pop(key, None)  # tables made in Python may stand in two places and be mended once
    return mended
