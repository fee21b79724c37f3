# SPDX-License-Identifier: MIT
"""
Wall and floor of one row of the room, in perspective: what is far away moves less when one looks along it.

The plane of the machines moves as the camera; the wall behind them slower, the floor before them faster.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, Colour, mix
from emulator.panel.hall.kit import ZONES, HallKit, Zone

HORIZON = 0.655  # of a row's height: where the wall meets the floor
_FAR, _NEAR = 0.88, 1.75  # how fast wall and front of the floor move
_STRIP = 3  # pixels, about, that have one scale
_ROWS = 15.0  # how far apart the joints across the floor lie: of 1 / scale one row
_TILES = 2.6  # of the floor in the width of a bay, in the plane of the machines


class Scenery:
    """
    Draws what stands behind and below the machines of a row.

    Args:
        size: of the row.
        bay: width of a bay.
        zones: letter, left and right edge of each, in the plane of the machines.
    """

    def __init__(
        self, kit: HallKit, size: tuple[int, int], bay: int, zones: Sequence[tuple[str, int, int]]
    ) -> None:
        self._kit, self._size, self._bay = kit, size, bay
        self._zones = zones
        self._horizon = round(size[1] * HORIZON)
        self._tile = max(2, round(bay * _FAR))
        self._walls = {letter: self._wall(ZONES[letter]) for letter, _, _ in self._zones}
        self._floor = self._strips()
        self._dusk = paint.down(
            (size[0], self._horizon), [(0, (150, 150, 150)), (0.3, (255, 255, 255)), (1, (205, 200, 200))]
        )

    def draw(self, screen: pygame.Surface, at: tuple[int, int], camera: float) -> None:
        """The row at ``at``, seen from where ``camera`` is its left edge in the plane of the machines."""
        middle = camera + self._size[0] / 2
        self._draw_walls(screen, at, middle)
        y = at[1] + self._horizon
        for strip, period in self._floor:
            tiles = middle * _TILES / self._bay % 2  # that have gone past the middle, as far as it shows
            left = round(tiles * period / 2 - self._size[0] / 2) % period
            screen.blit(strip, (at[0], y), Rect(left, 0, self._size[0], strip.get_height()))
            y += strip.get_height()

    def _draw_walls(self, screen: pygame.Surface, at: tuple[int, int], middle: float) -> None:
        half = self._size[0] / 2
        before = screen.get_clip()
        for number, (letter, first, last) in enumerate(self._zones):
            left = round(half + (first - middle) * _FAR)
            right = round(half + (last - middle) * _FAR)
            left = 0 if number == 0 else left
            right = self._size[0] if number == len(self._zones) - 1 else right
            part = Rect(at[0] + left, at[1], right - left, self._horizon).clip(Rect(*at, *self._size))
            if part.width <= 0:
                continue
            screen.set_clip(part.clip(before))
            begin = round(half + (first - middle) * _FAR)
            x = begin - ((begin - left) // self._tile + 1) * self._tile
            while x < right:
                if x + self._tile > 0:
                    screen.blit(self._walls[letter], (at[0] + x, at[1]))
                x += self._tile
            if number:
                self._pillar(screen, Rect(at[0] + left, at[1], 0, self._horizon), ZONES[letter])
            screen.set_clip(before)

    def _pillar(self, screen: pygame.Surface, place: Rect, zone: Zone) -> None:
        """Where one zone ends and the next begins."""
        wide = self._kit.px(16)
        screen.fill(mix(zone.wall, zone.light, 0.30), Rect(place.x, place.y, wide // 2, place.height))
        screen.fill(mix(zone.deep, INK, 0.4), Rect(place.x + wide // 2, place.y, wide // 2, place.height))

    def _wall(self, zone: Zone) -> pygame.Surface:
        """One bay of wall: a lit panel between pilasters, and the neon line above."""
        kit, size = self._kit, (self._tile, self._horizon)
        wall = paint.down(size, [(0, zone.deep), (0.4, mix(zone.deep, zone.wall, 0.8)), (1, zone.deep)])
        paint.tint(wall, 71, 40, 6, vertical=True)
        panel = Rect(round(size[0] * 0.07), round(size[1] * 0.085), 0, round(size[1] * 0.80))
        panel.width = size[0] - 2 * panel.x
        inner = paint.down(
            panel.size, [(0, mix(zone.wall, zone.light, 0.05)), (1, mix(zone.deep, zone.wall, 0.35))]
        )
        paint.tint(inner, 23, 60, 8, vertical=True)
        wall.blit(paint.clip_round(inner, kit.px(10)), panel)
        paint.recess(wall, panel, max(2, kit.px(10)), kit.px(10))
        pygame.draw.rect(wall, mix(zone.wall, zone.light, 0.22), panel, max(1, kit.px(2)), kit.px(10))
        cone = paint.glow(
            (round(size[0] * 1.5), round(size[1] * 1.5)), mix(zone.wall, zone.light, 0.5), 0.62, 1.5
        )
        paint.add(wall, cone, (-round(size[0] * 0.25), -round(size[1] * 0.52)))
        for x in (0, size[0] - kit.px(7)):  # the pilasters, each half of one
            edge = paint.across((kit.px(7), size[1]), [(0, mix(zone.wall, zone.light, 0.2)), (1, zone.deep)])
            wall.blit(edge if x else pygame.transform.flip(edge, True, False), (x, 0))
        _neon(kit, wall, zone.light)
        _skirting(kit, wall, zone)
        return wall

    def _strips(self) -> list[tuple[pygame.Surface, int]]:
        """The floor from the wall towards the visitor: strips of stone, each as large as it is near."""
        width, deep = self._size[0], self._size[1] - self._horizon
        strips, count = [], max(8, deep // _STRIP)
        for number in range(count):
            top, bottom = (deep * step // count for step in (number, number + 1))
            if bottom <= top:
                continue
            share = (top + bottom) / 2 / deep
            scale = _FAR + (_NEAR - _FAR) * share
            tile = max(2, round(self._bay / _TILES * scale))
            period = 2 * tile
            strip = paint.plain((width + 2 * period, bottom - top))
            odd = int(_ROWS / scale) % 2  # rows of tiles lie closer together far away
            self._lay(strip, tile, odd, share)
            strips.append((strip, period))
        return strips

    def _lay(self, strip: pygame.Surface, tile: int, odd: int, share: float) -> None:
        light, dark = (64, 50, 48), (27, 20, 22)
        near = 1 - 0.62 * share
        tones: list[Colour] = [mix((6, 4, 6), tone, near) for tone in (light, dark)]
        for number in range(strip.get_width() // tile + 1):
            strip.fill(tones[(number + odd) % 2], Rect(number * tile, 0, tile, strip.get_height()))


def _neon(kit: HallKit, wall: pygame.Surface, light: Colour) -> None:
    """A tube along the top of the wall."""
    width, tall = wall.get_width(), kit.px(46)
    halo = paint.down((width, tall), [(0, (0, 0, 0)), (0.5, mix((0, 0, 0), light, 0.42)), (1, (0, 0, 0))])
    middle = round(wall.get_height() * 0.045)
    paint.add(wall, halo, (0, middle - tall // 2))
    wall.fill(mix(light, (255, 255, 255), 0.5), Rect(0, middle - max(1, kit.px(2)), width, max(2, kit.px(4))))


def _skirting(kit: HallKit, wall: pygame.Surface, zone: Zone) -> None:
    rect = Rect(0, wall.get_height() - kit.px(14), wall.get_width(), kit.px(14))
    wall.fill(mix(zone.deep, (0, 0, 0), 0.55), rect)
    wall.fill(mix(zone.wall, zone.light, 0.3), Rect(0, rect.y, rect.width, max(1, kit.px(2))))
