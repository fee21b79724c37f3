# SPDX-License-Identifier: MIT
"""The types of the values in a link's definition, checked before they are used."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from machines.support.plain import JsonView

Wrong = Callable[[str, str, object], None]

_WORDS = {str: "a text", int: "a whole number", list: "a list", dict: "a table"}
_TOP = {
    "title": str,
    "kind": str,
    "place": str,
    "profile": str,
    "machines": list,
    "pots": list,
    "plays": dict,
}
_MACHINE = {"number": int, "model": str}
_POT = {
    "name": str, "base_cents": int, "limit_cents": int, "share": str, "reserve": str, "hit": str,
    "prizes": list, "mystery": str, "in_kind": dict, "unit_cents": int,
}  # fmt: skip


def check_shape(table: JsonView, wrong: Wrong) -> None:
    """Tell every value that is of another kind than its key's; keys that are not there are left to others."""
    _check("", table, _TOP, wrong)
    for key, kinds in (("machines", _MACHINE), ("pots", _POT)):
        rows = table.get(key)
        for i, row in enumerate(rows if isinstance(rows, list) else ()):
            if isinstance(row, dict):
                _check(f"{key}[{i}].", row, kinds, wrong)
            else:
                wrong(f"{key}[{i}]", "a table", row)


def _check(path: str, row: JsonView, kinds: Mapping[str, type], wrong: Wrong) -> None:
    for key, kind in kinds.items():
        if key in row and type(row[key]) is not kind:
            wrong(f"{path}{key}", _WORDS[kind], row[key])
