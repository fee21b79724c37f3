# SPDX-License-Identifier: MIT
"""
Models with a mistake: a sound one, and what a file of tests/broken changes of it.

    base = "sound_model"                      # of tests/support, or a model that ships
    left_out = ["texts.minors"]
    "paytable[2].cents" = 9000                # key paths, as mistakes are told
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from places import TESTS

from machines.model import MODELS_FOLDER, Model, load_model, read_model
from machines.rules import profiles

FOLDER = TESTS / "broken"
BROKEN = sorted(path.stem for path in FOLDER.glob("*.toml"))


def sound(name: str) -> dict[str, Any]:
    """The tables of a sound model of the tests, or of one that ships."""
    own = TESTS / "support" / f"{name}.toml"
    path = own if own.is_file() else MODELS_FOLDER / f"{name}.toml"
    return tomllib.loads(path.read_text(encoding="utf-8"))


def broken(name: str) -> dict[str, Any]:
    """The tables of a broken model, by the name of its file."""
    changes = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    raw = deepcopy(sound(changes.pop("base")))
    for path in changes.pop("left_out", ()):
        holder, key = _holder(raw, path)
        del holder[key]
    for path, value in changes.items():
        holder, key = _holder(raw, path)
        if isinstance(holder, list) and key == len(holder):
            holder.append(value)
        else:
            holder[key] = value
    return raw


def load_broken(name: str) -> Model:
    """Read a broken model; one that is no change of a sound one stands whole in its file."""
    path = FOLDER / f"{name}.toml"
    if "\nbase = " in path.read_text(encoding="utf-8"):
        return read_model(broken(name), source=path.name)
    return load_model(path)


def expected(name: str) -> list[str]:
    """The problem lines that the head of a broken file promises."""
    text = (FOLDER / f"{name}.toml").read_text(encoding="utf-8").replace("{profiles}", ", ".join(profiles()))
    return [line.removeprefix("# expect: ") for line in text.splitlines() if line.startswith("# expect: ")]


def _holder(raw: Any, path: str) -> tuple[Any, Any]:
    *above, key = [int(n) if n else word for word, n in re.findall(r"(\w+)|\[(\d+)\]", path)]
    for part in above:
        raw = raw[part]
    return raw, key


def places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place of a parsed file, as key paths; the file itself first."""
    yield path
    children = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, child in children:
        yield from places(child, (*path, key))
