# SPDX-License-Identifier: MIT
"""
The device that draws for a table, on the cloth: its message line in dots, two lamps, what it recalls.

A black case in a brass frame. It shows what the device shows and decides nothing.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.dots import ROWS, typeset
from emulator.panel.art.lettering import Letterer
from emulator.panel.art.theme import CREAM, Colour, mix
from emulator.panel.tables.kit.cloth import Px
from emulator.panel.tables.kit.colours import GOLD
from emulator.tables.told import DeviceSeen

CHARACTERS, RECALLED = 32, 16
_LIT: Colour = (255, 176, 46)
_ALARM: Colour = (255, 96, 60)
_GLASS: Colour = (17, 12, 8)
_CASE: Colour = (24, 21, 22)
_BEHIND: Colour = (236, 233, 226)
_SAVED = 96
"""Units of the height of a picture of the case alone."""
READY: Colour = (58, 214, 98)
CLOSED: Colour = (236, 52, 44)


def draw_case(base: pygame.Surface, box: Rect, px: Px, glass: Rect | None = None) -> None:
    """The case, which stands still; ``glass``: where its message line is instead."""
    paint.cast(base, box, px(8), 0.75, px(9))
    body = paint.down(box.size, [(0, mix(_CASE, CREAM, 0.16)), (0.12, _CASE), (1, (10, 8, 9))])
    base.blit(paint.clip_round(body, px(9)), box)
    pygame.draw.rect(base, mix(GOLD, (70, 48, 20), 0.25), box, max(2, px(3)), px(9))
    glass = glass or glass_of(box, px)
    pygame.draw.rect(base, _GLASS, glass, 0, px(3))
    paint.recess(base, glass, max(2, px(4)))


def glass_of(box: Rect, px: Px) -> Rect:
    """Where the message line is, over the lamps and the numbers."""
    return Rect(box.x + px(10), box.y + px(9), box.width - px(20), round(box.height * 0.46))


def draw(screen: pygame.Surface, box: Rect, text: Letterer, seen: DeviceSeen, px: Px) -> None:
    """What it shows now."""
    _line(screen, glass_of(box, px), text, seen.message, seen.sounding)
    foot = _foot(box, px)
    reach = _reach(foot)
    lamps = ((seen.ready, READY), (seen.closed, CLOSED))
    for (lit, colour), middle in zip(lamps, lamp_places(box, px), strict=True):
        if lit is not None:
            _lamp(screen, middle, reach, lit, colour)
    left = foot.x + 4 * reach + px(18)
    wide = (foot.right - left) / RECALLED
    for at in range(RECALLED):
        cell = Rect(round(left + at * wide), foot.y, round(wide) - 1, foot.height)
        pygame.draw.rect(screen, (8, 7, 8), cell.inflate(-1, -px(3)), 0, px(2))
        if at < len(seen.past):
            ink = mix(CREAM, _CASE, min(0.42, 0.028 * at))
            text.put(screen, seen.past[at], cell, "label", round(foot.height * 0.68), ink, remember=False)


def save_case(seen: DeviceSeen, path: Path, size: tuple[int, int]) -> None:
    """A picture of the case alone, of so many pixels, without a screen."""
    pygame.font.init()
    sheet, edge = pygame.Surface(size), size[1] // 12
    sheet.fill(_BEHIND)
    box = sheet.get_rect().inflate(-2 * edge, -2 * edge)
    scale = size[1] / _SAVED

    def px(units: float) -> int:
        return max(1, round(units * scale))

    draw_case(sheet, box, px)
    draw(sheet, box, Letterer(), seen, px)
    pygame.image.save(sheet, path)


def draw_alarm(screen: pygame.Surface, box: Rect, text: Letterer, message: str, px: Px) -> None:
    """The message line alone of a device that stands elsewhere on the cloth, in its case, as an alarm."""
    draw_case(screen, box, px, (glass := box.inflate(-px(16), -px(14))))
    _line(screen, glass, text, message, alarm=True)


def _line(screen: pygame.Surface, glass: Rect, text: Letterer, message: str, alarm: bool) -> None:
    """A message in its dots."""
    screen.blit(_dots(glass.size, message, _ALARM if alarm else _LIT), glass)
    text.note(message, glass.copy(), glass.copy(), round(glass.height * 0.6))


def _foot(box: Rect, px: Px) -> Rect:
    """Lamps and numbers, below the message line."""
    glass = glass_of(box, px)
    return Rect(glass.x, glass.bottom + px(4), glass.width, box.bottom - glass.bottom - px(9))


def _reach(foot: Rect) -> int:
    return max(3, round(foot.height * 0.30))


def lamp_places(box: Rect, px: Px) -> list[tuple[int, int]]:
    """Middles of the lamps, ready and no more bets."""
    foot = _foot(box, px)
    reach = _reach(foot)
    return [(foot.x + reach + px(2) + at * (2 * reach + px(8)), foot.centery) for at in (0, 1)]


def _lamp(screen: pygame.Surface, at: tuple[int, int], reach: int, lit: bool, colour: Colour) -> None:
    """A small lamp behind its lens; a lit one throws light."""
    if lit:
        glow = paint.glow((6 * reach, 6 * reach), colour, 0.8)
        paint.add(screen, glow, (at[0] - 3 * reach, at[1] - 3 * reach))
    pygame.draw.circle(screen, (6, 5, 6), at, reach + 2)
    pygame.draw.circle(screen, colour if lit else mix(colour, (10, 8, 8), 0.78), at, reach)
    shine = mix(colour, (255, 255, 255), 0.75 if lit else 0.25)
    pygame.draw.circle(screen, shine, (at[0] - reach // 3, at[1] - reach // 3), max(1, reach // 4))


@lru_cache(maxsize=8)
def _dots(size: tuple[int, int], message: str, colour: Colour) -> pygame.Surface:
    """A message in dots in the middle of its line, as large as fits, among the dots that stay dark."""
    wide, lit = typeset(message[:CHARACTERS])
    step = min(size[0] / (wide + 6), size[1] / (ROWS + 3))
    columns = int(size[0] / step) - 2
    columns -= (columns - wide) % 2  # as many at either side
    left, top = (size[0] - columns * step) / 2, (size[1] - ROWS * step) / 2
    before, side = (columns - wide) // 2, max(1, round(step * 0.86))
    sheet = pygame.Surface(size, pygame.SRCALPHA)
    dark = mix(_GLASS, colour, 0.10)
    for x in range(columns):
        for y in range(ROWS):
            dot = Rect(round(left + x * step), round(top + y * step), side, side)
            shown = colour if (x - before, y) in lit else dark
            pygame.draw.rect(sheet, shown, dot, 0, max(0, round(step * 0.3)))
    return sheet
