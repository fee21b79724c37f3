# SPDX-License-Identifier: MIT
"""
JSON and TOML that somebody else wrote: plain values, nested no deeper than any format of ours needs.

    read_json('{"a": [1, 2]}')          # {'a': [1, 2]}
    read_json("[" * 100_000)            # ValueError: must be nested at most 64 deep (got 100000)

Python's own readers answer such a text with a RecursionError, and whatever walks over its values later does
so again.
"""

from __future__ import annotations

import copy
import json
import marshal
import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

# An object of plain values, as JSON, TOML or a saved state holds them; its reader says what each is.
Json = dict[str, Any]
JsonView = Mapping[str, Any]

# Our deepest format, the data of a rule profile, has six levels.
DEPTH_MOST = 64
_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*"?|[^\[\]{}"]+')


def read_json(text: str | bytes) -> Any:
    """
    The value of a JSON text.

    Raises:
        ValueError: it is no JSON, no UTF-8, or nested too deeply.
    """
    if isinstance(text, bytes):
        text = text.decode("utf-8")
    # Most texts have fewer brackets than the limit, and need no second look.
    if text.count("[") + text.count("{") > DEPTH_MOST:
        _require_depth(_depth_of_text(text))
    return json.loads(text)


def read_toml(text: str) -> Json:
    """
    The tables of a TOML text, the caller's own.

    Raises:
        ValueError: it is no TOML, or nested too deeply.
    """
    tables, packed = _parsed(text)
    return copy.deepcopy(tables) if packed is None else marshal.loads(packed)


@lru_cache(maxsize=64)
def _parsed(text: str) -> tuple[Json, bytes | None]:
    """What a text holds, as it is and packed: rules and definitions are read again and again."""
    try:
        tables = tomllib.loads(text)
    except RecursionError:
        raise ValueError(f"must be nested at most {DEPTH_MOST} deep") from None
    _require_depth(_depth_of_value(tables))
    try:
        return {}, marshal.dumps(tables)
    except ValueError:  # a date
        return tables, None


def _require_depth(depth: int) -> None:
    if depth > DEPTH_MOST:
        raise ValueError(f"must be nested at most {DEPTH_MOST} deep (got {depth})")


def _depth_of_text(text: str) -> int:
    """How deep the brackets of a JSON text nest, those in strings left out."""
    depth = deepest = 0
    for bracket in _BRACKETS.sub("", text):
        depth += 1 if bracket in "[{" else -1
        deepest = max(deepest, depth)
    return deepest


def _depth_of_value(value: object) -> int:
    """How deep lists and tables nest; dotted keys of TOML nest without a bracket."""
    deepest, waiting = 0, [(value, 0)]
    while waiting:
        item, depth = waiting.pop()
        deepest = max(deepest, depth)
        if isinstance(item, dict):
            waiting += [(inner, depth + 1) for inner in item.values()]
        elif isinstance(item, list):
            waiting += [(inner, depth + 1) for inner in item]
    return deepest
