# SPDX-License-Identifier: MIT
"""
A model file with the parts of a proposal: over its own, or as a variant beside them.

What stays keeps its place, its layout and its comments; a list of the same length keeps its lines, too.
"""

from __future__ import annotations

from collections.abc import Mapping, MutableMapping, Sequence

import tomlkit
from tomlkit.items import Array

from machines.support.plain import JsonView

_ABREAST = 8
"""Values of a list on a line of the file."""


def with_proposal(text: str, parts: JsonView, variant: str | None = None) -> str:
    """
    Return the text of a model file with these parts.

    Args:
        text: of the model, TOML.
        parts: by their keys at the top of the file, as a variant has them.
        variant: the payout variant that gets them; None: the model itself. One that is there keeps what the
            parts do not say.
    """
    model = tomlkit.parse(text)
    target: MutableMapping[str, object] = model
    if variant is not None:
        target = _table(_table(model, "variants"), variant)
    for key, value in parts.items():
        _put(target, key, value)
    return tomlkit.dumps(model)


def _table(within: MutableMapping[str, object], key: str) -> MutableMapping[str, object]:
    """The table of a name in another, made where there is none."""
    found = within.setdefault(key, tomlkit.table(is_super_table=True))
    assert isinstance(found, MutableMapping)
    return found


def _put(table: MutableMapping[str, object], key: str, value: object) -> None:
    """Set a key, so that what is there already and stays is not written anew."""
    own = table.get(key)
    if isinstance(own, MutableMapping) and isinstance(value, Mapping):
        if _counted(own) and set(own) != set(value):
            table[key] = _item(value)  # a prize less is a prize gone
        else:
            _lay(own, value)
    elif isinstance(own, list) and isinstance(value, list) and len(own) == len(value):
        for place, item in enumerate(value):
            if isinstance(item, Mapping) and isinstance(own[place], MutableMapping):
                _lay(own[place], item)
            elif own[place] != item:
                own[place] = item
    elif own != value:
        table[key] = _item(value)


def _lay(own: MutableMapping[str, object], value: Mapping[str, object]) -> None:
    """A table over another; what it does not name stays."""
    for key, item in value.items():
        _put(own, key, item)


def _counted(value: Mapping[str, object]) -> bool:
    """Whether a table is a list by amounts or counts, in one line of the file."""
    return bool(value) and all(key.isdigit() for key in value)


def _item(value: object) -> object:
    """A value as a file has it: lists by counts in one line, tables apart, long lists on several lines."""
    if isinstance(value, Mapping):
        if _counted(value):
            rows = ", ".join(f"{key} = {tomlkit.item(one).as_string()}" for key, one in value.items())
            return tomlkit.parse(f"row = {{ {rows} }}")["row"]
        made = tomlkit.table()
        for key, item in value.items():
            made[key] = _item(item)
        return made
    if not isinstance(value, list):
        return value
    if value and all(isinstance(item, Mapping) for item in value):
        tables = tomlkit.aot()
        for item in value:
            tables.append(_item(item))
        return tables
    return _array(value)


def _array(values: Sequence[object]) -> Array:
    made = tomlkit.array()
    if len(values) <= _ABREAST:
        made.extend(values)
        return made
    for start in range(0, len(values), _ABREAST):
        made.add_line(*values[start : start + _ABREAST])
    made.add_line(indent="")
    return made
