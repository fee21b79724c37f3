# SPDX-License-Identifier: MIT
"""
Draws the picture of docs/art.md: the front of boreal, and what of its model file stands where.

    python benchmarks/art_picture.py               # docs/art/front.png
    python benchmarks/art_picture.py -o front.png  # elsewhere
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import pygame
from pygame import Rect

from emulator import Cabinet
from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, Colour, contrast, font, hex_colour
from emulator.panel.frame.window import save_picture
from emulator.panel.machine.hand import Hand
from emulator.panel.machine.registry import look, read_front
from emulator.panel.machine.stage import Stage
from machines.model import Model

DOCS = Path(__file__).parent.parent / "docs"
MODEL = DOCS / "art" / "boreal"
SIZE = (1280, 800)
READY_MS = 5_500
LETTER_PX, LINE_PX = 17, 27
# Columns of keys at both sides of the front.
COLUMN = 184
DESK: Colour = (238, 234, 226)
FILE: Colour = (24, 92, 190)
FACE: Colour = (110, 50, 140)
PLATE: Colour = (70, 66, 64)


class Label(NamedTuple):
    """A key of the model file and the spot that it is about."""

    key: str
    spot: tuple[int, int]
    ground: Colour


def labels(stage: Stage, model: Model) -> tuple[list[Label], list[Label]]:
    """The keys at the left and at the right of this front."""
    layout, crown, glass = stage.layout, stage.crown.glass, stage.glass
    left, right = layout.flanks
    window, deck, second = layout.window, layout.zones["deck"], stage.second.rect
    ink = {text.text: text.ink for text in stage.kit.text.placed}
    name = ink[model.title]
    plate, payout, rules = (
        next(place for words, place in ink.items() if words.startswith(start))
        for start in ("Fabricante", "Devuelve", "Introduzca")
    )
    start = next(cap.rect for cap in stage.deck.caps if cap.name == "start")
    first, message = glass.cells[0][1], stage.display.rect
    middle = model.window(model.first_stops())[1]
    symbols = [(rect.centerx, rect.centery) for rect in layout.reels]
    tone = {key: hex_colour(value) or (0, 0, 0) for key, value in model.art["colours"].items()}
    at_left = [
        Label("art.emblem", (crown.x + 44, crown.centery), FILE),
        Label("bright", (ink["80 €"].x - 10, first.centery), tone["bright"]),
        Label("plate", (plate.x - 8, plate.centery), PLATE),
        Label("ground", (window.x - 24, window.bottom - 60), tone["ground"]),
        Label("paper", (window.x + 10, window.y + 40), tone["paper"]),
        Label("deep", (layout.margin - 6, 520), tone["deep"]),
        Label("display", (message.x + 60, message.centery), tone["display"]),
        Label("art.fonts.label", (ink["20 €"].x - 6, first.centery + 1), FACE),
        Label("art.glass", (glass.rect.x + 4, glass.rect.centery), FILE),
        Label("art.fonts.strong", (payout.x - 4, payout.centery), FACE),
        Label("metal", (6, 572), tone["metal"]),
        Label("wood", (deck.x + 4, deck.bottom - 30), tone["wood"]),
    ]
    at_right = [
        Label("art.title", (name.right - 12, name.centery - 8), FILE),
        Label("art.crown", (name.right + 80, crown.centery + 4), FILE),
        Label("art.fonts.text", (rules.right + 4, rules.y + 8), FACE),
        Label("art.flanks[0]", (left.x + 20, left.bottom - 14), FILE),
        Label("art.flanks[1]", (right.right - 30, right.y + 16), FILE),
        Label("art.room", (second.right - 24, second.centery + 30), FILE),
        Label(f"symbols.{middle[1]}", symbols[1], FILE),
        Label(f"symbols.{middle[2]}", symbols[2], hex_colour(model.symbols[middle[2]].colour) or FILE),
        Label("accent", (start.right - 40, start.centery), tone["accent"]),
    ]
    return at_left, at_right


def put(sheet: pygame.Surface, column: list[Label], x: int, shift: int, *, left: bool) -> None:
    """A column of pills, each with a line to its spot, as near to the spot's height as the others allow."""
    column = sorted(column, key=lambda label: label.spot[1])
    tops: list[int] = []
    for label in column:
        least = tops[-1] + LINE_PX if tops else 8
        tops.append(max(least, label.spot[1] - LINE_PX // 2))
    over = tops[-1] + LINE_PX - sheet.get_height()
    for label, top in zip(column, (top - max(0, over) for top in tops), strict=True):
        light = contrast(label.ground, CREAM) >= 4.5
        ink = CREAM if light else (16, 14, 18)
        words = font("strong", LETTER_PX).render(label.key, True, ink)
        box = Rect(0, top, words.get_width() + 18, LINE_PX - 3)
        box.x = x - box.width if left else x
        spot = (label.spot[0] + shift, label.spot[1])
        begin = box.midright if left else box.midleft
        for broad, tone in ((5, (0, 0, 0)), (3, CREAM)):
            pygame.draw.line(sheet, tone, begin, spot, broad)
            pygame.draw.aacircle(sheet, tone, spot, broad + 2)
        pygame.draw.rect(sheet, label.ground, box, border_radius=box.height // 2)
        pygame.draw.rect(sheet, (16, 14, 18), box, 1, box.height // 2)
        sheet.blit(words, words.get_rect(center=box.center))


def main() -> None:
    """Draw it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-o", dest="path", type=Path, default=DOCS / "art" / "front.png", metavar="FILE")
    path = parser.parse_args().path
    cab = Cabinet(str(MODEL), seed="00")
    cab.run(ms=READY_MS)
    stage = Stage(read_front(cab.model, cab.serial, False), SIZE, "es")
    seen = Rect(0, 0, *SIZE)
    sheet = paint.plain((seen.width + 2 * COLUMN, seen.height))
    sheet.fill(DESK)
    shown = paint.plain(SIZE)
    stage.draw(shown, look(cab), 0, Hand(), animate=False)
    sheet.blit(shown, (COLUMN, 0), seen)
    left, right = labels(stage, cab.model)
    put(sheet, left, COLUMN - 14, COLUMN, left=True)
    put(sheet, right, COLUMN + seen.width + 14, COLUMN, left=False)
    pixels = pygame.surfarray.array3d(sheet)
    save_picture(pygame.surfarray.make_surface(pixels & 0xF8 | pixels >> 5), path)
    print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
