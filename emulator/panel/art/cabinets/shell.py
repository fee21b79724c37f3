# SPDX-License-Identifier: MIT
"""What a painter of cabinets knows of the front that he paints: its rectangles, its measures, its colours."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import INK, SCALE, SOOT, UMBER, Colour, Theme, mix


@dataclass(frozen=True)
class Shell:
    """The body of one machine at one size."""

    cabinet: Rect
    zones: Mapping[str, Rect]
    inners: Mapping[str, Rect]
    """The zones between the two posts."""
    margin: int
    """Width of the post at either side."""
    unit: float
    theme: Theme
    window: Rect
    reels: tuple[Rect, ...]

    def gap(self, step: int) -> int:
        """One of the six distances, 0 the smallest; 1 pixel or more."""
        return max(1, round(SCALE[step] * self.unit))

    def px(self, at_reference: float) -> int:
        """A length given for the reference width, at this size; 1 or more."""
        return max(1, round(at_reference * self.unit))

    def inner(self, zone: str) -> Rect:
        """A zone between the two posts."""
        return Rect(self.inners[zone])

    @property
    def posts(self) -> tuple[Rect, Rect]:
        """The left and the right post, from top to bottom."""
        cabinet = self.cabinet
        left = Rect(cabinet.x, cabinet.y, self.margin, cabinet.height)
        return left, left.move(cabinet.width - self.margin, 0)

    @property
    def ground(self) -> Colour:
        """The maker's own lacquer, or warm black."""
        return self.theme.ground or mix(UMBER, SOOT, 0.5)


def rails(base: pygame.Surface, shell: Shell, tall: int, zones: tuple[str, ...]) -> None:
    """A polished rail at the upper edge of each of these zones, with a screw at each end."""
    for zone in zones:
        rect = shell.inner(zone)
        rail = Rect(rect.x, rect.y - tall // 2, rect.width, tall)
        metal = paint.chrome(rail.size)
        fall = [
            (0.0, (255, 255, 255)),
            (0.3, (206, 206, 206)),
            (0.6, (150, 148, 150)),
            (1.0, (112, 108, 112)),
        ]
        paint.shade(metal, paint.across(rail.size, fall), (0, 0))
        base.blit(metal, rail)
        for x in (rail.x + 2 * tall, rail.right - 2 * tall):
            screw(base, (x, rail.centery), max(2, tall * 2 // 3))


def screw(base: pygame.Surface, at: tuple[int, int], radius: int) -> None:
    """A domed screw, lit from top left."""
    steel = paint.metal()
    pygame.draw.aacircle(base, INK, (at[0] + 1, at[1] + 1), radius + 1)
    pygame.draw.aacircle(base, steel.mid, at, radius)
    pygame.draw.aacircle(base, steel.light, (at[0] - radius // 3, at[1] - radius // 3), max(1, radius // 2))


def tube(size: tuple[int, int]) -> pygame.Surface:
    """An upright tube of the machine's metal: light from the left, a sharp dark edge."""
    steel = paint.metal()
    stops: paint.Stops = (
        (0.0, steel.dark),
        (0.16, steel.mid),
        (0.32, steel.light),
        (0.44, mix(steel.light, steel.mid, 0.3)),
        (0.50, mix(steel.dark, steel.mid, 0.2)),
        (0.66, steel.dark),
        (0.86, steel.mid),
        (1.0, (26, 24, 28)),
    )
    metal = paint.across(size, stops)
    fall = [(0.0, (255, 250, 240)), (0.4, (226, 224, 226)), (1.0, (120, 116, 122))]
    paint.shade(metal, paint.down(size, fall), (0, 0))
    return metal


def key_light(base: pygame.Surface, shell: Shell, tone: Colour) -> None:
    """The light of the room on the whole body, from top left."""
    cabinet = shell.cabinet
    light = paint.glow((cabinet.width, round(cabinet.height * 0.7)), tone, 0.8, 1.3)
    paint.add(base, light, (cabinet.x - cabinet.width // 4, cabinet.y - cabinet.height // 8))
