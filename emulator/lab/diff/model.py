# SPDX-License-Identifier: MIT
"""What two machines have different in model, settings and pin table, key by key."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any

from emulator.lab.diff.rules import Kinds, Raw, kinds
from emulator.lab.diff.version import Version
from machines.rom.build import FIRMWARE, MODEL
from machines.rom.program import SETTINGS
from machines.support.plain import read_json, read_toml

NONE = "-"
_LONGEST = 120
# Digests that follow from other parts: each has a change of its own where it says anything.
_DERIVED = ("FIRMWARE_SHA256", "TABLES_SHA256", "TEST")


def model_changes(first: Version, second: Version, table: Kinds) -> Iterator[Raw]:
    """Keys of the model files that are not alike; a key that nobody wrote down touches every row."""
    one, other = (read_toml(version.box.parts[MODEL].decode()) for version in (first, second))
    for path, before, after in differing("", one, other):
        kind = table.of_path(general(path))
        if kind is None:
            yield Raw("profile", path, shown(before), shown(after), frozenset({"*"}), True)
        else:
            yield table.raw(kind.id, path, shown(before), shown(after))


def differing(path: str, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """(key, before, after) of every leaf that differs; a list of plain values is a leaf."""
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict):
        for key in dict.fromkeys([*one, *other]):
            yield from differing(f"{path}.{key}".lstrip("."), one.get(key), other.get(key))
    elif _tables(one) and _tables(other):
        for number, (before, after) in enumerate(zip_longest(one, other)):
            yield from differing(f"{path}[{number}]", before, after)
    else:
        yield path, one, other


def _tables(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(item, dict) for item in value)


def general(path: str) -> str:
    """A key without the numbers of its rows: "reels[0].strip" is "reels.0.strip"."""
    return path.replace("[", ".").replace("]", "")


def shown(value: Any) -> str:
    """A value in one line."""
    words = NONE if value is None else f"{value:g}" if isinstance(value, float) else str(value)
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"


def settings_changes(first: Version, second: Version) -> Iterator[Raw]:
    """Constants that the programs are built with; they follow from model and profile."""
    part = f"{FIRMWARE}{SETTINGS}.py"
    one, other = (_constants(version.box.parts[part].decode()) for version in (first, second))
    for name in sorted({*one, *other}):
        if name not in _DERIVED and one.get(name) != other.get(name):
            before, after = shown(one.get(name)), shown(other.get(name))
            yield kinds().raw("settings", f"{SETTINGS}.{name}", before, after)


def _constants(source: str) -> dict[str, str]:
    """Name -> value as it is written."""
    found = {}
    for statement in ast.parse(source).body:
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            found[statement.targets[0].id] = ast.unparse(statement.value)
    return found


def pin_changes(before: bytes, after: bytes, table: Kinds) -> Iterator[Raw]:
    """Lines on other pins, of other polarity, new or gone; and what is on the bus."""
    one, other = read_json(before), read_json(after)
    for part in ("pins", "expander"):
        rows, others = ({row[0]: row[1:] for row in each[part]} for each in (one, other))
        for name in sorted({*rows, *others}):
            if rows.get(name) != others.get(name):
                was, now = shown(rows.get(name)), shown(others.get(name))
                yield table.raw("pins", f"{part}.{name}", was, now, table.of_line(name))
    for key in sorted({*one, *other} - {"pins", "expander"}):
        if one.get(key) != other.get(key):
            yield table.raw("pins", key, shown(one.get(key)), shown(other.get(key)), table.of_line("i2c"))
