# SPDX-License-Identifier: MIT
"""Machines of chance with prize tables of any length: counts of up to 27 symbols, then mixed combinations."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from emulator.panel.art.symbols import drawings
from machines.model import MODELS_FOLDER, Model, read_model
from machines.support.plain import read_toml

COUNTS = (5, 4, 3, 2, 1)
LENGTHS = (12, 40, 90, 175)
PAGES = {(800, 480): (1, 1, 3, 9), (1280, 800): (1, 1, 2, 4), (1080, 1920): (1, 1, 1, 4)}
"""How many pages a table of each length takes, by the size of the screen."""


@lru_cache(maxsize=4)
def table_of(rows: int, counts: tuple[int, ...] = COUNTS) -> Model:
    """
    Mudéjar with a prize table of so many rows, as a draft: what it pays is nobody's concern here.

    Args:
        rows: 12 to 175.
        counts: how many of a symbol pay, the most first.
    """
    raw = read_toml((MODELS_FOLDER / "mudejar.toml").read_text("utf-8"))
    names = drawings.drawn_names()[: min(27, -(-rows // len(counts)))]
    raw["symbols"] = {name: {"name": {"es": name}, "drawing": name, "colour": "#808080"} for name in names}
    raw["reels"] = [{"strip": [*names, *names][: max(len(names), 8)]} for _ in range(5)]
    paytable = []
    left = rows
    for at, name in enumerate(names):
        paid = {str(count): 100 * (1 + (41 * at) % 97) * count * count for count in counts[:left]}
        paytable.append({"symbol": name, "counts": paid})
        left -= len(paid)
    draw = Random(rows)
    seen: set[tuple[str, ...]] = set()
    while left:
        mixed = tuple(draw.choice(names) for _ in range(5))
        if len(set(mixed)) > 2 and mixed not in seen:
            seen.add(mixed)
            paytable.append({"symbols": list(mixed), "cents": 300 * (1 + left)})
            left -= 1
    raw["paytable"] = paytable
    for key in ("free_reels", "scatters", "free_plays"):
        raw.pop(key, None)
    return read_model(raw, source="mudejar.toml", profile="libre", draft=True, surplus=True)
