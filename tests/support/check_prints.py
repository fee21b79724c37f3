# SPDX-License-Identifier: MIT
"""
Small prints of what the reader says of a sound model when any one value of its file is another.

``vectors/check_prints.json`` holds a digest of the mistakes for each table of each file. After a change
that is meant, see which tables differ and write the prints anew:

    python tests/support/check_prints.py DIR     # saves what was said as DIR/NAME.txt and writes the file

Two folders, of the tree before and of the tree after, are compared by ``diff -r``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

from broken_models import sound
from prints import keep

from machines.check.problems import ModelError
from machines.model import read_model

# The sound ones of the tests, and of those that ship one with each feature.
NAMES = (
    "sound_model", "sound_chance", "galacho", "monegros", "cometa", "ronda", "verbena", "moncayo_tarjeta",
    "mudejar", "veruela",
)  # fmt: skip
# What a long check would only repeat is left out.
SOME: dict[str, tuple[str, ...]] = {
    "galacho": ("gamble", "raises", "prize_meter", "simultaneous_max"),
    "monegros": ("special", "cycle", "money", "profile"),
    "mudejar": ("evaluation", "scatters", "free_plays", "durations", "counters"),
}
Way = tuple[int | str, ...]


def leaves(node: Any, way: Way = ()) -> Iterator[tuple[Way, Any]]:
    """Every value of a file that is no table, and its way; of a long list its ends."""
    if isinstance(node, dict):
        for key, value in node.items():
            yield from leaves(value, (*way, key))
    elif isinstance(node, list):
        yield way, node
        for number in sorted({0, len(node) - 1} if len(node) > 3 else range(len(node))):
            yield from leaves(node[number], (*way, number))
    else:
        yield way, node


def others(value: Any) -> list[Any]:
    """What a value is changed to."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [0, value - 1, value + 1]
    if isinstance(value, list):
        return [value[1:], value[::-1]]
    return [f"{value}x"]


def said(raw: dict[str, Any]) -> str:
    """The mistakes of a file."""
    try:
        read_model(raw, source="model")
    except ModelError as error:
        return "; ".join(f"{one.path} {one.message} [{one.rule}] {one.hint}" for one in error.problems)
    return "sound"


def told(name: str) -> dict[str, list[str]]:
    """Table -> what was changed in it, key by key, and what was said of each change."""
    base = sound(name)
    found: dict[str, list[str]] = {}
    for way, value in leaves(base):
        if way[0] not in SOME.get(name, way):
            continue
        for new in [*others(value), None]:
            raw: Any = deepcopy(base)
            holder = raw
            for key in way[:-1]:
                holder = holder[key]
            if new is None:
                del holder[way[-1]]
            else:
                holder[way[-1]] = new
            found.setdefault(str(way[0]), []).append(f"{'.'.join(map(str, way))} = {new}: {said(raw)}")
    return found


if __name__ == "__main__":
    keep("check_prints", {name: told(name) for name in NAMES}, Path(sys.argv[1]))
