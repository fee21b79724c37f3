# SPDX-License-Identifier: MIT
"""The hub between the pads: what is asked in its middle, and the clock round it."""

from __future__ import annotations

import math

import pygame
from pygame import Rect

from emulator.panel.art import paint
from emulator.panel.art.theme import CREAM, INK, Colour, mix
from emulator.panel.machine.parts.kit import Kit
from emulator.panel.machine.parts.seen import Seen
from emulator.panel.machine.skill.game import CLOCK_FIRST, CLOCK_LIGHTS, LISTEN, MISSED, REPEAT

# The last twelfths of a clock are red, those before them amber.
_LOW, _MIDDLE = 3, 6
_RED: Colour = (255, 84, 62)
_AMBER: Colour = (255, 184, 56)
_GREEN: Colour = (120, 235, 120)
_CLOCK, _LAMP = 0.86, 0.085  # of the hub's radius

Point = tuple[int, int]


class Hub:
    """Draws the dial dark, once, then the lamps on it."""

    def __init__(self, kit: Kit, centre: Point, radius: int) -> None:
        self._kit = kit
        self.centre = centre
        self.radius = radius
        self._lamp = max(3, round(radius * _LAMP))
        self.clock = [self._at((number + 0.5) / CLOCK_LIGHTS) for number in range(CLOCK_LIGHTS)]
        self.legends = self._lay_legends()
        self._lit: dict[int, pygame.Surface] = {}
        side = self._lamp * 5
        self._glows = [
            paint.glow((side, side), self._colour(number), 0.75, 1.6) for number in range(CLOCK_LIGHTS)
        ]

    def _at(self, turn: float) -> Point:
        """Clockwise from the top; the first lamp to go out is the last one before the top."""
        far = self.radius * _CLOCK
        x = self.centre[0] + round(far * math.sin(2 * math.pi * turn))
        return x, self.centre[1] - round(far * math.cos(2 * math.pi * turn))

    def _lay_legends(self) -> list[tuple[int, str, Rect, Colour]]:
        """One over the other; the middle one, which asks the player, is the largest."""
        say, radius = self._kit.say, self.radius
        rows = (
            (LISTEN, say("WATCH"), -0.58, 0.34, 1.06, _AMBER),
            (REPEAT, say("REPEAT"), -0.20, 0.42, 1.38, _GREEN),
            (MISSED, say("MISSED"), 0.26, 0.32, 1.06, _RED),
        )
        found = []
        for lamp, words, top, tall, wide, colour in rows:
            box = Rect(0, 0, round(radius * wide), round(radius * tall))
            box.midtop = (self.centre[0], self.centre[1] + round(radius * top))
            found.append((lamp, words, box, colour))
        return found

    def _colour(self, number: int) -> Colour:
        return _RED if number < _LOW else _AMBER if number < _MIDDLE else self._kit.theme.bright

    def paint(self, base: pygame.Surface) -> None:
        """The dial with its lamps out."""
        kit, radius = self._kit, self.radius
        box = Rect(0, 0, 2 * radius, 2 * radius)
        box.center = self.centre
        paint.cast(base, box, max(3, kit.gap(2)), 0.7, radius)
        base.blit(paint.clip_round(paint.chrome(box.size), radius), box)
        face = round(radius * 0.965)
        disc = paint.down(
            (2 * face, 2 * face), [(0, mix(kit.theme.deep, INK, 0.75)), (1, mix(kit.theme.deep, INK, 0.45))]
        )
        base.blit(paint.clip_round(disc, face), disc.get_rect(center=self.centre))
        for number, place in enumerate(self.clock):
            pygame.draw.aacircle(
                base, mix(kit.theme.deep, INK, 0.75), place, self._lamp + max(1, self._lamp // 5)
            )
            pygame.draw.aacircle(base, mix(self._colour(number), INK, 0.66), place, self._lamp)
        for lamp, words, legend, colour in self.legends:
            self._write(base, words, legend, mix(kit.theme.deep, CREAM, 0.24), remember=True)
            sheet = paint.layer(legend.size)
            self._write(sheet, words, sheet.get_rect(), mix(colour, (255, 255, 255), 0.45), remember=False)
            self._lit[lamp] = sheet
        tall = round(radius * 0.15)
        low = Rect(0, 0, round(radius * 0.62), tall)
        low.midtop = (self.centre[0], self.centre[1] + round(radius * 0.58))
        kit.text.put(base, kit.say("TIME"), low, "label", round(tall * 0.9), mix(CREAM, kit.theme.deep, 0.15))

    def _write(self, sheet: pygame.Surface, words: str, box: Rect, colour: Colour, remember: bool) -> None:
        size = round(box.height * 0.84)
        self._kit.text.put(sheet, words, box, "label", size, colour, remember=remember, idle=remember)

    def draw(self, screen: pygame.Surface, seen: Seen) -> None:
        """What is asked, and what the clock still holds."""
        for number, place in enumerate(self.clock):
            if CLOCK_FIRST + number in seen.glass:
                glow = self._glows[number]
                paint.add(screen, glow, glow.get_rect(center=place).topleft)
                lit = mix(self._colour(number), (255, 255, 255), 0.25)
                pygame.draw.aacircle(screen, lit, place, self._lamp)
        for lamp, _, legend, colour in self.legends:
            if lamp in seen.glass:
                size = (round(legend.width * 1.15), legend.height * 2)
                glow = paint.glow(size, mix(colour, INK, 0.3), 0.55, 1.4)
                paint.add(screen, glow, glow.get_rect(center=legend.center).topleft)
                screen.blit(self._lit[lamp], legend)
                self.draw_ring(screen, colour)

    def draw_ring(self, screen: pygame.Surface, colour: Colour) -> None:
        """The rim of the dial in a colour."""
        pygame.draw.aacircle(
            screen, colour, self.centre, round(self.radius * 0.985), max(2, self.radius // 40)
        )
