# SPDX-License-Identifier: MIT
"""The ring of lights of a game of skill: a light runs round it, and the mark stands at its top."""

from __future__ import annotations

import math

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import PAYLINE_LEFT, Seen

LIGHTS = 32
_SMOOTH = 3  # drawn so many times larger, then brought down


class Ring:
    """Draws the lamps behind the glass that the firmware lights; 0 is the one at the mark."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self.rect = kit.layout.window
        side = min(self.rect.width, self.rect.height)
        self._radius = round(side * 0.405)
        self._bulb = max(4, round(side * 0.034))
        self._places = [self._place(number) for number in range(LIGHTS)]
        dark = mix(kit.theme.bright, kit.theme.deep, 0.74)
        self._dark = _disc(self._bulb, dark, mix(dark, (255, 255, 255), 0.25))
        self._lit = _disc(self._bulb, kit.theme.bright, (255, 255, 255))
        self._on_mark = _disc(self._bulb, kit.theme.accent, (255, 255, 255))
        self._glow = paint.glow((self._bulb * 9, self._bulb * 9), kit.theme.bright, 0.9, 1.5)
        size = (self._bulb * 5, self._bulb * 5)
        self._faint = [paint.glow(size, kit.theme.bright, 0.42 - 0.06 * back, 1.5) for back in range(6)]
        self._front = paint.reflection(self.rect.size, 0.08)

    def _place(self, number: int) -> tuple[int, int]:
        """Where a light stands: clockwise from the top."""
        turn = 2 * math.pi * number / LIGHTS
        x = self.rect.centerx + round(self._radius * math.sin(turn))
        return x, self.rect.centery - round(self._radius * math.cos(turn))

    def paint(self, base: pygame.Surface) -> None:
        """The dial: dark lights, the mark above the first of them."""
        kit, rect = self._kit, self.rect
        base.fill(mix(kit.theme.deep, (0, 0, 0), 0.25), rect)
        paint.recess(base, rect, kit.gap(2), kit.gap(1))
        self._paint_dial(base)
        for place in self._places:
            base.blit(self._dark, self._dark.get_rect(center=place))
        self._paint_mark(base, kit.theme.accent)
        paint.frame(base, rect, max(2, kit.gap(0)), kit.gap(2))

    def _paint_dial(self, base: pygame.Surface) -> None:
        """A sunken disc within the lights, rays on it, and the machine's emblem in its middle."""
        kit, centre = self._kit, self.rect.center
        outer = self._radius + 3 * self._bulb
        for radius, share in ((outer, 0.10), (self._radius - 2 * self._bulb, 0.38)):
            pygame.draw.aacircle(base, mix(kit.theme.deep, kit.theme.beam(190), share), centre, radius)
        inner = self._radius - round(2.4 * self._bulb)
        for number in range(LIGHTS):
            turn = 2 * math.pi * (number + 0.5) / LIGHTS
            reach = (inner * math.sin(turn), -inner * math.cos(turn))
            near, far = ((centre[0] + reach[0] * part, centre[1] + reach[1] * part) for part in (0.62, 0.96))
            pygame.draw.aaline(base, mix(kit.theme.deep, kit.theme.bright, 0.30), near, far)
        glow = paint.glow((2 * inner, 2 * inner), mix(kit.theme.beam(120), kit.theme.deep, 0.3), 0.7, 1.6)
        paint.add(base, glow, glow.get_rect(center=centre).topleft)
        emblem = kit.symbol(kit.scenery.emblem, round(inner * 1.05), keyline=True)
        base.blit(emblem, emblem.get_rect(center=centre))

    def _paint_mark(self, base: pygame.Surface, colour: Colour) -> None:
        x, y = self._places[0]
        tip, half = y - round(self._bulb * 1.6), round(self._bulb * 0.9)
        corners = [(x, tip), (x - half, tip - 2 * half), (x + half, tip - 2 * half)]
        pygame.draw.polygon(base, colour, corners)
        pygame.draw.aalines(base, colour, True, corners)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """The light that is lit, with its bloom; coral where it stands on the mark."""
        for number, place in enumerate(self._places):
            if number in seen.glass:
                paint.add(screen, self._glow, self._glow.get_rect(center=place).topleft)
                bulb = self._lit if number else self._on_mark
                screen.blit(bulb, bulb.get_rect(center=place))

    def draw_idea(self, screen: pygame.Surface, since_ms: int) -> None:
        """While nobody plays, a faint light goes round with a tail."""
        at = since_ms * LIGHTS / 4_000
        for back in range(6):
            place = self._places[int(at - back) % LIGHTS]
            light = self._faint[back]
            paint.add(screen, light, light.get_rect(center=place).topleft)

    def draw_front(self, screen: pygame.Surface) -> None:
        """The glass in front of it."""
        screen.blit(self._front, self.rect)

    def prepare(self) -> None:
        """Nothing is made ahead: there are no reels to smear."""

    def draw_lamps(self, screen: pygame.Surface, seen: Seen) -> None:
        """The mark is lit while the machine has current."""
        if PAYLINE_LEFT in seen.glass:
            self._paint_mark(screen, self._kit.theme.bright)


def _disc(radius: int, colour: Colour, shine: Colour) -> pygame.Surface:
    """A bulb with a highlight at its upper left."""
    size = 2 * radius * _SMOOTH
    large = pygame.Surface((size, size), pygame.SRCALPHA)
    middle = size // 2
    pygame.draw.circle(large, colour, (middle, middle), middle - 1)
    spot = Rect(0, 0, size // 4, size // 5)
    spot.center = (middle - size // 6, middle - size // 5)
    pygame.draw.ellipse(large, shine, spot)
    return pygame.transform.smoothscale(large, (2 * radius, 2 * radius))
