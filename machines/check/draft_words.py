# SPDX-License-Identifier: MIT
"""Words a mistake of a model file's shape: key path, what is allowed, what came."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches

from pydantic_core import ErrorDetails

from machines.check.problems import Findings
from machines.support.languages import SOURCE_LANGUAGE, TAG, languages, listed
from machines.support.plain import JsonView

Location = tuple[int | str, ...]


def key_path(location: Location) -> str:
    """``("reels", 0, "strip", 5)`` as ``reels[0].strip[5]``."""
    text = ""
    for part in location:
        if part != "[key]":
            text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


class Words:
    """
    Tells the mistakes of files of one shape.

    Args:
        shape: the JSON Schema of such a file, from which hints take what a key means.
        types: what a file may name as its type; a shape knows its own alone.
    """

    def __init__(self, shape: JsonView, types: Iterable[str]) -> None:
        self._shape = shape
        self._types = listed([f'"{one}"' for one in sorted(types)], SOURCE_LANGUAGE, "{} or {}")

    def note(self, detail: ErrorDetails, findings: Findings) -> None:
        """Note one mistake of shape as a Problem."""
        location: Location = detail["loc"]
        path = key_path(location)
        kind = detail["type"]
        if kind == "extra_forbidden":
            holder = self._node_at(location[:-1])
            by_language = TAG in holder.get("patternProperties", {})
            known = sorted(languages() if by_language else holder.get("properties", {}))
            near = get_close_matches(str(location[-1]).lower(), known, 1)
            hint = f"did you mean {near[0]}?" if near else f"keys here: {', '.join(known)}"
            findings.add(
                path, "is not a key of a model file", hint, value=_shown(detail["input"]), limit=known
            )
        elif kind == "missing":
            findings.add(path, "must be present (got nothing)", self._hint(location, "write"))
        else:
            allowed, limit = (self._types, None) if location == ("type",) else _allowed(detail)
            came = location[-2] if location[-1] == "[key]" else detail["input"]
            verb = "be"
            if kind.endswith(("too_short", "too_long")):
                verb, came = "hold", len(detail["input"])
            message = f"must {verb} {allowed} (got {_shown(came)})"
            findings.add(path, message, self._hint(location, "correct"), value=_shown(came), limit=limit)

    def _node_at(self, location: Location) -> JsonView:
        """The JSON Schema of a place in the file; empty for unknown keys."""
        node = self._resolved(self._shape)
        for part in location:
            if isinstance(part, int):
                node = self._resolved(node.get("items", {}))
            else:
                by_pattern: JsonView = next(iter(node.get("patternProperties", {}).values()), {})
                node = self._resolved(node.get("properties", {}).get(part) or by_pattern)
        return node

    def _resolved(self, node: JsonView) -> JsonView:
        """Follow a reference or the choice that is not null; a description at the reference stays."""
        for choice in node.get("anyOf", ()):
            if choice.get("type") != "null":
                node = {**choice, **node}
                break
        if "$ref" in node:
            named: JsonView = self._shape["$defs"][node["$ref"].rpartition("/")[2]]
            node = {**named, **node}
        return node

    def _hint(self, location: Location, verb: str) -> str:
        """A next step: what the key means, as the shape describes it."""
        for end in range(len(location), 0, -1):
            meaning = self._node_at(location[:end]).get("description")
            if isinstance(location[end - 1], str) and meaning:
                return f"{verb} {location[end - 1]}: {_sentence(meaning)}"
        return f"{verb} it; machines/models/model.schema.json describes every key"


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
    r"^[A-Z]{3}$": "three capital letters",
    r"^[1-9][0-9]{0,8}$": "an amount in whole cents",
    r"^[1-9][0-9]?$": "a count of 1 to 99",
    r"^[a-z0-9][a-z0-9-]*$": "lower-case letters, digits and -",
    r"^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*\.(svg|png)$": "a file .svg or .png in the folder art",
    r"^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*\.(wav|ogg|flac)$": "a file .wav, .ogg or .flac in the "
    "folder art",
    r"^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*\.(svg|png|jpg)$": (
        "a file .svg, .png or .jpg in the folder art"
    ),
    r"^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*\.(ttf|otf)$": "a file .ttf or .otf in the folder art",
    r"^[^\x00-\x1f]*[^\x00-\x20][^\x00-\x1f]*$": "one line of text",
}


def _allowed(detail: ErrorDetails) -> tuple[str, object]:
    """The allowed values: as words and, where it is a number, as a number."""
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


def _sentence(description: str) -> str:
    """The first paragraph of a description without its full stop; the rest is for readers of the schema."""
    return description.partition("\n")[0].rstrip(".")
