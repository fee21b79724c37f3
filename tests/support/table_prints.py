# SPDX-License-Identifier: MIT
"""
Prints of tables that somebody looked at: each game at betting, at chance and at settlement.

    python tests/support/table_prints.py DIR    # writes the pictures there, and their prints anew
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pygame
from panel_prints import packed, print_of
from places import TESTS
from table_scenes import MOMENTS, SCENES, SEAT

from emulator.panel.tables.kit.visitor import Visitor
from emulator.panel.tables.kit.window import draw_table

FILE = TESTS / "vectors" / "table_prints.json"
CELL = 20
# One of each game upright.
SIZES = {"betting": (800, 480), "chance": (480, 800), "settlement": (800, 480)}
NAMES = [f"{game} {moment}" for game in SCENES for moment in MOMENTS]


def drawn(name: str) -> pygame.Surface:
    """The picture of a name."""
    game, _, moment = name.partition(" ")
    face = SCENES[game]()[MOMENTS.index(moment)]
    visitor = Visitor(SEAT, 500, at=(560, 250) if moment == "betting" else None)
    return draw_table(face, SIZES[moment], seat=SEAT, visitor=visitor)


def main() -> None:
    """Write the file, and the pictures where somebody looks at them."""
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    kept = {}
    for name in NAMES:
        picture = drawn(name)
        pygame.image.save(picture, folder / f"{name.replace(' ', '_')}.png")
        kept[name] = packed(print_of(picture, CELL))
    FILE.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
