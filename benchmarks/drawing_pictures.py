# SPDX-License-Identifier: MIT
"""
Draws the pictures of docs/drawings.md: azar's own symbols, and each style on a machine.

    python benchmarks/drawing_pictures.py             # all of them, into docs/drawings/
    python benchmarks/drawing_pictures.py monegros    # one: a family of symbols, or a style
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
from pygame import Rect

from emulator import Cabinet
from emulator.panel.art import paint
from emulator.panel.art.scenery.styles import style_names
from emulator.panel.art.symbols import drawings
from emulator.panel.frame.window import save_picture
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.parts.front import Front
from emulator.panel.machine.parts.reels import REEL_PAPER
from emulator.panel.machine.registry import look, read_front, type_of
from emulator.panel.machine.stage import Stage
from emulator.panel.sheet.paper import RULE, Block
from machines.model import load_model, model_names

READY_MS = 5_500
FOLDER = Path(__file__).parent.parent / "docs" / "drawings"
SYMBOL = "symbols_{}"
STYLE = "style_{}"
_SIDE, _COLUMNS = 150, 5
_SCREEN = (1_080, 1_920)


def symbols_picture(family: str) -> pygame.Surface:
    """The drawings of a family in a row of five, each with its name under it."""
    names = list(drawings.FAMILIES[family])
    lines = -(-len(names) // _COLUMNS)
    step = (_SIDE + 24, _SIDE + 56)
    sheet = Block((_COLUMNS * step[0] + 24, lines * step[1] + 24))
    for number, name in enumerate(names):
        line, column = divmod(number, _COLUMNS)
        spot = Rect(24 + column * step[0], 24 + line * step[1], _SIDE, _SIDE)
        pygame.draw.rect(sheet.surface, REEL_PAPER, spot, border_radius=12)
        pygame.draw.rect(sheet.surface, RULE, spot, 2, border_radius=12)
        sheet.surface.blit(drawings.render(drawings.pieces_of(name), _SIDE - 14), spot.move(7, 7))
        sheet.put(name, Rect(spot.x, spot.bottom + 4, _SIDE, 30), 22, "strong", align="center")
    return sheet.surface


def style_picture(style: str) -> pygame.Surface:
    """Crown, reels between their sheets of glass, and deck of Cierzo in this style and its colours."""
    cabinet = Cabinet("cierzo", seed="00")
    cabinet.run(ms=READY_MS)
    front = read_front(cabinet.model, 1, False)
    theme = next((other.theme for other in _fronts() if other.style == style), front.theme)
    stage = Stage(replace(front, style=style, title=style.upper(), theme=theme), _SCREEN, "es")
    screen = paint.plain(_SCREEN)
    stage.draw(screen, look(cabinet), 0, Hand(), animate=False)
    zones = [stage.layout.zones[name] for name in ("crown", "reels", "deck")]
    whole = paint.plain((zones[0].width, sum(zone.height for zone in zones)))
    y = 0
    for zone in zones:
        whole.blit(screen, (0, y), zone)
        y += zone.height
    small = pygame.transform.smoothscale(whole, (whole.get_width() * 5 // 9, whole.get_height() * 5 // 9))
    pixels = pygame.surfarray.array3d(small)
    return pygame.surfarray.make_surface(pixels & 0xF8 | pixels >> 5)


def _fronts() -> Iterator[Front]:
    """The fronts of all machines that ship."""
    for name in model_names():
        model = load_model(name)
        yield from (read_front(model, 1, False, game) for game in range(type_of(model).games(model)))


def pictures() -> dict[str, pygame.Surface]:
    """Every picture of the page by the stem of its file."""
    made = {SYMBOL.format(family): symbols_picture(family) for family in drawings.FAMILIES}
    return made | {STYLE.format(style): style_picture(style) for style in style_names()}


def main() -> None:
    """Draw the pictures that are named, all of them if none is."""
    known = {**{family: SYMBOL.format(family) for family in drawings.FAMILIES}}
    known |= {style: STYLE.format(style) for style in style_names()}
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"some of {', '.join(known)}")
    names = parser.parse_args().names
    unknown = [name for name in names if name not in known]
    if unknown:
        parser.error(f"NAME must be one of {', '.join(known)} (got {', '.join(unknown)})")
    FOLDER.mkdir(exist_ok=True)
    for name in names or known:
        shown = symbols_picture(name) if name in drawings.FAMILIES else style_picture(name)
        path = FOLDER / f"{known[name]}.png"
        save_picture(shown, path)
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
