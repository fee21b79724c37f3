# SPDX-License-Identifier: MIT
"""Towers of Teruel: brick in patterns, arches over the street, green and white glazed tiles."""

from __future__ import annotations

import math

import numpy as np
import pygame

from emulator.panel.art import paint
from emulator.panel.art.scenery import ground
from emulator.panel.art.theme import CREAM, INK, Colour, Theme, mix

_BRICK: Colour = (190, 104, 62)
_LIGHT: Colour = (236, 170, 112)
_MORTAR: Colour = (112, 58, 40)
_GREEN: Colour = (34, 134, 92)
_WHITE: Colour = (240, 236, 220)
# The town behind: how wide and how tall each house is, in heights of the crown, and what it has on top.
_HOUSES = (
    (0.52, 0.34, "gable"), (0.30, 0.46, "flat"), (0.20, 0.58, "spire"), (0.62, 0.38, "flat"),
    (0.42, 0.44, "dome"), (0.36, 0.32, "gable"), (0.24, 0.62, "flat"), (0.58, 0.36, "gable"),
)  # fmt: skip


def crown(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """Noon over a town: a tower and a tiled lantern near by, roofs and belfries in the haze behind them."""
    width, height = size
    deep = theme.deep
    sky = paint.down(
        size,
        [
            (0, mix(deep, (70, 120, 160), 0.45)),
            (0.7, mix(deep, (150, 170, 180), 0.40)),
            (1, mix(deep, _LIGHT, 0.45)),
        ],
    )
    ground.tubes(sky, theme, 56)
    ground.shine(sky, (width - height * 4.4, height * 0.1), (height * 4, height * 2), (120, 104, 70), 0.7)
    for far, tone in ((0.0, (136, 140, 146)), (0.37, (112, 104, 104))):
        cover = ground.mask(size, lambda canvas, far=far: _town(canvas, far))  # type: ignore[misc]
        ground.print_on(sky, cover, mix(deep, tone, 0.72), 0.85)
    frieze = _frieze((width, round(height * 0.30)), theme)
    sky.blit(frieze, (0, height - frieze.get_height()))
    tower = _tower((round(height * 0.92), round(height * 1.02)))
    lantern = _lantern((round(height * 1.12), round(height * 0.96)))
    for picture, x in ((tower, height * 1.1), (lantern, width - height * 2.15)):
        shade = paint.flat(np.full((picture.get_height(), height // 5), 0.35, dtype=np.float32), INK)
        top = height - picture.get_height()
        if picture is tower:
            sky.blit(shade, (round(x) + tower.get_width() * 7 // 8, top + height // 10))
        sky.blit(picture, (round(x), top))
    return sky


def _town(canvas: pygame.Surface, phase: float) -> None:
    """Roofs, gables, belfries and a dome side by side; no two neighbours alike."""
    width, height = canvas.get_size()
    x, number = -phase * height, 0
    while x < width:
        wide, tall, kind = _HOUSES[(number + round(phase * 10)) % len(_HOUSES)]
        box = pygame.Rect(round(x), round(height * (1 - tall)), round(height * wide), height)
        pygame.draw.rect(canvas, ground.WHITE, box)
        reach = round(box.width * 0.5)
        if kind == "gable":
            top = (box.centerx, box.y - reach // 2)
            pygame.draw.polygon(canvas, ground.WHITE, [box.topleft, top, box.topright])
        elif kind == "spire":
            top = (box.centerx, box.y - 2 * reach)
            pygame.draw.polygon(canvas, ground.WHITE, [box.topleft, top, box.topright])
        elif kind == "dome":
            pygame.draw.circle(canvas, ground.WHITE, (box.centerx, box.y), reach)
            pygame.draw.rect(canvas, ground.WHITE, (box.centerx - 1, box.y - reach * 3 // 2, 2, reach))
        x, number = x + box.width + round(height * 0.04 * (number % 3)), number + 1


def _lantern(size: tuple[int, int]) -> pygame.Surface:
    """The lantern of a crossing: a broad brick drum with windows, and over it a roof of glazed tiles."""
    width, height = size
    picture = paint.layer(size)
    drum = pygame.Rect(round(width * 0.06), round(height * 0.56), round(width * 0.88), height)
    picture.blit(_courses(drum.size), drum)
    _tiles(picture, pygame.Rect(drum.x, drum.y, drum.width, max(4, round(height * 0.06))))
    _windows(picture, pygame.Rect(drum.x, round(height * 0.70), drum.width, round(height * 0.20)), 4)
    upper = pygame.Rect(0, round(height * 0.34), round(width * 0.56), round(height * 0.22))
    upper.centerx = drum.centerx
    picture.blit(_courses(upper.size), upper)
    _windows(
        picture, pygame.Rect(upper.x, upper.y + upper.height // 5, upper.width, upper.height * 3 // 5), 3
    )
    _tiles(picture, pygame.Rect(upper.x, upper.bottom - 4, upper.width, max(4, round(height * 0.04))))
    _tiled_roof(
        picture, pygame.Rect(upper.x - width // 40, round(height * 0.08), upper.width + width // 20, upper.y)
    )
    pygame.draw.rect(picture, _LIGHT, (drum.x, drum.y, max(1, width // 40), drum.height))
    return picture


def _tiled_roof(picture: pygame.Surface, box: pygame.Rect) -> None:
    """A steep roof of scales, green and white in turn, that shine at the left; a ball on its top."""
    foot, tall = box.height, box.height - box.y
    rows = max(4, tall // 4)
    for row in range(rows):
        share = (row + 1) / rows
        half, y = box.width / 2 * share, box.y + round(tall * row / rows)
        lit = mix(_GREEN, _WHITE, 0.78) if row % 3 == 1 else _GREEN
        band = paint.across(
            (max(2, round(2 * half)), -(-tall // rows)),
            [(0, mix(lit, CREAM, 0.35)), (0.35, lit), (1, mix(lit, INK, 0.55))],
        )
        picture.blit(band, (round(box.centerx - half), y))
    pygame.draw.line(picture, mix(_MORTAR, INK, 0.3), (box.x, foot - 1), (box.right - 1, foot - 1), 2)
    pygame.draw.circle(picture, _LIGHT, (box.centerx, box.y), max(2, tall // 14))


def pane(size: tuple[int, int], theme: Theme, right: bool, level: float) -> pygame.Surface:
    """Glass with stars of eight points in it, as they are laid in brick."""
    width, height = size
    sheet = ground.pane(size, theme, level, _BRICK)
    side = max(18, min(width, height) // 2)
    cover = ground.mask(size, lambda canvas: _lattice(canvas, side * 2, 0.5 if right else 0.0))
    ground.print_on(sheet, cover, mix(_LIGHT, theme.deep, 0.35), 0.22 + 0.1 * level)
    return sheet


def _lattice(canvas: pygame.Surface, side: int, phase: float) -> None:
    """Stars of eight points and the lines between them."""
    width, height = canvas.get_size()
    thick = max(2, side // 14)
    for row in range(-1, height // side + 2):
        for column in range(-1, width // side + 2):
            x, y = (column + phase) * side + side / 2, row * side + side / 2
            for turn in (0, 45):
                reach = side * 0.36
                square = [
                    (
                        x + reach * math.cos(math.radians(turn + 45 + 90 * k)),
                        y + reach * math.sin(math.radians(turn + 45 + 90 * k)),
                    )
                    for k in range(4)
                ]
                pygame.draw.polygon(canvas, ground.WHITE, square, thick)
            pygame.draw.line(canvas, ground.WHITE, (x + side * 0.36, y), (x + side * 0.64, y), thick)
            pygame.draw.line(canvas, ground.WHITE, (x, y + side * 0.36), (x, y + side * 0.64), thick)


def _courses(size: tuple[int, int]) -> pygame.Surface:
    """A wall of brick, lit from the left."""
    width, height = size
    wall = paint.across(size, [(0, _LIGHT), (0.25, _BRICK), (1, mix(_BRICK, INK, 0.45))])
    paint.tint(wall, 15, 6, 14)
    course = max(2, height // 30)
    for number, y in enumerate(range(0, height, course)):
        pygame.draw.line(wall, mix(_MORTAR, _BRICK, 0.4), (0, y), (width, y))
        for x in range((number % 2) * course, width, course * 2):
            pygame.draw.line(wall, mix(_MORTAR, _BRICK, 0.5), (x, y), (x, y + course))
    return wall


def _tower(size: tuple[int, int]) -> pygame.Surface:
    """A tower with battlements, bands of glazed tile, crossed arches, windows, and an arch at its foot."""
    width, height = size
    picture = paint.layer(size)
    body = pygame.Rect(round(width * 0.08), round(height * 0.10), round(width * 0.84), height)
    picture.blit(_courses(body.size), body)
    merlon = max(3, body.width // 9)
    for number in range(5):
        x = body.x + number * (body.width - merlon) // 4
        picture.blit(_courses((merlon, round(height * 0.10))), (x, 0))
    for share, tall in ((0.13, 0.045), (0.38, 0.05), (0.62, 0.045)):
        _tiles(picture, pygame.Rect(body.x, round(height * share), body.width, max(4, round(height * tall))))
    _windows(picture, pygame.Rect(body.x, round(height * 0.21), body.width, round(height * 0.15)), 3)
    _crossed(picture, pygame.Rect(body.x, round(height * 0.45), body.width, round(height * 0.155)))
    arch = pygame.Rect(0, 0, round(body.width * 0.40), round(height * 0.34))
    arch.midbottom = (body.centerx, height + 2)
    _pointed(picture, arch, (26, 20, 24))
    pygame.draw.rect(picture, _LIGHT, (body.x, body.y, max(1, width // 40), body.height))
    return picture


def _tiles(picture: pygame.Surface, band: pygame.Rect) -> None:
    """Glazed tiles, green and white in turn, with a dark line above and below."""
    side = max(3, band.height)
    for number, x in enumerate(range(band.x, band.right, side)):
        tile = pygame.Rect(x, band.y, min(side, band.right - x), band.height)
        picture.fill(_GREEN if number % 2 else _WHITE, tile)
        pygame.draw.circle(picture, _WHITE if number % 2 else _GREEN, tile.center, max(1, side // 4))
    for y in (band.y - 1, band.bottom):
        pygame.draw.line(picture, mix(_MORTAR, INK, 0.4), (band.x, y), (band.right - 1, y), max(1, side // 8))


def _windows(picture: pygame.Surface, band: pygame.Rect, count: int) -> None:
    """Round-headed windows side by side, dark inside."""
    step = band.width / count
    for number in range(count):
        box = pygame.Rect(0, band.y, round(step * 0.46), band.height)
        box.centerx = round(band.x + step * (number + 0.5))
        _round_headed(picture, box.inflate(max(2, box.width // 3), max(2, box.width // 6)), _LIGHT)
        _round_headed(picture, box, (24, 20, 28))


def _crossed(picture: pygame.Surface, band: pygame.Rect) -> None:
    """Arches that cross each other in relief."""
    radius = band.height
    for number in range(-1, math.ceil(band.width / radius * 2) + 1):
        middle = band.x + number * radius // 2
        for tone, thick, move in (
            (mix(_MORTAR, INK, 0.3), max(2, radius // 8), 1),
            (_LIGHT, max(1, radius // 12), 0),
        ):
            clip = picture.get_clip()
            picture.set_clip(band)
            pygame.draw.circle(picture, tone, (middle + move, band.bottom + move), radius, thick)
            picture.set_clip(clip)


def _round_headed(picture: pygame.Surface, box: pygame.Rect, tone: Colour) -> None:
    head = box.width // 2
    pygame.draw.circle(picture, tone, (box.centerx, box.y + head), head)
    picture.fill(tone, (box.centerx - head, box.y + head, 2 * head, box.height - head))


def _pointed(picture: pygame.Surface, box: pygame.Rect, tone: Colour) -> None:
    """A pointed arch in a frame of lighter brick."""
    for rect, colour in ((box.inflate(max(4, box.width // 5), max(2, box.width // 8)), _LIGHT), (box, tone)):
        steps = 10
        left = [
            (
                rect.x + rect.width / 2 * (1 - math.cos(math.pi / 2 * k / steps)),
                rect.y + rect.height * 0.5 * (1 - math.sin(math.pi / 2 * k / steps)),
            )
            for k in range(steps + 1)
        ]
        right = [(2 * rect.centerx - x, y) for x, y in reversed(left)]
        outline = [(rect.x, rect.bottom), *left, *right, (rect.right, rect.bottom)]
        pygame.draw.polygon(picture, colour, outline)


def _frieze(size: tuple[int, int], theme: Theme) -> pygame.Surface:
    """A low wall in front: crossed arches over a row of tiles, in the shade."""
    wall = paint.layer(size)
    wall.blit(_courses(size), (0, 0))
    paint.shade(wall, paint.down(size, [(0, (150, 140, 140)), (1, (84, 76, 80))]), (0, 0))
    tall = size[1]
    _crossed(wall, pygame.Rect(0, round(tall * 0.36), size[0], round(tall * 0.60)))
    _tiles(wall, pygame.Rect(0, round(tall * 0.10), size[0], max(4, round(tall * 0.20))))
    paint.shade(
        wall,
        paint.down(size, [(0, mix((200, 200, 200), CREAM, 0.3)), (1, mix(theme.deep, (150, 150, 150), 0.6))]),
        (0, 0),
    )
    return wall
