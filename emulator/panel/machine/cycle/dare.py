# SPDX-License-Identifier: MIT
"""
Double or nothing on a machine with reels: two pictures behind the right sheet of glass, each with its lamp.

While a prize may be gambled the machine lights them in turn, and the one that was drawn stays lit: nothing
here knows what will be drawn. Pictures behind lamps, for a game of type B is not shown by video (B-27).
"""

from __future__ import annotations

import numpy as np
import pygame
from pygame import Rect

from emulator.panel.art import paint, shapes
from emulator.panel.art.lettering import fit
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen

# Lamps of the pictures: lit in turn while it is offered, then the one that was drawn.
DARE_WON = 42
DARE_LOST = 43
_GOLD: tuple[Colour, Colour] = ((255, 224, 120), (196, 122, 24))
_ASH: tuple[Colour, Colour] = ((120, 118, 128), (40, 38, 48))
_SHADOW: Colour = (8, 10, 26)


class Dare:
    """The two pictures, one above the other, or side by side."""

    def __init__(self, kit: Kit, rect: Rect) -> None:
        self._kit = kit
        self._sheet = rect
        self._wide = rect.width > 2 * rect.height
        rim = max(2, round(rect.height * 0.035))
        if self._wide:
            half, tall = rect.width // 2, rect.height - 2 * rim
            self.spots = (
                Rect(rect.x, rect.y + rim, half, tall),
                Rect(rect.right - half, rect.y + rim, half, tall),
            )
        else:
            half = rect.height // 2 - rim - rim // 2
            self.spots = (
                Rect(rect.x, rect.y + rim, rect.width, half),
                Rect(rect.x, rect.bottom - half - rim, rect.width, half),
            )
        self._lit: list[pygame.Surface] = []
        self._glow = paint.plain((1, 1))

    def paint(self, picture: pygame.Surface, origin: tuple[int, int]) -> None:
        """Both pictures dark, on the sheet of glass whose upper left corner is at ``origin``."""
        for won, spot in zip((True, False), self.spots, strict=True):
            at = spot.move(-origin[0], -origin[1])
            self._lit.append(self._pane(spot.size, won, lit=True))
            picture.blit(self._pane(spot.size, won, lit=False), at)
        with self._kit.text.moved(origin):
            for won, spot in zip((True, False), self.spots, strict=True):
                self._write(picture, spot.move(-origin[0], -origin[1]), won, lit=False)
        size = (round(self.spots[0].width * 1.5), round(self.spots[0].height * 1.1))
        self._glow = paint.glow(size, self._kit.theme.bright, 0.55, 1.5)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The picture whose lamp is on."""
        for lamp, spot, pane, won in zip(
            (DARE_WON, DARE_LOST), self.spots, self._lit, (True, False), strict=True
        ):
            if lamp in seen.glass:
                screen.blit(pane, spot)
                self._kit.text.hide(spot)
                self._write(screen, spot, won, lit=True)
                if won:
                    size, clip = self._glow.get_size(), screen.get_clip()
                    screen.set_clip(self._sheet)
                    paint.add(screen, self._glow, (spot.centerx - size[0] // 2, spot.centery - size[1] // 2))
                    screen.set_clip(clip)

    def _pane(self, size: tuple[int, int], won: bool, lit: bool) -> pygame.Surface:
        """A window in the glass with a coin in it: struck twice, or an empty rim."""
        kit, (width, height) = self._kit, size
        pane = paint.layer(size)
        inner = Rect(0, 0, width, height).inflate(-2 * kit.gap(1), 0)
        mask = paint.rounded(inner.size, min(inner.size) * 0.12, 0.5)
        rim = mask - paint.rounded(inner.size, min(inner.size) * 0.12, 0.5 + max(1.0, height / 60))
        deep = kit.theme.deep
        if lit:
            tone = mix(kit.theme.accent, (255, 190, 80), 0.35) if won else (150, 160, 190)
            stops = [(0.0, mix(tone, CREAM, 0.25)), (0.5, tone), (1.0, mix(tone, INK, 0.45))]
            edge: Colour = (255, 250, 224)
        else:
            stops = [(0.0, mix(deep, INK, 0.62)), (1.0, mix(deep, INK, 0.48))]
            edge = mix(kit.theme.beam(255), deep, 0.3)
        fill = paint.ramp(inner.height, stops)
        colour = fill[:, None, :] * np.ones((1, inner.width, 1), dtype=np.float32)
        colour = colour * (1 - rim[..., None]) + np.asarray(edge, dtype=np.float32) * rim[..., None]
        pane.blit(paint.to_surface(colour, mask * (0.97 if lit else 0.8)), inner)
        side = round(min(inner.width * 0.86, height * (0.9 if self._wide else 0.64)))
        at = (width // 2 - side // 2, (round(height * 0.70) - side) // 2 + kit.gap(0))
        if self._wide:
            at = (inner.x + kit.gap(2), (height - side) // 2)
        pane.blit(_medal(side, won, lit), at)
        return pane

    def _write(self, surface: pygame.Surface, spot: Rect, won: bool, lit: bool) -> None:
        kit = self._kit
        words = (kit.say("DOUBLE"), kit.say("NOTHING"))
        box = Rect(spot.x, spot.y + round(spot.height * 0.68), spot.width, round(spot.height * 0.28))
        box = box.inflate(-4 * kit.gap(1), 0)
        if self._wide:
            left = spot.x + round(spot.height * 0.9) + kit.gap(3) + kit.gap(0)
            box = Rect(left, spot.y, spot.right - 2 * kit.gap(1) - left, spot.height)
        size = min(
            fit(word, "label", box.size, min(round(box.height * 0.9), kit.px(40))).size_px for word in words
        )
        colour = (255, 255, 244) if lit else mix(kit.theme.bright, kit.theme.deep, 0.12)
        kit.text.put(
            surface, words[0 if won else 1], box, "label", size, colour, shadow=_SHADOW, remember=not lit
        )


def _medal(side: int, won: bool, lit: bool) -> pygame.Surface:
    """Two coins for the one, the ring that a coin left behind for the other."""
    light, dark = _GOLD if won else _ASH
    if not lit:
        light, dark = mix(light, INK, 0.42), mix(dark, INK, 0.42)
    sheet = paint.layer((side, side))
    middles = ((36.0, 40.0), (63.0, 60.0)) if won else ((50.0, 50.0),)
    for x, y in middles:
        radius = 34.0 if won else 40.0
        _disc(sheet, shapes.ellipse(x, y, radius, radius), INK if won else dark, INK)
        if won:
            face = mix(dark, light, 0.3)
            _disc(sheet, shapes.ellipse(x, y, radius - 3, radius - 3), light, dark)
            _disc(sheet, shapes.ellipse(x, y, radius - 9, radius - 9), face, mix(light, dark, 0.2))
            _disc(sheet, shapes.star(x, y, radius - 13, (radius - 13) * 0.5, 8), light, mix(light, dark, 0.5))
        else:
            hole = shapes.ellipse(x, y, radius - 4, radius - 4)
            _disc(sheet, hole, mix(dark, INK, 0.5), mix(dark, INK, 0.2))
            bar = shapes.stroke([(26.0, 26.0), (50.0, 50.0), (74.0, 74.0)], 7.0)
            _disc(sheet, bar, light, dark)
            _disc(sheet, shapes.mirror(bar), light, dark)
    return sheet


def _disc(sheet: pygame.Surface, outline: shapes.Outline, light: Colour, dark: Colour) -> None:
    """One filled outline, lit from above."""
    side = sheet.get_height()
    tone = paint.ramp(side, [(0.1, light), (0.9, dark)])
    mask = shapes.cover([outline], side)
    sheet.blit(paint.to_surface(np.broadcast_to(tone[:, None, :], (side, side, 3)), mask), (0, 0))
