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
from difflib import get_close_matches
from typing import Annotated, Any

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from machines import schema
from machines.problems import Findings

Location = tuple[int | str, ...]


@dataclass(frozen=True)
class Draft:
    """A model file as far as it could be read: None for a section with a mistake of shape."""

    name: str | None
    title: str | None
    type: str | None
    profile: str | None
    price_cents: int | None
    simultaneous_max: int | None
    hold: bool | None
    rows: int | None
    paylines: list[list[int]] | None
    symbols: dict[str, schema.Symbol] | None
    reels: list[schema.Reel] | None
    paytable: list[schema.Pay] | None
    cycle: schema.Cycle | None
    money: schema.Money | None
    hoppers: list[schema.Hopper] | None
    prize_meter: schema.PrizeMeter | None
    durations: schema.Durations | None
    counters: schema.Counters | None
    texts: schema.Texts | None
    art: schema.Art | None


def read_draft(raw: Mapping[str, Any], findings: Findings) -> Draft:
    """Check the shape of a parsed file; note every mistake and return what could be read."""
    try:
        whole = schema.ModelFile.model_validate(raw)
    except ValidationError as error:
        details = error.errors(include_url=False)
    else:
        return Draft(**{field.name: getattr(whole, field.name) for field in fields(Draft)})
    for detail in details:
        _note(detail, raw, findings)
    mended = _without_unknown_keys(raw, details)
    return Draft(**{field.name: _section(field.name, mended) for field in fields(Draft)})


def key_path(location: Location) -> str:
    """``("reels", 0, "strip", 5)`` as ``reels[0].strip[5]``."""
    text = ""
    for part in location:
        if part != "[key]":
            text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def _section(name: str, raw: Mapping[str, Any]) -> Any:
    """One top-level section, validated alone; None if it has a mistake."""
    info = schema.ModelFile.model_fields[name]
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
            del holder[key]
    return mended


def _note(detail: ErrorDetails, raw: Mapping[str, Any], findings: Findings) -> None:
    location: Location = detail["loc"]
    path = key_path(location)
    kind = detail["type"]
    if kind == "extra_forbidden":
        known = _keys_at(location[:-1])
        near = get_close_matches(str(location[-1]), known, 1)
        hint = f"did you mean {near[0]}?" if near else f"keys here: {', '.join(known)}"
        findings.add(path, "is not a key of a model file", hint, value=_shown(detail["input"]), limit=known)
    elif kind == "missing":
        findings.add(path, "must be present (got nothing)", _hint(location, "write"))
    else:
        allowed, limit = _allowed(detail)
        came = location[-2] if location[-1] == "[key]" else detail["input"]
        verb = "be"
        if kind.endswith(("too_short", "too_long")):
            verb, came = "hold", len(detail["input"])
        message = f"must {verb} {allowed} (got {_shown(came)})"
        findings.add(path, message, _hint(location, "correct"), value=_shown(came), limit=limit)


_KINDS = {
    "int_type": "a whole number",
    "string_type": "a text in quotes",
    "bool_type": "true or false",
    "list_type": "a list in []",
    "dict_type": "a table",
    "model_type": "a table",
    "model_attributes_type": "a table",
}

_PATTERNS = {
    r"^[a-z][a-z0-9_]*$": "lower-case letters, digits and _",
    r"^(\*|[a-z][a-z0-9_]*)$": 'the name of a symbol or "*"',
    r"^#[0-9A-Fa-f]{6}$": "a colour #RRGGBB",
    r"^[1-9][0-9]{0,8}$": "an amount in whole cents",
    r"^[a-z0-9][a-z0-9-]*$": "lower-case letters, digits and -",
}


def _allowed(detail: ErrorDetails) -> tuple[str, Any]:
    """What would have been allowed: as words and, where it is a number, as a number."""
    kind, context = detail["type"], detail.get("ctx", {})
    if kind in _KINDS:
        return _KINDS[kind], None
    if kind == "greater_than_equal":
        return f"at least {context['ge']:,}", context["ge"]
    if kind == "less_than_equal":
        return f"at most {context['le']:,}", context["le"]
    if kind in ("too_short", "string_too_short"):
        return f"at least {_long(kind, context['min_length'])}", context["min_length"]
    if kind in ("too_long", "string_too_long"):
        return f"at most {_long(kind, context['max_length'])}", context["max_length"]
    if kind == "string_pattern_mismatch":
        return _PATTERNS[context["pattern"]], None
    if kind == "literal_error":
        return str(context["expected"]).replace("'", '"'), None
    return detail["msg"], None


def _long(kind: str, length: int) -> str:
    what = "character" if kind.startswith("string") else "item"
    return f"{length} {what}{'' if length == 1 else 's'}"


def _shown(value: object) -> str:
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, Mapping):
        return "a table"
    if isinstance(value, bool):
        return str(value).lower()
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def _node_at(location: Location) -> dict[str, Any]:
    """What the JSON Schema says of a place in the file; empty off the known keys."""
    whole = schema.json_schema()
    node = _resolved(whole, whole)
    for part in location:
        if isinstance(part, int):
            node = _resolved(node.get("items", {}), whole)
        else:
            by_pattern: dict[str, Any] = next(iter(node.get("patternProperties", {}).values()), {})
            node = _resolved(node.get("properties", {}).get(part) or by_pattern, whole)
    return node


def _resolved(node: dict[str, Any], whole: dict[str, Any]) -> dict[str, Any]:
    """Follow a reference or the choice that is not null; a description at the reference stays."""
    for choice in node.get("anyOf", ()):
        if choice.get("type") != "null":
            node = {**choice, **node}
            break
    if "$ref" in node:
        named: dict[str, Any] = whole["$defs"][node["$ref"].rpartition("/")[2]]
        node = {**named, **node}
    return node


def _keys_at(location: Location) -> list[str]:
    return sorted(_node_at(location).get("properties", {}))


def _sentence(description: str) -> str:
    """The first paragraph of a description without its full stop: the rest is for who reads the schema."""
    return description.partition("\n")[0].rstrip(".")


def _hint(location: Location, verb: str) -> str:
    """A next step: what the key means, as the shape describes it."""
    for end in range(len(location), 0, -1):
        meaning = _node_at(location[:end]).get("description")
        if isinstance(location[end - 1], str) and meaning:
            return f"{verb} {location[end - 1]}: {_sentence(meaning)}"
    return f"{verb} it; machines/models/model.schema.json describes every key"
