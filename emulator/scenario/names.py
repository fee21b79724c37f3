# SPDX-License-Identifier: MIT
"""
The names of the scenarios that ship.

A file that says ``mechanisms = ["parallel", "cctalk"]`` has two names: its own, and the same with ``cctalk_``
before it for the machine with a ccTalk bus.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

FOLDER = resources.files("emulator") / "scenarios"
BUS = "cctalk_"
_ON_BOTH = re.compile(r"^mechanisms = \[", re.MULTILINE)


@cache
def shipped() -> list[str]:
    """Names of the scenarios that ship, sorted."""
    texts = {
        item.name.removesuffix(".toml"): item.read_text(encoding="utf-8")
        for item in FOLDER.iterdir()
        if item.name.endswith(".toml")
    }
    return sorted([*texts, *(BUS + name for name, text in texts.items() if _ON_BOTH.search(text))])


def file_of(name: str) -> tuple[str, str | None]:
    """The name of the file of a scenario that ships, and its mechanisms where the name says them."""
    if (FOLDER / f"{name}.toml").is_file():
        return name, None
    return name.removeprefix(BUS), "cctalk"
